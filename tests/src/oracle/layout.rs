//! What the lines before a URL show of the program that has broken them.

use std::collections::BTreeSet;

use super::{
    bytes::line_end,
    quote_prefix::{drop_marks, quote_prefix},
    words::{ALIGNED, TWO_SPACES, first_word, has_word},
};

/// The maximum number of lines before a URL that are read, and the maximum length of such a line.
const MAX_LINES: usize = 8;
const MAX_LINE: usize = 200;

/// What the lines before a line show.
pub(super) struct Layout {
    /// The least and the greatest width to which they may be filled; `(1, 0)` if they do not show it.
    pub(super) widths: (usize, usize),
    /// Whether this holds for a line on which text stands before the URL.
    pub(super) is_certain: bool,
    pub(super) has_two_spaces: bool,
}

impl Layout {
    /// Reads the lines before the one that begins at an offset, and has this quote depth.
    pub(super) fn before(text: &[u8], start: usize, depth: usize) -> Self {
        let end = line_end(text, start);
        let mut word = width(first_word(&text[text_of_line(text, start, end)..end]));
        let (mut at_least, mut at_most) = (0, usize::MAX);
        let mut broken = Vec::new();
        let (mut is_aligned, mut has_two_spaces) = (false, false);
        let mut end = start;
        for _ in 0..MAX_LINES {
            let Some(line_break) = end.checked_sub(1) else {
                break;
            };
            let start = start_of_line(text, line_break);
            let line = &text[start..line_break];
            let trimmed = start + line.trim_ascii_end().len();
            let content = &text[text_of_line(text, start, trimmed).min(trimmed)..trimmed];
            let is_rule = !content.is_empty() && !has_word(content);
            if line.len() > MAX_LINE || marks(text, start, trimmed).len() != depth || is_rule {
                break;
            }
            has_two_spaces |= !content.is_empty() && TWO_SPACES.is_match(line);
            is_aligned |= ALIGNED.is_match(content);
            at_least = at_least.max(width(&text[start..trimmed]));
            if !content.is_empty() && word > 0 {
                at_most = at_most.min(width(&text[start..trimmed]) + word);
                broken.push(width(&text[start..trimmed]));
            }
            word = width(first_word(content));
            end = start;
        }
        let is_shown = broken.len() >= 2 && !is_aligned;
        let is_even = broken.iter().all(|width| width + 1 >= at_least);
        Self {
            widths: if is_shown {
                (at_least, at_most)
            } else {
                (1, 0)
            },
            is_certain: broken.len() >= 5 || broken.len() >= 3 && is_even,
            has_two_spaces,
        }
    }
}

/// Returns the number of characters of a line.
pub(super) fn width(line: &[u8]) -> usize {
    let is_start = |byte: &&u8| !(0x80..0xc0).contains(*byte);
    line.trim_ascii_end().iter().filter(is_start).count()
}

pub(super) fn start_of_line(text: &[u8], at: usize) -> usize {
    let line_break = text[..at].iter().rposition(|&byte| byte == b'\n');
    line_break.map_or(0, |at| at + 1)
}

/// Returns the marks of the quote prefix of a line.
pub(super) fn marks(text: &[u8], line: usize, end: usize) -> Vec<&[u8]> {
    debug_assert!(line <= end, "a line");
    quote_prefix(text, end, &BTreeSet::new())
}

/// Returns the start of the text of a line, after the quote prefix and white space.
pub(super) fn text_of_line(text: &[u8], line: usize, end: usize) -> usize {
    let marks = marks(text, line, end);
    let space = text[line..end].iter();
    let space = space.take_while(|byte| byte.is_ascii_whitespace()).count();
    let marks_end = drop_marks(&text[..end], line, &marks).end;
    marks_end.max(line + space)
}
