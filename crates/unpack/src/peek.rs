//! A reader whose next bytes can be examined before they are read.

use std::io::{self, BufRead, Read};

/// The size of the buffer, in bytes: enough to keep a decoder busy.
pub(crate) const AHEAD: usize = 64 << 10;

/// The size of a new buffer: many members are small, and most are only recognised.
const FIRST: usize = 4 << 10;

/// Reads from another reader, through a buffer where the caller peeks.
///
/// It counts the bytes taken. After a failure, which it passes on once, it is at its end. Its buffer has
/// 64 KiB once more than the first 4 KiB were peeked at.
pub(crate) struct PeekReader<'r> {
    from: &'r mut dyn Read,
    ahead: ReadAhead,
    taken: u64,
}

/// Bytes that were read ahead of the caller, and what is known to follow them.
#[derive(Debug, Default)]
pub(crate) struct ReadAhead {
    buffer: Vec<u8>,
    /// The range of the buffer that was read and not taken.
    next: usize,
    filled: usize,
    at_end: bool,
    /// A failure that is still to be passed on, after the buffered bytes.
    failure: Option<io::Error>,
}

impl ReadAhead {
    /// Forgets the last reader. The next one is read in blocks of 64 KiB from its start on.
    pub(crate) fn reset(&mut self) {
        self.buffer.resize(AHEAD, 0);
        self.next = 0;
        self.filled = 0;
        self.at_end = false;
        self.failure = None;
    }

    /// Returns the bytes that were read and not taken.
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

    /// Continues with a reader of which some bytes were read ahead.
    pub(crate) fn resume(from: &'r mut dyn Read, ahead: ReadAhead) -> Self {
        Self {
            from,
            ahead,
            taken: 0,
        }
    }

    /// Gives up the reader, and returns what was read ahead.
    pub(crate) fn into_read_ahead(self) -> ReadAhead {
        self.ahead
    }

    /// Returns the number of bytes taken.
    pub(crate) fn position(&self) -> u64 {
        self.taken
    }

    /// Returns the buffered bytes, after reading until there are at least `least`, or all up to the
    /// end. `least` is at most 32 KiB.
    pub(crate) fn peek(&mut self, least: usize) -> io::Result<&[u8]> {
        debug_assert!(least <= AHEAD / 2, "{least} bytes are not kept");
        while self.ahead.filled - self.ahead.next < least && !self.ahead.at_end {
            self.read_ahead()?;
        }
        Ok(self.buffered())
    }

    /// Returns the bytes that were read and not taken.
    pub(crate) fn buffered(&self) -> &[u8] {
        self.ahead.buffered()
    }

    /// Returns whether nothing follows the buffered bytes.
    pub(crate) fn at_end(&self) -> bool {
        self.ahead.at_end
    }

    /// Takes an error back, to pass it on to the next caller who wants more than the buffered bytes.
    pub(crate) fn fail_later(&mut self, error: io::Error) {
        self.ahead.failure = Some(error);
        self.ahead.at_end = false;
    }

    /// Reads once, after the buffered bytes, which are fewer than 64 KiB.
    pub(crate) fn read_ahead(&mut self) -> io::Result<()> {
        let ahead = &mut self.ahead;
        let size = if ahead.buffer.is_empty() {
            FIRST
        } else {
            AHEAD
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

/// Reads once, and again where a signal interrupts.
fn read(from: &mut dyn Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

impl PeekReader<'_> {
    /// Reads as [`Read::read`] does, but at most once: a signal that interrupts that is reported.
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
        self.taken += len as u64;
        Ok(len)
    }
}

/// Reads a plain file, whose reader decides what to do when a signal interrupts.
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
        self.taken += len as u64;
        Ok(len)
    }
}

impl BufRead for PeekReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, used: usize) {
        self.ahead.next += used;
        self.taken += used as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufRead, Read};

    use super::{AHEAD, PeekReader};

    /// What a source gives at each read.
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
            let bytes = self.0.pop().expect("there are no more reads")?;
            into[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn looking_takes_nothing() {
        let mut source = Script::new([Ok(&b"ab"[..]), Ok(b"cde"), Ok(b"f"), Ok(b"")]);
        let mut bytes = PeekReader::new(&mut source);
        assert_eq!(bytes.buffered(), b"");
        assert_eq!(bytes.peek(1).expect("it can be read"), b"ab");
        assert_eq!(bytes.peek(3).expect("it can be read"), b"abcde");
        assert_eq!(bytes.position(), 0);
        bytes.consume(4);
        assert_eq!((bytes.buffered(), bytes.position()), (&b"e"[..], 4));
        assert!(!bytes.at_end());
        // There are not so many; and the end is asked for once.
        assert_eq!(bytes.peek(9).expect("it can be read"), b"ef");
        assert!(bytes.at_end());
        assert_eq!(bytes.peek(9).expect("it can be read"), b"ef");
        let mut rest = String::new();
        bytes.read_to_string(&mut rest).expect("it can be read");
        assert_eq!((&rest[..], bytes.position()), ("ef", 6));
    }

    #[test]
    fn what_was_looked_at_is_read_first() {
        let mut source = Script::new([Ok(&b"abc"[..]), Ok(b"def"), Ok(b"")]);
        let mut bytes = PeekReader::new(&mut source);
        bytes.peek(1).expect("it can be read");
        let mut two = [0; 2];
        assert_eq!(bytes.read(&mut two).expect("it can be read"), 2);
        assert_eq!((&two, bytes.position()), (b"ab", 2));
        // No more than is at hand: what comes after may have to be waited for.
        let mut many = [0; 10];
        assert_eq!(bytes.read(&mut many).expect("it can be read"), 1);
        assert_eq!(bytes.read(&mut []).expect("nothing is read"), 0);
        assert_eq!(bytes.read(&mut many).expect("it can be read"), 3);
        assert_eq!((&many[..3], bytes.position()), (&b"def"[..], 6));
        assert_eq!(bytes.read(&mut many).expect("it can be read"), 0);
        assert_eq!(bytes.read(&mut many).expect("it is not asked again"), 0);
    }

    #[test]
    fn a_signal_is_no_failure() {
        let signal = || Err(io::ErrorKind::Interrupted.into());
        let mut source = Script::new([signal(), Ok(&b"a"[..]), signal(), signal(), Ok(b"b")]);
        let mut bytes = PeekReader::new(&mut source);
        assert_eq!(bytes.peek(2).expect("it can be read"), b"ab");
    }

    #[test]
    fn a_failure_is_told_once_and_is_the_end() {
        for ahead in [true, false] {
            let failure = Err(io::Error::from_raw_os_error(5));
            let mut source = Script::new([Ok(&b"ab"[..]), failure]);
            let mut bytes = PeekReader::new(&mut source);
            assert_eq!(bytes.peek(1).expect("it can be read"), b"ab");
            let error = if ahead {
                bytes.read_ahead()
            } else {
                bytes.consume(2);
                bytes.read(&mut [0; 9]).map(drop)
            };
            let error = error.expect_err("it has failed");
            assert_eq!(error.raw_os_error(), Some(5));
            assert!(bytes.at_end());
            let mut rest = Vec::new();
            bytes.read_to_end(&mut rest).expect("it is told");
            assert_eq!(rest, if ahead { &b"ab"[..] } else { b"" });
            assert_eq!(bytes.position(), 2);
        }
    }

    #[test]
    fn a_buffer_that_is_nearly_full_is_kept() {
        let text: Vec<u8> = (0..200_000_u32).map(|index| (index % 251) as u8).collect();
        let mut source = &text[..];
        let mut bytes = PeekReader::new(&mut source);
        let mut read = 0;
        while !bytes.peek(AHEAD / 2).expect("it can be read").is_empty() {
            assert!(text[read..].starts_with(bytes.buffered()));
            assert!(bytes.buffered().len() >= (text.len() - read).min(AHEAD / 2));
            let used = bytes.buffered().len().min(1000);
            bytes.consume(used);
            read += used;
            assert_eq!(bytes.position(), read as u64);
        }
        assert_eq!(read, text.len());
    }

    #[test]
    fn a_failure_can_be_given_back() {
        let failed = Err(io::Error::other("no disk"));
        let mut source = Script::new([Ok(&b"ab"[..]), failed]);
        let mut bytes = PeekReader::new(&mut source);
        let error = bytes.peek(3).expect_err("there are two");
        bytes.fail_later(error);
        assert_eq!((bytes.buffered(), bytes.at_end()), (&b"ab"[..], false));
        let mut text = Vec::new();
        let error = bytes.read_to_end(&mut text).expect_err("it is told again");
        assert_eq!(
            (&text[..], error.to_string()),
            (&b"ab"[..], "no disk".into())
        );
        assert_eq!(bytes.read(&mut [0]).expect("it was told"), 0);
    }
}
