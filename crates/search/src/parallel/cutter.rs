//! Finds where a stream can be cut.

use urlsift::{
    Kind, ReadOptions,
    archive::{Before, recognise},
};

use super::read_settings::HEAD;

/// Finds where a stream can be cut.
#[derive(Debug)]
pub(super) struct Cutter {
    reading: ReadOptions,
    kind: Option<Kind>,
    /// The minimum number of bytes of a segment.
    least: u64,
    /// The first bytes, by which the kind of the file is recognised, and whether it can be cut.
    head: Vec<u8>,
    /// The bytes seen, and those of them since the last cut.
    at: u64,
    uncut: u64,
    before: Before,
}

impl Cutter {
    pub(super) fn new(reading: ReadOptions, least: u64) -> Self {
        Self {
            kind: reading.known_kind(),
            reading,
            least,
            head: Vec::new(),
            at: 0,
            uncut: 0,
            before: Before::FILE_START,
        }
    }

    /// Returns whether to cut before the next bytes: the kind of the file, the offset, and the bytes before it.
    pub(super) fn cut(&mut self, block: &[u8]) -> Option<(Kind, u64, Before)> {
        let cut = self.kind.filter(|_| self.uncut >= self.least);
        let cut = cut.filter(|&kind| self.reading.can_be_cut(kind, &self.head));
        let cut = cut.map(|kind| (kind, self.at, self.before));
        if self.head.len() < HEAD {
            let len = block.len().min(HEAD - self.head.len());
            self.head.extend_from_slice(&block[..len]);
            // At the end of the stream nothing has to be cut any more.
            self.kind = self.kind.or_else(|| recognise(&self.head, false));
        }
        self.before = self.before.after(block);
        self.at += block.len() as u64;
        self.uncut += block.len() as u64;
        cut
    }

    pub(super) fn was_cut(&mut self) {
        self.uncut = 0;
    }
}
