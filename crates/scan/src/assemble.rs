//! From the bytes of a candidate to its first reading, its pieces and its joins.

use alloc::vec::Vec;

use crate::{
    candidate::{Candidate, Delimiter, Dropped, Join, Warning},
    class::{self, is_blank, is_punctuation, is_trimmed, is_ws},
    quote_prefix::{Dropping, QuoteMark},
    scheme,
    span::Span,
    uneven_quoting::is_at_sign,
    view::View,
};

/// Which marks are dropped from the lines of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The opening line's, in order.
    First,
    /// Those and all further ones.
    Second,
}

/// What stands inside a candidate's brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside<'t> {
    /// The text from the `<` up to where the inside ends.
    pub(crate) window: &'t [u8],
    /// Where the inside begins, by its distance from the `<`.
    pub(crate) content: usize,
    /// Offset of the `<` in the text.
    pub(crate) base: u64,
    /// The opening line's marks.
    pub(crate) marks: &'t [QuoteMark],
}

/// Where a candidate ends on the fast path, by the distances from its `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastEnd {
    /// Where its last line begins; 0 if it has but one.
    pub(crate) line: usize,
    /// Where the `>` stands.
    pub(crate) close: usize,
}

impl Inside<'_> {
    /// Puts all of it together, but for a text that trails the URL.
    pub(crate) fn assemble(&self, reading: Reading, into: &mut Candidate) {
        self.rejoin(reading, false, into);
        self.cut_trailing_text(into);
        if into.joins.iter().any(is_spaced) {
            into.warnings.insert(Warning::Spaced);
        }
    }

    /// Puts together on the fast path what needs no more than one pass, from a window that goes on behind it: no *ws* or
    /// `"` stands inside but line breaks and the quote prefixes after them, and no line there begins like a
    /// label or an end. An attempt comes to the same.
    #[inline]
    pub(crate) fn assemble_fast(&self, into: &mut Candidate) -> Option<FastEnd> {
        into.joined.clear();
        into.pieces.clear();
        into.joins.clear();
        let (mut line, mut start) = (0, self.content);
        loop {
            let rest = self.window.get(start..)?;
            let len = class::find(rest, class::STOP | class::ROUGH).filter(|&len| len > 0)?;
            let end = start + len;
            into.pieces.push(self.span(start, end));
            let is_close = match rest[len] {
                b'>' => true,
                b'\n' => false,
                _ => return None,
            };
            if !is_close || line > 0 {
                extend(&mut into.joined, &rest[..len]);
            }
            if is_close {
                return Some(FastEnd { line, close: end });
            }
            line = end + 1;
            let mut dropping = Dropping::new(line);
            // A view of a whole text never asks for more.
            let _ = dropping.run(&View::whole(self.window), self.marks);
            start = dropping.at;
            let first = *self.window.get(start)?;
            // A label may begin here, or a line that is an end after all.
            if first == b'[' || dropping.last_close.is_some() && is_punctuation(first) {
                return None;
            }
            into.joins.push(Join {
                url_at: into.joined.len(),
                dropped: Dropped::Gap {
                    line_break: true,
                    leader: dropping.any,
                    space: !dropping.any && start > line,
                },
                hyphen: rest[len - 1] == b'-',
            });
        }
    }

    /// Puts together what stands before the first whitespace, and cuts it where careless prose
    /// has to be cut. Returns whether that is a URL worth telling.
    pub(crate) fn assemble_unclosed(&self, into: &mut Candidate) -> bool {
        self.rejoin(Reading::First, true, into);
        let entity = memchr::memmem::find(&into.joined, b"&gt;");
        let quote = memchr::memchr(b'"', &into.joined);
        if let Some(cut) = entity.into_iter().chain(quote).min() {
            truncate(into, cut);
        }
        let trimmed = trimmed_len(&into.joined);
        truncate(into, trimmed);
        is_worth_telling(&into.joined, into.delimiter)
    }

    /// Whether *ws* without an LF stands between two bytes, a text that will be cut included.
    pub(crate) fn is_spaced(&self, scratch: &mut Candidate) -> bool {
        self.rejoin(Reading::First, false, scratch);
        scratch.joins.iter().any(is_spaced)
    }

    /// Goes from token to token, and keeps what stood between them.
    fn rejoin(&self, reading: Reading, first_token_only: bool, into: &mut Candidate) {
        into.joined.clear();
        into.pieces.clear();
        into.joins.clear();
        let view = View::whole(self.window);
        let mut at = self.content;
        loop {
            let (dropped, start) = self.gap(&view, at, reading);
            let rest = &self.window[start..];
            let token = &rest[..class::find(rest, class::WS).unwrap_or(rest.len())];
            let is_first = into.pieces.is_empty();
            if token.is_empty() || first_token_only && !is_first && dropped != Dropped::At {
                return;
            }
            if !is_first {
                into.joins.push(Join {
                    url_at: into.joined.len(),
                    dropped,
                    hyphen: into.joined.last() == Some(&b'-'),
                });
                if dropped == Dropped::At {
                    into.joined.push(b'@');
                }
            }
            extend(&mut into.joined, token);
            at = start + token.len();
            into.pieces.push(self.span(start, at));
        }
    }

    /// What stands between the token that ends at `at` and the next one, and where that begins.
    fn gap(&self, view: &View<'_>, mut at: usize, reading: Reading) -> (Dropped, usize) {
        let (mut line_break, mut leader, mut space) = (false, false, false);
        while let Some(&byte) = self.window.get(at) {
            match byte {
                b'\n' => {
                    line_break = true;
                    at += 1;
                    let mut dropping = match reading {
                        Reading::First => Dropping::new(at),
                        Reading::Second => Dropping::all(at),
                    };
                    // A view of a whole text never asks for more.
                    let _ = dropping.run(view, self.marks);
                    if dropping.any {
                        leader = true;
                        at = dropping.at;
                    }
                }
                b' ' if is_at_sign(view, at).unwrap_or(false) => return (Dropped::At, at + 4),
                b'\r' if self.window.get(at + 1) == Some(&b'\n') => at += 1,
                _ if is_ws(byte) => {
                    space = true;
                    at += 1;
                }
                _ => break,
            }
        }
        let gap = Dropped::Gap {
            line_break,
            leader,
            space,
        };
        (gap, at)
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.base + from as u64, self.base + to as u64)
    }

    /// Cuts labels behind the URL, one after the other, then everything from the first `"` on.
    fn cut_trailing_text(&self, candidate: &mut Candidate) {
        while let Some(label) = self.label(candidate) {
            let is_in_label = |piece: &Span| piece.start() >= label;
            while candidate.pieces.last().is_some_and(is_in_label) {
                candidate.pieces.pop();
                let join = candidate.joins.pop();
                candidate
                    .joined
                    .truncate(join.map_or(0, |join| join.url_at));
            }
            candidate.warnings.insert(Warning::TrailingText);
        }
        if let Some(quote) = memchr::memchr(b'"', &candidate.joined) {
            truncate(candidate, quote);
            candidate.warnings.insert(Warning::TrailingText);
        }
    }

    /// Offset of the label that ends the URL: `[...]` without `[`, `]` or LF inside, after a blank,
    /// with a byte of the URL before it.
    fn label(&self, candidate: &Candidate) -> Option<u64> {
        let end = (candidate.pieces.last()?.end() - self.base) as usize;
        let (b']', before) = self.window[..end].split_last()? else {
            return None;
        };
        let is_edge = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
        let start = self.content + before[self.content..].iter().rposition(is_edge)?;
        let is_label = before[start] == b'[' && is_blank(before[start - 1]);
        let start = self.base + start as u64;
        (is_label && candidate.pieces[0].start() < start).then_some(start)
    }
}

/// As `extend_from_slice`, which for a few bytes costs more than the bytes.
fn extend(into: &mut Vec<u8>, token: &[u8]) {
    if token.len() < 16 {
        into.extend(token.iter().copied());
    } else {
        into.extend_from_slice(token);
    }
}

/// Whether *ws* without an LF stood in the place of a join.
fn is_spaced(join: &Join) -> bool {
    matches!(
        join.dropped,
        Dropped::Gap {
            space: true,
            line_break: false,
            ..
        }
    )
}

/// Keeps the first `len` bytes of the URL.
fn truncate(candidate: &mut Candidate, len: usize) {
    while candidate
        .joins
        .last()
        .is_some_and(|join| join.url_at >= len)
    {
        candidate.joins.pop();
        candidate.pieces.pop();
    }
    candidate.joined.truncate(len);
    if let Some(piece) = candidate.pieces.last_mut() {
        let join = candidate.joins.last();
        let begins = join.map_or(0, |join| {
            join.url_at + usize::from(join.dropped == Dropped::At)
        });
        *piece = Span::new(piece.start(), piece.start() + (len - begins) as u64);
    }
}

/// The length of an unclosed URL without trailing punctuation and without a trailing `)` or `]`
/// that has no partner.
fn trimmed_len(url: &[u8]) -> usize {
    let (mut round, mut square, mut len) = (0_usize, 0_usize, 0);
    for (index, &byte) in url.iter().enumerate() {
        // Whether a closing bracket has a partner depends on nothing behind it.
        let stays = match byte {
            b'(' => opens(&mut round),
            b')' => closes(&mut round),
            b'[' => opens(&mut square),
            b']' => closes(&mut square),
            _ => !is_trimmed(byte),
        };
        if stays {
            len = index + 1;
        }
    }
    len
}

fn opens(depth: &mut usize) -> bool {
    *depth += 1;
    true
}

fn closes(depth: &mut usize) -> bool {
    let outer = depth.checked_sub(1);
    *depth = outer.unwrap_or(0);
    outer.is_some()
}

/// A scheme and something behind it, or what may be a relative reference or a bare host name.
fn is_worth_telling(url: &[u8], delimiter: Delimiter) -> bool {
    let colon = memchr::memchr(b':', url).filter(|&colon| scheme::is_name(&url[..colon]));
    match colon {
        Some(colon) => {
            let behind = &url[colon + 1..];
            !behind.strip_prefix(b"//").unwrap_or(behind).is_empty()
        }
        None => delimiter == Delimiter::Url && url.len() >= 4 && url.contains(&b'.'),
    }
}
