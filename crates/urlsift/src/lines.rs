//! Counts lines on demand, each at most once.

use urlsift_scan::Position;

/// Counts the lines of a text that is read in windows.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineCounter {
    /// The offset up to which line breaks are counted.
    at: u64,
    breaks: u64,
    line_start: u64,
}

impl LineCounter {
    /// Creates a counter that starts with line 1 and column 1 at an offset.
    #[cfg(feature = "mail")]
    pub(crate) fn from(offset: u64) -> Self {
        Self {
            at: offset,
            breaks: 0,
            line_start: offset,
        }
    }

    /// Returns the offset up to which lines are counted.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Counts up to an offset in a block, and returns its position.
    pub(crate) fn locate(&mut self, block: &[u8], block_start: u64, offset: u64) -> Position {
        // Callers pass ascending offsets. Otherwise the position is wrong, but nothing panics.
        let offset = offset.max(self.at);
        let from = (self.at - block_start) as usize;
        let to = (offset - block_start) as usize;
        let passed = &block[from..to];
        if let Some(last) = memchr::memrchr(b'\n', passed) {
            let before = memchr::memchr_iter(b'\n', &passed[..last]).count();
            self.breaks += before as u64 + 1;
            self.line_start = self.at + last as u64 + 1;
        }
        self.at = offset;
        Position {
            line: self.breaks + 1,
            column: offset - self.line_start + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift_scan::Position;

    use super::LineCounter;

    #[test]
    fn counts_across_blocks() {
        let text = b"a\n\nbc\nd";
        let expected = [
            (1, 1),
            (1, 2),
            (2, 1),
            (3, 1),
            (3, 2),
            (3, 3),
            (4, 1),
            (4, 2),
        ];
        for cut in 0..=text.len() {
            for (offset, (line, column)) in expected.into_iter().enumerate() {
                let mut lines = LineCounter::default();
                let (head, tail) = text.split_at(cut);
                let position = if offset < cut {
                    lines.locate(head, 0, offset as u64)
                } else {
                    lines.locate(head, 0, cut as u64);
                    lines.locate(tail, cut as u64, offset as u64)
                };
                assert_eq!(
                    position,
                    Position { line, column },
                    "cut {cut}, offset {offset}"
                );
            }
        }
    }
}
