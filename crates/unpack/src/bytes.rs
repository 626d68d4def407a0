//! A stream of bytes that can be looked at before it is read.

use std::io::{self, BufRead, Read};

/// How much is read ahead, if it is: enough for a decoder to be busy.
const AHEAD: usize = 64 << 10;

/// Reads from another reader, through a buffer where someone looks ahead.
///
/// It knows how many bytes were taken. Behind a failure, which it passes on once, it is at its end.
/// Its buffer has 64 KiB, once someone has looked.
pub(crate) struct Bytes<'r> {
    from: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// Where in the buffer the bytes at hand begin and end.
    next: usize,
    filled: usize,
    taken: u64,
    at_end: bool,
}

impl<'r> Bytes<'r> {
    pub(crate) fn new(from: &'r mut dyn Read) -> Self {
        Self {
            from,
            buffer: Vec::new(),
            next: 0,
            filled: 0,
            taken: 0,
            at_end: false,
        }
    }

    /// How many bytes were taken.
    pub(crate) fn position(&self) -> u64 {
        self.taken
    }

    /// The bytes that come next, as many as are at hand, but at least `least` if there are so many
    /// before the end. `least` is at most 32 KiB.
    pub(crate) fn look(&mut self, least: usize) -> io::Result<&[u8]> {
        debug_assert!(least <= AHEAD / 2, "{least} bytes are not kept");
        while self.filled - self.next < least && !self.at_end {
            self.read_ahead()?;
        }
        Ok(self.at_hand())
    }

    /// What was read ahead and not taken yet.
    pub(crate) fn at_hand(&self) -> &[u8] {
        &self.buffer[self.next..self.filled]
    }

    /// Whether there is nothing behind what is at hand.
    pub(crate) fn at_end(&self) -> bool {
        self.at_end
    }

    /// Reads once more behind what is at hand, which is less than 64 KiB.
    pub(crate) fn read_ahead(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            self.buffer = vec![0; AHEAD];
        }
        self.buffer.copy_within(self.next..self.filled, 0);
        self.filled -= self.next;
        self.next = 0;
        let read = read(self.from, &mut self.buffer[self.filled..]);
        self.filled += self.note(read)?;
        Ok(())
    }

    fn note(&mut self, read: io::Result<usize>) -> io::Result<usize> {
        self.at_end = !matches!(read, Ok(1..));
        read
    }
}

/// Reads once, whatever signals come.
fn read(from: &mut dyn Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

impl Read for Bytes<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let at_hand = self.at_hand();
        if !at_hand.is_empty() {
            let len = at_hand.len().min(into.len());
            into[..len].copy_from_slice(&at_hand[..len]);
            self.consume(len);
            return Ok(len);
        }
        if self.at_end || into.is_empty() {
            return Ok(0);
        }
        let read = read(self.from, into);
        let len = self.note(read)?;
        self.taken += len as u64;
        Ok(len)
    }
}

impl BufRead for Bytes<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.look(1)
    }

    fn consume(&mut self, used: usize) {
        self.next += used;
        self.taken += used as u64;
    }
}
