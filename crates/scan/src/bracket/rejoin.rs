//! Rejoins a candidate from its bytes: the URL, its pieces, and what was dropped between them.
//!
//! A candidate is rejoined when its end is known, in a second pass over its bytes, of which there are at most
//! `max_len`. It cannot be rejoined while the end is searched, because what is dropped from a line depends on what ends
//! the candidate: with uneven quoting, further marks are dropped; without a close, all that follows the first token.
//! Candidates without such doubts, which are nearly all, have one pass of their own: [`simple`].

use super::{scheme::is_name, uneven_quoting::is_at_sign};
use crate::{
    candidate::{CandidateWarning, CandidateWarnings, Delimiter, Dropped},
    piece::Piece,
    substring,
    text::{
        DroppedChar, Near, Prefix,
        class::{self, is_beside_at, is_blank, is_trimmed, is_ws, may_follow_quote_mark},
    },
};

/// The marks of quote prefixes that are dropped from the lines of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DroppedMarks {
    /// The marks of the opening line, in order.
    OfOpeningLine,
    /// The marks of the opening line, and further marks in any order, as in the second reading (`uneven_quoting.rs`).
    All,
}

/// The content of a candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content<'t> {
    /// The bytes from the `<` to the end of the content.
    pub(crate) text: &'t [u8],
    /// The start of the content, as the distance from the `<`.
    pub(crate) start: usize,
    /// The quote prefix of the opening line.
    pub(crate) prefix: &'t Prefix,
}

/// A rejoined URL. Indices count from the `<`.
#[derive(Debug, Default)]
pub(crate) struct Rejoined {
    pub(crate) url: Vec<u8>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) warnings: CandidateWarnings,
}

/// Finds the pieces of a simple candidate in one pass, in a text that may continue after the candidate. `at` is the
/// index of the `<`. Appends the pieces to `pieces`, and returns the index of the `>`.
///
/// A simple candidate has no *ws* and no `"` inside, except line breaks and the quote prefixes after them, and none of
/// its lines begins like a label or like a line that ends the candidate. Returns `None` for all other candidates. The
/// [`EndSearch`](super::end::EndSearch) gives the same result.
#[inline]
pub(crate) fn simple(
    text: &[u8],
    content: Content<'_>,
    at: usize,
    pieces: &mut Vec<Piece>,
) -> Option<usize> {
    let mut start = content.start;
    let mut dropped = Dropped::NOTHING;
    loop {
        let rest = text.get(start..)?;
        let len = class::find(rest, class::STOP | class::NOT_FAST).filter(|&len| len > 0)?;
        let end = start + len;
        if !rest[..len].is_ascii() && DroppedChar::find(text, start..end) < end {
            return None;
        }
        pieces.push(Piece::new(at + start..at + end, dropped));
        match rest[len] {
            b'>' => return Some(at + end),
            b'\n' => {}
            _ => return None,
        }
        let line = end + 1;
        let skipped = content.prefix.skip(text, line);
        start = skipped.at;
        let first = *text.get(start)?;
        // A label may begin here, or a line that ends the candidate.
        if first == b'[' || skipped.last_close.is_some() && may_follow_quote_mark(first) {
            return None;
        }
        dropped = Dropped::Gap {
            line_break: true,
            quote_prefix: skipped.any,
            space: !skipped.any && start > line,
        };
    }
}

impl Content<'_> {
    /// Rejoins the URL, without any text that trails it.
    pub(crate) fn rejoin(&self, dropped: DroppedMarks, into: &mut Rejoined) {
        self.join(dropped, false, into);
        if dropped == DroppedMarks::All {
            self.cut_repeated_end(into);
        }
        self.cut_trailing_text(into);
        if into.has_spaced_join() {
            into.warnings.insert(CandidateWarning::Spaced);
        }
    }

    /// Rejoins the text before the first whitespace and trims prose from its end. Returns whether the
    /// result is likely to be a URL.
    pub(crate) fn rejoin_unclosed(&self, delimiter: Delimiter, into: &mut Rejoined) -> bool {
        self.join(DroppedMarks::OfOpeningLine, true, into);
        let entity = substring::find(&into.url, b"&gt;");
        let quote = memchr::memchr(b'"', &into.url);
        if let Some(cut) = entity.into_iter().chain(quote).min() {
            into.truncate(cut);
        }
        into.truncate(trimmed_len(&into.url));
        is_likely_url(&into.url, delimiter)
    }

    /// Returns whether *ws* without an LF occurs between two bytes of the content, trailing text included.
    pub(crate) fn is_spaced(&self, scratch: &mut Rejoined) -> bool {
        self.join(DroppedMarks::OfOpeningLine, false, scratch);
        scratch.has_spaced_join()
    }

    /// Joins the tokens, and records what was dropped between them.
    fn join(&self, marks: DroppedMarks, first_token_only: bool, into: &mut Rejoined) {
        into.url.clear();
        into.pieces.clear();
        into.warnings = CandidateWarnings::NONE;
        let near = Near::new(self.text);
        let mut at = self.start;
        let mut token_end = at;
        let mut broken_at = BrokenAtRule::default();
        loop {
            let may_break_at = marks == DroppedMarks::OfOpeningLine
                && broken_at.applies(&into.url)
                && self.has_at_before_break(at);
            let broken = if may_break_at {
                self.broken_at_sign(at)
            } else {
                None
            };
            let (dropped, start) = broken.unwrap_or_else(|| self.gap(&near, at, marks));
            let rest = &self.text[start..];
            // Not searched again after a character that was dropped.
            if token_end <= start {
                token_end = start + class::find(rest, class::WS).unwrap_or(rest.len());
            }
            let token = &self.text[start..DroppedChar::find(self.text, start..token_end)];
            let is_first = into.pieces.is_empty();
            if token.is_empty() || first_token_only && !is_first && ends_token(dropped) {
                return;
            }
            if !is_first && dropped.is_at() {
                into.url.push(b'@');
            }
            into.url.extend_from_slice(token);
            at = start + token.len();
            let dropped = if is_first { Dropped::NOTHING } else { dropped };
            into.pieces.push(Piece::new(start..at, dropped));
        }
    }

    /// Returns what is dropped between the token that ends at `at` and the next token, and the start of the next token.
    fn gap(&self, near: &Near<'_>, mut at: usize, marks: DroppedMarks) -> (Dropped, usize) {
        let (mut line_break, mut quote_prefix, mut space) = (false, false, false);
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'\n' => {
                    line_break = true;
                    at += 1;
                    let skipped = match marks {
                        DroppedMarks::OfOpeningLine => self.prefix.skip(self.text, at),
                        DroppedMarks::All => self.prefix.skip_all(self.text, at),
                    };
                    if skipped.any {
                        quote_prefix = true;
                        at = skipped.at;
                    }
                }
                b' ' if is_at_sign(near, at) => return (Dropped::At, at + 4),
                b'\r' if self.text.get(at + 1) == Some(&b'\n') => at += 1,
                _ if is_ws(byte) => {
                    space = true;
                    at += 1;
                }
                _ => match DroppedChar::at(self.text, at) {
                    Some((dropped, len)) => {
                        space |= dropped == DroppedChar::Space;
                        at += len;
                    }
                    None => break,
                },
            }
        }
        let gap = Dropped::Gap {
            line_break,
            quote_prefix,
            space,
        };
        (gap, at)
    }

    /// Returns whether ` at` and whitespace follow at `at`.
    fn has_at_before_break(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        rest.starts_with(b" at") && rest.get(3).is_some_and(|&byte| is_ws(byte))
    }

    /// Returns the obfuscated at-sign at `at` whose second space is a line break, and its end: one SP, `at`, spaces
    /// and tabs, one line break, and the quote prefix, spaces and tabs of the next line, before a letter or digit.
    fn broken_at_sign(&self, at: usize) -> Option<(Dropped, usize)> {
        if !is_beside_at(self.text[at - 1]) {
            return None;
        }
        let blanks_end = |from: usize| {
            let rest = self.text.get(from..)?;
            Some(from + rest.iter().position(|&byte| !is_blank(byte))?)
        };
        let blanks = at + b" at".len();
        let end = blanks_end(blanks)?;
        let is_crlf = self.text[end..].starts_with(b"\r\n");
        let line = end + usize::from(is_crlf);
        if self.text.get(line) != Some(&b'\n') {
            return None;
        }
        let line = line + 1;
        let skipped = self.prefix.skip(self.text, line);
        let start = if skipped.any {
            skipped.at
        } else {
            blanks_end(line)?
        };
        let dropped = Dropped::BrokenAt {
            quote_prefix: skipped.any,
            space: end > blanks || !skipped.any && start > line,
        };
        let is_followed = self.text.get(start).is_some_and(u8::is_ascii_alphanumeric);
        is_followed.then_some((dropped, start))
    }

    /// Cuts the last token if it repeats the end of the URL after lines of marks only. A mailer wrote the URL twice,
    /// broke both, and the middle was lost.
    fn cut_repeated_end(&self, into: &mut Rejoined) {
        const MIN_LEN: usize = 4;
        let [.., before, last] = &into.pieces[..] else {
            return;
        };
        let is_after_marks = class::count_lf(&self.text[before.range.end..last.range.start]) > 1;
        let len = into.url.len() - last.url_len();
        let (url, token) = into.url.split_at(len);
        if is_after_marks && token.len() >= MIN_LEN && url.ends_with(token) {
            into.truncate(len);
            into.warnings.insert(CandidateWarning::TrailingText);
        }
    }

    /// Cuts the labels after the URL, from the last one to the first, then everything from the first `"` on.
    fn cut_trailing_text(&self, into: &mut Rejoined) {
        while let Some(label) = self.label(into) {
            while let Some(piece) = into.pieces.pop_if(|piece| piece.range.start >= label) {
                into.url.truncate(into.url.len() - piece.url_len());
            }
            into.warnings.insert(CandidateWarning::TrailingText);
        }
        if let Some(quote) = memchr::memchr(b'"', &into.url) {
            into.truncate(quote);
            into.warnings.insert(CandidateWarning::TrailingText);
        }
    }

    /// Returns the index of the label at the end of the URL: `[...]` without `[`, `]` or LF inside, after a
    /// space or tab and at least one byte of the URL.
    fn label(&self, rejoined: &Rejoined) -> Option<usize> {
        let end = rejoined.pieces.last()?.range.end;
        let (b']', before) = self.text[..end].split_last()? else {
            return None;
        };
        let is_bound = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
        let start = self.start + before[self.start..].iter().rposition(is_bound)?;
        let is_label = before[start] == b'[' && is_blank(before[start - 1]);
        (is_label && rejoined.pieces[0].range.start < start).then_some(start)
    }
}

impl Rejoined {
    /// Returns whether *ws* without an LF was dropped at a join.
    fn has_spaced_join(&self) -> bool {
        let mut joins = self.pieces.iter();
        joins.any(|piece| {
            matches!(
                piece.dropped,
                Dropped::Gap {
                    space: true,
                    line_break: false,
                    ..
                }
            )
        })
    }

    /// Keeps the first `len` bytes of the URL.
    fn truncate(&mut self, len: usize) {
        while let Some(last) = self.pieces.last_mut() {
            let start = self.url.len() - last.url_len();
            if start >= len && start > 0 {
                self.url.truncate(start);
                self.pieces.pop();
                continue;
            }
            let start = start + usize::from(last.dropped.is_at());
            last.range.end = last.range.start + (len - start);
            break;
        }
        self.url.truncate(len);
    }
}

/// Decides whether a line break may follow the `at` of an obfuscated at-sign: in a `mailto:` URL, before its first `@`
/// or `?`.
#[derive(Debug, Default)]
struct BrokenAtRule {
    /// The number of bytes of the URL that were searched for `@` and `?`.
    searched: usize,
    /// Whether an `@` or `?` was found.
    is_past: bool,
}

impl BrokenAtRule {
    /// Returns whether the rule applies after the bytes `url`, which begin with the bytes of the previous call.
    fn applies(&mut self, url: &[u8]) -> bool {
        const PREFIX: &[u8] = b"mailto:";
        let is_mailto = |start: &[u8]| start.eq_ignore_ascii_case(PREFIX);
        if self.is_past || !url.get(..PREFIX.len()).is_some_and(is_mailto) {
            return false;
        }
        self.is_past = memchr::memchr2(b'@', b'?', &url[self.searched..]).is_some();
        self.searched = url.len();
        !self.is_past
    }
}

/// Returns whether the first token of an unclosed URL ends where this was dropped: at *ws*, but not at an obfuscated
/// at-sign, nor at a soft hyphen.
fn ends_token(dropped: Dropped) -> bool {
    match dropped {
        Dropped::At | Dropped::BrokenAt { .. } | Dropped::Escape => false,
        Dropped::Gap {
            line_break, space, ..
        } => line_break || space,
    }
}

/// Returns the length of an unclosed URL without trailing punctuation and without trailing closing
/// brackets that are unbalanced.
fn trimmed_len(url: &[u8]) -> usize {
    let (mut round, mut square, mut len) = (0_usize, 0_usize, 0);
    for (index, &byte) in url.iter().enumerate() {
        // Whether a closing bracket is balanced depends only on the bytes before it.
        let is_kept = match byte {
            b'(' => opens(&mut round),
            b')' => closes(&mut round),
            b'[' => opens(&mut square),
            b']' => closes(&mut square),
            _ => !is_trimmed(byte),
        };
        if is_kept {
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

/// Returns whether an unclosed URL has a scheme and a byte after it, or may be a relative reference or a
/// bare host name.
fn is_likely_url(url: &[u8], delimiter: Delimiter) -> bool {
    let colon = memchr::memchr(b':', url).filter(|&colon| is_name(&url[..colon]));
    match colon {
        Some(colon) => {
            let rest = &url[colon + 1..];
            !rest.strip_prefix(b"//").unwrap_or(rest).is_empty()
        }
        None => delimiter == Delimiter::Url && url.len() >= 4 && url.contains(&b'.'),
    }
}
