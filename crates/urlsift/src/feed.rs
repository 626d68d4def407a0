//! The bytes of a file on their way to a [`Walker`].

use std::{
    io::{self, Read},
    ops::Range,
};

use urlsift_archive::Walker;

/// How much is read at a time: large enough that a system call costs nothing beside the search,
/// small enough to stay in the cache.
const BLOCK: usize = 128 << 10;

/// The size of a page of memory, and of a file's pages in the cache of the system.
const PAGE: usize = 4 << 10;

/// A buffer that is filled from a reader and emptied by a walker.
///
/// It has room for one block as long as the walker uses up what it is given, and grows by doublings
/// up to one block more than the walker can leave. A page more lets every byte stand where it stands
/// in a page of the file: where it stands a few bytes further on, some processors take two to four
/// times as long to copy it (a store then seems to touch what is loaded next).
#[derive(Debug)]
pub(crate) struct Feed {
    buffer: Vec<u8>,
    /// Where in the buffer the bytes at hand stand.
    held: Range<usize>,
    /// Offset in the file of the first of them.
    start: u64,
    /// How many bytes there is room for.
    room: usize,
    block: usize,
}

impl Feed {
    pub(crate) fn new() -> Self {
        let mut feed = Self {
            buffer: Vec::new(),
            held: 0..0,
            start: 0,
            room: 0,
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
        self.room = self.block;
        self.buffer = vec![0; self.room + PAGE];
    }

    /// Goes to an offset in a file.
    pub(crate) fn reset(&mut self, start: u64) {
        self.held = 0..0;
        self.start = start;
    }

    /// Reads once, and says whether that was the end; nothing, if a signal interrupted it.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<Option<bool>> {
        if self.held.len() == self.room {
            let most = Walker::MOST_HELD + self.block;
            self.room = (self.room * 2).min(most).max(self.room + 1);
            self.buffer.resize(self.room + PAGE, 0);
        }
        let at = self.place();
        self.buffer.copy_within(self.held.clone(), at);
        self.held = at..at + self.held.len();
        match from.read(&mut self.buffer[self.held.end..at + self.room]) {
            Ok(len) => {
                self.held.end += len;
                Ok(Some(len == 0))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
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
    use super::{Feed, PAGE};

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
