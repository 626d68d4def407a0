//! The ranges of a zip that were read as members.

use std::ops::Range;

use super::range_set::RangeSet;

/// The ranges of a file that were read as members, so that no byte is read as part of two members.
///
/// If there are too many ranges to store, their total length is limited instead: members that do not overlap have at
/// most as many bytes as the file.
pub(super) struct ReadRanges {
    set: RangeSet,
    /// The total length of the ranges added.
    total: u64,
    /// The length of the file.
    len: u64,
}

impl ReadRanges {
    /// Creates an empty set for a file of this length.
    pub(super) fn new(len: u64) -> Self {
        Self::with_set(len, RangeSet::new())
    }

    fn with_set(len: u64, set: RangeSet) -> Self {
        Self { set, total: 0, len }
    }

    /// Returns whether a range is known to overlap one that was added, or exceeds the length of the file in total.
    pub(super) fn overlaps(&self, range: &Range<u64>) -> bool {
        let end = range.end.min(self.len);
        let sum = self.total.saturating_add(end.saturating_sub(range.start));
        self.set.overlaps(&(range.start..end)) || sum > self.len
    }

    /// Adds a range that does not overlap.
    pub(super) fn add(&mut self, range: &Range<u64>) {
        let end = range.end.min(self.len);
        self.total += end.saturating_sub(range.start);
        self.set.add(&(range.start..end));
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{RangeSet, ReadRanges};

    proptest! {
        /// With room for all ranges the answer is exact. With less room, a reported overlap is real, or follows
        /// an overlap that was missed.
        #[test]
        fn overlaps_are_detected(
            ranges in vec((0..4000_u64, 30..400_u64), 1..60),
            max_ranges in prop_oneof![Just(usize::MAX), 0..8_usize],
        ) {
            let len = 3000;
            let mut read = ReadRanges::with_set(len, RangeSet::with_max_ranges(max_ranges));
            let mut is_read = vec![false; len as usize];
            let (mut sum, mut is_exact) = (0, true);
            for (start, size) in ranges {
                let range = start..start + size;
                let bytes = start.min(len) as usize..range.end.min(len) as usize;
                let overlaps = is_read[bytes.clone()].iter().any(|&is_read| is_read);
                let found = read.overlaps(&range);
                if max_ranges == usize::MAX {
                    prop_assert_eq!(found, overlaps);
                } else {
                    prop_assert!(overlaps || !found || !is_exact);
                }
                if !found {
                    read.add(&range);
                    sum += bytes.len();
                    is_exact &= !overlaps;
                    prop_assert!(sum <= len as usize);
                    is_read[bytes].fill(true);
                }
                prop_assert!(read.set.len() <= max_ranges);
            }
        }
    }
}
