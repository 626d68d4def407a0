//! What the lines around a URL show of the program that has broken them.

use std::collections::BTreeSet;

use super::{
    bytes::line_end,
    quote_prefix::{drop_marks, quote_prefix},
    screen::Cell,
    words::{ALIGNED, HYPHENATED, LOWER, SPACED, TWO_SPACES, first_word, has_word},
};

/// The maximum number of lines before and after a URL that are read, and the maximum length of such a line.
const MAX_LINES: usize = 8;
const MAX_LINE: usize = 200;

/// What the lines around a line show.
#[derive(Default)]
pub(super) struct Layout {
    /// The least and the greatest width to which they may be filled.
    least: usize,
    most: usize,
    /// The widths of the lines that were broken.
    broken: Vec<usize>,
    is_aligned: bool,
    /// Whether two spaces end a line of the paragraph.
    pub(super) has_two_spaces: bool,
    /// Whether they hyphenate words.
    pub(super) hyphenates: bool,
}

impl Layout {
    /// Returns the width of the widest line.
    pub(super) fn widest(&self) -> usize {
        self.least
    }

    /// Reads the lines around the one that begins at an offset, and has this quote depth. The URL is at the offset
    /// `url`. On a screen, only a cell of each line counts.
    pub(super) fn around(
        text: &[u8],
        start: usize,
        url: usize,
        depth: usize,
        cell: Option<Cell>,
    ) -> Self {
        let before = lines_before(text, start);
        let content = |line: &[u8]| {
            let whole = 0..line.len();
            let range = cell.map_or(Some(whole), |cell| cell.in_line(line))?;
            content(&line[range], depth)
        };
        let before: Vec<_> = before.iter().map_while(|line| content(line)).collect();
        let end = line_end(text, start);
        let after = text.get(end + 1..).unwrap_or_default();
        let after: Vec<_> = lines_of(after).take(MAX_LINES).map_while(content).collect();
        let (start, end) = match cell.and_then(|cell| cell.in_line(&text[start..end])) {
            Some(range) => (start + range.start, start + range.end),
            None => (start, end),
        };
        let own = text_of_line(text, start, end).min(url);
        let is_first = !has_word(&text[own..url]);
        let own_word = if is_first {
            0
        } else {
            width(first_word(&text[own..end]))
        };
        let mut layout = Self {
            most: usize::MAX,
            ..Self::default()
        };
        let mut hyphens = 0;
        // Each line, and the first word of the next one.
        let mut pairs: Vec<_> = after
            .windows(2)
            .map(|two| (&two[0], Some(&two[1])))
            .collect();
        let is_single = |rest: &(usize, Vec<u8>, bool)| first_word(&rest.1).len() == rest.1.len();
        if after.first().is_some_and(is_single) {
            pairs.drain(..1.min(pairs.len()));
        }
        pairs.extend(before.windows(2).map(|two| (&two[1], Some(&two[0]))));
        pairs.extend(before.first().map(|last| (last, None)));
        for (line, next) in pairs {
            let word = next.map_or(own_word, |next| width(first_word(&next.1)));
            if !line.1.is_empty() && word > 0 {
                layout.most = layout.most.min(line.0 + word);
                layout.broken.push(line.0);
                let next = next.map_or(&text[own..end], |next| &next.1);
                let is_hyphenated = HYPHENATED.is_match(&line.1) && LOWER.is_match(next);
                hyphens += usize::from(is_hyphenated);
            }
        }
        let all = || before.iter().chain(&after);
        layout.least = all().map(|line| line.0).max().unwrap_or(0);
        layout.is_aligned = all().any(|line| ALIGNED.is_match(&line.1));
        let justified = all().filter(|line| SPACED.is_match(&line.1)).count();
        layout.hyphenates = hyphens > 1 || hyphens == 1 && justified > 1;
        layout.has_two_spaces = [before, after].iter().any(|lines| {
            let mut paragraph = lines.iter().take_while(|line| !line.1.is_empty());
            paragraph.any(|line| line.2)
        });
        layout
    }

    /// Returns whether the lines may be filled to a width.
    pub(super) fn allows(&self, width: usize) -> bool {
        !self.is_aligned && (self.least..=self.most).contains(&width)
    }

    /// Returns the number of line breaks that show it.
    pub(super) fn breaks(&self) -> usize {
        self.broken.len()
    }

    /// Returns whether all lines end at the column at which one of this width ends, or one before it.
    pub(super) fn is_column(&self, width: usize) -> bool {
        let is_even = self.broken.iter().all(|broken| broken + 1 >= self.least);
        self.breaks() >= 3 && is_even && width + 1 >= self.least && width <= self.most
    }

    /// The same, for a word that may be any.
    pub(super) fn is_certain_column(&self, width: usize) -> bool {
        self.breaks() >= 4 && !self.is_aligned && self.is_column(width)
    }

    /// Returns whether the text has lines that are wider, by more than two characters.
    pub(super) fn has_room(&self, width: usize) -> bool {
        !self.is_aligned && self.least >= 50 && self.least > width + 2
    }
}

/// Returns the last lines before an offset, the last one first, up to one that is too long.
fn lines_before(text: &[u8], start: usize) -> Vec<&[u8]> {
    let mut lines: Vec<_> = lines_of(&text[..start]).collect();
    lines.reverse();
    lines.truncate(MAX_LINES);
    lines
}

/// Returns the lines of a text without their LF. No line follows the last LF.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// Returns the width of a line, its text, and whether two spaces end it; `None` if it is too long, has another quote
/// depth, or no letter or digit. It may be empty.
fn content(line: &[u8], depth: usize) -> Option<(usize, Vec<u8>, bool)> {
    let trimmed = line.trim_ascii_end();
    let text = &trimmed[text_of_line(trimmed, 0, trimmed.len()).min(trimmed.len())..];
    let is_rule = !text.is_empty() && !has_word(text);
    let is_other = line.len() > MAX_LINE || marks(trimmed, 0, trimmed.len()).len() != depth;
    let has_two_spaces = !text.is_empty() && TWO_SPACES.is_match(line);
    (!is_rule && !is_other).then(|| (width(trimmed), text.to_vec(), has_two_spaces))
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

/// Returns the marks of the quote prefix of a line, or of a cell in it.
pub(super) fn marks(text: &[u8], line: usize, end: usize) -> Vec<&[u8]> {
    debug_assert!(line <= end, "a line");
    // A cell begins within its line.
    let text = &text[line..end];
    let mut marks = quote_prefix(text, text.len(), &BTreeSet::new());
    let after = drop_marks(text, 0, &marks).end;
    let is_in_scheme = text[..after].ends_with(b":") && text[after..].starts_with(b"//");
    if is_in_scheme {
        marks.pop();
    }
    marks
}

/// Returns the start of the text of a line, after the quote prefix and white space.
pub(super) fn text_of_line(text: &[u8], line: usize, end: usize) -> usize {
    let marks = marks(text, line, end);
    let space = text[line..end].iter();
    let space = space.take_while(|byte| byte.is_ascii_whitespace()).count();
    let marks_end = drop_marks(&text[..end], line, &marks).end;
    marks_end.max(line + space)
}
