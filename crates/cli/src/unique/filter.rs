//! Tells of most keys that are nowhere that they are nowhere.

use super::Key;

/// A Bloom filter: each key has four bits, which it may share with others.
#[derive(Debug)]
pub(super) struct Filter {
    words: Vec<u64>,
}

impl Filter {
    /// One of so many bytes, at least eight.
    pub(super) fn new(bytes: usize) -> Self {
        let words = vec![0; (bytes / size_of::<u64>()).max(1)];
        Self { words }
    }

    pub(super) fn add(&mut self, key: Key) {
        for (word, bit) in self.bits(key) {
            self.words[word] |= bit;
        }
    }

    /// Whether a key may have been added.
    pub(super) fn may_have(&self, key: Key) -> bool {
        let mut bits = self.bits(key).into_iter();
        bits.all(|(word, bit)| self.words[word] & bit != 0)
    }

    /// A bit for each quarter of the key: its word, by the upper bits of the quarter.
    fn bits(&self, key: Key) -> [(usize, u64); 4] {
        [0, 32, 64, 96].map(|shift| {
            let quarter = u64::from((key >> shift) as u32);
            let bits = self.words.len() as u64 * u64::from(u64::BITS);
            let bit = (u128::from(quarter) * u128::from(bits)) >> 32;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }
}
