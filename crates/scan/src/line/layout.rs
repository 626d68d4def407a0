//! What the lines around a URL show of the program that has broken them.
//!
//! A program that fills lines breaks each of them only where the next word does not fit. So every line has a limit from
//! its own width, and one from the word after it, and a few lines show the width of all within some columns. A URL that
//! fills its line to that width was probably cut there.

use std::{
    collections::VecDeque,
    iter,
    ops::{Range, RangeInclusive},
};

use memchr::{memchr, memrchr};

use super::{chars::has_word, screen::Cell, token::first_word};
use crate::{substring, text::text_start};

/// The maximum number of lines that are read before a line, and after it.
const MAX_LINES: usize = 8;

/// The maximum length in bytes of a line that is read.
const MAX_LINE: usize = 200;

/// The number of bytes that hold these lines.
const MAX_LEN: usize = MAX_LINES * (MAX_LINE + 1);

/// The least number of line breaks that show that a program breaks lines at a column, whatever stands there: then they
/// differ by one column at most, where it has left out a space. One more shows it even where no word looks cut.
const MIN_COLUMN_BREAKS: usize = 3;

/// The width of what may be added to a line, or removed, after lines have been filled.
const MAX_DIFFERENCE: usize = 2;

/// The least width of a line that shows that lines are filled.
const MIN_FILLED: usize = 50;

/// The least number of words that a text breaks with a hyphen if it hyphenates its words. One is enough where as many
/// lines are justified: a formatter that does the one does the other.
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
    /// The number of justified lines.
    justified: usize,
}

impl Layout {
    /// The layout of a line near a wider one, which shows that it is not filled.
    pub(crate) const UNFILLED: Self = Self {
        #[expect(clippy::reversed_empty_ranges, reason = "no width")]
        widths: 1..=0,
        shortest: 0,
        breaks: 0,
        is_aligned: false,
        deletes_space: false,
        hyphens: 0,
        justified: 0,
    };

    /// Returns whether the text hyphenates its words.
    pub(crate) const fn hyphenates(&self) -> bool {
        self.hyphens >= MIN_HYPHENS || self.hyphens > 0 && self.justified >= MIN_HYPHENS
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

    /// Returns whether lines are wider than this, and by more than a space and a quote prefix.
    pub(crate) fn has_room(&self, width: usize) -> bool {
        let least = *self.widths.start();
        !self.is_aligned && least >= MIN_FILLED && width + MAX_DIFFERENCE < least
    }
}

/// A line near a URL. It may be empty.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct NearLine {
    quote_depth: usize,
    width: usize,
    /// The width of its first word.
    word: usize,
    is_aligned: bool,
    is_justified: bool,
    ends_in_two_spaces: bool,
    /// Whether it ends in a letter and a hyphen.
    ends_in_hyphen: bool,
    begins_in_lower_case: bool,
    /// Whether it has only one word.
    is_single: bool,
}

impl NearLine {
    /// Returns a line; `None` if it is too long, or has text without a letter or digit.
    fn of(line: &[u8]) -> Option<Self> {
        if line.len() > MAX_LINE {
            return None;
        }
        let trimmed = line.trim_ascii_end();
        let (quote_depth, start) = text_start(trimmed);
        let text = trimmed.get(start..).unwrap_or_default();
        if !text.is_empty() && !has_word(text) {
            return None;
        }
        let word = first_word(text);
        let has_gap = has_gap(text);
        Some(Self {
            quote_depth,
            width: width(trimmed),
            word: width(word),
            is_aligned: has_gap && is_aligned(text),
            is_justified: has_gap && is_justified(text),
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

/// Adjacent lines of a text, which are kept so that none is read for each URL near it.
#[derive(Debug, Default)]
pub(crate) struct NearLines {
    /// The index of each line, and what it shows.
    lines: VecDeque<(usize, Option<NearLine>)>,
    /// The index at which the line after them begins.
    end: usize,
}

impl NearLines {
    /// Returns the number of kept lines before the one that begins at an index. This one is kept, or the next one.
    fn seek(&mut self, start: usize) -> usize {
        let first = self.lines.front().map(|&(first, _)| first);
        if self.end < start || first.is_none_or(|first| start < first) {
            self.lines.clear();
            self.end = start;
        }
        let before = self.lines.partition_point(|&(line, _)| line < start);
        self.lines.drain(..before.saturating_sub(MAX_LINES));
        before.min(MAX_LINES)
    }

    /// Reads the line before them, if it begins at `from` or later. Returns whether it does.
    fn read_before(&mut self, text: &[u8], from: usize) -> bool {
        let end = self.lines.front().map_or(self.end, |&(first, _)| first);
        let Some(lines) = text.get(from..end).filter(|lines| !lines.is_empty()) else {
            return false;
        };
        let line = lines.strip_suffix(b"\n").unwrap_or(lines);
        let start = memrchr(b'\n', line).map_or(0, |line_break| line_break + 1);
        let near = NearLine::of(&line[start..]);
        self.lines.push_front((from + start, near));
        true
    }

    /// Reads the line after them. Returns whether it is complete.
    fn read_after(&mut self, text: &[u8], ends: bool) -> bool {
        let rest = &text[self.end..];
        let len = match memchr(b'\n', rest) {
            Some(len) => len,
            None if ends => rest.len(),
            None => return false,
        };
        self.lines.push_back((self.end, NearLine::of(&rest[..len])));
        self.end = text.len().min(self.end + len + 1);
        true
    }
}

impl Layout {
    /// Returns what lines show about the one with the index `own`.
    fn of(lines: &[NearLine], own: usize) -> Self {
        let (mut least, mut most) = (0, usize::MAX);
        let mut layout = Self {
            widths: 0..=0,
            shortest: usize::MAX,
            breaks: 0,
            is_aligned: false,
            deletes_space: false,
            hyphens: 0,
            justified: 0,
        };
        for (index, line) in lines.iter().enumerate() {
            if index == own {
                continue;
            }
            least = least.max(line.width);
            layout.is_aligned |= line.is_aligned;
            layout.justified += usize::from(line.is_justified);
            let Some(next) = lines.get(index + 1) else {
                break;
            };
            // The rest of a URL may be alone on its line for another reason.
            let is_rest = index == own + 1 && line.is_single;
            if is_rest || line.is_empty() || next.is_empty() {
                continue;
            }
            most = most.min(line.width + next.word);
            layout.shortest = layout.shortest.min(line.width);
            layout.breaks += 1;
            let is_hyphenated = line.ends_in_hyphen && next.begins_in_lower_case;
            layout.hyphens += usize::from(is_hyphenated);
        }
        layout.widths = least..=most;
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

    /// Returns the lines, the last one first.
    fn rev(&self) -> impl Iterator<Item = &[u8]> {
        lines_backwards(&self.0)
    }
}

/// Returns complete lines, the last one first.
fn lines_backwards(lines: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = lines.strip_suffix(b"\n").into_iter();
    lines.flat_map(|lines| lines.rsplit(|&byte| byte == b'\n'))
}

/// The text around a line, and what precedes the text.
#[derive(Debug)]
pub(crate) struct Around<'t> {
    pub(crate) last_lines: &'t LastLines,
    pub(crate) text: &'t [u8],
    /// The index of the first line that is read.
    pub(crate) from: usize,
    pub(crate) line: Range<usize>,
    pub(crate) near: &'t mut NearLines,
    /// Whether the text ends.
    pub(crate) ends: bool,
    /// The last URL in brackets before the line.
    pub(crate) url: &'t [u8],
}

impl Around<'_> {
    /// Returns what the lines around the line show that have the same quote depth; `None` if that depends on lines that
    /// are not there. A line that is too long, or has no letter or digit, ends them; an empty one does not. On a
    /// screen, only a `cell` of each line counts. A URL begins at the index `start` of the line.
    ///
    /// If only the `width` of the line matters, a wider line says all: it is not filled.
    #[cold]
    pub(crate) fn layout(
        &mut self,
        start: usize,
        depth: usize,
        cell: Option<Cell>,
        width: Option<usize>,
    ) -> Option<Layout> {
        if let Some(cell) = cell {
            return self.layout_of_cells(start, depth, cell);
        }
        let (text, near) = (self.text, &mut *self.near);
        let is_near = |line: &NearLine| line.quote_depth == depth;
        let is_wider = |line: &NearLine| width.is_some_and(|width| line.width > width);
        let mut lines = [NearLine::default(); 2 * MAX_LINES + 1];
        let own = MAX_LINES;
        let mut next = near.seek(self.line.start);
        let mut end = own;
        let mut is_complete = true;
        while end < lines.len() {
            let is_at_end = next == near.lines.len();
            if is_at_end && end > own && self.ends && near.end == text.len() {
                break;
            }
            if is_at_end && !near.read_after(text, self.ends) {
                is_complete = false;
                break;
            }
            if end > own {
                let Some(line) = near.lines[next].1.filter(is_near) else {
                    break;
                };
                if is_wider(&line) {
                    return Some(Layout::UNFILLED);
                }
                lines[end] = line;
            }
            next += 1;
            end += 1;
        }
        let mut first = own;
        let mut before = near.seek(self.line.start);
        let mut ends_before = false;
        while first > 0 && !ends_before && (before > 0 || near.read_before(text, self.from)) {
            before = before.saturating_sub(1);
            match near.lines[before].1.filter(is_near) {
                Some(line) if is_wider(&line) => return Some(Layout::UNFILLED),
                Some(line) => {
                    first -= 1;
                    lines[first] = line;
                }
                None => ends_before = true,
            }
        }
        if !ends_before {
            let last_lines = self.last_lines.rev().take(first);
            for line in last_lines.map_while(|line| NearLine::of(line).filter(is_near)) {
                first -= 1;
                lines[first] = line;
            }
        }
        lines[own] = own_line(&text[self.line.clone()], start);
        is_complete.then(|| Layout::of(&lines[first..end], own - first))
    }

    /// The same as [`layout`](Self::layout), but only a cell of each line counts.
    fn layout_of_cells(&self, start: usize, depth: usize, cell: Cell) -> Option<Layout> {
        let near_line = |line: &[u8]| {
            let line = NearLine::of(&line[cell.in_line(line)?])?;
            (line.quote_depth == depth).then_some(line)
        };
        let last_lines = lines_backwards(&self.text[self.from..self.line.start])
            .chain(self.last_lines.rev())
            .take(MAX_LINES);
        let mut lines: Vec<_> = last_lines
            .take_while(|line| line.len() <= MAX_LINE)
            .map_while(near_line)
            .collect();
        lines.reverse();
        let own = lines.len();
        let line = &self.text[self.line.clone()];
        let range = cell.in_line(line)?;
        lines.push(own_line(&line[range.clone()], start - range.start));
        let mut next = self.line.end + 1;
        while lines.len() <= own + MAX_LINES && !(self.ends && next >= self.text.len()) {
            let rest = self.text.get(next..)?;
            let len = match memchr(b'\n', rest) {
                Some(len) => len,
                None if self.ends => rest.len(),
                None => return None,
            };
            let Some(near) = near_line(&rest[..len]) else {
                break;
            };
            lines.push(near);
            next += len + 1;
        }
        Some(Layout::of(&lines, own))
    }
}

/// Returns what precedes a URL on its line.
fn own_line(line: &[u8], start: usize) -> NearLine {
    let before = &line[text_start(line).1.min(start)..];
    // A URL that begins its line is mostly too long for the line before.
    let has_text = has_word(&before[..start - (line.len() - before.len())]);
    NearLine {
        word: if has_text {
            width(first_word(before))
        } else {
            0
        },
        begins_in_lower_case: before.first().is_some_and(u8::is_ascii_lowercase),
        ..NearLine::default()
    }
}

/// Fast check whether a text may be aligned or justified: it has two adjacent spaces or a tab.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without branches, the compiler can use vector instructions"
)]
fn has_gap(text: &[u8]) -> bool {
    let after = text.get(1..).unwrap_or_default();
    let begins_with_tab = text.starts_with(b"\t");
    iter::zip(text, after).fold(begins_with_tab, |any, (&one, &other)| {
        any | (other == b'\t') | ((one == b' ') & (other == b' '))
    })
}

/// Returns whether a text is aligned by hand, as signatures and tables are.
fn is_aligned(text: &[u8]) -> bool {
    // Of three spaces, one is the last of three bytes.
    let mut thirds = (2..text.len()).step_by(3).filter(|&at| text[at] == b' ');
    let has_three = |at: usize| {
        let near = &text[at - 2..text.len().min(at + 3)];
        near.windows(3).any(|three| three == b"   ")
    };
    thirds.any(has_three) || memchr(b'\t', text).is_some()
}

/// Returns whether a text has two spaces that do not follow a sentence.
fn is_justified(text: &[u8]) -> bool {
    let mut gaps = substring::find_iter(text, b"  ");
    gaps.any(|at| at > 0 && !b".:?!".contains(&text[at - 1]))
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
