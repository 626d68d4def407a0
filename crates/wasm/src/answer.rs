//! What a function returns.

use std::ops::Range;

/// Numbers and a string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The numbers. Offsets in texts count UTF-16 code units. Larger ones than 2^32 - 1 do not occur in a memory of 32
    /// bits.
    pub numbers: Vec<u32>,
    /// The string, in UTF-8.
    pub text: Vec<u8>,
}

impl Answer {
    /// Appends an offset.
    pub(crate) fn push(&mut self, offset: u64) {
        self.numbers.push(offset as u32);
    }

    /// Appends the start and end of a range of a text; 0 and 0 if there is none. `before` converts an offset in bytes
    /// to the number of units before it.
    pub(crate) fn push_range(&mut self, range: Option<Range<usize>>, before: impl Fn(u64) -> u64) {
        let range = range.unwrap_or_default();
        self.push(before(range.start as u64));
        self.push(before(range.end as u64));
    }
}
