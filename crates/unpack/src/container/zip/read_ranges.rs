//! The ranges of a zip that were read as members.

use std::{collections::BTreeMap, ops::Range};

use super::local::LocalHeader;

/// The maximum number of ranges stored, which take about 2 MiB.
const MAX_RANGES: usize = 1 << 16;

/// The ranges of a file that were read as members, so that no byte is read as part of two members.
///
/// Ranges without room for a local header between them are merged, so that a directory in file order needs few. If
/// there are too many to store, their total length is limited instead: members that do not overlap have at most as many
/// bytes as the file.
pub(super) struct ReadRanges {
    /// The end of each range, by its start.
    ranges: BTreeMap<u64, u64>,
    /// The total length of the ranges added.
    total: u64,
    /// The length of the file.
    len: u64,
}

impl ReadRanges {
    /// Creates an empty set for a file of this length.
    pub(super) fn new(len: u64) -> Self {
        Self {
            ranges: BTreeMap::new(),
            total: 0,
            len,
        }
    }

    /// Returns whether a range is known to overlap one that was added, or exceeds the length of the file in total.
    pub(super) fn overlaps(&self, range: &Range<u64>) -> bool {
        let end = range.end.min(self.len);
        let before = self.ranges.range(..end).next_back();
        let sum = self.total.saturating_add(end.saturating_sub(range.start));
        before.is_some_and(|(_, &other)| other > range.start) || sum > self.len
    }

    /// Adds a range that does not overlap. In total, this takes time in proportion to the number of ranges, times its
    /// logarithm.
    pub(super) fn add(&mut self, range: &Range<u64>) {
        let (mut start, mut end) = (range.start, range.end.min(self.len));
        if start >= end {
            return;
        }
        self.total += end - start;
        let room = LocalHeader::LEN as u64;
        if let Some((&before, &its_end)) = self.ranges.range(..start).next_back()
            && start < its_end.saturating_add(room)
        {
            start = before;
            end = end.max(its_end);
        }
        while let Some((&after, &its_end)) = self.ranges.range(start..).next()
            && after < end.saturating_add(room)
        {
            self.ranges.remove(&after);
            end = end.max(its_end);
        }
        if self.ranges.len() < MAX_RANGES {
            self.ranges.insert(start, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_RANGES, ReadRanges};

    #[test]
    fn ranges_without_room_for_a_header_between_them_are_merged() {
        let mut ranges = ReadRanges::new(1000);
        for start in [0, 200, 100, 300] {
            ranges.add(&(start..start + 80));
        }
        assert_eq!(ranges.ranges.len(), 1);
        assert!(ranges.overlaps(&(90..95)));
        assert!(ranges.overlaps(&(379..500)));
        assert!(!ranges.overlaps(&(380..500)));
    }

    #[test]
    fn the_total_length_is_limited_where_ranges_are_too_many() {
        let count = MAX_RANGES as u64 + 10;
        let mut ranges = ReadRanges::new(100 * count);
        for number in (0..count).rev() {
            assert!(!ranges.overlaps(&(100 * number..100 * number + 50)));
            ranges.add(&(100 * number..100 * number + 50));
        }
        assert_eq!(ranges.ranges.len(), MAX_RANGES);
        assert!(ranges.overlaps(&(50..100 * count)));
    }
}
