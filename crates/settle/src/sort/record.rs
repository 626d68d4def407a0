//! What is sorted.

use std::cmp::Ordering;

use borsh::{BorshDeserialize, BorshSerialize};

/// A record that can be sorted.
pub trait Record: BorshSerialize + BorshDeserialize {
    /// Selects the order of the records, if there are several.
    type Order: Copy;

    /// Compares two records.
    fn compare(&self, other: &Self, order: Self::Order) -> Ordering;

    /// Combines this record with a later one that compares as equal.
    fn absorb(&mut self, equal: Self);
}
