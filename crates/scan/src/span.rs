//! Byte ranges of a text, and places in it as people count them.

use core::{fmt, ops::Range};

/// A range of bytes in a text, by absolute 0-based offsets; `start` is never behind `end`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    start: u64,
    end: u64,
}

impl Span {
    /// The range from `start` up to, but not including, `end`.
    ///
    /// # Panics
    ///
    /// If `start` lies behind `end`.
    #[must_use]
    pub const fn new(start: u64, end: u64) -> Self {
        assert!(start <= end, "a span's start lies behind its end");
        Self { start, end }
    }

    /// Offset of the first byte.
    #[must_use]
    pub const fn start(self) -> u64 {
        self.start
    }

    /// Offset behind the last byte.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.end
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same range as indices into a text that is wholly in memory.
    ///
    /// # Panics
    ///
    /// If the offsets are no `usize`, which no text in memory can cause.
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

/// A place in a text as people count it: by lines and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The line, from 1. LF ends a line.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
}

impl Position {
    /// Returns the position in a whole text, where this one counts from somewhere within it: `lines` is the number
    /// of line breaks before that, and `columns` the number of bytes since the last of them.
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
        // Only the first line goes on with one that began before.
        let columns = if self.line == 1 { columns } else { 0 };
        Self {
            line: self.line + lines,
            column: self.column + columns,
        }
    }
}
