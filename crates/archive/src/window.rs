//! The part of a file that is at hand.

use memchr::{memchr, memmem, memrchr};

/// Some bytes of a file, and what little has to be known of what lies around them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    /// The bytes at hand.
    pub(crate) bytes: &'w [u8],
    /// Offset in the file of the first of them.
    pub(crate) start: u64,
    /// Whether the file ends after them.
    pub(crate) at_end: bool,
    /// The bytes before them; at the start of a file, line breaks.
    pub(crate) before: Before,
    /// The index at which a last line begins whose end has not come; without one, the length.
    tail: usize,
}

/// The last three bytes before a window, as many as an empty line can take.
pub(crate) type Before = [u8; 3];

/// How many bytes a line may have that begins or ends something. One that is longer is text.
pub(crate) const LONGEST_LINE: usize = 2 << 10;

/// A line, as far as it matters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line<'w> {
    Whole(&'w [u8]),
    /// Its end has not come yet.
    Unfinished,
    /// It has [`LONGEST_LINE`] bytes or more.
    Long,
}

/// What stands before a file: its first line follows an empty one.
pub(crate) const FILE_START: Before = *b"\n\n\n";

impl<'w> Window<'w> {
    pub(crate) fn new(bytes: &'w [u8], start: u64, at_end: bool, before: Before) -> Self {
        let mut window = Self {
            bytes,
            start,
            at_end,
            before,
            tail: bytes.len(),
        };
        if !at_end {
            let line = memrchr(b'\n', bytes).map_or(0, |last| last + 1);
            if window.begins_line(line) {
                window.tail = line;
            }
        }
        window
    }

    /// Offset in the file of an index.
    pub(crate) fn offset(&self, index: usize) -> u64 {
        self.start + index as u64
    }

    /// The byte before an index, counted backwards from 1; at most three lie before the window.
    pub(crate) fn back(&self, index: usize, count: usize) -> Option<u8> {
        match index.checked_sub(count) {
            Some(at) => self.bytes.get(at).copied(),
            None => self.before.iter().nth_back(count - index - 1).copied(),
        }
    }

    /// Whether a line begins at an index.
    pub(crate) fn begins_line(&self, index: usize) -> bool {
        self.back(index, 1) == Some(b'\n')
    }

    /// Whether a line begins at an index and the one before it is empty, or there is none.
    pub(crate) fn follows_empty_line(&self, index: usize) -> bool {
        self.begins_line(index)
            && match self.back(index, 2) {
                Some(b'\n') => true,
                Some(b'\r') => self.back(index, 3) == Some(b'\n'),
                _ => false,
            }
    }

    /// The line that begins at an index, with its line break, if it is not too long to begin or end
    /// anything.
    pub(crate) fn short_line(&self, index: usize) -> Line<'w> {
        let rest = &self.bytes[index..];
        let near = &rest[..rest.len().min(LONGEST_LINE)];
        match memchr(b'\n', near) {
            Some(end) => Line::Whole(&near[..=end]),
            None if near.len() == LONGEST_LINE => Line::Long,
            None if self.at_end => Line::Whole(near),
            None => Line::Unfinished,
        }
    }

    /// The index at which a last line begins, at `from` or later, whose end has not come.
    pub(crate) fn tail(&self, from: usize) -> Option<usize> {
        (from..self.bytes.len())
            .contains(&self.tail)
            .then_some(self.tail)
    }

    /// Whether the byte at an index stands before the last line whose end has not come.
    pub(crate) fn is_in_whole_line(&self, index: usize) -> bool {
        index < self.tail
    }

    /// What stands before the byte at an index.
    pub(crate) fn before(&self, index: usize) -> Before {
        [3, 2, 1].map(|count| self.back(index, count).unwrap_or(b'\n'))
    }
}

/// Looks for a string ahead, and over each byte only once.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    finder: memmem::Finder<'static>,
    /// Offset up to which no occurrence begins, from where the last one was asked for.
    clear: u64,
    /// Whether one begins there.
    found: bool,
}

impl Search {
    pub(crate) fn new(needle: &'static [u8]) -> Self {
        Self {
            finder: memmem::Finder::new(needle),
            clear: 0,
            found: false,
        }
    }

    /// Goes back to an offset, to find again what begins there or later.
    pub(crate) fn rewind(&mut self, offset: u64) {
        self.clear = offset;
        self.found = false;
    }

    /// The index of the first occurrence that begins at `from` or later, and ends in the window.
    /// Where `from` goes, the search must follow, not go back.
    pub(crate) fn next(&mut self, window: &Window<'_>, from: usize) -> Option<usize> {
        let from = window.offset(from);
        if !self.found || self.clear < from {
            let begin = from.max(self.clear);
            let rest = &window.bytes[(begin - window.start) as usize..];
            let found = self.finder.find(rest);
            self.found = found.is_some();
            let passed = match found {
                Some(at) => at,
                // An occurrence may have begun that ends after the window.
                None => rest.len().saturating_sub(self.finder.needle().len() - 1),
            };
            self.clear = begin + passed as u64;
        }
        self.found.then(|| (self.clear - window.start) as usize)
    }
}
