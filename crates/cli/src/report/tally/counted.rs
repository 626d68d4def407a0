//! Counted texts and their orders.

use std::cmp::Ordering;

/// A text and how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) count: u64,
}

/// A [`Counted`] that owns its text.
#[derive(Clone, Debug)]
pub(super) struct OwnedCounted {
    pub(super) text: Box<[u8]>,
    pub(super) count: u64,
}

impl OwnedCounted {
    pub(super) fn as_counted(&self) -> Counted<'_> {
        let Self { text, count } = self;
        Counted {
            text,
            count: *count,
        }
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
    pub(super) fn compare(self, one: Counted<'_>, other: Counted<'_>) -> Ordering {
        let by_text = || one.text.cmp(other.text);
        match self {
            Self::Text => by_text(),
            Self::Count => other.count.cmp(&one.count).then_with(by_text),
        }
    }
}
