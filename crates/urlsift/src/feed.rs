//! The bytes of a file on their way to a [`Walker`].

use std::io::{self, Read};

use urlsift_archive::Walker;

/// How much is read at a time: large enough that a system call costs nothing beside the search,
/// small enough to stay in the cache.
const BLOCK: usize = 128 << 10;

/// A buffer that is filled from a reader and emptied by a walker.
///
/// It has the size of one block as long as the walker uses up what it is given, and grows by
/// doublings up to one block more than the walker can leave.
#[derive(Debug)]
pub(crate) struct Feed {
    buffer: Vec<u8>,
    filled: usize,
    /// Offset in the file of the buffer's first byte.
    start: u64,
    block: usize,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self {
            buffer: vec![0; BLOCK],
            filled: 0,
            start: 0,
            block: BLOCK,
        }
    }

    /// An empty one that reads as many bytes at a time.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        let mut twin = Self::new();
        twin.set_block(self.block);
        twin
    }

    /// How many bytes are read at a time, at least 1.
    pub(crate) fn set_block(&mut self, bytes: usize) {
        self.block = bytes.max(1);
        self.buffer = vec![0; self.block];
    }

    /// Goes to an offset in a file.
    pub(crate) fn reset(&mut self, start: u64) {
        self.filled = 0;
        self.start = start;
    }

    /// Reads once, and says whether that was the end; nothing, if a signal interrupted it.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<Option<bool>> {
        if self.filled == self.buffer.len() {
            let most = Walker::MOST_HELD + self.block;
            let len = (self.buffer.len() * 2).min(most).max(self.filled + 1);
            self.buffer.resize(len, 0);
        }
        match from.read(&mut self.buffer[self.filled..]) {
            Ok(len) => {
                self.filled += len;
                Ok(Some(len == 0))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is at hand.
    pub(crate) fn window(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Offset in the file of the first byte at hand.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Offset in the file behind what is at hand.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.filled as u64
    }

    /// Says that the first bytes at hand are used up.
    pub(crate) fn consume(&mut self, used: usize) {
        self.buffer.copy_within(used..self.filled, 0);
        self.filled -= used;
        self.start += used as u64;
    }
}
