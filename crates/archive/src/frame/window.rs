//! The buffered bytes of a file.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use crate::frame::Before;

/// The buffered bytes of a file and the context that lines and boundaries depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    /// The buffered bytes.
    pub(crate) bytes: &'w [u8],
    /// Offset in the file of the first byte.
    pub(crate) start: u64,
    /// Whether the file ends after the last byte.
    pub(crate) at_end: bool,
    /// The bytes before the window.
    pub(crate) before: Before,
    /// The index at which an unfinished last line begins; without one, the length.
    tail: usize,
}

/// The maximum length of a line that begins or ends something, in bytes. A longer line is text.
pub(crate) const MAX_LINE: usize = 2 << 10;

/// A line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line<'w> {
    Whole(&'w [u8]),
    /// The end of the line is not buffered yet.
    Unfinished,
    /// The line has [`MAX_LINE`] bytes or more.
    Long,
}

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

    /// Returns the offset in the file of an index.
    pub(crate) fn offset(&self, index: usize) -> u64 {
        self.start + index as u64
    }

    /// Returns the byte `count` bytes before an index. At most three bytes before the window are
    /// known.
    pub(crate) fn byte_before(&self, index: usize, count: usize) -> Option<u8> {
        match index.checked_sub(count) {
            Some(at) => self.bytes.get(at).copied(),
            None => self.before.byte(count - index),
        }
    }

    /// Returns whether a line begins at an index.
    pub(crate) fn begins_line(&self, index: usize) -> bool {
        self.byte_before(index, 1) == Some(b'\n')
    }

    /// Returns whether a line begins at an index after an empty line or at the start of the file.
    pub(crate) fn follows_empty_line(&self, index: usize) -> bool {
        self.begins_line(index)
            && match self.byte_before(index, 2) {
                Some(b'\n') => true,
                Some(b'\r') => self.byte_before(index, 3) == Some(b'\n'),
                _ => false,
            }
    }

    /// Returns the line that begins at an index, with its line break, unless it has [`MAX_LINE`]
    /// bytes or more.
    pub(crate) fn short_line(&self, index: usize) -> Line<'w> {
        let rest = &self.bytes[index..];
        let near = &rest[..rest.len().min(MAX_LINE)];
        match memchr(b'\n', near) {
            Some(end) => Line::Whole(&near[..=end]),
            None if near.len() == MAX_LINE => Line::Long,
            None if self.at_end => Line::Whole(near),
            None => Line::Unfinished,
        }
    }

    /// Returns the index at which an unfinished last line begins, if it is `from` or later.
    pub(crate) fn tail(&self, from: usize) -> Option<usize> {
        (from..self.bytes.len())
            .contains(&self.tail)
            .then_some(self.tail)
    }

    /// Returns whether the line that contains an index is complete.
    pub(crate) fn is_in_whole_line(&self, index: usize) -> bool {
        index < self.tail
    }

    /// Returns the last three bytes before an index.
    pub(crate) fn before(&self, index: usize) -> Before {
        self.before.after(&self.bytes[..index])
    }
}

/// Searches for a string and scans each byte only once.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    finder: memmem::Finder<'static>,
    /// Offset up to which no occurrence begins, counted from the last position asked for.
    searched_to: u64,
    /// Whether an occurrence begins at `searched_to`.
    found: bool,
}

impl Search {
    pub(crate) fn new(needle: &'static [u8]) -> Self {
        Self {
            finder: memmem::Finder::new(needle),
            searched_to: 0,
            found: false,
        }
    }

    /// Returns the number of bytes at the end of a window with which an occurrence may begin that the
    /// window does not have whole.
    pub(crate) fn undecided_len(&self) -> usize {
        self.finder.needle().len() - 1
    }

    /// Goes back to an offset, so that occurrences at or after it are found again.
    pub(crate) fn rewind(&mut self, offset: u64) {
        self.searched_to = offset;
        self.found = false;
    }

    /// Takes over the result of another search through a range, which begins where the next one may:
    /// the first occurrence that begins in it. Earlier results remain if they go further.
    pub(crate) fn take_result(
        &mut self,
        window: &Window<'_>,
        searched: Range<usize>,
        found: Option<usize>,
    ) {
        // An occurrence may extend beyond the window.
        let last = window.bytes.len().saturating_sub(self.undecided_len());
        let (start, end) = (
            window.offset(searched.start),
            window.offset(searched.end.min(last)),
        );
        if self.searched_to < end && !(self.found && self.searched_to >= start) {
            self.found = found.is_some();
            self.searched_to = found.map_or(end, |at| window.offset(at));
        }
    }

    /// Returns the index of the first occurrence that begins in a range and ends in the window.
    /// `range.start` must not decrease without a [`rewind`](Self::rewind).
    pub(crate) fn next_in(&mut self, window: &Window<'_>, range: Range<usize>) -> Option<usize> {
        self.search(window, range.start, range.end);
        let hit = self.hit(window);
        hit.filter(|&hit| hit < range.end)
    }

    /// Returns the index of the first occurrence that begins at `from` or later and ends in the
    /// window. `from` must not decrease without a [`rewind`](Self::rewind).
    pub(crate) fn next(&mut self, window: &Window<'_>, from: usize) -> Option<usize> {
        self.search(window, from, window.bytes.len());
        self.hit(window)
    }

    /// Searches for the first occurrence that begins at `from` or later and before `to`.
    fn search(&mut self, window: &Window<'_>, from: usize, to: usize) {
        let (from, to) = (window.offset(from), window.offset(to));
        let is_known = self.searched_to >= from && (self.found || self.searched_to >= to);
        if is_known {
            return;
        }
        let begin = from.max(self.searched_to);
        let rest = &window.bytes[(begin - window.start) as usize..];
        let beyond = self.undecided_len();
        let len = rest.len().min(to.saturating_sub(begin) as usize + beyond);
        let found = self.finder.find(&rest[..len]);
        self.found = found.is_some();
        // An occurrence may extend beyond the bytes.
        let passed = found.unwrap_or(len.saturating_sub(beyond));
        self.searched_to = begin + passed as u64;
    }

    /// Returns the index of the occurrence that was found.
    fn hit(&self, window: &Window<'_>) -> Option<usize> {
        self.found
            .then(|| (self.searched_to - window.start) as usize)
    }
}
