//! The buffer between a reader and a [`Walker`].

use std::{
    io::{self, Read},
    ops::Range,
};

use urlsift_archive::Walker;

/// The number of bytes read per block. Large enough that a system call is cheap compared with the copy, which takes
/// almost as long as a search of the block.
const BLOCK: usize = 1 << 20;

/// The number of bytes by which the walker's window grows. Small enough to stay in the cache, and to limit
/// useless searches: the walker searches the whole window for the next message, even if the window turns out
/// to be an attachment that could be skipped.
pub(super) const STEP: usize = 128 << 10;

/// A read that returns fewer bytes than this suggests that the input arrives slowly: a program that writes to a pipe as
/// fast as the sifter reads from it fills the pipe further between two reads.
const TRICKLE: usize = 16 << 10;

/// The size of a page of memory, and of the system's page cache.
const PAGE: usize = 4 << 10;

/// A buffer that is filled from a reader and emptied by a walker.
///
/// The buffer holds one block and the bytes that the walker has not used. The window grows by a step. If the
/// walker uses nothing, the window doubles, up to the maximum that a walker can hold and one block.
///
/// One more page lets every byte have the same offset in its memory page as in its page of the file. If the
/// offsets differ by a few bytes, some processors take two to four times as long for the copy, because a store
/// seems to alias the next load.
#[derive(Debug)]
pub(crate) struct InputBuffer {
    bytes: Vec<u8>,
    /// The window, as indices into `bytes`.
    window: Range<usize>,
    /// The end of the bytes read, as an index into `bytes`.
    read: usize,
    /// The number of bytes of the last read.
    last_read: usize,
    /// The offset in the file of the window's first byte.
    start: u64,
    block: usize,
}

impl InputBuffer {
    pub(crate) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            window: 0..0,
            read: 0,
            last_read: 0,
            start: 0,
            block: BLOCK,
        }
    }

    /// Returns an empty buffer with the same block size.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        Self {
            block: self.block,
            ..Self::new()
        }
    }

    /// Sets the number of bytes read per block, at least 1.
    pub(crate) fn set_block(&mut self, bytes: usize) {
        self.block = bytes.max(1);
        self.bytes = Vec::new();
    }

    /// Empties the buffer. The next read is at the offset `start` of a file.
    pub(crate) fn reset(&mut self, start: u64) {
        self.window = 0..0;
        self.read = 0;
        self.start = start;
    }

    /// Extends the window by a step. Reads once if the window holds all bytes read so far. Returns whether the
    /// read reached the end of the file; `None` if a signal interrupted the read.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<Option<bool>> {
        let held = self.window.len();
        if self.window.end == self.read {
            let max = Walker::MAX_HELD + self.block;
            let capacity = (held + self.block.max(held)).min(max).max(held + 1);
            if self.bytes.is_empty() {
                // Only now: a slice needs no buffer, and clearing it takes longer than searching a small message.
                self.bytes = vec![0; capacity + PAGE];
            } else if self.bytes.len() < capacity + PAGE {
                self.bytes.resize(capacity + PAGE, 0);
            }
            let at = self.aligned_start();
            self.bytes.copy_within(self.window.clone(), at);
            self.window = at..at + held;
            self.read = self.window.end;
            match from.read(&mut self.bytes[self.window.end..at + capacity]) {
                Ok(0) => return Ok(Some(true)),
                Ok(len) => {
                    self.read += len;
                    self.last_read = len;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        self.window.end = self.read.min(self.window.end + STEP.max(held));
        Ok(Some(false))
    }

    /// Returns the index below [`PAGE`] whose offset in its page of memory is that of the window's first
    /// byte in its page of the file.
    fn aligned_start(&self) -> usize {
        let page = self.bytes.as_ptr().align_offset(PAGE) % PAGE;
        (page + (self.start % PAGE as u64) as usize) % PAGE
    }

    /// Returns the window.
    pub(crate) fn window(&self) -> &[u8] {
        &self.bytes[self.window.clone()]
    }

    /// Returns whether bytes after the window have been read.
    pub(crate) fn has_more(&self) -> bool {
        self.window.end < self.read
    }

    /// Returns whether the last read was short, as it is when the input arrives slowly.
    pub(crate) fn last_read_was_short(&self) -> bool {
        self.last_read < TRICKLE
    }

    /// Returns the offset in the file of the window's first byte.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Returns the offset in the file of the end of the window.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.window.len() as u64
    }

    /// Drops the first `used` bytes of the window.
    pub(crate) fn consume(&mut self, used: usize) {
        self.window.start += used;
        self.start += used as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use urlsift_archive::Walker;

    use super::{BLOCK, InputBuffer, PAGE, STEP};

    /// An endless reader of zeros, and the size of each read.
    struct Zeros(Vec<usize>);

    impl Read for Zeros {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0.push(into.len());
            Ok(into.len())
        }
    }

    #[test]
    fn a_block_is_read_at_once_and_exposed_in_steps() {
        let mut zeros = Zeros(Vec::new());
        let mut buffer = InputBuffer::new();
        for blocks in 1..4 {
            for _ in 0..BLOCK / STEP {
                assert_eq!(buffer.fill(&mut zeros).ok(), Some(Some(false)));
                assert_eq!(buffer.window().len(), STEP);
                buffer.consume(STEP);
            }
            assert_eq!(zeros.0, vec![BLOCK; blocks]);
        }
    }

    #[test]
    fn an_unused_window_doubles_up_to_the_maximum() {
        for block in [1, 100, BLOCK] {
            let mut zeros = Zeros(Vec::new());
            let mut buffer = InputBuffer::new();
            buffer.set_block(block);
            let mut steps = 0;
            while buffer.window().len() <= Walker::MAX_HELD {
                let before = buffer.window().len();
                assert_eq!(buffer.fill(&mut zeros).ok(), Some(Some(false)));
                assert!(buffer.window().len() > before, "{before}");
                steps += 1;
            }
            assert!(steps < 30, "{steps} steps");
            assert!(buffer.window().len() <= Walker::MAX_HELD + block);
            assert!(buffer.bytes.len() <= Walker::MAX_HELD + block + PAGE);
        }
    }

    #[test]
    fn bytes_have_the_same_page_offset_in_memory_and_file() {
        let file: Vec<u8> = (0..=255).cycle().take(70_001).collect();
        for block in [1, 100, 5000] {
            let mut rest = &file[..];
            let mut buffer = InputBuffer::new();
            buffer.set_block(block);
            while buffer.fill(&mut rest).expect("a slice can be read") == Some(false) {
                let start = buffer.start() as usize;
                assert_eq!(buffer.window(), &file[start..buffer.end() as usize]);
                assert_eq!(buffer.window().as_ptr() as usize % PAGE, start % PAGE);
                buffer.consume(buffer.window().len().saturating_sub(start % 700));
            }
            assert_eq!(buffer.end(), file.len() as u64);
        }
    }
}
