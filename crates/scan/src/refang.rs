//! Restores defanged URLs: those written so that they cannot be clicked, such as `hxxp://a[.]example`.

use std::{collections::VecDeque, fmt, mem};

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};
use memchr::memchr3_iter;

use crate::{
    blocks::{BLOCK, Block, find_in_blocks},
    build::Event,
    candidate::Span,
};

/// A string that is replaced, and the string that replaces it.
#[derive(Clone, Copy, Debug)]
struct Replacement {
    text: &'static str,
    by: &'static str,
    /// Whether `text` begins with the name of a scheme. Then no letter or digit may precede it.
    is_scheme: bool,
    /// The index of the first mark in `text`.
    mark: usize,
}

const fn scheme(text: &'static str, by: &'static str) -> Replacement {
    Replacement {
        is_scheme: true,
        ..inner(text, by)
    }
}

const fn inner(text: &'static str, by: &'static str) -> Replacement {
    let mut mark = 0;
    while !matches!(text.as_bytes()[mark], b':' | b'[' | b'(') {
        mark += 1;
    }
    Replacement {
        text,
        by,
        is_scheme: false,
        mark,
    }
}

/// All replacements. Each `text` has one of the [`MARKS`], and no `text` begins with another one.
const REPLACEMENTS: [Replacement; 17] = [
    scheme("hxxp://", "http://"),
    scheme("hxxps://", "https://"),
    scheme("hxxp[:]//", "http://"),
    scheme("hxxps[:]//", "https://"),
    scheme("hxxp[://]", "http://"),
    scheme("hxxps[://]", "https://"),
    scheme("fxp://", "ftp://"),
    scheme("fxp[:]//", "ftp://"),
    scheme("fxp[://]", "ftp://"),
    scheme("javascript[:]", "javascript:"),
    scheme("vbscript[:]", "vbscript:"),
    scheme("data[:]", "data:"),
    inner("[:]//", "://"),
    inner("[://]", "://"),
    inner("[.]", "."),
    inner("(.)", "."),
    inner("[dot]", "."),
];

/// The characters that are searched for. They are rarer than letters, and all three are found in one pass.
const MARKS: [u8; 3] = *b":[(";

/// The maximum length in bytes of a string that is replaced.
const MAX_LEN: usize = 13;

/// Refangs a text, which is pushed in chunks of any size, and maps candidates found in the result back to the text.
///
/// The refanger holds up to twelve bytes of the text, and 40 bytes for each replacement in the part of the result that
/// is not [decided](Self::forget_before).
pub struct Refanger {
    /// The end of the text so far, which may be the start of a replaced string, and the byte before it.
    held: Vec<u8>,
    before: u8,
    replaced: VecDeque<Replaced>,
    /// The lengths of the text and of the result so far, without the held bytes.
    read: u64,
    written: u64,
}

/// A replacement.
#[derive(Clone, Copy, Debug)]
struct Replaced {
    /// The offset in the result, and the number of bytes there.
    at: u64,
    len: u8,
    /// The offset in the text, and the bytes there.
    start: u64,
    text_len: u8,
    text: [u8; MAX_LEN],
}

impl Replaced {
    fn end(&self) -> u64 {
        self.at + u64::from(self.len)
    }

    fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.text_len)]
    }

    fn text_end(&self) -> u64 {
        self.start + u64::from(self.text_len)
    }
}

impl Refanger {
    /// Creates a refanger at the start of a text.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            held: Vec::new(),
            before: 0,
            replaced: VecDeque::new(),
            read: 0,
            written: 0,
        }
    }

    /// Appends the result for the next bytes of the text to `out`. Bytes at the end that may be the start of a replaced
    /// string are held back.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let mut text = mem::take(&mut self.held);
        text.extend_from_slice(input);
        let done = self.replace(&text, out);
        let held = unfinished(&text[done..]);
        let end = text.len() - held;
        self.copy(&text[done..end], out);
        text.drain(..end);
        self.held = text;
    }

    /// Returns whether the next bytes of the text are unchanged in the result. If so, they count as pushed.
    pub fn passes(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty() && !may_be_replaced(input) && unfinished(input) == 0;
        if passes {
            self.count(input);
        }
        passes
    }

    /// Ends the text, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let held = mem::take(&mut self.held);
        self.copy(&held, out);
    }

    /// Begins another text.
    pub fn reset(&mut self) {
        self.held.clear();
        self.before = 0;
        self.replaced.clear();
        self.read = 0;
        self.written = 0;
    }

    /// Returns the offset in the text for an offset in the result; within a replacement, the offset of the first
    /// replaced byte.
    #[must_use]
    pub fn start_in_text(&self, offset: u64) -> u64 {
        match self.before(offset) {
            Some(before) if offset < before.end() => before.start,
            Some(before) => before.text_end() + (offset - before.end()),
            None => self.before_all(offset),
        }
    }

    /// Drops the replacements before an offset in the result. No smaller offset may be mapped afterwards.
    pub fn forget_before(&mut self, offset: u64) {
        // The last replacement before the offset is kept: later offsets are counted from it.
        while self.replaced.get(1).is_some_and(|next| next.at <= offset) {
            self.replaced.pop_front();
        }
    }

    /// Returns an event in the result as it is in the text.
    #[must_use]
    pub fn restored(&self, event: &Event) -> Event {
        let mut event = event.clone();
        if self.replaced.is_empty() && self.read == self.written {
            return event;
        }
        match &mut event {
            Event::Candidate(candidate) => {
                let span = candidate.span();
                let first = self
                    .replaced
                    .partition_point(|replaced| replaced.end() <= span.start());
                let inside = self.replaced.iter().skip(first);
                let inside = inside.take_while(|replaced| replaced.at < span.end());
                let mut raw = Vec::with_capacity(candidate.raw().len());
                let mut done = span.start();
                for replaced in inside {
                    let at = replaced.at.max(done);
                    raw.extend_from_slice(part(candidate.raw(), span, done, at));
                    raw.extend_from_slice(replaced.text());
                    done = replaced.end().min(span.end());
                }
                let is_changed = done > span.start();
                raw.extend_from_slice(part(candidate.raw(), span, done, span.end()));
                let start = self.start_in_text(span.start());
                candidate.set_source(start, &raw, is_changed, |piece| {
                    Span::new(
                        self.start_in_text(piece.start()),
                        self.end_in_text(piece.end()),
                    )
                });
            }
            Event::Rejected(rejected) => {
                rejected.start = self.start_in_text(rejected.start);
                rejected.at = self.end_in_text(rejected.at);
            }
        }
        event
    }

    /// Returns the offset in the text of the end of a range of the result.
    fn end_in_text(&self, offset: u64) -> u64 {
        let last = offset.saturating_sub(1);
        match self.before(last) {
            Some(before) if offset > before.at && offset <= before.end() => before.text_end(),
            _ => self.start_in_text(offset),
        }
    }

    /// Returns the last replacement at or before an offset in the result.
    fn before(&self, offset: u64) -> Option<&Replaced> {
        let after = self
            .replaced
            .partition_point(|replaced| replaced.at <= offset);
        self.replaced.get(after.checked_sub(1)?)
    }

    /// Returns the offset in the text for an offset in the result that precedes all replacements still stored.
    fn before_all(&self, offset: u64) -> u64 {
        match self.replaced.front() {
            Some(first) => first.start.saturating_sub(first.at.saturating_sub(offset)),
            None => self
                .read
                .saturating_sub(self.written.saturating_sub(offset)),
        }
    }

    /// Appends the result for a text up to the end of its last replaced string. Returns that end.
    fn replace(&mut self, text: &[u8], out: &mut Vec<u8>) -> usize {
        let mut done = 0;
        for mark in memchr3_iter(MARKS[0], MARKS[1], MARKS[2], text) {
            // A string whose first mark is further ahead begins further ahead: there is no mark before it in the
            // string.
            let Some((start, replacement)) = self.replacement_at(text, mark, done) else {
                continue;
            };
            let end = start + replacement.text.len();
            self.copy(&text[done..start], out);
            self.replace_one(&text[start..end], replacement.by, out);
            done = end;
        }
        done
    }

    /// Returns the string that is replaced whose first mark is at an index, and that begins at `done` or after it, and
    /// its index.
    fn replacement_at(
        &self,
        text: &[u8],
        mark: usize,
        done: usize,
    ) -> Option<(usize, Replacement)> {
        REPLACEMENTS.into_iter().find_map(|replacement| {
            let start = mark.checked_sub(replacement.mark)?;
            let found = text.get(start..start + replacement.text.len())?;
            let before = if start == 0 {
                self.before
            } else {
                text[start - 1]
            };
            let is_replaced = start >= done
                && found.eq_ignore_ascii_case(replacement.text.as_bytes())
                && !(replacement.is_scheme && before.is_ascii_alphanumeric());
            is_replaced.then_some((start, replacement))
        })
    }

    fn replace_one(&mut self, text: &[u8], by: &str, out: &mut Vec<u8>) {
        let mut replaced = Replaced {
            at: self.written,
            len: by.len() as u8,
            start: self.read,
            text_len: text.len() as u8,
            text: [0; MAX_LEN],
        };
        replaced.text[..text.len()].copy_from_slice(text);
        self.replaced.push_back(replaced);
        // Upper case is preserved.
        out.extend(
            by.bytes()
                .enumerate()
                .map(|(index, byte)| match text.get(index) {
                    Some(was) if was.is_ascii_uppercase() => byte.to_ascii_uppercase(),
                    _ => byte,
                }),
        );
        self.written += by.len() as u64;
        self.read += text.len() as u64;
        self.before = *text.last().unwrap_or(&0);
    }

    fn copy(&mut self, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(text);
        self.count(text);
    }

    /// Counts bytes that were copied unchanged.
    fn count(&mut self, text: &[u8]) {
        self.read += text.len() as u64;
        self.written += text.len() as u64;
        self.before = *text.last().unwrap_or(&self.before);
    }
}

impl Default for Refanger {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Refanger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refanger")
            .field("read", &self.read)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

/// Returns the bytes of a candidate between two offsets.
fn part(raw: &[u8], span: Span, from: u64, to: u64) -> &[u8] {
    let index = |offset: u64| (offset - span.start()) as usize;
    &raw[index(from)..index(to).max(index(from))]
}

/// Fast check whether a text may contain a replaced string. `false` is certain.
fn may_be_replaced(text: &[u8]) -> bool {
    dispatch!(Level::new(), simd => may_be_replaced_with(simd, text))
}

#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn may_be_replaced_with<S: Simd>(simd: S, text: &[u8]) -> bool {
    let is_found = |_: &Block, _, at: usize| match text[at..] {
        [b'x' | b'X', ..] => matches!(text[..at], [.., b'x' | b'X' | b'f' | b'F']),
        [b'[', b'.', third, ..] => third == b']',
        [b'[', b':', third, ..] => matches!(third, b']' | b'/'),
        [b'[', _, third, ..] => third | 0x20 == b'o',
        [b'(', b'.', third, ..] => third == b')',
        _ => false,
    };
    find_in_blocks(
        text,
        #[inline(always)]
        |block: &Block| {
            let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
            let (first, second) = (bytes(0), bytes(1));
            let (first_letter, second_letter) = (first | 0x20, second | 0x20);
            let opens = first.simd_eq(b'[') | first.simd_eq(b'(');
            let goes_on = second.simd_eq(b'.') | second.simd_eq(b':') | second_letter.simd_eq(b'd');
            // `xp` after `x` or `f`, as in `hxxp` and `fxp`, occurs in few words.
            let is_scheme = first_letter.simd_eq(b'x') & second_letter.simd_eq(b'p');
            ((opens & goes_on) | is_scheme).to_bitmask()
        },
        is_found,
    )
    .is_some()
}

/// Returns the length of the longest end of a text that may be the start of a replaced string.
fn unfinished(text: &[u8]) -> usize {
    if text.last().is_none_or(u8::is_ascii_whitespace) {
        // The usual case. No replaced string has white space.
        return 0;
    }
    let most = text.len().min(MAX_LEN - 1);
    let ends = (1..=most).rev();
    let mut ends = ends.filter(|&len| {
        let end = &text[text.len() - len..];
        REPLACEMENTS.iter().any(|Replacement { text, .. }| {
            let start = text.as_bytes().get(..len);
            text.len() > len && start.is_some_and(|start| start.eq_ignore_ascii_case(end))
        })
    });
    ends.next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{MAX_LEN, REPLACEMENTS, Refanger, Replacement, may_be_replaced};

    fn refang(chunks: &[&[u8]]) -> (String, Vec<u64>) {
        let mut refanger = Refanger::new();
        let mut out = Vec::new();
        for chunk in chunks {
            refanger.push(chunk, &mut out);
        }
        refanger.finish(&mut out);
        let starts = (0..=out.len() as u64).map(|at| refanger.start_in_text(at));
        let starts = starts.collect();
        (String::from_utf8(out).expect("UTF-8"), starts)
    }

    #[test]
    fn each_replacement_is_noticed_at_every_offset() {
        let before = "a.x(f[".repeat(30);
        for Replacement { text, .. } in REPLACEMENTS {
            for text in [text.to_owned(), text.to_ascii_uppercase()] {
                for start in 0..before.len() {
                    for after in ["", "a", &before] {
                        let text = [&before[..start], &text, after].concat();
                        assert!(may_be_replaced(text.as_bytes()), "{text}");
                    }
                }
            }
        }
        for text in [
            "", "[", "x", "(", "xpx", "axp", "xp", "[x]", "(:)", "(d)", "[dx", "[:x", "[.x",
        ] {
            for start in 0..before.len() {
                let text = [&before[..start], " ", text].concat();
                assert!(!may_be_replaced(text.as_bytes()), "{text}");
            }
        }
    }

    #[test]
    fn text_is_replaced() {
        for (text, expected) in [
            ("hxxp://a[.]b(.)c[dot]d", "http://a.b.c.d"),
            ("HXXPS[:]//A[DOT]b hXxP[://]c", "HTTPS://A.b hTtP://c"),
            ("fxp://a FXP[://]b fxp[:]//c", "ftp://a FTP://b ftp://c"),
            ("gopher[:]//a http[://]b", "gopher://a http://b"),
            (
                "xhxxp://a xhxxp[:]//b [hxxp://c]",
                "xhxxp://a xhxxp://b [http://c]",
            ),
            ("hxxp:/a [ . ] [.) [do] hxxp", "hxxp:/a [ . ] [.) [do] hxxp"),
            ("[[.]] hxxps[:]/", "[.] hxxps[:]/"),
        ] {
            let (whole, starts) = refang(&[text.as_bytes()]);
            assert_eq!(whole, expected, "{text}");
            assert_eq!(starts.last(), Some(&(text.len() as u64)));
            assert!(starts.is_sorted());
            for at in 0..=text.len() {
                let (one, other) = text.as_bytes().split_at(at);
                assert_eq!(
                    refang(&[one, other]),
                    (whole.clone(), starts.clone()),
                    "{text} {at}"
                );
            }
            let bytes: Vec<_> = text.as_bytes().chunks(1).collect();
            assert_eq!(refang(&bytes), (whole, starts), "{text}");
        }
    }

    #[test]
    fn what_passes_is_its_own_result() {
        for text in [
            "a (b) [c] http://d.e/",
            "x",
            "hxxq:// fxq Xpe (",
            "hxxp",
            "a (.b",
        ] {
            let expected = refang(&[text.as_bytes()]);
            let mut refanger = Refanger::new();
            let mut out = Vec::new();
            for chunk in [text, " f"] {
                if refanger.passes(chunk.as_bytes()) {
                    out.extend_from_slice(chunk.as_bytes());
                } else {
                    refanger.push(chunk.as_bytes(), &mut out);
                }
            }
            refanger.finish(&mut out);
            assert_eq!(out, format!("{} f", expected.0).as_bytes(), "{text}");
            assert_eq!(
                refanger.start_in_text(out.len() as u64),
                text.len() as u64 + 2
            );
        }
        for replacement in REPLACEMENTS {
            for text in [
                replacement.text.to_owned(),
                replacement.text.to_ascii_uppercase(),
                format!("a {}b", replacement.text),
            ] {
                assert!(!Refanger::new().passes(text.as_bytes()), "{text}");
            }
        }
        assert!(Refanger::new().passes(b"See http://a.example/x, (or [1]).\n"));
    }

    #[test]
    fn no_pattern_begins_with_another() {
        for (index, replacement) in REPLACEMENTS.iter().enumerate() {
            assert!(replacement.text.len() <= MAX_LEN);
            let mut others = REPLACEMENTS.iter().enumerate();
            assert!(
                others.all(|(at, other)| at == index || !replacement.text.starts_with(other.text))
            );
        }
    }
}
