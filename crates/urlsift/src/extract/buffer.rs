//! The buffer between a reader and a [`Walker`].

use std::{
    io::{self, Read},
    ops::Range,
};

use urlsift_archive::Walker;

/// Bytes read per block. Large enough that a system call costs little compared with the copy, which a
/// search may hardly take longer than.
const BLOCK: usize = 1 << 20;

/// Bytes given to the walker at a time. Small enough to stay in the cache, and the walker searches all it
/// is given for the next message, in vain where it turns out to be an attachment that it could skip.
pub(super) const STEP: usize = 128 << 10;

/// The size of a page of memory, and of the system's page cache.
const PAGE: usize = 4 << 10;

/// A buffer that is filled from a reader and emptied by a walker.
///
/// It has room for one block and for what the walker has left unused. The window grows by a step; where
/// nothing of it is used, it doubles, up to one block more than the walker can leave. One page more lets
/// every byte have the same offset in its page as in the file: with offsets a few bytes apart, some
/// processors take two to four times as long for the copy (a store then seems to alias the next load).
#[derive(Debug)]
pub(crate) struct InputBuffer {
    bytes: Vec<u8>,
    /// The window, as indices of `bytes`.
    window: Range<usize>,
    /// The end of what was read, as an index of `bytes`.
    read: usize,
    /// Offset in the file of the window's first byte.
    start: u64,
    block: usize,
}

impl InputBuffer {
    pub(crate) fn new() -> Self {
        let mut buffer = Self {
            bytes: Vec::new(),
            window: 0..0,
            read: 0,
            start: 0,
            block: 0,
        };
        buffer.set_block(BLOCK);
        buffer
    }

    /// Returns an empty buffer with the same block size.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        let mut fresh = Self::new();
        fresh.set_block(self.block);
        fresh
    }

    /// Sets the bytes read per block, at least 1.
    pub(crate) fn set_block(&mut self, bytes: usize) {
        self.block = bytes.max(1);
        self.bytes = vec![0; self.block + PAGE];
    }

    /// Empties the buffer, before a read at an offset of a file.
    pub(crate) fn reset(&mut self, start: u64) {
        self.window = 0..0;
        self.read = 0;
        self.start = start;
    }

    /// Extends the window by a step; reads once if all that was read is in it. Returns whether that was
    /// the end of the file; `None` if a signal interrupted the read.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<Option<bool>> {
        let held = self.window.len();
        if self.window.end == self.read {
            let most = Walker::MOST_HELD + self.block;
            let room = (held + self.block.max(held)).min(most).max(held + 1);
            if self.bytes.len() < room + PAGE {
                self.bytes.resize(room + PAGE, 0);
            }
            let at = self.place();
            self.bytes.copy_within(self.window.clone(), at);
            self.window = at..at + held;
            self.read = self.window.end;
            match from.read(&mut self.bytes[self.window.end..at + room]) {
                Ok(0) => return Ok(Some(true)),
                Ok(len) => self.read += len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        self.window.end = self.read.min(self.window.end + STEP.max(held));
        Ok(Some(false))
    }

    /// Returns the index below [`PAGE`] whose offset in its page of memory is that of the window's first
    /// byte in its page of the file.
    fn place(&self) -> usize {
        let page = self.bytes.as_ptr().align_offset(PAGE) % PAGE;
        (page + (self.start % PAGE as u64) as usize) % PAGE
    }

    /// Returns the window.
    pub(crate) fn window(&self) -> &[u8] {
        &self.bytes[self.window.clone()]
    }

    /// Returns the offset in the file of the window's first byte.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Returns the offset in the file after the window.
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

    /// Zeros without an end, and how many were asked for.
    struct Zeros(Vec<usize>);

    impl Read for Zeros {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0.push(into.len());
            Ok(into.len())
        }
    }

    #[test]
    fn a_block_is_read_at_once_and_given_in_steps() {
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
    fn what_is_not_used_up_doubles_up_to_what_a_walker_can_leave() {
        for block in [1, 100, BLOCK] {
            let mut zeros = Zeros(Vec::new());
            let mut buffer = InputBuffer::new();
            buffer.set_block(block);
            let mut steps = 0;
            while buffer.window().len() <= Walker::MOST_HELD {
                let before = buffer.window().len();
                assert_eq!(buffer.fill(&mut zeros).ok(), Some(Some(false)));
                assert!(buffer.window().len() > before, "{before}");
                steps += 1;
            }
            assert!(steps < 30, "{steps} steps");
            assert!(buffer.window().len() <= Walker::MOST_HELD + block);
            assert!(buffer.bytes.len() <= Walker::MOST_HELD + block + PAGE);
        }
    }

    #[test]
    fn bytes_stand_in_memory_as_in_pages_of_the_file() {
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
