//! The members of a compressed stream, and the bytes after the last one.
//!
//! A note to maintainers: a [`Codec`] is a machine from bytes to bytes without a reader, and [`Decoder`] drives it. The
//! alternative, the readers that the libraries offer, would save this module, but each of them handles consecutive
//! members, padding, trailing data and truncation in its own way, reads ahead by its own amount, and drops bytes that
//! were decoded before a fault. Here all formats return every byte before a fault, at the same offsets whatever the
//! sizes of reads, and never wait for input while they have output. The price is that some libraries must be held back:
//! see `WITHHELD`, `bzip2` and `zstd`. Not worth doing: to find another member after damage inside a stream.

use std::io::{self, BufRead, Read};

use crate::{Fault, FaultKind, Format, io::peek::PeekReader};

/// The decoder of one format.
pub(super) trait Codec {
    /// The bytes allowed after the end of a member.
    const TRAILING: Trailing;

    /// The number of buffered bytes withheld from the decoder until the input ends.
    const WITHHELD: usize = 0;

    /// Recognises the member that begins with `head`, the buffered bytes, and prepares to decode it.
    ///
    /// Must not ask for more bytes than the shortest member with this start has, nor for more than 32 KiB.
    fn begin(&mut self, head: &[u8]) -> MemberStart;

    /// Decodes a part of the input into the output, which is not empty.
    ///
    /// The input is empty if output is pending that did not fit before.
    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress;

    /// Returns whether the member may end here, with the input. Most formats mark the end of a member.
    fn may_end(&self) -> bool {
        false
    }
}

/// The bytes allowed after the end of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trailing {
    /// None: the stream is in a container, which knows its end.
    Nothing,
    /// Another member, or zeros up to the end: the padding of tape and disk blocks.
    MembersOrZeros,
    /// Another member, after padding with a multiple of this number of zeros.
    PaddedMembers(u64),
}

/// The result of recognising the start of a member.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MemberStart {
    /// More bytes are needed.
    Undecided,
    /// Not the start of a member.
    Other,
    /// A member. The codec has handled its first `consumed` bytes.
    Member { consumed: usize },
    /// A member of this number of bytes that has no content.
    Skip(u64),
    /// A member that cannot be decoded.
    Fault(FaultKind),
}

/// The progress of a call of [`Codec::decode`].
#[derive(Debug)]
pub(super) struct Progress {
    /// The number of bytes of input consumed.
    pub(super) consumed: usize,
    /// The number of bytes of output produced.
    pub(super) produced: usize,
    pub(super) status: CodecStatus,
}

/// The state of a member after a call of [`Codec::decode`].
#[derive(Debug)]
pub(super) enum CodecStatus {
    /// The member continues.
    More,
    /// The member ends after the consumed input.
    End,
    /// Decoding failed. The fault is this number of bytes before the end of the consumed input.
    Fault(FaultKind, u64),
}

/// The data that faults refer to.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaultOrigin {
    pub(super) format: Format,
    /// The offset of the stream.
    pub(super) start: u64,
}

/// Decodes all members of a stream.
pub(super) struct Decoder<'d, 'r, C> {
    codec: C,
    bytes: &'d mut PeekReader<'r>,
    origin: FaultOrigin,
    phase: Phase,
    /// Whether the codec may produce more output without input, because the last output was full.
    may_have_output: bool,
    /// An error of the source, to return after the withheld bytes are decoded.
    failure: Option<io::Error>,
}

enum Phase {
    /// Before the first member.
    Start,
    Member,
    /// In a skipped member, with this number of bytes left.
    Skipping(u64),
    /// After a member, and this number of zeros.
    AfterMember(u64),
    /// Only this error is left to return.
    Failed(io::Error),
    End,
}

/// Whether more bytes may be read from the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    MayBlock,
    OnlyBuffered,
}

/// The result of a progress of a read.
enum Advance {
    Produced(usize),
    /// No input is buffered, and the read has produced bytes.
    Pending,
}

impl<'d, 'r, C: Codec> Decoder<'d, 'r, C> {
    pub(super) fn new(codec: C, bytes: &'d mut PeekReader<'r>, origin: FaultOrigin) -> Self {
        Self {
            codec,
            bytes,
            origin,
            phase: Phase::Start,
            may_have_output: false,
            failure: None,
        }
    }

    /// Advances, and decodes into a buffer that is not empty. Blocks only if `reads` allows it.
    fn advance(&mut self, into: &mut [u8], reads: Reads) -> io::Result<Advance> {
        match self.phase {
            Phase::Member => self.decode(into, reads),
            Phase::Start | Phase::AfterMember(_) => self.begin(reads),
            Phase::Skipping(left) => self.skip(left, reads),
            Phase::Failed(_) | Phase::End => Ok(Advance::Pending),
        }
    }

    fn decode(&mut self, into: &mut [u8], reads: Reads) -> io::Result<Advance> {
        let mut input = self.bytes.buffered();
        if !self.bytes.at_end() {
            input = &input[..input.len().saturating_sub(C::WITHHELD)];
        }
        if input.is_empty() && !self.may_have_output {
            if self.bytes.at_end() && self.failure.is_none() && self.codec.may_end() {
                self.phase = Phase::End;
                return Ok(Advance::Produced(0));
            }
            return self.wait_for_more(reads);
        }
        let progress = self.codec.decode(input, into);
        let is_stuck = !input.is_empty() && progress.consumed == 0 && progress.produced == 0;
        self.may_have_output = progress.produced == into.len();
        self.bytes.consume(progress.consumed);
        match progress.status {
            CodecStatus::End => {
                self.phase = Phase::AfterMember(0);
                self.may_have_output = false;
            }
            CodecStatus::Fault(kind, back) => self.phase = Phase::Failed(self.fault(kind, back)),
            CodecStatus::More if is_stuck => {
                let kind = FaultKind::Corrupt("the decoder makes no progress");
                self.phase = Phase::Failed(self.fault(kind, 0));
            }
            CodecStatus::More => {}
        }
        Ok(Advance::Produced(progress.produced))
    }

    fn begin(&mut self, reads: Reads) -> io::Result<Advance> {
        if let Phase::AfterMember(zeros) = self.phase {
            if self.bytes.buffered().is_empty() && !self.bytes.at_end() {
                return self.wait(reads);
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            if self.skip_padding(zeros)? {
                return Ok(Advance::Produced(0));
            }
        }
        match self.codec.begin(self.bytes.buffered()) {
            MemberStart::Undecided => return self.wait_for_more(reads),
            MemberStart::Member { consumed } => {
                self.bytes.consume(consumed);
                self.phase = Phase::Member;
            }
            MemberStart::Skip(len) => self.phase = Phase::Skipping(len),
            MemberStart::Fault(kind) => return Err(self.fault(kind, 0)),
            MemberStart::Other => {
                let kind = match self.phase {
                    Phase::Start => FaultKind::Corrupt("invalid header"),
                    _ => FaultKind::Trailing,
                };
                return Err(self.fault(kind, 0));
            }
        }
        Ok(Advance::Produced(0))
    }

    /// Handles the buffered bytes after a member and `zeros` zeros. Returns `false` if a member may begin
    /// there.
    fn skip_padding(&mut self, zeros: u64) -> io::Result<bool> {
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
                FaultKind::Corrupt("invalid length of stream padding"),
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

    fn skip(&mut self, left: u64, reads: Reads) -> io::Result<Advance> {
        if self.bytes.buffered().is_empty() {
            return self.wait_for_more(reads);
        }
        let buffered = self.bytes.buffered().len();
        let len = usize::try_from(left).map_or(buffered, |left| left.min(buffered));
        self.bytes.consume(len);
        self.phase = match left - len as u64 {
            0 => Phase::AfterMember(0),
            left => Phase::Skipping(left),
        };
        Ok(Advance::Produced(0))
    }

    /// Reads more of a member that does not end in the buffered bytes.
    fn wait_for_more(&mut self, reads: Reads) -> io::Result<Advance> {
        if self.bytes.at_end() {
            return Err(self.failure.take().unwrap_or_else(|| self.truncated()));
        }
        self.wait(reads)
    }

    /// Reads more bytes, if `reads` allows it.
    fn wait(&mut self, reads: Reads) -> io::Result<Advance> {
        if reads == Reads::OnlyBuffered {
            return Ok(Advance::Pending);
        }
        match self.bytes.read_ahead() {
            Err(error) if self.bytes.buffered().is_empty() => return Err(error),
            read => self.failure = read.err(),
        }
        Ok(Advance::Produced(0))
    }

    fn truncated(&self) -> io::Error {
        let end = self.bytes.position() + self.bytes.buffered().len() as u64;
        let offset = self.origin.start + end;
        Fault::new(self.origin.format, offset, FaultKind::Truncated).into()
    }

    /// Returns a fault `back` bytes before the end of the consumed input.
    fn fault(&self, kind: FaultKind, back: u64) -> io::Error {
        let offset = self.origin.start + self.bytes.position() - back;
        Fault::new(self.origin.format, offset, kind).into()
    }
}

impl<C: Codec> Read for Decoder<'_, '_, C> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut produced = 0;
        while produced < into.len() {
            // A read that may block must not hold back bytes that are decoded.
            let reads = match produced {
                0 => Reads::MayBlock,
                _ => Reads::OnlyBuffered,
            };
            match self.advance(&mut into[produced..], reads) {
                Ok(Advance::Produced(len)) => produced += len,
                Ok(Advance::Pending) => break,
                Err(error) => self.phase = Phase::Failed(error),
            }
        }
        if produced > 0 || into.is_empty() {
            return Ok(produced);
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

    use super::{Codec, CodecStatus, Decoder, FaultOrigin, MemberStart, Progress, Trailing};
    use crate::{Fault, FaultKind, Format, io::peek::PeekReader};

    /// Consumes a limited number of bytes, and produces none.
    struct Stuck(usize);

    impl Codec for Stuck {
        const TRAILING: Trailing = Trailing::Nothing;

        fn begin(&mut self, _head: &[u8]) -> MemberStart {
            MemberStart::Member { consumed: 0 }
        }

        fn decode(&mut self, input: &[u8], _output: &mut [u8]) -> Progress {
            let consumed = input.len().min(self.0);
            self.0 -= consumed;
            Progress {
                consumed,
                produced: 0,
                status: CodecStatus::More,
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
        let error = decoder.read(&mut [0; 10]).expect_err("a fault");
        assert_eq!(
            decoder
                .read(&mut [0; 10])
                .expect("a fault is returned once"),
            0
        );
        error
    }

    #[test]
    fn decoder_without_progress_is_a_fault() {
        let error = read(Stuck(3), b"12345");
        let fault = Fault::of(&error).expect("a fault");
        assert_eq!((fault.format(), fault.offset()), (Format::Zip, 103));
        assert!(matches!(fault.kind(), FaultKind::Corrupt(_)));
        let error = read(Stuck(3), b"123");
        let fault = Fault::of(&error).expect("a fault");
        assert_eq!((fault.kind(), fault.offset()), (&FaultKind::Truncated, 103));
    }
}
