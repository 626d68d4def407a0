//! Restores defanged URLs: those written so that they cannot be clicked, such as `hxxp://a[.]example`.
//!
//! A text is read in whole lines, since the line shows whether something is a form. A long line is read in parts of a
//! fixed length, so that the result does not depend on the chunks: a form that is cut there is not read.

pub(crate) mod form;

use std::{collections::VecDeque, fmt, mem};

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};
use memchr::memchr;

use crate::{
    blocks::{BLOCK, Block, find_in_blocks},
    build::Event,
    candidate::Span,
};
use form::{Host, MAX_LEN, form_at, may_begin_name};

pub use form::mark_of_form;

/// The maximum length of the part of a line that is read at a time.
const MAX_LINE: usize = 4 << 10;

/// Refangs a text, which is pushed in chunks of any size, and maps candidates found in the result back to the text.
///
/// The refanger holds the line that is not complete, up to 4 KiB, and 48 bytes for each replacement in the part of the
/// result that is not [decided](Self::forget_before).
pub struct Refanger {
    /// The line, or the part of a line, that is not complete.
    held: Vec<u8>,
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
            replaced: VecDeque::new(),
            read: 0,
            written: 0,
        }
    }

    /// Appends the result for the next bytes of the text to `out`. A line that is not complete is held back.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let mut text = mem::take(&mut self.held);
        text.extend_from_slice(input);
        let mut done = 0;
        while let Some(len) = whole_line(&text[done..]) {
            self.refang(&text[done..done + len], out);
            done += len;
        }
        text.drain(..done);
        self.held = text;
    }

    /// Returns whether the next bytes of the text are unchanged in the result. If so, they count as pushed.
    pub fn passes(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty() && input.ends_with(b"\n") && !may_be_replaced(input);
        if passes {
            self.count(input);
        }
        passes
    }

    /// Ends the text, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let held = mem::take(&mut self.held);
        self.refang(&held, out);
    }

    /// Begins another text.
    pub fn reset(&mut self) {
        self.held.clear();
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

    /// Appends the result for a line.
    fn refang(&mut self, line: &[u8], out: &mut Vec<u8>) {
        if !may_be_replaced(line) {
            self.copy(line, out);
            return;
        }
        let (mut done, mut at, mut host_end) = (0, 0, 0);
        // Whether a URL or an address has begun in this word.
        let mut is_in_url = false;
        while at < line.len() {
            if at >= host_end
                && !is_in_url
                && may_begin_name(line, at)
                && let Some(host) = Host::at(line, at)
                && host.is_defanged_name(line)
            {
                self.copy(&line[done..at], out);
                self.replace(&[], host.implied_scheme(), out);
                done = at;
                host_end = host.end;
            }
            let (len, by) = match form_at(line, at, at < host_end) {
                Some((len, by)) => {
                    self.copy(&line[done..at], out);
                    self.replace(&line[at..at + len], by, out);
                    done = at + len;
                    (len, by)
                }
                None if line[at..].starts_with(b"://") => (3, "://"),
                None if line[at] == b'@' => (1, "@"),
                None => {
                    let is_next_quoted = line[at] == b'"' && line[..at].ends_with(b",");
                    is_in_url &= !line[at].is_ascii_whitespace() && !is_next_quoted;
                    (1, "")
                }
            };
            at += len;
            is_in_url |= by == ":" || by == "@" || by.ends_with("://");
            if by == "@" || by.ends_with("://") {
                host_end = Host::at(line, at).map_or(0, |host| host.end_if_whole());
            }
        }
        self.copy(&line[done..], out);
    }

    fn replace(&mut self, text: &[u8], by: &str, out: &mut Vec<u8>) {
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
    }

    fn copy(&mut self, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(text);
        self.count(text);
    }

    /// Counts bytes that were copied unchanged.
    fn count(&mut self, text: &[u8]) {
        self.read += text.len() as u64;
        self.written += text.len() as u64;
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
        [b'[' | b'(' | b'{', b'.', ..]
        | [b'.' | b'\\', ..]
        | [b'[', b'/' | b':', ..]
        | [b':', b'[', ..] => true,
        [b'[' | b'(' | b'{' | b' ', b'd' | b'D', ..] => is_word(&text[at + 1..], b"dot"),
        [b'[' | b'(' | b'{', b'a' | b'A', ..] => is_word(&text[at + 1..], b"at"),
        [
            b'[',
            b'x' | b'X' | b'0' | b'@' | b'[' | b'(' | b'{',
            third,
            ..,
        ] => third == b']',
        [b'x' | b'X', ..] => matches!(text[..at], [.., b'x' | b'X' | b'f' | b'F']),
        [b'0', ..] => matches!(text[..at], [.., b'0']),
        [b':', b' ', third, ..] => third == b'/',
        _ => false,
    };
    find_in_blocks(
        text,
        #[inline(always)]
        |block: &Block| {
            let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
            let (first, second) = (bytes(0), bytes(1));
            let second_letter = second | 0x20;
            let opens = (first | 0x20).simd_eq(b'{') | first.simd_eq(b'(');
            let is_core = second.simd_eq(b'.')
                | second_letter.simd_eq(b'd')
                | second_letter.simd_eq(b'a')
                | second_letter.simd_eq(b'x')
                | second.simd_eq(b'0')
                | second.simd_eq(b'/')
                | second.simd_eq(b':')
                | second.simd_eq(b'@')
                | second_letter.simd_eq(b'{')
                | second.simd_eq(b'(');
            // `xp` after `x` or `f`, as in `hxxp` and `fxp`, occurs in few words.
            let is_scheme =
                ((first | 0x20).simd_eq(b'x') | first.simd_eq(b'0')) & second_letter.simd_eq(b'p');
            let is_dot = first.simd_eq(b'.') & second.simd_eq(b']')
                | first.simd_eq(b'\\') & second.simd_eq(b'.')
                | first.simd_eq(b' ') & second_letter.simd_eq(b'd');
            let is_spaced = first.simd_eq(b':') & second.simd_eq(b' ');
            let is_separator = first.simd_eq(b':') & second.simd_eq(b'[');
            ((opens & is_core) | is_scheme | is_dot | is_spaced | is_separator).to_bitmask()
        },
        is_found,
    )
    .is_some()
}

/// Returns whether a text begins with a word, and what may end a form follows.
fn is_word(text: &[u8], word: &[u8]) -> bool {
    let found = text.split_at_checked(word.len());
    found.is_some_and(|(found, rest)| {
        found.eq_ignore_ascii_case(word) && matches!(rest, [b']' | b')' | b'}' | b' ', ..])
    })
}

/// Returns the length of the line at the start of a text, or of the part of it that is read at a time, if it is
/// complete.
fn whole_line(text: &[u8]) -> Option<usize> {
    let near = &text[..text.len().min(MAX_LINE)];
    let end = memchr(b'\n', near).map(|lf| lf + 1);
    end.or_else(|| (near.len() == MAX_LINE).then_some(MAX_LINE))
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE, Refanger, may_be_replaced};

    use urlsift_tables::{lines, rows};

    fn refang(chunks: &[&[u8]]) -> (Vec<u8>, Vec<u64>) {
        let mut refanger = Refanger::new();
        let mut out = Vec::new();
        for chunk in chunks {
            if refanger.passes(chunk) {
                out.extend_from_slice(chunk);
            } else {
                refanger.push(chunk, &mut out);
            }
        }
        refanger.finish(&mut out);
        let starts = (0..=out.len() as u64).map(|at| refanger.start_in_text(at));
        let starts = starts.collect();
        (out, starts)
    }

    #[track_caller]
    fn check(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            let (whole, starts) = refang(&[text.as_bytes()]);
            assert_eq!(String::from_utf8_lossy(&whole), *expected, "{text}");
            assert_eq!(starts.last(), Some(&(text.len() as u64)));
            assert!(starts.is_sorted());
            for at in 0..=text.len() {
                let (one, other) = text.as_bytes().split_at(at);
                let split = refang(&[one, other]);
                assert_eq!(split, (whole.clone(), starts.clone()), "{text} {at}");
            }
        }
    }

    /// Checks that texts are not changed.
    #[track_caller]
    fn check_same(texts: &[&str]) {
        let cases: Vec<_> = texts.iter().map(|&text| (text, text)).collect();
        check(&cases);
    }

    #[test]
    fn schemes_are_restored() {
        check(&rows!("cases.toml", "schemes_are_restored"));
        check_same(&[
            "xhxxp://a.b",
            "hxxp:/a hxxp hxxp:a http:\\\\a.b",
            "h t t p : / / a . b",
            "h t t p : / /",
            "a [:] b",
        ]);
    }

    #[test]
    fn dots_and_other_signs_are_restored() {
        check(&rows!("cases.toml", "dots_and_other_signs_are_restored"));
        check_same(&[
            "a(.) (.)b [dot] [dot (at) \\. \\.b [. a.] [.b",
            "a [ . ] b [.) [do] {.)",
            "the dot product a dot com",
            "http://a.b/c dot d",
        ]);
    }

    #[test]
    fn names_get_a_scheme() {
        check(&rows!("cases.toml", "names_get_a_scheme_1"));
        // No domain of the first level, a part of something else, or doubtful.
        check(&rows!("cases.toml", "names_get_a_scheme_2"));
    }

    #[test]
    fn an_unknown_form_leaves_no_host() {
        check_same(&[
            "hxxp://evil.com[punkt]example",
            "hxxp://evil.co<dot>uk/",
            "hxxp://evil.co&#46;uk/",
            "hxxp://evil.co%2Euk/",
            "hxxp://www dot evil dot nodomain/",
        ]);
        check(&[
            ("hxxp://evil.com(see below)", "http://evil.com(see below)"),
            ("hxxp://evil.com[1]", "http://evil.com[1]"),
            ("hxxp://[::1]/", "http://[::1]/"),
        ]);
    }

    #[test]
    fn long_lines_are_read_in_parts() {
        let line = "a[.]b ".repeat(MAX_LINE);
        let (whole, starts) = refang(&[line.as_bytes()]);
        assert_eq!(starts.last(), Some(&(line.len() as u64)));
        for size in [1, MAX_LINE - 1, MAX_LINE + 1] {
            let chunks: Vec<_> = line.as_bytes().chunks(size).collect();
            assert_eq!(refang(&chunks), (whole.clone(), starts.clone()));
        }
    }

    #[test]
    fn the_fast_check_notices_each_form() {
        let forms = lines!("cases.toml", "the_fast_check_notices_each_form_1");
        for form in forms {
            for before in 0..130 {
                for after in 0..2 {
                    let text = ["a ".repeat(before), form.to_owned(), " b".repeat(after)].concat();
                    assert!(may_be_replaced(text.as_bytes()), "{text}");
                }
            }
        }
        for text in lines!("cases.toml", "the_fast_check_notices_each_form_2") {
            assert!(!may_be_replaced(text.as_bytes()), "{text}");
        }
    }
}
