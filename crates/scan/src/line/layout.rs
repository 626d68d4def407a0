//! What the lines around a URL show of the program that has broken them.
//!
//! A program that fills lines breaks each of them only where the next word does not fit. So every line has a limit from
//! its own width, and one from the word after it, and a few lines show the width of all within some columns. A URL that
//! fills its line to that width was probably cut there.

use std::{iter, ops::RangeInclusive};

use memchr::memchr;

use super::{chars::has_word, screen::Cell, token::first_word};
use crate::text::Prefix;

/// The maximum number of lines that are read before a line, and after it.
const MAX_LINES: usize = 8;

/// The maximum length in bytes of a line that is read.
const MAX_LINE: usize = 200;

/// The number of bytes that hold these lines.
const MAX_LEN: usize = MAX_LINES * (MAX_LINE + 1);

/// The least number of line breaks that show that a program breaks lines at a column, whatever stands there: then they
/// differ by one column at most, where it has left out a space. One more shows it even where no word looks cut.
const MIN_COLUMN_BREAKS: usize = 3;

/// The least width of a line that shows that lines are filled.
const MIN_FILLED: usize = 50;

/// The least number of words that a text breaks with a hyphen if it hyphenates its words.
const MIN_HYPHENS: usize = 2;

/// What the lines around a line show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The widths to which the lines may be filled. Empty if they contradict each other.
    pub(crate) widths: RangeInclusive<usize>,
    /// The width of the shortest line that was broken.
    shortest: usize,
    /// The number of line breaks that show this.
    pub(crate) breaks: usize,
    /// Whether a line is aligned by hand, as signatures and tables are.
    is_aligned: bool,
    /// Whether two spaces end a line of the paragraph: then a line that one space ends was broken inside a word
    /// (`DelSp` of RFC 3676).
    pub(crate) deletes_space: bool,
    /// The number of words that are broken with a hyphen.
    hyphens: usize,
}

impl Layout {
    /// Returns whether the text hyphenates its words.
    pub(crate) const fn hyphenates(&self) -> bool {
        self.hyphens >= MIN_HYPHENS
    }

    /// Returns whether a line of this width may have been cut at the width of the lines.
    pub(crate) fn may_be_cut(&self, width: usize) -> bool {
        !self.is_aligned && self.widths.contains(&width)
    }

    /// Returns whether all lines are broken at the column at which a line of this width ends.
    pub(crate) fn is_column(&self, width: usize) -> bool {
        self.breaks >= MIN_COLUMN_BREAKS
            && self.shortest + 1 >= *self.widths.start()
            && width + 1 >= *self.widths.start()
            && width <= *self.widths.end()
    }

    /// The same, where nothing else shows it.
    pub(crate) fn is_certain_column(&self, width: usize) -> bool {
        !self.is_aligned && self.breaks > MIN_COLUMN_BREAKS && self.is_column(width)
    }

    /// Returns whether a line of this width is far longer than all others, so that no program wraps the text at its
    /// width.
    pub(crate) fn is_far_longer(&self, width: usize) -> bool {
        let least = *self.widths.start();
        self.breaks > 0 && least >= MIN_FILLED && width > least * 3 / 2
    }

    /// Returns whether a line of this width would be wider than the lines are filled.
    pub(crate) fn is_too_wide(&self, width: usize) -> bool {
        let least = *self.widths.start();
        !self.is_aligned && least >= MIN_FILLED && width >= least
    }
}

/// A line near a URL.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct NearLine {
    width: usize,
    /// The width of its first word.
    word: usize,
    is_aligned: bool,
    ends_in_two_spaces: bool,
    /// Whether it ends in a letter and a hyphen.
    ends_in_hyphen: bool,
    begins_in_lower_case: bool,
    /// Whether it has only one word.
    is_single: bool,
}

impl NearLine {
    /// Returns a line of the quote depth `depth`; `None` if it has another one, is too long, or has no letter or digit.
    /// It may be empty.
    fn of(line: &[u8], depth: usize) -> Option<Self> {
        if line.len() > MAX_LINE {
            return None;
        }
        let trimmed = line.trim_ascii_end();
        let (marks, start) = text_start(trimmed);
        let text = trimmed.get(start..).unwrap_or_default();
        let is_rule = !text.is_empty() && !has_word(text);
        let word = first_word(text);
        (marks == depth && !is_rule).then(|| Self {
            width: width(trimmed),
            word: width(word),
            is_aligned: is_aligned(text),
            ends_in_two_spaces: !text.is_empty() && ends_in_two_spaces(line),
            ends_in_hyphen: matches!(text, [.., last, b'-'] if last.is_ascii_lowercase()),
            begins_in_lower_case: text.first().is_some_and(u8::is_ascii_lowercase),
            is_single: word.len() == text.len(),
        })
    }

    const fn is_empty(&self) -> bool {
        self.word == 0
    }
}

impl Layout {
    /// Returns what lines show about the one with the index `own`.
    fn of(lines: &[NearLine], own: usize) -> Self {
        let others = lines.iter().enumerate().filter(|&(index, _)| index != own);
        let least = others.clone().map(|(_, line)| line.width).max();
        let broken = lines.windows(2).enumerate();
        let broken = broken.filter(
            |&(index, pair)| // The rest of a URL may be alone on its line for another reason.
            index != own
                && !(index == own + 1 && pair[0].is_single)
                && !pair.iter().any(NearLine::is_empty),
        );
        let mut layout = Self {
            widths: 0..=0,
            shortest: usize::MAX,
            breaks: 0,
            is_aligned: others.clone().any(|(_, line)| line.is_aligned),
            deletes_space: false,
            hyphens: 0,
        };
        let mut most = usize::MAX;
        for (_, pair) in broken {
            most = most.min(pair[0].width + pair[1].word);
            layout.shortest = layout.shortest.min(pair[0].width);
            layout.breaks += 1;
            let is_hyphenated = pair[0].ends_in_hyphen && pair[1].begins_in_lower_case;
            layout.hyphens += usize::from(is_hyphenated);
        }
        layout.widths = least.unwrap_or(0)..=most;
        let is_text = |line: &&NearLine| !line.is_empty();
        let before = lines[..own].iter().rev().take_while(is_text);
        let after = lines[own..].iter().skip(1).take_while(is_text);
        layout.deletes_space = before.chain(after).any(|line| line.ends_in_two_spaces);
        layout
    }
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
    /// Returns what the lines around the first line of `text` show, if they have its quote depth; `None` if that
    /// depends on lines that are not there yet. A line that is too long, or has no letter or digit, ends them; an empty
    /// one does not. On a screen, only a `cell` of each line counts. The URL begins at the index `start`. `ends` says
    /// that the text ends.
    #[cold]
    pub(crate) fn layout(
        &self,
        text: &[u8],
        start: usize,
        depth: usize,
        cell: Option<Cell>,
        ends: bool,
    ) -> Option<Layout> {
        let near_line = |line: &[u8]| NearLine::of(in_cell(line, cell)?, depth);
        let mut lines: Vec<_> = self.last_lines().map_while(near_line).collect();
        lines.reverse();
        let own = lines.len();
        let (first, mut rest) = line_and_rest(text, ends)?;
        let range = cell.and_then(|cell| cell.in_line(first));
        let start = start - range.as_ref().map_or(0, |range| range.start);
        let first = range.map_or(first, |range| &first[range]);
        let before = &first[text_start(first).1.min(start)..];
        // A URL that begins its line is mostly too long for the line before.
        let has_text = has_word(&before[..start - (first.len() - before.len())]);
        lines.push(NearLine {
            word: if has_text {
                width(first_word(before))
            } else {
                0
            },
            begins_in_lower_case: before.first().is_some_and(u8::is_ascii_lowercase),
            ..NearLine::default()
        });
        while lines.len() <= own + MAX_LINES && !(ends && rest.is_empty()) {
            let (line, after) = line_and_rest(rest, ends)?;
            let Some(near) = near_line(line) else {
                break;
            };
            lines.push(near);
            rest = after;
        }
        Some(Layout::of(&lines, own))
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

/// Returns a cell of a line, or all of it.
fn in_cell(line: &[u8], cell: Option<Cell>) -> Option<&[u8]> {
    cell.map_or(Some(line), |cell| Some(&line[cell.in_line(line)?]))
}

/// Returns the first line of a text and what follows it; `None` if it is not complete.
fn line_and_rest(text: &[u8], ends: bool) -> Option<(&[u8], &[u8])> {
    match memchr(b'\n', text) {
        Some(len) => Some((&text[..len], &text[len + 1..])),
        None => ends.then_some((text, &[])),
    }
}

/// Returns whether a text is aligned by hand, as signatures and tables are.
fn is_aligned(text: &[u8]) -> bool {
    let mut spaces = 0;
    text.iter().any(|&byte| {
        spaces = if byte == b' ' { spaces + 1 } else { 0 };
        spaces == 3 || byte == b'\t'
    })
}

/// Returns whether a text ends in exactly two spaces before its line break.
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

/// Returns the quote depth of a line, and the index of its text, after the quote prefix and white space. The colon of a
/// `://` is no part of the prefix.
pub(crate) fn text_start(line: &[u8]) -> (usize, usize) {
    let blanks = line.len() - line.trim_ascii_start().len();
    let prefix = Prefix::of(line);
    match (prefix.depth(), blanks.max(prefix.dropped_from(line))) {
        (0, _) => (0, blanks),
        (depth, start) if line[..start].ends_with(b":") && line[start..].starts_with(b"//") => {
            (depth - 1, start - 1)
        }
        found => found,
    }
}
