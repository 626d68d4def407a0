//! What the lines before a URL show of the program that has broken them.
//!
//! A program that fills lines breaks each of them only where the next word does not fit. So every line has a limit from
//! its own width, and one from the word after it, and a few lines show the width of all within some columns. A URL that
//! fills its line to that width was probably cut there.

use std::{iter, ops::RangeInclusive};

use super::{chars::has_word, token::first_word};
use crate::text::Prefix;

/// The maximum number of lines that are read.
const MAX_LINES: usize = 8;

/// The maximum length in bytes of a line that is read.
const MAX_LINE: usize = 200;

/// The number of bytes that hold these lines.
const MAX_LEN: usize = MAX_LINES * (MAX_LINE + 1);

/// The least number of line breaks that show a width.
const MIN_BREAKS: usize = 2;

/// The least number of line breaks that show it even for a URL in the middle of a sentence, the line of which is often
/// as wide as others by chance. If the lines differ by one column at most, a program cuts words, and fewer will do.
const MIN_BREAKS_IN_SENTENCE: usize = 5;
const MIN_CUT_LINES: usize = 3;

/// What the lines before a line show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The widths to which the lines may be filled; `None` if they do not show it.
    pub(crate) widths: Option<RangeInclusive<usize>>,
    /// Whether the widths hold for a URL in the middle of a sentence, too.
    pub(crate) is_certain: bool,
    /// Whether two spaces end one of the lines: then a line that one space ends was broken inside a word (`DelSp` of
    /// RFC 3676).
    pub(crate) deletes_space: bool,
}

/// The last lines of a text, of which at most 3,216 bytes are retained.
#[derive(Debug, Default)]
pub(crate) struct LastLines(Vec<u8>);

impl LastLines {
    /// Adds complete lines, with their line breaks.
    pub(crate) fn push(&mut self, lines: &[u8]) {
        let new = &lines[lines.len().saturating_sub(MAX_LEN)..];
        if self.0.len() + new.len() > 2 * MAX_LEN {
            let kept = MAX_LEN - new.len();
            self.0.drain(..self.0.len() - kept);
        }
        self.0.extend_from_slice(new);
    }

    /// Removes all lines.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns what precedes a line. `lines` are the last lines before it, after those that were added. `url` is the
    /// last URL in brackets.
    pub(crate) fn before<'t>(&'t self, lines: &'t [u8], url: &'t [u8]) -> Before<'t> {
        Before {
            lines: [&self.0, lines],
            url,
        }
    }
}

/// What precedes a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'t> {
    lines: [&'t [u8]; 2],
    /// The last URL in brackets.
    pub(crate) url: &'t [u8],
}

impl Before<'_> {
    /// Returns what the lines show that have the same quote depth as `next`, the line after them. A line that is too
    /// long, or has no letter or digit, ends them; an empty one does not.
    #[cold]
    pub(crate) fn layout(&self, next: &[u8], depth: usize) -> Layout {
        let mut layout = Layout::default();
        let (mut least, mut most, mut shortest) = (0, usize::MAX, usize::MAX);
        let mut breaks = 0;
        let mut word = width(first_word(&next[text_start(next).1..]));
        let mut texts = Vec::with_capacity(MAX_LINES);
        for line in self.last_lines() {
            let trimmed = line.trim_ascii_end();
            let (marks, start) = text_start(trimmed);
            let text = trimmed.get(start..).unwrap_or_default();
            if marks != depth || !text.is_empty() && !has_word(text) {
                break;
            }
            let (width, next_word) = (width(trimmed), word);
            least = least.max(width);
            word = self::width(first_word(text));
            if !text.is_empty() && next_word > 0 {
                most = most.min(width + next_word);
                shortest = shortest.min(width);
                breaks += 1;
            }
            layout.deletes_space |= !text.is_empty() && ends_in_two_spaces(line);
            texts.push(text);
        }
        if breaks >= MIN_BREAKS && least <= most && !texts.into_iter().any(is_aligned) {
            let is_cut = breaks >= MIN_CUT_LINES && least <= shortest + 1;
            layout.is_certain = is_cut || breaks >= MIN_BREAKS_IN_SENTENCE;
            layout.widths = Some(least..=most);
        }
        layout
    }

    /// Returns the last lines, the last one first, up to one that is too long.
    fn last_lines(&self) -> impl Iterator<Item = &[u8]> {
        let mut parts = self.lines.into_iter().rev();
        let mut rest: &[u8] = &[];
        let lines = iter::from_fn(move || {
            while rest.is_empty() {
                rest = parts.next()?;
            }
            let line = rest.strip_suffix(b"\n").unwrap_or(rest);
            let start = memchr::memrchr(b'\n', line).map_or(0, |line_break| line_break + 1);
            rest = &rest[..start];
            Some(&line[start..])
        });
        lines
            .take(MAX_LINES)
            .take_while(|line| line.len() <= MAX_LINE)
    }
}

/// Returns whether a text is aligned by hand, as signatures and tables are.
fn is_aligned(text: &[u8]) -> bool {
    text.contains(&b'\t') || text.windows(3).any(|bytes| bytes == b"   ")
}

/// Returns whether a text with two spaces, and no more, before its line break ends.
pub(crate) fn ends_in_two_spaces(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.ends_with(b"  ") && line.trim_ascii_end().len() + 2 == line.len()
}

/// Returns the number of characters of a text.
pub(crate) fn width(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// Returns the quote depth of a line, and the index of its text, after the quote prefix and white space.
pub(crate) fn text_start(line: &[u8]) -> (usize, usize) {
    let blanks = line.len() - line.trim_ascii_start().len();
    let prefix = Prefix::of(line);
    match prefix.depth() {
        0 => (0, blanks),
        depth => (depth, blanks.max(prefix.dropped_from(line))),
    }
}
