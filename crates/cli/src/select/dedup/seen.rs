//! A set of keys, such as the links that occurred before, in bounded memory: the recent ones in a hash set, the
//! others in sorted files.
//!
//! The files are not the runs of `urlsift_settle::sort`. A sort reads its runs from start to end, once, after the last
//! record. Here each key is looked up as it arrives, so that links can be printed before the input ends. A file
//! therefore has records of one width and an index of its blocks, and files of one size are merged in pairs, at once:
//! every file costs a read for a key that the filter does not exclude, and a sort lets fifteen wait for the sixteenth.
//! Only the merge itself could be shared; an implementation of `Record` for keys takes more lines than
//! [`KeyFile::merge`].

use std::{io, mem};

use super::{
    bloom_filter::BloomFilter,
    chunk_keys::Keys,
    key::{DedupKey, MessageOffset},
    key_file::KeyFile,
};

/// The maximum memory for a key, in bytes: in a set that has just grown, and while the keys are sorted.
const BYTES_PER_KEY: usize = 56;

/// The keys of the links that occurred before.
///
/// When the memory is full, the keys are written to a temporary file. A quarter of the memory is a Bloom
/// filter that avoids most searches of the files. Files of the same size are merged, so that their number is
/// at most logarithmic in the number of keys. The index of each file takes at most 8 MiB.
#[derive(Debug)]
pub(crate) struct Seen {
    recent: Keys,
    /// The maximum number of keys in memory.
    max: usize,
    /// Sorted files of keys, the larger ones first.
    files: Vec<KeyFile>,
    /// The filter of the keys in files, if there are any.
    filter: Option<BloomFilter>,
    /// The size of the filter in bytes.
    filter_size: usize,
    /// The current message, if messages are compared separately.
    message: Option<MessageOffset>,
    /// An error to be returned later.
    failed: Option<io::Error>,
}

impl Seen {
    /// Creates an empty set with the given memory limit in bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let filter_size = bytes / 4;
        Self::with_limits((bytes - filter_size) / BYTES_PER_KEY, filter_size)
    }

    /// Creates an empty set with at most `max` keys in memory, and `filter_size` bytes for the filter.
    fn with_limits(max: usize, filter_size: usize) -> Self {
        Self {
            recent: Keys::default(),
            max: max.max(1),
            files: Vec::new(),
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
    /// Returns an error if a temporary file cannot be written or read.
    pub(crate) fn insert(&mut self, key: DedupKey) -> io::Result<bool> {
        if self.is_in_files(key)? || !self.recent.insert(key) {
            return Ok(false);
        }
        if self.recent.len() >= self.max {
            self.spill()?;
        }
        Ok(true)
    }

    /// Returns whether the set contains a key.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    pub(crate) fn contains(&mut self, key: DedupKey) -> io::Result<bool> {
        Ok(self.recent.contains(&key) || self.is_in_files(key)?)
    }

    /// Returns whether the set contains a key. Stores an error for [`take_error`](Self::take_error).
    pub(crate) fn contains_deferring_error(&mut self, key: DedupKey) -> bool {
        self.contains(key).unwrap_or_else(|error| {
            self.failed = Some(error);
            true
        })
    }

    /// Returns whether a key is in a file, and not in memory.
    fn is_in_files(&mut self, key: DedupKey) -> io::Result<bool> {
        let filter = self.filter.as_ref();
        if filter.is_some_and(|filter| filter.may_contain(key)) && !self.recent.contains(&key) {
            for file in &mut self.files {
                if file.contains(key)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Takes the stored error.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Returns whether a message is the current one.
    pub(super) fn is_in_message(&self, message: MessageOffset) -> bool {
        self.message == Some(message)
    }

    /// Sets the current message. Clears the set if the message has changed.
    pub(super) fn set_message(&mut self, message: MessageOffset) {
        if self.message.replace(message) != Some(message) {
            self.recent.clear();
            self.files.clear();
            self.filter = None;
        }
    }

    /// Ends the current file, so that the next message differs from the current one.
    pub(super) fn end_file(&mut self) {
        self.message = None;
    }

    /// Writes the keys in memory to a file.
    fn spill(&mut self) -> io::Result<()> {
        let mut keys: Vec<_> = mem::take(&mut self.recent).into_iter().collect();
        keys.sort_unstable();
        let len = keys.len() as u64;
        let new = || BloomFilter::new(self.filter_size);
        let filter = self.filter.get_or_insert_with(new);
        for key in &keys {
            filter.add(*key);
        }
        let mut last = KeyFile::write(keys.into_iter().map(Ok), len)?;
        while let Some(before) = self.files.pop_if(|file| file.len() <= last.len()) {
            last = KeyFile::merge(before, last)?;
        }
        self.files.push(last);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::{collection::vec, prelude::*};

    use super::{BYTES_PER_KEY, Seen};
    use crate::select::dedup::DedupKey as Key;

    /// Returns which keys are new, with at most `max` keys in memory and `filter_size` bytes for the filter.
    fn are_new(max: usize, filter_size: usize, keys: &[Key]) -> Vec<bool> {
        let mut seen = Seen::with_limits(max, filter_size);
        let new = keys.iter().map(|&key| seen.insert(key));
        let new = new.collect::<Result<_, _>>().expect("temporary files");
        let files = seen.files.len() as u32;
        let spills = (keys.len() / max).max(1);
        assert!(files <= spills.ilog2() + 1, "{files} files of {spills}");
        for pair in seen.files.windows(2) {
            assert!(pair[0].len() > pair[1].len());
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
            max in 1..70_usize,
            filter_size in 0..500_usize,
        ) {
            prop_assert_eq!(are_new(max, filter_size, &keys), expected(&keys));
        }
    }

    /// The files have several blocks.
    #[test]
    fn every_block_is_found() {
        let mut keys: Vec<Key> = (1..=5000).map(|number| number << 100).collect();
        keys.extend_from_within(..);
        keys.extend((0..=5000).map(|number| (number << 100) + 1));
        assert_eq!(are_new(1000, 8, &keys), expected(&keys));
    }

    #[test]
    fn keys_are_new_in_each_message() {
        let mut seen = Seen::new(BYTES_PER_KEY);
        let mut new = Vec::new();
        for (message, key) in [
            (Some(0), 1),
            (Some(0), 2),
            (Some(0), 1),
            (Some(9), 1),
            (Some(9), 1),
        ] {
            seen.set_message(message);
            new.push(seen.insert(key).expect("temporary files"));
        }
        seen.end_file();
        seen.set_message(Some(9));
        new.push(seen.insert(1).expect("temporary files"));
        assert_eq!(new, [true, true, false, true, false, true]);
    }
}
