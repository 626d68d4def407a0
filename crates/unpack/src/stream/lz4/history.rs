//! The data that a block refers to.

/// How far back a block may refer, in bytes.
const WINDOW: usize = 64 << 10;

/// The size of the buffer, in bytes.
const CAPACITY: usize = 4 * WINDOW;

/// The last bytes that were decoded, of which some may not be given to the caller yet.
#[derive(Debug, Default)]
pub(super) struct History {
    /// Allocated when the first byte is decoded.
    buffer: Vec<u8>,
    /// The number of bytes in the buffer.
    len: usize,
    /// The number of bytes in the buffer that were given.
    given: usize,
    /// The number of bytes before the next one that a block may refer to.
    reach: usize,
}

impl History {
    /// Drops all bytes.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.given = 0;
        self.reach = 0;
    }

    /// Begins a block that does not refer to the bytes before it.
    pub(super) fn begin_independent(&mut self) {
        self.reach = 0;
    }

    /// Copies bytes that were not given yet to the caller. Returns their number.
    pub(super) fn give(&mut self, into: &mut [u8]) -> usize {
        let len = into.len().min(self.len - self.given);
        into[..len].copy_from_slice(&self.buffer[self.given..self.given + len]);
        self.given += len;
        len
    }

    /// Makes room for more bytes. All bytes must have been given.
    pub(super) fn make_room(&mut self) {
        debug_assert_eq!(self.given, self.len, "all bytes are given");
        if self.buffer.is_empty() {
            self.buffer.resize(CAPACITY, 0);
        }
        if self.room() < WINDOW {
            self.buffer.copy_within(self.len - WINDOW..self.len, 0);
            self.len = WINDOW;
            self.given = WINDOW;
        }
    }

    /// Returns the number of bytes for which there is room.
    pub(super) fn room(&self) -> usize {
        self.buffer.len() - self.len
    }

    /// Appends bytes, for which there must be room.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.grow(bytes.len());
    }

    /// Returns whether there is a byte this far back.
    pub(super) fn reaches(&self, offset: usize) -> bool {
        (1..=self.reach).contains(&offset)
    }

    /// Appends `len` bytes that begin `offset` bytes back, and may overlap themselves. There must be room for them, and
    /// the offset must be [in reach](Self::reaches).
    pub(super) fn repeat(&mut self, offset: usize, len: usize) {
        let start = self.len - offset;
        let end = self.len + len;
        while self.len < end {
            // The bytes just copied belong to the repeated bytes, too, so that the length doubles.
            let copied = (self.len - start).min(end - self.len);
            self.buffer.copy_within(start..start + copied, self.len);
            self.grow(copied);
        }
    }

    fn grow(&mut self, len: usize) {
        self.len += len;
        self.reach = (self.reach + len).min(WINDOW);
    }
}
