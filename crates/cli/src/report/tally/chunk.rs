//! The counts of one chunk.

use siphasher::sip::SipHasher13;

use super::count_table::CountTable;

/// The number of different texts that a chunk is about to have.
const USUAL: usize = 800;

/// Counts the texts of a chunk, on the thread that fills it.
#[derive(Debug)]
pub(crate) struct ChunkTally {
    pub(super) counts: CountTable,
    /// How often a text was counted.
    total: usize,
}

impl ChunkTally {
    /// Creates the counts of an empty chunk. All chunks have the hasher of the [`Tally`](super::Tally).
    pub(crate) fn new(hasher: SipHasher13) -> Self {
        Self {
            counts: CountTable::new(hasher),
            total: 0,
        }
    }

    /// Counts a text.
    pub(crate) fn add(&mut self, text: &[u8]) {
        self.counts.reserve_if_empty(USUAL);
        self.counts.add(text);
        self.total += 1;
    }

    /// Counts all texts that [`write_text`] has written.
    pub(crate) fn add_written(&mut self, mut written: &[u8]) {
        while let Some((text, rest)) = split_first(written) {
            self.add(text);
            written = rest;
        }
    }

    /// Returns the memory that it takes, in bytes. Each occurrence counts as one byte, so that a chunk of nothing but
    /// repetitions is full at some time.
    pub(crate) fn size(&self) -> usize {
        self.counts.text_bytes() + self.counts.len() * CountTable::ENTRY + self.total
    }
}

/// Writes a text after its length, to be [counted](ChunkTally::add_written) later; there is none of 4 GiB.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text);
}

fn split_first(written: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = written.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*len) as usize)
}
