//! Counts the texts of all chunks.

use std::io;

use siphasher::sip::SipHasher13;
use urlsift_settle::sort::{Runs, Sorter};

use super::{
    chunk::ChunkTally,
    count_table::CountTable,
    counted::{Counted, Order, OwnedCounted},
};
use crate::select::{hash_keys::random_keys, tally_row::RowWidth};

/// Counts the texts of all chunks in bounded memory.
///
/// When the memory is full, the counts are written to a temporary file, sorted by text, and the table is cleared.
#[derive(Debug)]
pub(crate) struct Tally {
    counts: CountTable,
    /// The maximum size of the table in bytes.
    max: usize,
    runs: Runs<OwnedCounted>,
    width: RowWidth,
}

impl Tally {
    /// Creates a tally of rows that takes about this many bytes of memory.
    pub(crate) fn new(bytes: usize, width: RowWidth) -> Self {
        let [key0, key1] = random_keys();
        Self {
            counts: CountTable::new(SipHasher13::new_with_keys(key0, key1)),
            max: bytes,
            runs: Runs::new(Order::Text),
            width,
        }
    }

    /// Returns the hasher of all chunks.
    pub(crate) fn hasher(&self) -> SipHasher13 {
        self.counts.hasher()
    }

    /// Adds the counts of a chunk.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(crate) fn add(&mut self, chunk: &ChunkTally) -> io::Result<()> {
        for (hash, Counted { text, count }) in chunk.counts.iter_hashed() {
            self.counts.add_hashed(hash, text, count);
            if self.size() >= self.max {
                self.runs.push(self.counts.sorted_by_text())?;
                self.counts.clear();
            }
        }
        Ok(())
    }

    /// Returns the memory that the counts take, in bytes, at most.
    fn size(&self) -> usize {
        self.counts.text_bytes() + self.counts.len() * CountTable::MAX_ENTRY
    }

    /// Passes all texts to `print`: the most frequent first, and sorted by their bytes if counts are equal. Rows in
    /// which a value is missing are the last.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read, and the errors of `print`.
    pub(crate) fn finish<E>(
        self,
        mut print: impl FnMut(Counted<'_>) -> Result<(), E>,
        spilled: impl Fn(io::Error) -> E + Copy,
    ) -> Result<(), E> {
        if self.runs.is_empty() {
            return self.counts.sorted_by_count(self.width).try_for_each(print);
        }
        let mut merged = self.merge_by_count().map_err(spilled)?;
        merged.try_for_each(|counted| print(counted.map_err(spilled)?.as_counted()))
    }

    /// Merges the files into texts in descending order of their counts.
    fn merge_by_count(mut self) -> io::Result<impl Iterator<Item = io::Result<OwnedCounted>>> {
        self.runs.push(self.counts.sorted_by_text())?;
        drop(self.counts);
        let mut by_count = Sorter::new(Order::Count(self.width), self.max);
        for counted in self.runs.merge()? {
            let counted = counted?;
            let size = counted.text.len() + CountTable::MAX_ENTRY;
            by_count.push(counted, size)?;
        }
        by_count.merge()
    }
}

#[cfg(test)]
mod tests {
    use std::{cmp::Reverse, collections::BTreeMap, io};

    use proptest::{collection::vec, prelude::*};

    use super::{CountTable, RowWidth, Tally};
    use crate::report::tally::{ChunkTally, write_text};

    const SINGLE: RowWidth = RowWidth(1);

    fn tally(bytes: usize, texts: &[Vec<u8>]) -> Vec<(u64, Vec<u8>)> {
        let mut tally = Tally::new(bytes, SINGLE);
        for texts in texts.chunks(7) {
            let mut written = Vec::new();
            for text in texts {
                write_text(&mut written, text);
            }
            let mut chunk = ChunkTally::new(tally.hasher());
            chunk.add_written(&written);
            tally.add(&chunk).expect("temporary files");
        }
        assert!(tally.runs.len() <= 15 * 3, "{:?}", tally.runs);
        let mut all = Vec::new();
        let finished = tally.finish(
            |counted| {
                all.push((counted.count, counted.text.to_vec()));
                Ok::<_, io::Error>(())
            },
            |error| error,
        );
        finished.expect("temporary files");
        all
    }

    fn expected(texts: &[Vec<u8>]) -> Vec<(u64, Vec<u8>)> {
        let mut counts = BTreeMap::new();
        for text in texts {
            *counts.entry(text.clone()).or_insert(0) += 1;
        }
        let mut all: Vec<_> = counts
            .into_iter()
            .map(|(text, count)| (count, text))
            .collect();
        // The sort is stable.
        all.sort_by_key(|(count, text)| (text.is_empty(), Reverse(*count)));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn spilling_changes_nothing(
            texts in vec(vec(prop_oneof![Just(b'a'), Just(b'\n'), Just(0xff)], 0..6), 0..800),
            entries in 0..60_usize,
        ) {
            prop_assert_eq!(tally(entries * CountTable::MAX_ENTRY, &texts), expected(&texts));
        }
    }

    #[test]
    fn many_files_are_merged_into_few() {
        let texts = (0..700_u32).map(|number| (number % 97).to_string().into_bytes());
        let texts: Vec<_> = texts.collect();
        assert_eq!(tally(1, &texts), expected(&texts));
    }

    #[test]
    fn texts_of_any_length_are_counted() {
        let texts = [0, 1, 100_000, 5, 65_536, 65_535, 100_000, 1].map(|len| vec![b'a'; len]);
        assert_eq!(tally(1 << 20, &texts), expected(&texts));
    }
}
