//! A table of texts and their counts.

use std::cmp::Reverse;

use siphasher::sip::SipHasher13;

use hashbrown::{HashTable, hash_table::Entry};

use super::{
    counted::Counted,
    sort::{index, sort_by_text},
};
use crate::select::tally_row::RowWidth;

/// The bytes of a block of texts. A longer text has a separate block.
const BLOCK: usize = 64 << 10;

/// Texts and how often each occurs. The hashes of two tables are the same if the tables have the same hasher.
#[derive(Debug)]
pub(super) struct CountTable {
    hasher: SipHasher13,
    /// The texts, one after another. A block does not grow beyond its capacity.
    blocks: Vec<Vec<u8>>,
    entries: Vec<CountEntry>,
    /// Indices of entries, by their hashes.
    index: HashTable<u32>,
    text_bytes: usize,
}

#[derive(Clone, Copy, Debug)]
struct CountEntry {
    count: u64,
    /// The text: its block, and the place in it.
    block: u32,
    start: u32,
    len: u32,
    hash: u32,
}

impl CountEntry {
    fn text(self, blocks: &[Vec<u8>]) -> &[u8] {
        let start = self.start as usize;
        &blocks[self.block as usize][start..start + self.len as usize]
    }
}

impl CountTable {
    /// The maximum memory of an entry besides its text, in bytes: an entry of a vector that is being copied to another
    /// one of twice its capacity, a slot of the index, and what sorting takes.
    pub(super) const MAX_ENTRY: usize = 96;

    /// The memory of an entry and of its slot in the index, in bytes, where there is none to spare.
    pub(super) const ENTRY: usize = size_of::<CountEntry>() + 5;

    /// Creates an empty table.
    pub(super) fn new(hasher: SipHasher13) -> Self {
        Self {
            hasher,
            blocks: Vec::new(),
            entries: Vec::new(),
            index: HashTable::new(),
            text_bytes: 0,
        }
    }

    pub(super) fn hasher(&self) -> SipHasher13 {
        self.hasher
    }

    /// Reserves memory for a number of texts, if there are none yet.
    pub(super) fn reserve_if_empty(&mut self, texts: usize) {
        if self.entries.is_empty() {
            self.entries.reserve(texts);
            let entries = &self.entries;
            self.index
                .reserve(texts, |&index| spread(entries[index as usize].hash));
        }
    }

    /// Counts a text once more.
    pub(super) fn add(&mut self, text: &[u8]) {
        let hash = self.hasher.hash(text) as u32;
        self.add_hashed(hash, text, 1);
    }

    /// Adds to the count of a text whose hash another table with the same hasher has computed.
    pub(super) fn add_hashed(&mut self, hash: u32, text: &[u8], count: u64) {
        let Self {
            blocks, entries, ..
        } = self;
        let is_equal = |&index: &u32| {
            let entry = entries[index as usize];
            entry.hash == hash && entry.text(blocks) == text
        };
        let hash_of = |&index: &u32| spread(entries[index as usize].hash);
        match self.index.entry(spread(hash), is_equal, hash_of) {
            Entry::Occupied(found) => {
                let index = *found.get() as usize;
                entries[index].count += count;
            }
            Entry::Vacant(vacant) => {
                // The memory for 2^32 of them is beyond any buffer.
                vacant.insert(entries.len() as u32);
                if blocks
                    .last()
                    .is_none_or(|last| last.capacity() - last.len() < text.len())
                {
                    blocks.push(Vec::with_capacity(text.len().max(BLOCK)));
                }
                let block = blocks.len() - 1;
                let last = &mut blocks[block];
                entries.push(CountEntry {
                    count,
                    block: block as u32,
                    start: last.len() as u32,
                    len: text.len() as u32,
                    hash,
                });
                last.extend_from_slice(text);
                self.text_bytes += text.len();
            }
        }
    }

    /// Returns the number of different texts.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the bytes of all texts.
    pub(super) fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Returns the texts with their hashes, in the order in which they were added.
    pub(super) fn iter_hashed(&self) -> impl Iterator<Item = (u32, Counted<'_>)> {
        self.entries.iter().map(|entry| {
            let text = entry.text(&self.blocks);
            let count = entry.count;
            (entry.hash, Counted { text, count })
        })
    }

    /// Removes all texts.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.hasher);
    }

    /// Returns the texts sorted by their bytes.
    pub(super) fn sorted_by_text(&self) -> impl Iterator<Item = Counted<'_>> {
        let mut keys: Vec<_> = (0..self.entries.len() as u128).collect();
        self.sort(&mut keys);
        self.in_order(keys)
    }

    /// Returns the texts sorted by falling count, and by their bytes if counts are equal. Incomplete rows follow after
    /// all others.
    pub(super) fn sorted_by_count(&self, width: RowWidth) -> impl Iterator<Item = Counted<'_>> {
        let group = |&key: &u128| {
            let entry = self.entries[index(key) as usize];
            let is_incomplete = width.is_incomplete(entry.text(&self.blocks));
            (is_incomplete, Reverse(entry.count))
        };
        let mut keys: Vec<_> = (0..self.entries.len() as u128).collect();
        keys.sort_unstable_by_key(group);
        for equal in keys.chunk_by_mut(|one, other| group(one) == group(other)) {
            self.sort(equal);
        }
        self.in_order(keys)
    }

    /// Sorts entries by their texts.
    fn sort(&self, keys: &mut [u128]) {
        sort_by_text(keys, |index| {
            self.entries[index as usize].text(&self.blocks)
        });
    }

    fn in_order(&self, keys: Vec<u128>) -> impl Iterator<Item = Counted<'_>> {
        let entries = keys
            .into_iter()
            .map(|key| self.entries[index(key) as usize]);
        entries.map(|entry| Counted {
            text: entry.text(&self.blocks),
            count: entry.count,
        })
    }
}

/// Returns a hash whose highest and lowest bits, of which the index makes use, are random.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
