//! Counted texts and their orders.

use std::{
    cmp::{Ordering, Reverse},
    io::{self, BufRead, Write},
};

use urlsift_settle::sort::{Decode, Encode, Record};

use crate::select::tally_row::RowWidth;

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
    /// Complete rows first, by falling count, then by the bytes of the text.
    Count(RowWidth),
}

impl Order {
    pub(super) fn compare(self, one: Counted<'_>, other: Counted<'_>) -> Ordering {
        let by_text = || one.text.cmp(other.text);
        match self {
            Self::Text => by_text(),
            Self::Count(width) => {
                let key = |counted: Counted<'_>| {
                    (width.is_incomplete(counted.text), Reverse(counted.count))
                };
                key(one).cmp(&key(other)).then_with(by_text)
            }
        }
    }
}

impl Encode for Counted<'_> {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (self.count, self.text).encode(out)
    }
}

impl Encode for OwnedCounted {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        self.as_counted().encode(out)
    }
}

impl Decode for OwnedCounted {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let (count, text) = Decode::decode(source)?;
        Ok(Self { text, count })
    }
}

impl Record for OwnedCounted {
    type Order = Order;

    fn compare(&self, other: &Self, order: Order) -> Ordering {
        order.compare(self.as_counted(), other.as_counted())
    }

    fn absorb(&mut self, equal: Self) {
        self.count += equal.count;
    }
}
