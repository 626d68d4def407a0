//! Screens: lines that vertical lines divide into cells, in which URLs continue.

use std::{ops::Range, sync::LazyLock};

use regex::bytes::Regex;

/// A vertical line of box drawing.
static BAR: LazyLock<Regex> = LazyLock::new(|| Regex::new("[│┃┆┇┊┋╎╏║]").expect("a regex"));

/// A line in a frame of `|`.
static FRAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t\r\x0c]*\|(?P<cell>(?s-u:.)+)\|[ \t\r\x0c]*$").expect("a regex")
});

/// A column of cells.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    index: usize,
    count: usize,
}

impl Cell {
    /// Returns the cell that a URL of a line ends.
    pub(super) fn of(line: &[u8], url: &Range<usize>) -> Option<Self> {
        let cells = cells(line);
        let holds = |cell: &Range<usize>| cell.start <= url.start && url.end <= cell.end;
        let index = cells.iter().position(holds)?;
        let rest = line[url.end..cells[index].end].trim_ascii_end();
        let is_cell = cells.len() > 1 && matches!(rest, b"" | b"." | b"?" | b"-");
        is_cell.then_some(Self {
            index,
            count: cells.len(),
        })
    }

    /// Returns whether nothing stands after the cell.
    pub(super) fn is_open(self) -> bool {
        self.index + 1 == self.count
    }

    /// Returns the cell in another line.
    pub(super) fn in_line(self, line: &[u8]) -> Option<Range<usize>> {
        let cells = cells(line);
        (cells.len() == self.count).then(|| cells[self.index].clone())
    }
}

/// Returns the parts of a line between vertical lines, and before and after them.
pub(super) fn cells(line: &[u8]) -> Vec<Range<usize>> {
    let mut bars: Vec<_> = BAR.find_iter(line).map(|bar| bar.range()).collect();
    if bars.is_empty()
        && let Some(cell) = FRAMED.captures(line).and_then(|framed| framed.name("cell"))
    {
        bars.push(cell.start() - 1..cell.start());
        bars.push(cell.end()..cell.end() + 1);
    }
    let ends = bars.iter().map(|bar| bar.start).chain([line.len()]);
    let starts = [0].into_iter().chain(bars.iter().map(|bar| bar.end));
    starts.zip(ends).map(|(start, end)| start..end).collect()
}
