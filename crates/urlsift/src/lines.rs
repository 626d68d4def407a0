//! The lines and columns of a file that is read in blocks.
//!
//! A link has a line and a column. Nearly always it begins in the block at hand, whose line breaks [`LineCounter`]
//! counts as far as they are asked for, forward and back, so that links need not come in order.
//!
//! A link may also begin in an earlier block, which is gone: in bytes that something carried over the end of the block.
//! [`FileLines::carry`] notes the lines of these bytes while their block is still there. Three things carry bytes:
//!
//! - The searcher, which is not sure yet about the end of the text so far. The origin of these bytes is carried with
//!   them (`OwnedOrigin::carry`), and names their ranges of the file. There are few, but they may be megabytes apart.
//! - The decoders, which need more input. They do not say what they hold back; it is no more than the bytes of the file
//!   after the last one that was passed on.
//! - The queue of a page, in which links wait for others. Each gets its position before the block ends.
//!
//! So no rule of what is found or decoded depends on blocks, and nothing is said back from here to the decoders. A ring
//! of the last line breaks would be simpler, but no size of it is enough: 64 KiB of text may lie over 20 MB of the
//! file.

#[cfg(feature = "mail")]
use std::{collections::VecDeque, ops::Range};

use urlsift_scan::Position;

/// The start of a line, and its number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LineStart {
    offset: u64,
    number: u64,
}

impl LineStart {
    /// Returns the position of an offset on the line.
    fn position(self, offset: u64) -> Position {
        Position {
            line: self.number,
            column: offset - self.offset + 1,
        }
    }
}

/// Counts the lines of a block.
#[derive(Clone, Debug)]
pub(crate) struct LineCounter {
    /// The offset up to which line breaks are counted, and its line.
    at: u64,
    line: LineStart,
    /// The start of the line of the block's first byte.
    first_line: u64,
}

impl Default for LineCounter {
    fn default() -> Self {
        Self::from(0)
    }
}

impl LineCounter {
    /// Creates a counter that starts with line 1 and column 1 at an offset.
    pub(crate) fn from(offset: u64) -> Self {
        Self {
            at: offset,
            line: LineStart { offset, number: 1 },
            first_line: offset,
        }
    }

    /// Counts up or down to an offset in a block, and returns its position. Takes time in proportion to the distance
    /// from the last offset.
    pub(crate) fn locate(&mut self, block: &[u8], block_start: u64, offset: u64) -> Position {
        self.line_of(block, block_start, offset).position(offset)
    }

    fn line_of(&mut self, block: &[u8], block_start: u64, offset: u64) -> LineStart {
        let index = |offset: u64| (offset - block_start) as usize;
        if self.at <= offset {
            let passed = &block[index(self.at)..index(offset)];
            if let Some(last) = memchr::memrchr(b'\n', passed) {
                let before = memchr::memchr_iter(b'\n', &passed[..last]).count();
                self.line.number += before as u64 + 1;
                self.line.offset = self.at + last as u64 + 1;
            }
        } else {
            let passed = &block[index(offset)..index(self.at)];
            let breaks = memchr::memchr_iter(b'\n', passed).count();
            if breaks > 0 {
                self.line.number -= breaks as u64;
                let start = memchr::memrchr(b'\n', &block[..index(offset)]);
                self.line.offset = start.map_or(self.first_line, |lf| block_start + lf as u64 + 1);
            }
        }
        self.at = offset;
        self.line
    }
}

/// The maximum number of lines that are noted, of 16 bytes each. Only damaged or hostile input has more: an HTML tag of
/// more than a million lines. Links that begin before them have no position.
#[cfg(feature = "mail")]
const MAX_NOTED: usize = 1 << 20;

/// The lines of the block at hand, and of bytes that are carried from earlier blocks.
#[cfg(feature = "mail")]
#[derive(Clone, Debug)]
pub(crate) struct FileLines {
    counter: LineCounter,
    /// The lines of the carried bytes, in order.
    noted: VecDeque<LineStart>,
}

#[cfg(feature = "mail")]
impl FileLines {
    /// Creates the lines of a file whose line 1 begins at an offset.
    pub(crate) fn from(offset: u64) -> Self {
        Self {
            counter: LineCounter::from(offset),
            noted: VecDeque::new(),
        }
    }

    /// Returns the position of an offset in the block, or in the bytes carried from earlier blocks.
    pub(crate) fn locate(
        &mut self,
        block: &[u8],
        block_start: u64,
        offset: u64,
    ) -> Option<Position> {
        if offset >= block_start {
            return Some(self.counter.locate(block, block_start, offset));
        }
        let after = self.noted.partition_point(|line| line.offset <= offset);
        let line = self.noted.get(after.checked_sub(1)?)?;
        Some(line.position(offset))
    }

    /// Ends a block. The next one begins after the first `used` bytes of this one. Only offsets in these ranges of the
    /// file can be located from then on, and those in the next block. All bytes of the ranges are in this block, or
    /// were in the ranges before.
    pub(crate) fn carry(
        &mut self,
        block: &[u8],
        block_start: u64,
        used: usize,
        ranges: impl Iterator<Item = Range<u64>>,
    ) {
        let block_end = block_start + used as u64;
        let mut first = block_end;
        let mut lines = Vec::new();
        for Range { start, end } in ranges {
            first = first.min(start);
            let (from, to) = (start.max(block_start), end.min(block_end));
            if from < to {
                let mut line = self.counter.line_of(block, block_start, from);
                lines.push(line);
                let carried = (from - block_start) as usize..(to - block_start) as usize;
                for lf in memchr::memchr_iter(b'\n', &block[carried]) {
                    line.number += 1;
                    line.offset = from + lf as u64 + 1;
                    lines.push(line);
                }
            }
        }
        // The text has nearly always the order of the file.
        lines.sort_unstable();
        lines.dedup();
        let last = self.noted.back().copied();
        self.noted
            .extend(lines.into_iter().filter(|line| Some(*line) != last));
        let released = self.noted.partition_point(|line| line.offset <= first);
        let surplus = self.noted.len().saturating_sub(MAX_NOTED);
        self.noted.drain(..surplus.max(released.saturating_sub(1)));
        let line = self.counter.line_of(block, block_start, block_end);
        self.counter.first_line = line.offset;
    }

    /// Returns the number of lines that are noted.
    #[cfg(test)]
    pub(crate) fn noted(&self) -> usize {
        self.noted.len()
    }
}

#[cfg(test)]
mod tests {
    use urlsift_scan::Position;

    use super::LineCounter;

    const TEXT: &[u8] = b"a\n\nbc\nd";

    /// The line and column of each offset of the text.
    const POSITIONS: [(u64, u64); 8] = [
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (3, 2),
        (3, 3),
        (4, 1),
        (4, 2),
    ];

    fn position(offset: usize) -> Position {
        let (line, column) = POSITIONS[offset];
        Position { line, column }
    }

    #[test]
    fn lines_are_counted_up_and_down() {
        for from in 0..=TEXT.len() {
            for to in 0..=TEXT.len() {
                let mut lines = LineCounter::default();
                for offset in [from, to] {
                    let located = lines.locate(TEXT, 0, offset as u64);
                    assert_eq!(located, position(offset), "{from}, {to}");
                }
            }
        }
    }

    #[cfg(feature = "mail")]
    #[test]
    fn carried_bytes_are_located_in_later_blocks() {
        use super::FileLines;

        for (first, second) in (0..=TEXT.len())
            .flat_map(|first| (first..=TEXT.len()).map(move |second| (first, second)))
        {
            for start in 0..=second {
                let carried = || std::iter::once(start as u64..second as u64);
                let mut lines = FileLines::from(0);
                lines.carry(&TEXT[..first], 0, first, carried());
                let block = &TEXT[first..second];
                lines.carry(block, first as u64, block.len(), carried());
                for offset in (start..=TEXT.len()).rev() {
                    let located = lines.locate(&TEXT[second..], second as u64, offset as u64);
                    assert_eq!(
                        located,
                        Some(position(offset)),
                        "{first}, {second}: {start}"
                    );
                }
            }
        }
    }
}
