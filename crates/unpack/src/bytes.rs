//! A stream of bytes that can be looked at before it is read.

use std::io::{self, BufRead, Read};

/// How much is read ahead, if it is: enough for a decoder to be busy.
const AHEAD: usize = 64 << 10;

/// How much is at first: many members are small, and most are only looked at.
const FIRST: usize = 4 << 10;

/// Reads from another reader, through a buffer where someone looks ahead.
///
/// It knows how many bytes were taken. Behind a failure, which it passes on once, it is at its end.
/// Its buffer has 64 KiB, once someone has looked farther than some bytes.
pub(crate) struct Bytes<'r> {
    from: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// Where in the buffer the bytes at hand begin and end.
    next: usize,
    filled: usize,
    taken: u64,
    at_end: bool,
    /// Why nothing follows what is at hand, if someone is still to be told.
    failure: Option<io::Error>,
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
            failure: None,
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

    /// Gives an error back, so that it is passed on to the next one who wants more than what is at
    /// hand.
    pub(crate) fn fail_later(&mut self, error: io::Error) {
        self.failure = Some(error);
        self.at_end = false;
    }

    /// Reads once more behind what is at hand, which is less than 64 KiB.
    pub(crate) fn read_ahead(&mut self) -> io::Result<()> {
        let size = if self.buffer.is_empty() { FIRST } else { AHEAD };
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
        self.buffer.copy_within(self.next..self.filled, 0);
        self.filled -= self.next;
        self.next = 0;
        let read = match self.failure.take() {
            Some(error) => Err(error),
            None => read(self.from, &mut self.buffer[self.filled..]),
        };
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
        let read = match self.failure.take() {
            Some(error) => Err(error),
            None => read(self.from, into),
        };
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

#[cfg(test)]
mod tests {
    use std::io::{self, BufRead, Read};

    use super::{AHEAD, Bytes};

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
        let mut bytes = Bytes::new(&mut source);
        assert_eq!(bytes.at_hand(), b"");
        assert_eq!(bytes.look(1).expect("it can be read"), b"ab");
        assert_eq!(bytes.look(3).expect("it can be read"), b"abcde");
        assert_eq!(bytes.position(), 0);
        bytes.consume(4);
        assert_eq!((bytes.at_hand(), bytes.position()), (&b"e"[..], 4));
        assert!(!bytes.at_end());
        // There are not so many; and the end is asked for once.
        assert_eq!(bytes.look(9).expect("it can be read"), b"ef");
        assert!(bytes.at_end());
        assert_eq!(bytes.look(9).expect("it can be read"), b"ef");
        let mut rest = String::new();
        bytes.read_to_string(&mut rest).expect("it can be read");
        assert_eq!((&rest[..], bytes.position()), ("ef", 6));
    }

    #[test]
    fn what_was_looked_at_is_read_first() {
        let mut source = Script::new([Ok(&b"abc"[..]), Ok(b"def"), Ok(b"")]);
        let mut bytes = Bytes::new(&mut source);
        bytes.look(1).expect("it can be read");
        let mut two = [0; 2];
        assert_eq!(bytes.read(&mut two).expect("it can be read"), 2);
        assert_eq!((&two, bytes.position()), (b"ab", 2));
        // No more than is at hand: what comes behind may have to be waited for.
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
        let mut bytes = Bytes::new(&mut source);
        assert_eq!(bytes.look(2).expect("it can be read"), b"ab");
    }

    #[test]
    fn a_failure_is_told_once_and_is_the_end() {
        for ahead in [true, false] {
            let failure = Err(io::Error::from_raw_os_error(5));
            let mut source = Script::new([Ok(&b"ab"[..]), failure]);
            let mut bytes = Bytes::new(&mut source);
            assert_eq!(bytes.look(1).expect("it can be read"), b"ab");
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
        let mut bytes = Bytes::new(&mut source);
        let mut read = 0;
        while !bytes.look(AHEAD / 2).expect("it can be read").is_empty() {
            assert!(text[read..].starts_with(bytes.at_hand()));
            assert!(bytes.at_hand().len() >= (text.len() - read).min(AHEAD / 2));
            let used = bytes.at_hand().len().min(1000);
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
        let mut bytes = Bytes::new(&mut source);
        let error = bytes.look(3).expect_err("there are two");
        bytes.fail_later(error);
        assert_eq!((bytes.at_hand(), bytes.at_end()), (&b"ab"[..], false));
        let mut text = Vec::new();
        let error = bytes.read_to_end(&mut text).expect_err("it is told again");
        assert_eq!(
            (&text[..], error.to_string()),
            (&b"ab"[..], "no disk".into())
        );
        assert_eq!(bytes.read(&mut [0]).expect("it was told"), 0);
    }
}
