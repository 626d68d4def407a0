//! Counted texts and their orders.

use std::cmp::Ordering;

/// The memory of an entry besides its text, at most, in bytes: its slot in a map that has just grown, and the
/// overhead of an allocation.
pub(super) const EACH: usize = 96;

/// A text and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) text: Box<[u8]>,
    pub(crate) count: u64,
}

impl Counted {
    /// Returns the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        self.text.len() + EACH
    }
}

/// The order of counted texts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// By the bytes of the text.
    Text,
    /// By falling count, then by the bytes of the text.
    Count,
}

impl Order {
    pub(super) fn compare(self, one: &Counted, other: &Counted) -> Ordering {
        let by_text = || one.text.cmp(&other.text);
        match self {
            Self::Text => by_text(),
            Self::Count => other.count.cmp(&one.count).then_with(by_text),
        }
    }
}
