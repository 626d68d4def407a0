//! A buffered reader with lookahead.
//!
//! A note to maintainers: the standard library's `BufReader` cannot buffer more bytes while some are left, but a format
//! is known only after up to 512 bytes, and a member's header may be split between two reads. This reader moves the
//! bytes that are left to the front of its buffer and appends to them; the price is a copy of at most 32 KiB for each
//! peek across the end of the buffer. It also counts what is consumed, which offsets of faults need, and returns an
//! error only after the bytes before it. It never reads more than is asked for, so that bytes from a pipe are not
//! waited for. Not worth doing: a ring buffer, whose two halves no parser here could read.

use std::io::{self, BufRead, Read};

/// The maximum size of the buffer, in bytes: large enough for efficient decoding.
pub(crate) const CAPACITY: usize = 64 << 10;

/// The initial size of the buffer, in bytes: many members are small, or only need to be recognised.
const INITIAL_CAPACITY: usize = 4 << 10;

/// Reads from another reader, and buffers only the bytes that the caller peeks at.
///
/// Counts the bytes consumed. An error is returned once; after it, the reader is at its end. The buffer grows
/// from 4 KiB to 64 KiB when more than the first block is peeked at.
pub(crate) struct PeekReader<'r> {
    from: &'r mut dyn Read,
    ahead: ReadAhead,
    consumed: u64,
}

/// Bytes read ahead of the caller, and the end or error after them.
#[derive(Debug, Default)]
pub(crate) struct ReadAhead {
    buffer: Vec<u8>,
    /// The start and end of the bytes in the buffer that are not consumed.
    next: usize,
    filled: usize,
    at_end: bool,
    /// An error to return after the buffered bytes.
    failure: Option<io::Error>,
}

impl ReadAhead {
    /// Discards the state of the last reader, and allocates the full buffer for the next one.
    pub(crate) fn reset(&mut self) {
        self.buffer.resize(CAPACITY, 0);
        self.next = 0;
        self.filled = 0;
        self.at_end = false;
        self.failure = None;
    }

    /// Returns the bytes that are not consumed.
    pub(crate) fn buffered(&self) -> &[u8] {
        &self.buffer[self.next..self.filled]
    }

    fn record(&mut self, read: io::Result<usize>) -> io::Result<usize> {
        self.at_end = !matches!(read, Ok(1..));
        read
    }
}

impl<'r> PeekReader<'r> {
    pub(crate) fn new(from: &'r mut dyn Read) -> Self {
        Self::resume(from, ReadAhead::default())
    }

    /// Continues with a reader whose first bytes were read ahead.
    pub(crate) fn resume(from: &'r mut dyn Read, ahead: ReadAhead) -> Self {
        Self {
            from,
            ahead,
            consumed: 0,
        }
    }

    /// Drops the reader, and returns the bytes read ahead.
    pub(crate) fn into_read_ahead(self) -> ReadAhead {
        self.ahead
    }

    /// Returns the number of bytes consumed.
    pub(crate) fn position(&self) -> u64 {
        self.consumed
    }

    /// Reads until at least `min_len` bytes are buffered or the source ends, and returns the buffered bytes.
    /// `min_len` is at most 32 KiB.
    pub(crate) fn peek(&mut self, min_len: usize) -> io::Result<&[u8]> {
        debug_assert!(min_len <= CAPACITY / 2, "cannot peek at {min_len} bytes");
        while self.ahead.filled - self.ahead.next < min_len && !self.ahead.at_end {
            self.read_ahead()?;
        }
        Ok(self.buffered())
    }

    /// Returns the buffered bytes.
    pub(crate) fn buffered(&self) -> &[u8] {
        self.ahead.buffered()
    }

    /// Returns whether the source ends after the buffered bytes.
    pub(crate) fn at_end(&self) -> bool {
        self.ahead.at_end
    }

    /// Stores an error, to return it when the buffered bytes are consumed.
    pub(crate) fn fail_later(&mut self, error: io::Error) {
        self.ahead.failure = Some(error);
        self.ahead.at_end = false;
    }

    /// Reads once, and appends the bytes to the buffered bytes, of which there are fewer than 64 KiB.
    pub(crate) fn read_ahead(&mut self) -> io::Result<()> {
        let ahead = &mut self.ahead;
        let size = if ahead.buffer.is_empty() {
            INITIAL_CAPACITY
        } else {
            CAPACITY
        };
        if ahead.buffer.len() < size {
            ahead.buffer.resize(size, 0);
        }
        ahead.buffer.copy_within(ahead.next..ahead.filled, 0);
        ahead.filled -= ahead.next;
        ahead.next = 0;
        let read = match ahead.failure.take() {
            Some(error) => Err(error),
            None => read(self.from, &mut ahead.buffer[ahead.filled..]),
        };
        ahead.filled += ahead.record(read)?;
        Ok(())
    }
}

/// Reads once, and retries if a signal interrupts the read.
fn read(from: &mut dyn Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

impl PeekReader<'_> {
    /// Skips `len` bytes. Returns how many of them are missing, because the source ends before.
    pub(crate) fn skip(&mut self, mut len: u64) -> io::Result<u64> {
        while len > 0 {
            let skipped = len.min(self.fill_buf()?.len() as u64);
            if skipped == 0 {
                break;
            }
            self.consume(skipped as usize);
            len -= skipped;
        }
        Ok(len)
    }

    /// Like [`Read::read`], but does not retry: an interruption by a signal is returned as an error.
    pub(crate) fn read_once(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let ahead = &self.ahead;
        let reads = ahead.buffered().is_empty() && !ahead.at_end && ahead.failure.is_none();
        if !reads || into.is_empty() {
            return self.read(into);
        }
        let read = self.from.read(into);
        if matches!(&read, Err(error) if error.kind() == io::ErrorKind::Interrupted) {
            return read;
        }
        let len = self.ahead.record(read)?;
        self.consumed += len as u64;
        Ok(len)
    }
}

/// Reads a plain file. An interruption by a signal is returned to the caller.
pub(crate) struct PlainReader<'p, 'r>(pub(crate) &'p mut PeekReader<'r>);

impl Read for PlainReader<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read_once(into)
    }
}

impl Read for PeekReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let buffered = self.buffered();
        if !buffered.is_empty() {
            let len = buffered.len().min(into.len());
            into[..len].copy_from_slice(&buffered[..len]);
            self.consume(len);
            return Ok(len);
        }
        if self.ahead.at_end || into.is_empty() {
            return Ok(0);
        }
        let read = match self.ahead.failure.take() {
            Some(error) => Err(error),
            None => read(self.from, into),
        };
        let len = self.ahead.record(read)?;
        self.consumed += len as u64;
        Ok(len)
    }
}

impl BufRead for PeekReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, used: usize) {
        self.ahead.next += used;
        self.consumed += used as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufRead, Read};

    use super::{CAPACITY, PeekReader};

    /// The results of successive reads.
    struct Script(Vec<io::Result<&'static [u8]>>);

    impl Script {
        fn new(reads: impl IntoIterator<Item = io::Result<&'static [u8]>>) -> Self {
            let mut reads: Vec<_> = reads.into_iter().collect();
            reads.reverse();
            Self(reads)
        }
    }

    impl Read for Script {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.pop().expect("another read")?;
            into[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn peeking_consumes_nothing() {
        let mut source = Script::new([Ok(&b"ab"[..]), Ok(b"cde"), Ok(b"f"), Ok(b"")]);
        let mut bytes = PeekReader::new(&mut source);
        assert_eq!(bytes.buffered(), b"");
        assert_eq!(bytes.peek(1).expect("a read"), b"ab");
        assert_eq!(bytes.peek(3).expect("a read"), b"abcde");
        assert_eq!(bytes.position(), 0);
        bytes.consume(4);
        assert_eq!((bytes.buffered(), bytes.position()), (&b"e"[..], 4));
        assert!(!bytes.at_end());
        // Fewer than requested are left, and the end is read only once.
        assert_eq!(bytes.peek(9).expect("a read"), b"ef");
        assert!(bytes.at_end());
        assert_eq!(bytes.peek(9).expect("a read"), b"ef");
        let mut rest = String::new();
        bytes.read_to_string(&mut rest).expect("a read");
        assert_eq!((&rest[..], bytes.position()), ("ef", 6));
    }

    #[test]
    fn buffered_bytes_are_read_first() {
        let mut source = Script::new([Ok(&b"abc"[..]), Ok(b"def"), Ok(b"")]);
        let mut bytes = PeekReader::new(&mut source);
        bytes.peek(1).expect("a read");
        let mut two = [0; 2];
        assert_eq!(bytes.read(&mut two).expect("a read"), 2);
        assert_eq!((&two, bytes.position()), (b"ab", 2));
        // Only the buffered bytes: reading more could block.
        let mut many = [0; 10];
        assert_eq!(bytes.read(&mut many).expect("a read"), 1);
        assert_eq!(bytes.read(&mut []).expect("nothing is read"), 0);
        assert_eq!(bytes.read(&mut many).expect("a read"), 3);
        assert_eq!((&many[..3], bytes.position()), (&b"def"[..], 6));
        assert_eq!(bytes.read(&mut many).expect("a read"), 0);
        assert_eq!(
            bytes.read(&mut many).expect("the source is not read again"),
            0
        );
    }

    #[test]
    fn interrupted_read_is_retried() {
        let signal = || Err(io::ErrorKind::Interrupted.into());
        let mut source = Script::new([signal(), Ok(&b"a"[..]), signal(), signal(), Ok(b"b")]);
        let mut bytes = PeekReader::new(&mut source);
        assert_eq!(bytes.peek(2).expect("a read"), b"ab");
    }

    #[test]
    fn error_is_returned_once_and_ends_the_reader() {
        for ahead in [true, false] {
            let failure = Err(io::Error::from_raw_os_error(5));
            let mut source = Script::new([Ok(&b"ab"[..]), failure]);
            let mut bytes = PeekReader::new(&mut source);
            assert_eq!(bytes.peek(1).expect("a read"), b"ab");
            let error = if ahead {
                bytes.read_ahead()
            } else {
                bytes.consume(2);
                bytes.read(&mut [0; 9]).map(drop)
            };
            let error = error.expect_err("the source fails");
            assert_eq!(error.raw_os_error(), Some(5));
            assert!(bytes.at_end());
            let mut rest = Vec::new();
            bytes
                .read_to_end(&mut rest)
                .expect("the error was returned");
            assert_eq!(rest, if ahead { &b"ab"[..] } else { b"" });
            assert_eq!(bytes.position(), 2);
        }
    }

    #[test]
    fn nearly_full_buffer_keeps_its_bytes() {
        let text: Vec<u8> = (0..200_000_u32).map(|index| (index % 251) as u8).collect();
        let mut source = &text[..];
        let mut bytes = PeekReader::new(&mut source);
        let mut read = 0;
        while !bytes.peek(CAPACITY / 2).expect("a read").is_empty() {
            assert!(text[read..].starts_with(bytes.buffered()));
            assert!(bytes.buffered().len() >= (text.len() - read).min(CAPACITY / 2));
            let used = bytes.buffered().len().min(1000);
            bytes.consume(used);
            read += used;
            assert_eq!(bytes.position(), read as u64);
        }
        assert_eq!(read, text.len());
    }

    #[test]
    fn error_can_be_deferred() {
        let failed = Err(io::Error::other("no disk"));
        let mut source = Script::new([Ok(&b"ab"[..]), failed]);
        let mut bytes = PeekReader::new(&mut source);
        let error = bytes.peek(3).expect_err("the source fails");
        bytes.fail_later(error);
        assert_eq!((bytes.buffered(), bytes.at_end()), (&b"ab"[..], false));
        let mut text = Vec::new();
        let error = bytes
            .read_to_end(&mut text)
            .expect_err("the deferred error");
        assert_eq!(
            (&text[..], error.to_string()),
            (&b"ab"[..], "no disk".into())
        );
        assert_eq!(bytes.read(&mut [0]).expect("the error was returned"), 0);
    }
}
