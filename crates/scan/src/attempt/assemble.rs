//! Assembles a candidate from its bytes: the URL, its pieces and its joins.
//!
//! A candidate is assembled when its end is known, in a second pass over its bytes, of which there are at most
//! `max_len`. To assemble it while the end is searched would save the pass, but what is dropped from a line depends on
//! what ends the candidate: with uneven quoting, further marks are dropped, and without a close, all that follows the
//! first token. Candidates without such doubts, which are nearly all, have one pass of their own: `assemble_fast`.

use alloc::vec::Vec;

use super::uneven_quoting::is_at_sign;
use crate::{
    candidate::{Candidate, CandidateWarning, Delimiter, Dropped, Hyphen, Join, Span},
    opening::is_name,
    text::{
        DroppedChar, PrefixSkipper, QuoteMark, View,
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

/// The text of a candidate, up to the end of its content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateText<'t> {
    /// The bytes from the `<` to the end of the content.
    pub(crate) window: &'t [u8],
    /// The start of the content, as the distance from the `<`.
    pub(crate) content: usize,
    /// The offset of the `<` in the text.
    pub(crate) base: u64,
    /// The quote prefix of the opening line.
    pub(crate) marks: &'t [QuoteMark],
}

/// The end of a candidate on the fast path, as distances from its `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastEnd {
    /// The start of the candidate's last line; 0 if it has one line.
    pub(crate) line: usize,
    /// The `>`.
    pub(crate) close: usize,
}

impl CandidateText<'_> {
    /// Assembles the candidate, without any text that trails the URL.
    pub(crate) fn assemble(&self, dropped: DroppedMarks, into: &mut Candidate) {
        self.rejoin(dropped, false, into);
        if dropped == DroppedMarks::All {
            self.cut_repeated_end(into);
        }
        self.cut_trailing_text(into);
        if into.joins.iter().any(is_spaced) {
            into.warnings.insert(CandidateWarning::Spaced);
        }
    }

    /// Assembles a simple candidate in one pass, from a window that may continue after the candidate.
    ///
    /// A simple candidate has no *ws* and no `"` inside, except line breaks and the quote prefixes after
    /// them, and none of its lines begins like a label or like a line that ends the candidate. Returns `None` for
    /// all other candidates. An [`Attempt`](crate::attempt::Attempt) gives the same result.
    #[inline]
    pub(crate) fn assemble_fast(&self, into: &mut Candidate) -> Option<FastEnd> {
        into.joined.clear();
        into.pieces.clear();
        into.joins.clear();
        let (mut line, mut start) = (0, self.content);
        loop {
            let rest = self.window.get(start..)?;
            let len = class::find(rest, class::STOP | class::NOT_FAST).filter(|&len| len > 0)?;
            let end = start + len;
            if !rest[..len].is_ascii() && DroppedChar::find(self.window, start..end) < end {
                return None;
            }
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
            let mut prefix = PrefixSkipper::new(line);
            // A view of a complete text never needs more.
            let _ = prefix.run(&View::whole(self.window), self.marks);
            start = prefix.at;
            let first = *self.window.get(start)?;
            // A label may begin here, or a line that ends the candidate.
            if first == b'[' || prefix.last_close.is_some() && may_follow_quote_mark(first) {
                return None;
            }
            into.joins.push(Join {
                url_at: into.joined.len(),
                dropped: Dropped::Gap {
                    line_break: true,
                    quote_prefix: prefix.any,
                    space: !prefix.any && start > line,
                },
                hyphen: (rest[len - 1] == b'-').then_some(Hyphen::Kept),
            });
        }
    }

    /// Assembles the text before the first whitespace and trims prose from its end. Returns whether the
    /// result is likely to be a URL.
    pub(crate) fn assemble_unclosed(&self, into: &mut Candidate) -> bool {
        self.rejoin(DroppedMarks::OfOpeningLine, true, into);
        // Not `memmem`, which would make up a tenth of the WebAssembly module.
        let mut ampersands = memchr::memchr_iter(b'&', &into.joined);
        let entity = ampersands.find(|&at| into.joined[at..].starts_with(b"&gt;"));
        let quote = memchr::memchr(b'"', &into.joined);
        if let Some(cut) = entity.into_iter().chain(quote).min() {
            truncate(into, cut);
        }
        let trimmed = trimmed_len(&into.joined);
        truncate(into, trimmed);
        is_likely_url(&into.joined, into.delimiter)
    }

    /// Returns whether *ws* without an LF occurs between two bytes of the content, trailing text included.
    pub(crate) fn is_spaced(&self, scratch: &mut Candidate) -> bool {
        self.rejoin(DroppedMarks::OfOpeningLine, false, scratch);
        scratch.joins.iter().any(is_spaced)
    }

    /// Joins the tokens, and records what was dropped between them.
    fn rejoin(&self, dropped_marks: DroppedMarks, first_token_only: bool, into: &mut Candidate) {
        into.joined.clear();
        into.pieces.clear();
        into.joins.clear();
        let view = View::whole(self.window);
        let mut at = self.content;
        let mut token_end = at;
        let mut broken_at = BrokenAtRule::default();
        loop {
            let may_break_at = dropped_marks == DroppedMarks::OfOpeningLine
                && broken_at.applies(&into.joined)
                && self.has_at_before_break(at);
            let broken = if may_break_at {
                self.broken_at_sign(&view, at)
            } else {
                None
            };
            let (dropped, start) = broken.unwrap_or_else(|| self.gap(&view, at, dropped_marks));
            let rest = &self.window[start..];
            // Not searched again after a character that was dropped.
            if token_end <= start {
                token_end = start + class::find(rest, class::WS).unwrap_or(rest.len());
            }
            let token = &self.window[start..DroppedChar::find(self.window, start..token_end)];
            let is_first = into.pieces.is_empty();
            if token.is_empty() || first_token_only && !is_first && ends_token(dropped) {
                return;
            }
            if !is_first {
                into.joins.push(Join {
                    url_at: into.joined.len(),
                    dropped,
                    hyphen: Hyphen::before(&into.joined, &self.window[at..start]),
                });
                if dropped.is_at() {
                    into.joined.push(b'@');
                }
            }
            extend(&mut into.joined, token);
            at = start + token.len();
            into.pieces.push(self.span(start, at));
        }
    }

    /// Returns what is dropped between the token that ends at `at` and the next token, and the start of the next token.
    fn gap(&self, view: &View<'_>, mut at: usize, marks: DroppedMarks) -> (Dropped, usize) {
        let (mut line_break, mut quote_prefix, mut space) = (false, false, false);
        while let Some(&byte) = self.window.get(at) {
            match byte {
                b'\n' => {
                    line_break = true;
                    at += 1;
                    let mut prefix = match marks {
                        DroppedMarks::OfOpeningLine => PrefixSkipper::new(at),
                        DroppedMarks::All => PrefixSkipper::all(at),
                    };
                    // A view of a complete text never needs more.
                    let _ = prefix.run(view, self.marks);
                    if prefix.any {
                        quote_prefix = true;
                        at = prefix.at;
                    }
                }
                b' ' if is_at_sign(view, at).unwrap_or(false) => return (Dropped::At, at + 4),
                b'\r' if self.window.get(at + 1) == Some(&b'\n') => at += 1,
                _ if is_ws(byte) => {
                    space = true;
                    at += 1;
                }
                _ => match DroppedChar::at(self.window, at) {
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
        let rest = &self.window[at..];
        rest.starts_with(b" at") && rest.get(3).is_some_and(|&byte| is_ws(byte))
    }

    /// Returns the obfuscated at-sign at `at` whose second space is a line break, and its end: one SP, `at`, spaces
    /// and tabs, one line break, and the quote prefix, spaces and tabs of the next line, before a letter or digit.
    fn broken_at_sign(&self, view: &View<'_>, at: usize) -> Option<(Dropped, usize)> {
        if !is_beside_at(self.window[at - 1]) {
            return None;
        }
        let blanks_end = |from: usize| {
            let rest = self.window.get(from..)?;
            Some(from + rest.iter().position(|&byte| !is_blank(byte))?)
        };
        let blanks = at + b" at".len();
        let end = blanks_end(blanks)?;
        let is_crlf = self.window[end..].starts_with(b"\r\n");
        let line = end + usize::from(is_crlf);
        if self.window.get(line) != Some(&b'\n') {
            return None;
        }
        let line = line + 1;
        let mut prefix = PrefixSkipper::new(line);
        // A view of a complete text never needs more.
        let _ = prefix.run(view, self.marks);
        let start = if prefix.any {
            prefix.at
        } else {
            blanks_end(line)?
        };
        let dropped = Dropped::BrokenAt {
            quote_prefix: prefix.any,
            space: end > blanks || !prefix.any && start > line,
        };
        let is_followed = self
            .window
            .get(start)
            .is_some_and(u8::is_ascii_alphanumeric);
        is_followed.then_some((dropped, start))
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.base + from as u64, self.base + to as u64)
    }

    /// Cuts the last token if it repeats the end of the URL after lines of marks only. A mailer wrote the URL twice,
    /// broke both, and the middle was lost.
    fn cut_repeated_end(&self, candidate: &mut Candidate) {
        const MIN_LEN: usize = 4;
        let (&[.., before, last], Some(join)) = (&candidate.pieces[..], candidate.joins.last())
        else {
            return;
        };
        let index = |offset: u64| (offset - self.base) as usize;
        let gap = &self.window[index(before.end())..index(last.start())];
        let (url, token) = candidate.joined.split_at(join.url_at);
        let is_after_marks = class::count_lf(gap) > 1;
        if is_after_marks && token.len() >= MIN_LEN && url.ends_with(token) {
            let len = url.len();
            truncate(candidate, len);
            candidate.warnings.insert(CandidateWarning::TrailingText);
        }
    }

    /// Cuts the labels after the URL, from the last one to the first, then everything from the first `"` on.
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
            candidate.warnings.insert(CandidateWarning::TrailingText);
        }
        if let Some(quote) = memchr::memchr(b'"', &candidate.joined) {
            truncate(candidate, quote);
            candidate.warnings.insert(CandidateWarning::TrailingText);
        }
    }

    /// Returns the offset of the label at the end of the URL: `[...]` without `[`, `]` or LF inside, after a
    /// space or tab and at least one byte of the URL.
    fn label(&self, candidate: &Candidate) -> Option<u64> {
        let end = (candidate.pieces.last()?.end() - self.base) as usize;
        let (b']', before) = self.window[..end].split_last()? else {
            return None;
        };
        let is_bound = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
        let start = self.content + before[self.content..].iter().rposition(is_bound)?;
        let is_label = before[start] == b'[' && is_blank(before[start - 1]);
        let start = self.base + start as u64;
        (is_label && candidate.pieces[0].start() < start).then_some(start)
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

/// Like `extend_from_slice`, but faster for a few bytes.
fn extend(into: &mut Vec<u8>, token: &[u8]) {
    if token.len() < 16 {
        into.extend(token.iter().copied());
    } else {
        into.extend_from_slice(token);
    }
}

/// Returns whether the first token of an unclosed URL ends where this was dropped: at *ws*, but not at an obfuscated
/// at-sign, nor at a soft hyphen.
fn ends_token(dropped: Dropped) -> bool {
    match dropped {
        Dropped::At | Dropped::BrokenAt { .. } => false,
        Dropped::Gap {
            line_break, space, ..
        } => line_break || space,
    }
}

/// Returns whether *ws* without an LF was dropped at a join.
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
        let start = join.map_or(0, |join| join.url_at + usize::from(join.dropped.is_at()));
        *piece = Span::new(piece.start(), piece.start() + (len - start) as u64);
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
