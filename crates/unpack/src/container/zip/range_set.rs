//! A set of ranges of a zip.

use std::{collections::BTreeMap, ops::Range};

use super::local::LocalHeader;

/// The maximum number of ranges stored, which take about 2 MiB.
const MAX_RANGES: usize = 1 << 16;

/// Ranges with room for a local header between them. Others are merged, so that a directory in file order needs few.
#[derive(Debug)]
pub(super) struct RangeSet {
    /// The end of each range, by its start.
    ranges: BTreeMap<u64, u64>,
    max_ranges: usize,
    is_complete: bool,
}

impl RangeSet {
    /// Creates an empty set.
    pub(super) fn new() -> Self {
        Self::with_max_ranges(MAX_RANGES)
    }

    pub(super) fn with_max_ranges(max_ranges: usize) -> Self {
        Self {
            ranges: BTreeMap::new(),
            max_ranges,
            is_complete: true,
        }
    }

    /// Returns whether all ranges that were added are stored.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns whether a range is known to overlap one that was added.
    pub(super) fn overlaps(&self, range: &Range<u64>) -> bool {
        let before = self.ranges.range(..range.end).next_back();
        before.is_some_and(|(_, &other)| other > range.start)
    }

    /// Adds a range. In total, this takes time in proportion to the number of ranges, times its logarithm.
    pub(super) fn add(&mut self, range: &Range<u64>) {
        let Range { mut start, mut end } = *range;
        if start >= end {
            return;
        }
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
        if self.ranges.len() < self.max_ranges {
            self.ranges.insert(start, end);
        } else {
            self.is_complete = false;
        }
    }

    /// Returns the parts of a range that were not added, in order, if a local header has room there.
    pub(super) fn gaps(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let room = LocalHeader::LEN as u64;
        let before = self.ranges.range(..within.start).next_back();
        let mut from = before.map_or(within.start, |(_, &end)| end.max(within.start));
        let last = (within.end, within.end);
        let end = within.end.max(within.start);
        let inside = self.ranges.range(within.start..end);
        let mut gaps = Vec::new();
        for (start, end) in inside.map(|(&start, &end)| (start, end)).chain([last]) {
            if start.saturating_sub(from) >= room {
                gaps.push(from..start);
            }
            from = from.max(end);
        }
        gaps
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{LocalHeader, RangeSet};

    proptest! {
        #[test]
        fn gaps_are_what_was_not_added(
            ranges in vec((0..2000_u64, 0..200_u64), 0..30),
            within in (0..2200_u64, 0..2200_u64),
        ) {
            let mut set = RangeSet::new();
            let mut is_added = vec![false; 2200];
            for (start, size) in ranges {
                let range = start..start + size;
                let bytes = &mut is_added[start as usize..(start + size) as usize];
                // Bytes without room for a header between two ranges count as added.
                prop_assert!(set.overlaps(&range) || !bytes.contains(&true));
                set.add(&range);
                bytes.fill(true);
            }
            let within = within.0.min(within.1)..within.0.max(within.1);
            let mut expected = Vec::new();
            let mut from = within.start;
            for at in within.clone().chain([within.end]) {
                if at == within.end || is_added[at as usize] {
                    if at - from >= LocalHeader::LEN as u64 {
                        expected.push(from..at);
                    }
                    from = at + 1;
                }
            }
            let gaps = set.gaps(within);
            prop_assert_eq!(gaps, expected);
        }
    }

    #[test]
    fn without_room_the_set_is_incomplete() {
        let mut set = RangeSet::with_max_ranges(2);
        for start in [0, 100, 10, 105] {
            set.add(&(start..start + 10));
            assert!(set.is_complete());
        }
        assert_eq!(set.len(), 2);
        set.add(&(200..210));
        assert!(!set.is_complete());
    }

    #[test]
    fn adjacent_ranges_are_merged() {
        let mut set = RangeSet::new();
        let step = 100 + LocalHeader::LEN as u64 - 1;
        for number in (0..100).chain((200..300).rev()).chain(100..200) {
            let start = number * step;
            set.add(&(start..start + 100));
        }
        assert_eq!(set.len(), 1);
    }
}
