//! `--tally`: counts equal texts, or rows of them, in bounded memory.
//!
//! Each chunk counts its own texts ([`ChunkTally`]) on the thread that fills it; the [`Tally`] adds these counts up.

use std::{
    cmp::{Ordering, Reverse},
    collections::HashMap,
    io,
};

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift_settle::sort::{Record, Runs, Sorter};

use crate::select::tally_row::RowWidth;

/// The memory of an entry in bytes, about, without its text.
const ENTRY: usize = 96;

/// How often texts occur.
#[derive(Debug, Default)]
struct Counts {
    of_texts: HashMap<Box<[u8]>, u64>,
    text_bytes: usize,
}

impl Counts {
    fn add(&mut self, text: &[u8], count: u64) {
        if let Some(known) = self.of_texts.get_mut(text) {
            *known += count;
        } else {
            self.of_texts.insert(text.into(), count);
            self.text_bytes += text.len();
        }
    }

    /// Returns the memory in bytes, about.
    fn size(&self) -> usize {
        self.text_bytes + self.of_texts.len() * ENTRY
    }

    fn sorted(self, order: Order) -> Vec<Counted> {
        let counts = self.of_texts.into_iter();
        let mut sorted: Vec<_> = counts
            .map(|(text, count)| Counted { text, count })
            .collect();
        sorted.sort_unstable_by(|one, other| one.compare(other, order));
        sorted
    }
}

/// The counts of a chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkTally {
    counts: Counts,
    /// How many texts were added.
    total: usize,
}

impl ChunkTally {
    /// Adds a text.
    pub(crate) fn add(&mut self, text: &[u8]) {
        self.counts.add(text, 1);
        self.total += 1;
    }

    /// Adds texts that [`write_text`] has written.
    pub(crate) fn add_written(&mut self, mut written: &[u8]) {
        while let Some((text, rest)) = split_first(written) {
            self.add(text);
            written = rest;
        }
    }

    /// Returns the memory in bytes, about. It grows with each text, so that no chunk takes in a whole large file.
    pub(crate) fn size(&self) -> usize {
        self.counts.size() + self.total
    }
}

/// Writes a text that will be counted unless it is withdrawn.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text);
}

fn split_first(written: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = written.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*len) as usize)
}

/// A text, and how often it occurs.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Counted {
    pub(crate) text: Box<[u8]>,
    pub(crate) count: u64,
}

/// The order of the counts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Text,
    /// The greatest count first, rows of this width that lack a value last; equal counts by their texts.
    Count(RowWidth),
}

impl Record for Counted {
    type Order = Order;

    fn compare(&self, other: &Self, order: Order) -> Ordering {
        let by_text = || self.text.cmp(&other.text);
        match order {
            Order::Text => by_text(),
            Order::Count(width) => {
                let key = |row: &Self| (width.is_incomplete(&row.text), Reverse(row.count));
                key(self).cmp(&key(other)).then_with(by_text)
            }
        }
    }

    fn absorb(&mut self, equal: Self) {
        self.count += equal.count;
    }
}

/// Counts the texts of all chunks in bounded memory.
///
/// When the memory is full, the counts are written to a temporary file, sorted by text, and the table is cleared.
#[derive(Debug)]
pub(crate) struct Tally {
    counts: Counts,
    /// The maximum size of the counts in bytes.
    max: usize,
    runs: Runs<Counted>,
    width: RowWidth,
}

impl Tally {
    /// Creates a tally of rows that takes about this many bytes of memory.
    pub(crate) fn new(bytes: usize, width: RowWidth) -> Self {
        Self {
            counts: Counts::default(),
            max: bytes,
            runs: Runs::new(Order::Text),
            width,
        }
    }

    /// Adds the counts of a chunk.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(crate) fn add(&mut self, chunk: &ChunkTally) -> io::Result<()> {
        for (text, &count) in &chunk.counts.of_texts {
            self.counts.add(text, count);
            if self.counts.size() >= self.max {
                self.spill()?;
            }
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let counts = std::mem::take(&mut self.counts);
        self.runs.push(counts.sorted(Order::Text))
    }

    /// Prints each text with its count, in the order of the counts.
    ///
    /// # Errors
    ///
    /// The first error of `print`, or what `spilled` makes of an error of a temporary file.
    pub(crate) fn finish<E>(
        mut self,
        mut print: impl FnMut(&Counted) -> Result<(), E>,
        spilled: impl Fn(io::Error) -> E + Copy,
    ) -> Result<(), E> {
        let order = Order::Count(self.width);
        if self.runs.is_empty() {
            return self.counts.sorted(order).iter().try_for_each(print);
        }
        self.spill().map_err(spilled)?;
        let mut by_count = Sorter::new(order, self.max);
        for counted in self.runs.merge().map_err(spilled)? {
            let counted = counted.map_err(spilled)?;
            let size = counted.text.len() + ENTRY;
            by_count.push(counted, size).map_err(spilled)?;
        }
        let mut merged = by_count.merge().map_err(spilled)?;
        merged.try_for_each(|counted| print(&counted.map_err(spilled)?))
    }
}

#[cfg(test)]
mod tests {
    use std::{cmp::Reverse, collections::BTreeMap, io};

    use proptest::{collection::vec, prelude::*};

    use super::{ChunkTally, ENTRY, RowWidth, Tally, write_text};

    const SINGLE: RowWidth = RowWidth(1);

    fn tally(bytes: usize, texts: &[Vec<u8>]) -> Vec<(u64, Vec<u8>)> {
        let mut tally = Tally::new(bytes, SINGLE);
        for texts in texts.chunks(7) {
            let mut written = Vec::new();
            for text in texts {
                write_text(&mut written, text);
            }
            let mut chunk = ChunkTally::default();
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
            prop_assert_eq!(tally(entries * ENTRY, &texts), expected(&texts));
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
