//! The ranges of a zip that were read as members.

use std::{collections::BTreeMap, ops::Range};

use super::local::LocalHeader;

/// The maximum number of ranges stored, which take about 2 MiB.
const MAX_RANGES: usize = 1 << 16;

/// The ranges of a file that were read as members, so that no byte is read as two.
///
/// Ranges without room for a local header between them are merged, so that a directory in file order needs few
/// ranges. Beyond the maximum number, the total length limits what is read: members that do not overlap have no
/// more bytes than the file.
pub(super) struct ReadRanges {
    /// The end of each range, by its start.
    ranges: BTreeMap<u64, u64>,
    /// The total length of the ranges added.
    total: u64,
    /// The length of the file.
    len: u64,
    max_ranges: usize,
    is_complete: bool,
}

impl ReadRanges {
    /// Creates an empty set for a file of this length.
    pub(super) fn new(len: u64) -> Self {
        Self::with_max_ranges(len, MAX_RANGES)
    }

    fn with_max_ranges(len: u64, max_ranges: usize) -> Self {
        Self {
            ranges: BTreeMap::new(),
            total: 0,
            len,
            max_ranges,
            is_complete: true,
        }
    }

    /// Returns whether all ranges that were added are stored.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the parts of a range between the stored ones that begin in it, in order, if a local header has room
    /// there.
    pub(super) fn gaps(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let room = LocalHeader::LEN as u64;
        let mut gaps = Vec::new();
        let mut from = within.start;
        let last = (within.end, within.end);
        let ranges = self.ranges.range(within).map(|(&start, &end)| (start, end));
        for (start, end) in ranges.chain([last]) {
            if start.saturating_sub(from) >= room {
                gaps.push(from..start);
            }
            from = from.max(end);
        }
        gaps
    }

    /// Returns whether a range is known to overlap one that was added, or exceeds the length of the file in total.
    pub(super) fn overlaps(&self, range: &Range<u64>) -> bool {
        let end = range.end.min(self.len);
        let before = self.ranges.range(..end).next_back();
        let sum = self.total.saturating_add(end.saturating_sub(range.start));
        before.is_some_and(|(_, &other)| other > range.start) || sum > self.len
    }

    /// Adds a range that does not overlap.
    pub(super) fn add(&mut self, range: &Range<u64>) {
        let Range { mut start, end } = *range;
        let mut end = end.min(self.len);
        if start >= end {
            return;
        }
        self.total += end - start;
        let room = LocalHeader::LEN as u64;
        if let Some((&before, &its_end)) = self.ranges.range(..start).next_back()
            && start - its_end < room
        {
            start = before;
        }
        if let Some((&after, &its_end)) = self.ranges.range(end..).next()
            && after - end < room
        {
            self.ranges.remove(&after);
            end = its_end;
        }
        if self.ranges.len() < self.max_ranges || self.ranges.contains_key(&start) {
            self.ranges.insert(start, end);
        } else {
            self.is_complete = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{LocalHeader, ReadRanges};

    proptest! {
        /// With room for all ranges the answer is exact. With less room, a reported overlap is real, or follows
        /// an overlap that was missed.
        #[test]
        fn overlaps_are_detected(
            ranges in vec((0..4000_u64, 30..400_u64), 1..60),
            max_ranges in prop_oneof![Just(usize::MAX), 0..8_usize],
        ) {
            let len = 3000;
            let mut read = ReadRanges::with_max_ranges(len, max_ranges);
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
                prop_assert!(read.ranges.len() <= max_ranges);
            }
        }
    }

    #[test]
    fn adjacent_ranges_are_merged() {
        let mut read = ReadRanges::new(1 << 20);
        let step = 100 + LocalHeader::LEN as u64 - 1;
        for number in (0..100).chain((200..300).rev()).chain(100..200) {
            let start = number * step;
            let range = start..start + 100;
            assert!(!read.overlaps(&range));
            read.add(&range);
        }
        assert_eq!(read.ranges.len(), 1);
    }
}
