//! Byte ranges of a text.

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
