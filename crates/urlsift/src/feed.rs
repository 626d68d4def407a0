//! The bytes of a file on their way to a [`Walker`].

use std::{
    io::{self, Read},
    ops::Range,
};

use urlsift_archive::Walker;

/// How much is read at a time: large enough that a system call costs nothing beside the copy, which
/// a search may hardly take longer than.
const BLOCK: usize = 1 << 20;

/// How much of it the walker is given at a time: small enough to stay in the cache. The walker looks for
/// the next message in all that it has, and so in vain in what turns out to be an attachment, which it
/// could have leapt over.
const STEP: usize = 128 << 10;

/// The size of a page of memory, and of a file's pages in the cache of the system.
const PAGE: usize = 4 << 10;

/// A buffer that is filled from a reader and emptied by a walker.
///
/// It has room for one block, and for what the walker has left. What is at hand grows by a step, and where
/// nothing of it is used up, it doubles, up to one block more than the walker can leave. A page more
/// lets every byte stand where it stands in a page of the file: where it stands a few bytes further
/// on, some processors take two to four times as long to copy it (a store then seems to touch what is
/// loaded next).
#[derive(Debug)]
pub(crate) struct Feed {
    buffer: Vec<u8>,
    /// Where in the buffer the bytes at hand stand.
    held: Range<usize>,
    /// Where in the buffer those end that have been read.
    read: usize,
    /// Offset in the file of the first byte at hand.
    start: u64,
    block: usize,
}

impl Feed {
    pub(crate) fn new() -> Self {
        let mut feed = Self {
            buffer: Vec::new(),
            held: 0..0,
            read: 0,
            start: 0,
            block: 0,
        };
        feed.set_block(BLOCK);
        feed
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
        self.buffer = vec![0; self.block + PAGE];
    }

    /// Goes to an offset in a file.
    pub(crate) fn reset(&mut self, start: u64) {
        self.held = 0..0;
        self.read = 0;
        self.start = start;
    }

    /// Takes the next step: reads once, unless there is more of what was read. Says whether that was
    /// the end; nothing, if a signal interrupted it.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<Option<bool>> {
        let held = self.held.len();
        if self.held.end == self.read {
            let most = Walker::MOST_HELD + self.block;
            let room = (held + self.block.max(held)).min(most).max(held + 1);
            if self.buffer.len() < room + PAGE {
                self.buffer.resize(room + PAGE, 0);
            }
            let at = self.place();
            self.buffer.copy_within(self.held.clone(), at);
            self.held = at..at + held;
            self.read = self.held.end;
            match from.read(&mut self.buffer[self.held.end..at + room]) {
                Ok(0) => return Ok(Some(true)),
                Ok(len) => self.read += len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        self.held.end = self.read.min(self.held.end + STEP.max(held));
        Ok(Some(false))
    }

    /// The index below [`PAGE`] at which a byte stands where the first byte at hand stands in a page
    /// of the file.
    fn place(&self) -> usize {
        let page = self.buffer.as_ptr().align_offset(PAGE) % PAGE;
        (page + (self.start % PAGE as u64) as usize) % PAGE
    }

    /// What is at hand.
    pub(crate) fn window(&self) -> &[u8] {
        &self.buffer[self.held.clone()]
    }

    /// Offset in the file of the first byte at hand.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Offset in the file behind what is at hand.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.held.len() as u64
    }

    /// Says that the first bytes at hand are used up.
    pub(crate) fn consume(&mut self, used: usize) {
        self.held.start += used;
        self.start += used as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use urlsift_archive::Walker;

    use super::{BLOCK, Feed, PAGE, STEP};

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
        let mut feed = Feed::new();
        for blocks in 1..4 {
            for _ in 0..BLOCK / STEP {
                assert_eq!(feed.fill(&mut zeros).ok(), Some(Some(false)));
                assert_eq!(feed.window().len(), STEP);
                feed.consume(STEP);
            }
            assert_eq!(zeros.0, vec![BLOCK; blocks]);
        }
    }

    #[test]
    fn what_is_not_used_up_doubles_up_to_what_a_walker_can_leave() {
        for block in [1, 100, BLOCK] {
            let mut zeros = Zeros(Vec::new());
            let mut feed = Feed::new();
            feed.set_block(block);
            let mut steps = 0;
            while feed.window().len() <= Walker::MOST_HELD {
                let before = feed.window().len();
                assert_eq!(feed.fill(&mut zeros).ok(), Some(Some(false)));
                assert!(feed.window().len() > before, "{before}");
                steps += 1;
            }
            assert!(steps < 30, "{steps} steps");
            assert!(feed.window().len() <= Walker::MOST_HELD + block);
            assert!(feed.buffer.len() <= Walker::MOST_HELD + block + PAGE);
        }
    }

    #[test]
    fn bytes_stand_in_memory_as_in_pages_of_the_file() {
        let file: Vec<u8> = (0..=255).cycle().take(70_001).collect();
        for block in [1, 100, 5000] {
            let mut rest = &file[..];
            let mut feed = Feed::new();
            feed.set_block(block);
            while feed.fill(&mut rest).expect("a slice can be read") == Some(false) {
                let start = feed.start() as usize;
                assert_eq!(feed.window(), &file[start..feed.end() as usize]);
                assert_eq!(feed.window().as_ptr() as usize % PAGE, start % PAGE);
                feed.consume(feed.window().len().saturating_sub(start % 700));
            }
            assert_eq!(feed.end(), file.len() as u64);
        }
    }
}
