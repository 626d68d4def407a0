//! Byte ranges, and positions by line and column.

use std::{fmt, ops::Range};

/// A range of bytes in a text, as absolute 0-based offsets. `start` is never greater than `end`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    start: u64,
    end: u64,
}

impl Span {
    /// Creates the range from `start` up to, but not including, `end`.
    ///
    /// # Panics
    ///
    /// Panics if `start` is greater than `end`.
    #[must_use]
    pub const fn new(start: u64, end: u64) -> Self {
        assert!(start <= end, "a span starts after its end");
        Self { start, end }
    }

    /// Returns the offset of the first byte.
    #[must_use]
    pub const fn start(self) -> u64 {
        self.start
    }

    /// Returns the offset after the last byte.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.end
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Returns whether the range is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the range as indices into a text that is in memory.
    ///
    /// # Panics
    ///
    /// Panics if an offset does not fit a `usize`. Offsets in a text that is in memory always fit.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        let index = |offset| usize::try_from(offset).expect("the text is in memory");
        index(self.start)..index(self.end)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A position in a text, by line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The line number, starting at 1. LF ends a line.
    pub line: u64,
    /// The number of the byte in its line, starting at 1.
    pub column: u64,
}

impl Position {
    /// Converts a position relative to some origin in a text into a position in the whole text.
    ///
    /// `lines` is the number of line breaks before the origin, `columns` the number of bytes between the
    /// last of them and the origin.
    ///
    /// ```
    /// use urlsift_scan::Position;
    ///
    /// // In "ab\ncde\nf", counted from the `d`.
    /// let [e, f] = [(1, 2), (2, 1)].map(|(line, column)| Position { line, column });
    /// assert_eq!(e.after(1, 1), Position { line: 2, column: 3 });
    /// assert_eq!(f.after(1, 1), Position { line: 3, column: 1 });
    /// ```
    #[must_use]
    pub const fn after(self, lines: u64, columns: u64) -> Self {
        // Only the first line begins before the origin.
        let columns = if self.line == 1 { columns } else { 0 };
        Self {
            line: self.line + lines,
            column: self.column + columns,
        }
    }
}
