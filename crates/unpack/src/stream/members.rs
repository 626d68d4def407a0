//! Members of a compressed stream, one after the other, and what stands after the last one.

use std::io::{self, BufRead, Read};

use crate::{Fault, FaultKind, Format, peek::PeekReader};

/// Knows one format.
pub(super) trait Codec {
    /// What may stand after the end of a member.
    const TRAILING: Trailing;

    /// So many bytes at hand are kept back, unless they are the last ones.
    const KEPT_BACK: usize = 0;

    /// What begins with `head`, which is all that is at hand; if it is a member, gets ready for it.
    ///
    /// It must not ask for more bytes than every member has that begins so, and for 32 KiB at most.
    fn begin(&mut self, head: &[u8]) -> Head;

    /// Decodes some of the input into the output, which has room. As much as can be, or a part of it.
    ///
    /// The input is empty if output is left from before that had no room.
    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step;
}

/// What may stand after the end of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trailing {
    /// Nothing: it is in a container, which may know where it ends.
    Nothing,
    /// Another member; or zeros up to the end, with which tapes and disks fill their blocks.
    MembersOrZeros,
    /// Another member, zeros before it included, if their number is a multiple of this.
    PaddedMembers(u64),
}

/// What the first bytes of a member tell.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// More of them are needed.
    Undecided,
    /// They are not those of a member.
    Other,
    /// They are. So many of them have been seen to; what is decoded begins after them.
    Member { taken: usize },
    /// So many bytes have nothing in them to be decoded.
    Skip(u64),
    /// It is a member that cannot be decoded.
    Fault(FaultKind),
}

/// What decoding has come to.
#[derive(Debug)]
pub(super) struct Step {
    /// So much of the input is taken.
    pub(super) used: usize,
    /// So much of the output is filled.
    pub(super) given: usize,
    pub(super) then: Then,
}

#[derive(Debug)]
pub(super) enum Then {
    /// It goes on.
    More,
    /// The member ends after what is taken.
    End,
    /// It does not go on. The reason stands so many bytes before the end of what is taken.
    Fault(FaultKind, u64),
}

/// What faults are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaultOrigin {
    pub(super) format: Format,
    /// Where the stream begins in it.
    pub(super) start: u64,
}

/// Decodes all members of a stream.
pub(super) struct Decoder<'d, 'r, C> {
    codec: C,
    bytes: &'d mut PeekReader<'r>,
    origin: FaultOrigin,
    phase: Phase,
    /// The codec has filled its output; it may have more without any input.
    may_hold: bool,
    /// The source has failed, and what was kept back is still to be decoded.
    failure: Option<io::Error>,
}

enum Phase {
    /// No member has been seen.
    Start,
    Member,
    /// In something that is skipped, of which so much is left.
    Skipping(u64),
    /// After a member, and after so many zeros.
    AfterMember(u64),
    /// There is nothing but an error to tell.
    Failed(io::Error),
    End,
}

/// What a part of a read has come to.
enum Advance {
    Given(usize),
    /// There are no bytes at hand, and something was given already.
    Wait,
}

impl<'d, 'r, C: Codec> Decoder<'d, 'r, C> {
    pub(super) fn new(codec: C, bytes: &'d mut PeekReader<'r>, origin: FaultOrigin) -> Self {
        Self {
            codec,
            bytes,
            origin,
            phase: Phase::Start,
            may_hold: false,
            failure: None,
        }
    }

    /// Goes on, into a buffer that has room. `may_wait` if nothing was given yet.
    fn advance(&mut self, into: &mut [u8], may_wait: bool) -> io::Result<Advance> {
        match self.phase {
            Phase::Member => self.decode(into, may_wait),
            Phase::Start | Phase::AfterMember(_) => self.begin(may_wait),
            Phase::Skipping(left) => self.skip(left, may_wait),
            Phase::Failed(_) | Phase::End => Ok(Advance::Wait),
        }
    }

    fn decode(&mut self, into: &mut [u8], may_wait: bool) -> io::Result<Advance> {
        let mut input = self.bytes.buffered();
        if !self.bytes.at_end() {
            input = &input[..input.len().saturating_sub(C::KEPT_BACK)];
        }
        if input.is_empty() && !self.may_hold {
            return self.wait_for_more(may_wait);
        }
        let step = self.codec.decode(input, into);
        let is_stuck = !input.is_empty() && step.used == 0 && step.given == 0;
        self.may_hold = step.given == into.len();
        self.bytes.consume(step.used);
        match step.then {
            Then::End => {
                self.phase = Phase::AfterMember(0);
                self.may_hold = false;
            }
            Then::Fault(kind, back) => self.phase = Phase::Failed(self.fault(kind, back)),
            Then::More if is_stuck => {
                let kind = FaultKind::Corrupt("its decoder does not go on");
                self.phase = Phase::Failed(self.fault(kind, 0));
            }
            Then::More => {}
        }
        Ok(Advance::Given(step.given))
    }

    fn begin(&mut self, may_wait: bool) -> io::Result<Advance> {
        if let Phase::AfterMember(zeros) = self.phase {
            if self.bytes.buffered().is_empty() && !self.bytes.at_end() {
                return self.wait(may_wait);
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            if self.is_over(zeros)? {
                return Ok(Advance::Given(0));
            }
        }
        match self.codec.begin(self.bytes.buffered()) {
            Head::Undecided => return self.wait_for_more(may_wait),
            Head::Member { taken } => {
                self.bytes.consume(taken);
                self.phase = Phase::Member;
            }
            Head::Skip(len) => self.phase = Phase::Skipping(len),
            Head::Fault(kind) => return Err(self.fault(kind, 0)),
            Head::Other => {
                let kind = match self.phase {
                    Phase::Start => FaultKind::Corrupt("it does not begin as it should"),
                    _ => FaultKind::Trailing,
                };
                return Err(self.fault(kind, 0));
            }
        }
        Ok(Advance::Given(0))
    }

    /// Whether nothing of interest is at hand after a member and some zeros. If not, a member may
    /// begin.
    fn is_over(&mut self, zeros: u64) -> io::Result<bool> {
        let buffered = self.bytes.buffered();
        let is_zero = |byte: &&u8| **byte == 0;
        let (kind, may_begin) = match C::TRAILING {
            _ if buffered.is_empty() => {
                self.phase = Phase::End;
                return Ok(true);
            }
            Trailing::Nothing => return Err(self.fault(FaultKind::Trailing, 0)),
            Trailing::MembersOrZeros => (FaultKind::Trailing, zeros == 0),
            Trailing::PaddedMembers(multiple) => (
                FaultKind::Corrupt("the length of its padding is not as it should be"),
                zeros.is_multiple_of(multiple),
            ),
        };
        let more = buffered.iter().take_while(is_zero).count();
        if more > 0 {
            self.bytes.consume(more);
            self.phase = Phase::AfterMember(zeros + more as u64);
            return Ok(true);
        }
        if may_begin {
            Ok(false)
        } else {
            Err(self.fault(kind, 0))
        }
    }

    fn skip(&mut self, left: u64, may_wait: bool) -> io::Result<Advance> {
        if self.bytes.buffered().is_empty() {
            return self.wait_for_more(may_wait);
        }
        let buffered = self.bytes.buffered().len();
        let len = usize::try_from(left).map_or(buffered, |left| left.min(buffered));
        self.bytes.consume(len);
        self.phase = match left - len as u64 {
            0 => Phase::AfterMember(0),
            left => Phase::Skipping(left),
        };
        Ok(Advance::Given(0))
    }

    /// Reads on in a member that does not end with what is at hand.
    fn wait_for_more(&mut self, may_wait: bool) -> io::Result<Advance> {
        if self.bytes.at_end() {
            return Err(self.failure.take().unwrap_or_else(|| self.truncated()));
        }
        self.wait(may_wait)
    }

    /// Reads on after what is at hand, if it may.
    fn wait(&mut self, may_wait: bool) -> io::Result<Advance> {
        if !may_wait {
            return Ok(Advance::Wait);
        }
        match self.bytes.read_ahead() {
            Err(error) if self.bytes.buffered().is_empty() => return Err(error),
            read => self.failure = read.err(),
        }
        Ok(Advance::Given(0))
    }

    fn truncated(&self) -> io::Error {
        let end = self.bytes.position() + self.bytes.buffered().len() as u64;
        let offset = self.origin.start + end;
        Fault::new(self.origin.format, offset, FaultKind::Truncated).into()
    }

    /// A fault that stands so many bytes before what is taken.
    fn fault(&self, kind: FaultKind, back: u64) -> io::Error {
        let offset = self.origin.start + self.bytes.position() - back;
        Fault::new(self.origin.format, offset, kind).into()
    }
}

impl<C: Codec> Read for Decoder<'_, '_, C> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut given = 0;
        while given < into.len() {
            match self.advance(&mut into[given..], given == 0) {
                Ok(Advance::Given(len)) => given += len,
                Ok(Advance::Wait) => break,
                Err(error) => self.phase = Phase::Failed(error),
            }
        }
        if given > 0 || into.is_empty() {
            return Ok(given);
        }
        match std::mem::replace(&mut self.phase, Phase::End) {
            Phase::Failed(error) => Err(error),
            _ => Ok(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Codec, Decoder, FaultOrigin, Head, Step, Then, Trailing};
    use crate::{Fault, FaultKind, Format, peek::PeekReader};

    /// Takes no more than some bytes, and gives nothing.
    struct Stuck(usize);

    impl Codec for Stuck {
        const TRAILING: Trailing = Trailing::Nothing;

        fn begin(&mut self, _head: &[u8]) -> Head {
            Head::Member { taken: 0 }
        }

        fn decode(&mut self, input: &[u8], _output: &mut [u8]) -> Step {
            let used = input.len().min(self.0);
            self.0 -= used;
            Step {
                used,
                given: 0,
                then: Then::More,
            }
        }
    }

    fn read(codec: Stuck, mut bytes: &[u8]) -> io::Error {
        let mut bytes = PeekReader::new(&mut bytes);
        let origin = FaultOrigin {
            format: Format::Zip,
            start: 100,
        };
        let mut decoder = Decoder::new(codec, &mut bytes, origin);
        let error = decoder.read(&mut [0; 10]).expect_err("it does not end");
        assert_eq!(decoder.read(&mut [0; 10]).expect("it is told once"), 0);
        error
    }

    #[test]
    fn a_decoder_that_does_not_go_on_is_a_fault() {
        let error = read(Stuck(3), b"12345");
        let fault = Fault::of(&error).expect("it is a fault");
        assert_eq!((fault.format(), fault.offset()), (Format::Zip, 103));
        assert!(matches!(fault.kind(), FaultKind::Corrupt(_)));
        let error = read(Stuck(3), b"123");
        let fault = Fault::of(&error).expect("it is a fault");
        assert_eq!((fault.kind(), fault.offset()), (&FaultKind::Truncated, 103));
    }
}
