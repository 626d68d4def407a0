//! A part of a zip file in memory, that moves through it.

use std::io;

use super::store::Store;

/// How much is in memory, in bytes: more than the longest local header, which has 30 bytes and two
/// fields of 64 KiB.
const SIZE: u64 = 160 << 10;

/// How much of what is before the place that was asked for stays: enough for a data descriptor.
const BEFORE: u64 = 32;

/// Reads a file up to `end` at places that mostly go forward.
pub(super) struct Window<'s> {
    store: &'s Store,
    end: u64,
    start: u64,
    buffer: Vec<u8>,
    filled: usize,
}

impl<'s> Window<'s> {
    /// Sees nothing from `end` on.
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

    /// The `len` bytes at `offset`, or as many as there are. `len` is at most 128 KiB.
    pub(super) fn get(&mut self, offset: u64, len: usize) -> io::Result<&[u8]> {
        let found = self.from(offset, len)?;
        Ok(&found[..found.len().min(len)])
    }

    /// Whether one of some signatures stands at `offset`, which may be anywhere: what is in memory
    /// stays.
    pub(super) fn has(&self, offset: u64, signatures: &[[u8; 4]]) -> io::Result<bool> {
        let mut found = [0; 4];
        let is_inside = offset.checked_add(4).is_some_and(|end| end <= self.end);
        let is_read = is_inside && self.store.fill(&mut found, offset)? == found.len();
        Ok(is_read && signatures.contains(&found))
    }

    /// Where one of some signatures stands, at `from` or after it.
    pub(super) fn find(&mut self, from: u64, signatures: &[[u8; 4]]) -> io::Result<Option<u64>> {
        let mut at = from;
        loop {
            let bytes = self.from(at, 4)?;
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

    /// Everything in memory from `offset` on, which are `least` bytes or as many as there are.
    fn from(&mut self, offset: u64, least: usize) -> io::Result<&[u8]> {
        let wanted = offset.saturating_add(least as u64).min(self.end);
        let seen = self.start..self.start + self.filled as u64;
        if offset < seen.start || wanted > seen.end {
            self.move_to(offset)?;
        }
        let skipped = offset.saturating_sub(self.start).min(self.filled as u64);
        Ok(&self.buffer[skipped as usize..self.filled])
    }

    fn move_to(&mut self, offset: u64) -> io::Result<()> {
        self.filled = 0;
        self.start = offset.saturating_sub(BEFORE).min(self.end);
        let most = (self.end - self.start).min(SIZE) as usize;
        if self.buffer.len() < most {
            self.buffer.resize(most, 0);
        }
        self.filled = self.store.fill(&mut self.buffer[..most], self.start)?;
        Ok(())
    }
}
