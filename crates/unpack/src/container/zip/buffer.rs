//! A buffer that moves through a zip.

use std::io;

use crate::io::store::Store;

/// The size of the buffer, in bytes: more than the longest local header, which has 30 bytes and two fields of
/// 64 KiB.
const SIZE: u64 = 160 << 10;

/// The number of bytes kept before the requested offset: enough for a data descriptor.
const LOOKBEHIND: u64 = 32;

/// Reads a zip up to `end`, at offsets that mostly increase.
pub(super) struct BufferedStore<'s> {
    store: &'s Store,
    end: u64,
    start: u64,
    buffer: Vec<u8>,
    filled: usize,
}

impl<'s> BufferedStore<'s> {
    /// Creates a buffer for the bytes before `end`.
    pub(super) fn new(store: &'s Store, end: u64) -> Self {
        Self {
            store,
            end,
            start: 0,
            buffer: Vec::new(),
            filled: 0,
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Returns `len` bytes at `offset`, or fewer at the end. `len` is at most 128 KiB.
    pub(super) fn get(&mut self, offset: u64, len: usize) -> io::Result<&[u8]> {
        let found = self.buffered(offset, len)?;
        Ok(&found[..found.len().min(len)])
    }

    /// Returns whether one of the signatures is at `offset`, which may be anywhere. Leaves the buffer unchanged.
    pub(super) fn has(&self, offset: u64, signatures: &[[u8; 4]]) -> io::Result<bool> {
        let mut found = [0; 4];
        let is_inside = offset.checked_add(4).is_some_and(|end| end <= self.end);
        let is_read = is_inside && self.store.fill(&mut found, offset)? == found.len();
        Ok(is_read && signatures.contains(&found))
    }

    /// Finds the first of the signatures at or after `from`.
    pub(super) fn find(&mut self, from: u64, signatures: &[[u8; 4]]) -> io::Result<Option<u64>> {
        let mut at = from;
        loop {
            let bytes = self.buffered(at, 4)?;
            if bytes.len() < 4 {
                return Ok(None);
            }
            let found = bytes.windows(4).position(|window| {
                window[0] == b'P' && signatures.iter().any(|signature| signature == window)
            });
            match found {
                Some(distance) => return Ok(Some(at + distance as u64)),
                None => at += bytes.len() as u64 - 3,
            }
        }
    }

    /// Returns the buffered bytes from `offset` on: at least `min_len`, or fewer at the end.
    fn buffered(&mut self, offset: u64, min_len: usize) -> io::Result<&[u8]> {
        let wanted = offset.saturating_add(min_len as u64).min(self.end);
        let buffered = self.start..self.start + self.filled as u64;
        if offset < buffered.start || wanted > buffered.end {
            self.move_to(offset)?;
        }
        let skipped = offset.saturating_sub(self.start).min(self.filled as u64);
        Ok(&self.buffer[skipped as usize..self.filled])
    }

    fn move_to(&mut self, offset: u64) -> io::Result<()> {
        self.filled = 0;
        self.start = offset.saturating_sub(LOOKBEHIND).min(self.end);
        let most = (self.end - self.start).min(SIZE) as usize;
        if self.buffer.len() < most {
            self.buffer.resize(most, 0);
        }
        self.filled = self.store.fill(&mut self.buffer[..most], self.start)?;
        Ok(())
    }
}
