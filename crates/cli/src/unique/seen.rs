//! What was there before, in bounded memory.

use std::{
    io, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{Key, Keys, filter::Filter, run::Run};
use crate::sheet::Group;

/// So much is taken for a key at most: in a set that has just grown, and where they are sorted.
const EACH: usize = 56;

/// The keys that were there before.
///
/// It takes the bytes that it was given, and when these are full, writes what it has to a temporary
/// file and begins anew. A quarter of them tells of keys that they are in no file, so that most of what
/// is new need not be looked for. There are never more files than a binary number of their keys has digits: two
/// that are as large become one. For each, 8 MiB at most say what is where in it.
#[derive(Debug)]
pub(crate) struct Seen {
    recent: Keys,
    /// So many keys of these are written to a file.
    most: usize,
    /// The larger ones first.
    runs: Vec<Run>,
    /// What is in these, if there are any; of so many bytes.
    filter: Option<Filter>,
    filter_size: usize,
    /// The message at hand, if only what is in it counts.
    group: Option<Group>,
    /// What went wrong, where nobody could be told.
    failed: Option<io::Error>,
}

/// The same for all sheets, and for who binds them.
#[derive(Clone, Debug)]
pub(crate) struct SharedSeen(Arc<Mutex<Seen>>);

impl SharedSeen {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(Mutex::new(Seen::new(bytes))))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Seen> {
        // Who panics here leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// Nothing was there; so many bytes may be taken.
    pub(crate) fn new(bytes: usize) -> Self {
        let filter_size = bytes / 4;
        Self::holding((bytes - filter_size) / EACH, filter_size)
    }

    /// As [`new`](Self::new), with so many keys in memory, and so many bytes for the filter.
    fn holding(most: usize, filter_size: usize) -> Self {
        Self {
            recent: Keys::default(),
            most: most.max(1),
            runs: Vec::new(),
            filter: None,
            filter_size,
            group: None,
            failed: None,
        }
    }

    /// Adds a key, and says whether it is new.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written or read.
    pub(crate) fn insert(&mut self, key: Key) -> io::Result<bool> {
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
        if self.recent.len() >= self.most {
            self.spill()?;
        }
        Ok(true)
    }

    /// As [`insert`](Self::insert); an error is kept for [`take_error`](Self::take_error).
    pub(crate) fn insert_or_fail(&mut self, key: Key) -> bool {
        self.insert(key).unwrap_or_else(|error| {
            self.failed = Some(error);
            false
        })
    }

    /// What went wrong before.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// What comes is in this message of the file at hand: in another one, all is new.
    pub(crate) fn enter(&mut self, group: Group) {
        if self.group.replace(group) != Some(group) {
            self.recent.clear();
            self.runs.clear();
            self.filter = None;
        }
    }

    /// What comes is in another file: there, in whichever message, all is new.
    pub(crate) fn leave(&mut self) {
        self.group = None;
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
    use crate::unique::Key;

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
