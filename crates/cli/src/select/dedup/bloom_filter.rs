//! A Bloom filter.

use super::key::DedupKey;

/// A Bloom filter with four bits per key.
#[derive(Debug)]
pub(super) struct BloomFilter {
    words: Vec<u64>,
}

impl BloomFilter {
    /// Creates a filter of the given size in bytes, at least eight.
    pub(super) fn new(bytes: usize) -> Self {
        let words = vec![0; (bytes / size_of::<u64>()).max(1)];
        Self { words }
    }

    /// Adds a key.
    pub(super) fn add(&mut self, key: DedupKey) {
        for (word, bit) in self.bits(key) {
            self.words[word] |= bit;
        }
    }

    /// Returns whether a key may have been added.
    pub(super) fn may_contain(&self, key: DedupKey) -> bool {
        let mut bits = self.bits(key).into_iter();
        bits.all(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Returns the bit for each quarter of a key: the index of the word, and a mask.
    fn bits(&self, key: DedupKey) -> [(usize, u64); 4] {
        [0, 32, 64, 96].map(|shift| {
            let quarter = u64::from((key >> shift) as u32);
            let bits = self.words.len() as u64 * u64::from(u64::BITS);
            let bit = (u128::from(quarter) * u128::from(bits)) >> 32;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }
}
