//! The links that occurred before, in bounded memory.

use std::{io, mem};

use super::{
    chunk_keys::Keys,
    filter::Filter,
    key::{DedupKey, MessageOffset},
    run::Run,
};

/// The maximum memory for a key, in bytes: in a set that has just grown, and while the keys are sorted.
const EACH: usize = 56;

/// The keys of the links that occurred before.
///
/// When its memory is full, the keys are written to a temporary file. A quarter of the memory is a filter
/// that recognises most keys that are in no file. Two files of the same size are merged, so that their number
/// is at most the binary logarithm of that of the keys. The index of each takes at most 8 MiB.
#[derive(Debug)]
pub(super) struct Seen {
    recent: Keys,
    /// The maximum number of keys in memory.
    max: usize,
    /// Sorted files of keys, the larger ones first.
    runs: Vec<Run>,
    /// The filter for the keys in files, if there are any, and its size in bytes.
    filter: Option<Filter>,
    filter_size: usize,
    /// The current message, if it is the scope.
    message: Option<MessageOffset>,
    /// An error that could not be returned.
    failed: Option<io::Error>,
}

impl Seen {
    /// Creates an empty set that takes this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let filter_size = bytes / 4;
        Self::holding((bytes - filter_size) / EACH, filter_size)
    }

    /// Creates an empty set with this many keys in memory, and this many bytes for the filter.
    fn holding(max: usize, filter_size: usize) -> Self {
        Self {
            recent: Keys::default(),
            max: max.max(1),
            runs: Vec::new(),
            filter: None,
            filter_size,
            message: None,
            failed: None,
        }
    }

    /// Adds a key, and returns whether it is new.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(super) fn insert(&mut self, key: DedupKey) -> io::Result<bool> {
        if self.recent.contains(&key) {
            return Ok(false);
        }
        let filter = self.filter.as_ref();
        if filter.is_some_and(|filter| filter.may_have(key)) {
            for run in &mut self.runs {
                if run.has(key)? {
                    return Ok(false);
                }
            }
        }
        self.recent.insert(key);
        if self.recent.len() >= self.max {
            self.spill()?;
        }
        Ok(true)
    }

    /// As [`insert`](Self::insert), but keeps an error for [`take_error`](Self::take_error).
    pub(super) fn insert_or_fail(&mut self, key: DedupKey) -> bool {
        self.insert(key).unwrap_or_else(|error| {
            self.failed = Some(error);
            false
        })
    }

    /// Takes the error that was kept.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Sets the current message; the set is emptied if it is another one.
    pub(super) fn enter(&mut self, message: MessageOffset) {
        if self.message.replace(message) != Some(message) {
            self.recent.clear();
            self.runs.clear();
            self.filter = None;
        }
    }

    /// Ends the current file: its messages are none of the next one.
    pub(super) fn leave(&mut self) {
        self.message = None;
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut keys: Vec<_> = mem::take(&mut self.recent).into_iter().collect();
        keys.sort_unstable();
        let len = keys.len() as u64;
        let new = || Filter::new(self.filter_size);
        let filter = self.filter.get_or_insert_with(new);
        for key in &keys {
            filter.add(*key);
        }
        let mut last = Run::write(keys.into_iter().map(Ok), len)?;
        while let Some(before) = self.runs.pop_if(|run| run.len() <= last.len()) {
            last = Run::merge(before, last)?;
        }
        self.runs.push(last);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::{collection::vec, prelude::*};

    use super::{EACH, Seen};
    use crate::select::dedup::DedupKey as Key;

    /// The keys that are new, with so many in memory, and so many bytes of a filter.
    fn new_ones(most: usize, filter_size: usize, keys: &[Key]) -> Vec<bool> {
        let mut seen = Seen::holding(most, filter_size);
        let new = keys.iter().map(|&key| seen.insert(key));
        let new = new.collect::<Result<_, _>>().expect("temporary files");
        let files = seen.runs.len() as u32;
        let spills = (keys.len() / most).max(1);
        assert!(files <= spills.ilog2() + 1, "{files} files of {spills}");
        for run in seen.runs.windows(2) {
            assert!(run[0].len() > run[1].len());
        }
        new
    }

    fn expected(keys: &[Key]) -> Vec<bool> {
        let mut seen = HashSet::new();
        keys.iter().map(|key| seen.insert(*key)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn spilling_changes_nothing(
            keys in vec(prop_oneof![0..200_u128, any::<u128>(), Just(u128::MAX)], 0..600),
            most in 1..70_usize,
            filter_size in 0..500_usize,
        ) {
            prop_assert_eq!(new_ones(most, filter_size, &keys), expected(&keys));
        }
    }

    /// A run has more blocks than one.
    #[test]
    fn every_block_is_found() {
        let mut keys: Vec<Key> = (1..=5000).map(|number| number << 100).collect();
        keys.extend_from_within(..);
        keys.extend((0..=5000).map(|number| (number << 100) + 1));
        assert_eq!(new_ones(1000, 8, &keys), expected(&keys));
    }

    #[test]
    fn what_is_not_in_the_message_is_new() {
        let mut seen = Seen::new(EACH);
        let mut new = Vec::new();
        for (group, key) in [
            (Some(0), 1),
            (Some(0), 2),
            (Some(0), 1),
            (Some(9), 1),
            (Some(9), 1),
        ] {
            seen.enter(group);
            new.push(seen.insert(key).expect("temporary files"));
        }
        seen.leave();
        seen.enter(Some(9));
        new.push(seen.insert(1).expect("temporary files"));
        assert_eq!(new, [true, true, false, true, false, true]);
    }
}
