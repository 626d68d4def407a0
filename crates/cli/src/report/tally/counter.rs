//! The counter.

use std::{collections::HashMap, io, mem};

use super::{
    counted::{Counted, EACH, Order},
    runs::Runs,
};

/// Counts texts.
///
/// It takes about the bytes that it was given, and when these are full, writes what it has to a
/// temporary file, sorted, and begins anew. Of these files there are 15 at most of each size, from
/// which the next one is 16 times as large; 64 KiB of each are read at once, when they are put together.
#[derive(Debug)]
pub(crate) struct Tally {
    counts: HashMap<Box<[u8]>, u64>,
    size: usize,
    most: usize,
    runs: Runs,
}

impl Tally {
    /// Nothing was counted; about so many bytes may be taken.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            counts: HashMap::new(),
            size: 0,
            most: bytes,
            runs: Runs::new(Order::Text),
        }
    }

    /// Counts all texts that [`write`] has written.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written or read.
    pub(crate) fn add_all(&mut self, mut written: &[u8]) -> io::Result<()> {
        while let Some((text, rest)) = split_first(written) {
            self.add(text)?;
            written = rest;
        }
        Ok(())
    }

    fn add(&mut self, text: &[u8]) -> io::Result<()> {
        if let Some(count) = self.counts.get_mut(text) {
            *count += 1;
            return Ok(());
        }
        self.counts.insert(text.into(), 1);
        self.size += text.len() + EACH;
        if self.size >= self.most {
            let sorted = self.take_sorted();
            self.runs.push(sorted)?;
        }
        Ok(())
    }

    fn take_sorted(&mut self) -> Vec<Counted> {
        self.size = 0;
        let counts = mem::take(&mut self.counts).into_iter();
        let mut sorted: Vec<_> = counts
            .map(|(text, count)| Counted { text, count })
            .collect();
        sorted.sort_unstable_by(|one, other| Order::Text.compare(one, other));
        sorted
    }

    /// All that was counted, the most frequent first, and what is as frequent by its bytes.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written or read; so may each of the items say.
    pub(crate) fn finish(mut self) -> io::Result<impl Iterator<Item = io::Result<Counted>>> {
        let mut last = self.take_sorted();
        if !self.runs.is_empty() {
            // What is sorted anew takes its place.
            self.runs.push(mem::take(&mut last))?;
        }
        let mut by_count = Runs::new(Order::Count);
        let mut buffer = Vec::new();
        let mut size = 0;
        for counted in self.runs.merge(last)? {
            let counted = counted?;
            size += counted.size();
            buffer.push(counted);
            if size >= self.most {
                size = 0;
                by_count.push(sorted_by_count(mem::take(&mut buffer)))?;
            }
        }
        by_count.merge(sorted_by_count(buffer))
    }
}

fn sorted_by_count(mut counted: Vec<Counted>) -> Vec<Counted> {
    counted.sort_unstable_by(|one, other| Order::Count.compare(one, other));
    counted
}

/// Writes a text behind its length, to be counted; there is none of 4 GiB.
pub(crate) fn write(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text);
}

fn split_first(written: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = written.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*len) as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::{collection::vec, prelude::*};

    use super::{Tally, write};
    use crate::report::tally::counted::{Counted, EACH};

    fn tally(bytes: usize, texts: &[Vec<u8>]) -> Vec<(u64, Vec<u8>)> {
        let mut tally = Tally::new(bytes);
        let mut written = Vec::new();
        for text in texts {
            write(&mut written, text);
        }
        tally.add_all(&written).expect("temporary files");
        assert!(tally.runs.len() <= 15 * 3, "{:?}", tally.runs);
        let all = tally.finish().expect("temporary files");
        let all = all.map(|counted| {
            let Counted { text, count } = counted.expect("temporary files");
            (count, text.into_vec())
        });
        all.collect()
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
        // It is stable.
        all.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn spilling_changes_nothing(
            texts in vec(vec(prop_oneof![Just(b'a'), Just(b'\n'), Just(0xff)], 0..6), 0..800),
            entries in 0..60_usize,
        ) {
            prop_assert_eq!(tally(entries * EACH, &texts), expected(&texts));
        }
    }

    /// Runs are put together twice, and their number stays small.
    #[test]
    fn many_runs_become_few() {
        let texts = (0..700_u32).map(|number| (number % 97).to_string().into_bytes());
        let texts: Vec<_> = texts.collect();
        assert_eq!(tally(1, &texts), expected(&texts));
    }
}
