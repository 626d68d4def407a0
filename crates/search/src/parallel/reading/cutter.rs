//! Finds where a stream can be cut.

use urlsift::{Kind, ReadOptions, archive::Before};

use crate::head::HEAD;

/// Finds where a stream can be cut.
#[derive(Debug)]
pub(super) struct StreamCutter {
    reading: ReadOptions,
    kind: Option<Kind>,
    /// The minimum number of bytes of a segment.
    min_segment: u64,
    /// The first bytes. They show the kind of the file, and whether it can be cut.
    head: Vec<u8>,
    /// The number of bytes seen.
    offset: u64,
    /// The number of bytes since the last cut.
    uncut: u64,
    /// The last bytes seen.
    before: Before,
}

impl StreamCutter {
    pub(super) fn new(reading: ReadOptions, min_segment: u64) -> Self {
        Self {
            kind: reading.known_kind(),
            reading,
            min_segment,
            head: Vec::new(),
            offset: 0,
            uncut: 0,
            before: Before::FILE_START,
        }
    }

    /// Adds the next bytes. If the stream can be cut before them, returns the kind of the file, their offset, and the
    /// bytes before it.
    pub(super) fn cut(&mut self, block: &[u8]) -> Option<(Kind, u64, Before)> {
        let cut = self.kind.filter(|_| self.uncut >= self.min_segment);
        let cut = cut.filter(|&kind| self.reading.can_be_cut(kind, &self.head));
        let cut = cut.map(|kind| (kind, self.offset, self.before));
        if self.head.len() < HEAD {
            let len = block.len().min(HEAD - self.head.len());
            self.head.extend_from_slice(&block[..len]);
            // Whether the stream has ended does not matter: nothing is cut at its end.
            self.kind = self
                .kind
                .or_else(|| self.reading.kind_of(&self.head, false));
        }
        self.before = self.before.after(block);
        self.offset += block.len() as u64;
        self.uncut += block.len() as u64;
        cut
    }

    /// Notes that the stream was cut before the bytes that were added last.
    pub(super) fn was_cut(&mut self) {
        self.uncut = 0;
    }
}
