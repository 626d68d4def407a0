//! Screens of terminals, on which a URL is cut at the edge of a frame or of a pane.
//!
//! Vertical lines divide a line of a screen into cells: `│ a cell │`, or two panes side by side. A URL that fills its
//! cell continues in the same cell of the next line. What tmux prints of such a screen has no line breaks to join, as
//! the program in it has drawn each line on its own.

use std::{iter, mem, ops::Range};

use crate::substring;

/// The maximum number of lines of a URL on a screen.
pub(crate) const MAX_LINES: usize = 10;

/// The maximum number of spaces between a text that fills its cell and the line after it.
pub(crate) const MAX_PADDING: usize = 2;

/// The first two bytes of the vertical lines of box drawing, and their last bytes after each.
const VERTICAL: [([u8; 2], &[u8]); 2] = [
    // `│┃┆┇┊┋`
    (*b"\xe2\x94", b"\x82\x83\x86\x87\x8a\x8b"),
    // `╎╏║`
    (*b"\xe2\x95", b"\x8e\x8f\x91"),
];

/// The length of these.
const BAR: usize = '│'.len_utf8();

/// The edge of what a program draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// That of a frame or a pane.
    Cell,
    /// That of a screen whose width is known.
    Screen,
}

/// A column of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// The index of the cell in each line.
    index: usize,
    /// The number of vertical lines in each line.
    bars: usize,
}

impl Cell {
    /// Returns the cell of a line that a URL is in and may fill, and where it is in the line; `None` if the line has no
    /// cells, or something but a mark follows the URL in its cell.
    pub(crate) fn of(line: &[u8], url: &Range<usize>) -> Option<(Self, Range<usize>)> {
        let has_mark = line.get(url.end).is_some_and(|byte| b".?-".contains(byte));
        let end = url.end + usize::from(has_mark);
        let has_lines = match line[end..].trim_ascii_start().first() {
            None => !line[..url.start].is_ascii(),
            Some(first) => matches!(first, b'|' | 0xe2),
        };
        let bars = has_lines
            .then(|| bars(line))
            .filter(|bars| !bars.is_empty())?;
        let cell = Self {
            index: bars.iter().take_while(|bar| bar.end <= url.start).count(),
            bars: bars.len(),
        };
        let range = cell.range(line, &bars);
        let rest = line.get(end..range.end)?;
        rest.trim_ascii().is_empty().then_some((cell, range))
    }

    /// Returns whether the line ends with the cell, so that nothing shows its width.
    pub(crate) const fn is_open(self) -> bool {
        self.index == self.bars
    }

    /// Returns where the cell is in another line, if that has it.
    pub(crate) fn in_line(self, line: &[u8]) -> Option<Range<usize>> {
        let bars = bars(line);
        (bars.len() == self.bars).then(|| self.range(line, &bars))
    }

    fn range(self, line: &[u8], bars: &[Range<usize>]) -> Range<usize> {
        let start = self.index.checked_sub(1).map_or(0, |bar| bars[bar].end);
        start..bars.get(self.index).map_or(line.len(), |bar| bar.start)
    }
}

/// Returns whether a text ends with a vertical line of box drawing.
pub(crate) fn ends_with_bar(text: &[u8]) -> bool {
    matches!(text, [.., one, two, last]
        if VERTICAL.iter().any(|(first, lasts)| *first == [*one, *two] && lasts.contains(last)))
}

/// Returns the cells of a line, or all of a line without any.
pub(crate) fn cells(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    // Nearly all lines have no vertical line.
    let may_have = !line.is_ascii() || line.trim_ascii_end().ends_with(b"|");
    let bars = if may_have { bars(line) } else { Vec::new() };
    let mut start = 0;
    let ends = bars.into_iter().chain(iter::once(line.len()..line.len()));
    ends.map(move |bar| mem::replace(&mut start, bar.end)..bar.start)
}

/// Returns the vertical lines of a line: those of box drawing, or else two `|` around all of its text.
fn bars(line: &[u8]) -> Vec<Range<usize>> {
    let mut bars: Vec<_> = VERTICAL
        .iter()
        .flat_map(|(first, last)| {
            let found = substring::find_iter(line, first);
            found.filter(|at| line.get(at + 2).is_some_and(|byte| last.contains(byte)))
        })
        .map(|at| at..at + BAR)
        .collect();
    bars.sort_unstable_by_key(|bar| bar.start);
    let text = line.trim_ascii();
    if bars.is_empty() && text.len() > 2 && text.starts_with(b"|") && text.ends_with(b"|") {
        let start = line.len() - line.trim_ascii_start().len();
        let end = start + text.len();
        bars = vec![start..start + 1, end - 1..end];
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[test]
    fn cells_are_found_in_each_line() {
        let cell = |line: &str, next: &str| {
            let start = line.find('h').expect("a URL");
            let end = start
                + line[start..]
                    .find([' ', '│', '|'])
                    .unwrap_or(line.len() - start);
            let (cell, range) = Cell::of(line.as_bytes(), &(start..end))?;
            let in_next = cell.in_line(next.as_bytes())?;
            Some((line[range].to_owned(), next[in_next].to_owned()))
        };
        let some = |line: &str, next: &str| Some((line.to_owned(), next.to_owned()));
        assert_eq!(cell("│ h://a │", "│ b     │"), some(" h://a ", " b     "));
        assert_eq!(cell("x │ h://a", "  │ b"), some(" h://a", " b"));
        assert_eq!(cell("h://a│ x", "b    │"), some("h://a", "b    "));
        assert_eq!(cell(" | h://a |", " | b     |"), some(" h://a ", " b     "));
        for (line, next) in [
            ("│ h://a x │", "│ b │"),
            ("│ h://a │", "│ b"),
            ("| h://a | x", "| b | c"),
            ("h://a", "b"),
            ("é h://a", "b"),
        ] {
            assert_eq!(cell(line, next), None, "{line}");
        }
    }
}
