//! Decodes the blocks of a file on several threads.
//!
//! A note to maintainers: this decoder does not report faults itself. If a block is not where a mark suggests, or is
//! damaged, it seeks back to the start of the member, decodes the member again on one thread, and drops the bytes that
//! were already returned. So all bytes and faults, and their offsets, are the same as with one thread.

use std::{
    collections::VecDeque,
    io::{self, Read},
    num::NonZeroUsize,
    sync::mpsc::Receiver,
};

use super::{
    codec::Bzip2,
    helpers::Helpers,
    job::{Decoded, LongText},
    split::{MemberOffset, Piece, Splitter},
};
use crate::{
    io::peek::PeekReader,
    stream::members::{Decoder, FaultOrigin},
};

/// The maximum number of threads: their decoders and results take up to 100 MiB.
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(16).expect("not zero");

/// The maximum number of jobs beyond one for each thread, begun or done.
const AHEAD: usize = 2;

/// Decodes a seekable bzip2 file on several threads. It is at its start when this is created.
///
/// Each thread takes 4 MB. There are two more jobs than threads; each takes 1 MiB for compressed and 2 MiB for decoded
/// bytes.
pub(in crate::stream) struct ParallelBzip2<'d, 'r>(Decoding<'d, 'r>);

enum Decoding<'d, 'r> {
    Parallel(Parallel<'d, 'r>),
    /// The rest is decoded on this thread.
    Sequential(Decoder<'d, 'r, Bzip2>),
    /// An error was returned, which should be the last one.
    Failed,
}

impl<'d, 'r> ParallelBzip2<'d, 'r> {
    /// Creates a decoder with at most this number of threads.
    ///
    /// # Errors
    ///
    /// Returns the reader if the threads cannot be started.
    pub(in crate::stream) fn new(
        bytes: &'d mut PeekReader<'r>,
        threads: NonZeroUsize,
        origin: FaultOrigin,
    ) -> Result<Self, &'d mut PeekReader<'r>> {
        let Some(helpers) = Helpers::start(threads.min(MAX_THREADS)) else {
            return Err(bytes);
        };
        Ok(Self(Decoding::Parallel(Parallel {
            bytes,
            origin,
            splitter: Splitter::new(),
            helpers,
            pieces: VecDeque::new(),
            member: MemberOffset::default(),
            returned: 0,
            text: JobText::Short(Vec::new(), 0),
        })))
    }
}

impl Read for ParallelBzip2<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        if let Decoding::Parallel(parallel) = &mut self.0 {
            let len = parallel.read(into)?;
            if len > 0 {
                return Ok(len);
            }
        }
        self.0 = match std::mem::replace(&mut self.0, Decoding::Failed) {
            Decoding::Parallel(parallel) => Decoding::Sequential(parallel.into_sequential()?),
            other => other,
        };
        match &mut self.0 {
            Decoding::Sequential(decoder) => decoder.read(into),
            _ => Ok(0),
        }
    }
}

struct Parallel<'d, 'r> {
    bytes: &'d mut PeekReader<'r>,
    origin: FaultOrigin,
    splitter: Splitter,
    helpers: Helpers,
    /// The next pieces, in the order of the file.
    pieces: VecDeque<Queued>,
    /// The current member, and how many of its bytes were returned.
    member: MemberOffset,
    returned: u64,
    /// The text of the current job.
    text: JobText,
}

enum Queued {
    Member(MemberOffset),
    Job(Receiver<Decoded>),
    Unknown,
}

enum JobText {
    /// A text, and how many of its bytes were returned.
    Short(Vec<u8>, usize),
    Long(LongText),
}

impl Read for JobText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Short(text, start) => {
                let len = (&text[*start..]).read(into)?;
                *start += len;
                Ok(len)
            }
            Self::Long(text) => text.read(into),
        }
    }
}

impl<'d, 'r> Parallel<'d, 'r> {
    /// Reads bytes that are certain. Returns 0 where the sequential decoder has to continue.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let len = self.text.read(into)?;
            if len > 0 {
                self.returned += len as u64;
                return Ok(len);
            }
            self.look_ahead();
            match self.pieces.pop_front() {
                Some(Queued::Member(member)) => {
                    self.member = member;
                    self.returned = 0;
                }
                // All before it is certain, and it ends where a block or the stream ends.
                Some(Queued::Job(decoded)) => match decoded.recv() {
                    Ok(Decoded::Text(text)) => self.text = JobText::Short(text, 0),
                    Ok(Decoded::Long(text)) => self.text = JobText::Long(text),
                    Ok(Decoded::Invalid) | Err(_) => return Ok(0),
                },
                Some(Queued::Unknown) | None => return Ok(0),
            }
        }
    }

    /// Begins as many jobs as may be begun.
    fn look_ahead(&mut self) {
        while self.pieces.len() < self.helpers.threads() + AHEAD
            && !matches!(self.pieces.back(), Some(Queued::Unknown))
        {
            let piece = match self.splitter.next(self.bytes) {
                Piece::Member(member) => Queued::Member(member),
                Piece::Job(compressed) => Queued::Job(self.helpers.decode(compressed)),
                Piece::Unknown => Queued::Unknown,
            };
            self.pieces.push_back(piece);
        }
    }

    /// Returns the decoder of the rest, from the next byte on.
    fn into_sequential(self) -> io::Result<Decoder<'d, 'r, Bzip2>> {
        let Self {
            bytes,
            origin,
            member,
            mut returned,
            helpers,
            ..
        } = self;
        // The jobs that it has begun are not wanted.
        drop(helpers);
        bytes.seek(member.offset, member.buffered_to)?;
        let mut decoder = if member.offset == 0 {
            Decoder::new(Bzip2::new(), bytes, origin)
        } else {
            Decoder::after_member(Bzip2::new(), bytes, origin)
        };
        let mut dropped = vec![0; 64 << 10];
        while returned > 0 {
            let most =
                usize::try_from(returned).map_or(dropped.len(), |left| left.min(dropped.len()));
            match decoder.read(&mut dropped[..most]) {
                Ok(0) => break,
                Ok(len) => returned -= len as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(decoder)
    }
}
