//! Records: what is sorted.

use std::{
    cmp::Ordering,
    io::{self, BufRead, Write},
};

/// Something that can be written as a record.
pub trait Encode {
    /// Writes the record.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn encode(&self, out: &mut impl Write) -> io::Result<()>;
}

impl<E: Encode> Encode for &E {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (*self).encode(out)
    }
}

/// A record that can be sorted.
pub trait Record: Encode + Sized {
    /// Selects the order of the records, if there are several.
    type Order: Copy;

    /// Reads a record that [`Encode::encode`] has written.
    ///
    /// # Errors
    ///
    /// Returns the errors of `source`.
    fn decode(source: &mut impl BufRead) -> io::Result<Self>;

    /// Compares two records.
    fn compare(&self, other: &Self, order: Self::Order) -> Ordering;

    /// Combines this record with a later one that compares as equal.
    fn absorb(&mut self, equal: Self);
}
