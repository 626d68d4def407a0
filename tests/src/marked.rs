//! Text with marks around the expected links.
//!
//! `⟦` and `⟧` enclose the span of a link, `«` and `»` each piece of its URL. `✗` precedes the `<` of a
//! rejected candidate, and `†` marks the offset where the scanner rejects it.
//!
//! In encoded text, the last byte of one link and the first byte of the next may share a character, so a
//! link may begin one byte before the previous link ends.

use std::collections::VecDeque;

use crate::oracle::{Found, Sifted};

/// A text without its marks, and the offsets of the marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// The text to scan.
    pub text: Vec<u8>,
    /// Each link's span and pieces.
    pub links: Vec<MarkedLink>,
    /// The offset of the `<` of each reject, and the offset where it is rejected.
    pub rejects: Vec<(usize, usize)>,
}

/// The offsets of one link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedLink {
    /// The range from its `<` to one past its `>`.
    pub span: (usize, usize),
    /// The pieces of its URL.
    pub pieces: Vec<(usize, usize)>,
}

impl Marked {
    /// Parses marked text without escapes.
    ///
    /// # Errors
    ///
    /// If the marks do not pair.
    pub fn parse(source: &str) -> Result<Self, String> {
        Self::parse_with(source, false)
    }

    /// Parses marked text with escapes: `\n \r \t \v \f \0 \\ \xHH`, and `\(N*X)` for X repeated N times.
    ///
    /// # Errors
    ///
    /// If the marks do not pair, or an escape is unknown.
    pub fn parse_escaped(source: &str) -> Result<Self, String> {
        Self::parse_with(source, true)
    }

    fn parse_with(source: &str, has_escapes: bool) -> Result<Self, String> {
        let mut marked = Self::default();
        let mut links = OpenLinks::default();
        let mut reject = None;
        let mut rest = source;
        while let Some(char) = rest.chars().next() {
            let at = marked.text.len();
            match char {
                '⟦' => links.open(at)?,
                '«' => links.open_piece(at)?,
                '»' => links.close_piece(at)?,
                '⟧' => marked.links.push(links.close(at)?),
                '✗' => open(&mut reject, at)?,
                '†' => {
                    let start = close(&mut reject, at)?;
                    marked.rejects.push((start, at));
                }
                '\\' if has_escapes => {
                    let (bytes, len) = escape(rest)?;
                    marked.text.extend_from_slice(&bytes);
                    rest = &rest[len..];
                    continue;
                }
                _ => marked
                    .text
                    .extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            }
            rest = &rest[char.len_utf8()..];
        }
        match (links.open.len(), reject) {
            (0, None) => Ok(marked),
            open => Err(format!("unclosed marks: {open:?}")),
        }
    }
}

/// The open links. They close in the order in which they open.
#[derive(Debug, Default)]
struct OpenLinks {
    open: VecDeque<MarkedLink>,
    /// The start of the open piece, which belongs to the first link.
    piece: Option<usize>,
}

impl OpenLinks {
    fn open(&mut self, at: usize) -> Result<(), String> {
        match self.open.back() {
            Some(before) if before.span.0 == at => Err(format!("two links begin at byte {at}")),
            _ => {
                let span = (at, at);
                self.open.push_back(MarkedLink {
                    span,
                    ..MarkedLink::default()
                });
                Ok(())
            }
        }
    }

    fn open_piece(&mut self, at: usize) -> Result<(), String> {
        match self.open.len() {
            0 => Err(format!("a piece outside a link, at byte {at}")),
            1 => open(&mut self.piece, at),
            _ => Err(format!("a piece in two links, at byte {at}")),
        }
    }

    fn close_piece(&mut self, at: usize) -> Result<(), String> {
        let start = close(&mut self.piece, at)?;
        // Only an open link has an open piece.
        let link = self
            .open
            .front_mut()
            .expect("an open piece has an open link");
        link.pieces.push((start, at));
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<MarkedLink, String> {
        if let Some(piece) = self.piece {
            return Err(format!("an unclosed piece, at byte {piece}"));
        }
        let link = self.open.pop_front();
        let link = link.ok_or_else(|| format!("a link that ends without a start, at byte {at}"))?;
        match self.open.front() {
            Some(next) if at != next.span.0 + 1 => {
                Err(format!("a link inside another, at byte {at}"))
            }
            _ => Ok(MarkedLink {
                span: (link.span.0, at),
                ..link
            }),
        }
    }
}

fn open(mark: &mut Option<usize>, at: usize) -> Result<(), String> {
    match mark.replace(at) {
        None => Ok(()),
        Some(_) => Err(format!(
            "a mark nested in one of the same kind, at byte {at}"
        )),
    }
}

fn close(mark: &mut Option<usize>, at: usize) -> Result<usize, String> {
    mark.take()
        .ok_or_else(|| format!("a closing mark without an opening mark, at byte {at}"))
}

/// Decodes the escapes of a text without marks.
///
/// # Errors
///
/// If an escape is unknown.
pub fn unescape(source: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let (escaped, len) = escape(&rest[at..])?;
        bytes.extend_from_slice(&escaped);
        rest = &rest[at + len..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Decodes the escape at the start of `source`. Returns its bytes and its length.
fn escape(source: &str) -> Result<(Vec<u8>, usize), String> {
    let unknown = || format!("unknown escape: {source:.20}");
    let single = |byte: u8| Ok((vec![byte], 2));
    match source.as_bytes().get(1).ok_or_else(unknown)? {
        b'n' => single(b'\n'),
        b'r' => single(b'\r'),
        b't' => single(b'\t'),
        b'v' => single(0x0b),
        b'f' => single(0x0c),
        b'0' => single(0),
        b'\\' => single(b'\\'),
        b'x' => {
            let digits = source.get(2..4).ok_or_else(unknown)?;
            let byte = u8::from_str_radix(digits, 16).map_err(|_| unknown())?;
            Ok((vec![byte], 4))
        }
        b'(' => {
            let end = source.find(')').ok_or_else(unknown)?;
            let (count, unit) = source[2..end].split_once('*').ok_or_else(unknown)?;
            let count = count.parse().map_err(|_| unknown())?;
            Ok((unescape(unit)?.repeat(count), end + 1))
        }
        _ => Err(unknown()),
    }
}

/// Inserts the marks of all links into a text: the inverse of [`Marked::parse`].
#[must_use]
pub fn mark(text: &[u8], found: &[Found]) -> String {
    let mut marks = Vec::new();
    for link in found {
        marks.push((link.span.0, '⟦'));
        for &(start, end) in &link.pieces {
            marks.extend([(start, '«'), (end, '»')]);
        }
        marks.push((link.span.1, '⟧'));
    }
    // Links may share a byte. The sort is stable, so marks at the same offset keep their order.
    marks.sort_by_key(|&(at, _)| at);
    let mut marked = Vec::new();
    let mut from = 0;
    for (at, mark) in marks {
        marked.extend_from_slice(&text[from..at]);
        marked.extend_from_slice(mark.encode_utf8(&mut [0; 4]).as_bytes());
        from = at;
    }
    marked.extend_from_slice(&text[from..]);
    String::from_utf8_lossy(&marked).into_owned()
}

/// Returns the offsets of links and rejects in the form of [`Marked`].
#[must_use]
pub fn offsets(text: &[u8], sifted: &Sifted) -> Marked {
    Marked {
        text: text.to_vec(),
        links: sifted
            .found
            .iter()
            .map(|found| MarkedLink {
                span: found.span,
                pieces: found.pieces.clone(),
            })
            .collect(),
        rejects: sifted
            .rejected
            .iter()
            .map(|rejected| (rejected.start, rejected.at))
            .collect(),
    }
}
