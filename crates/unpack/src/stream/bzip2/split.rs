//! Splits compressed bytes into members and jobs, without decoding them.
//!
//! A note to maintainers: bzip2 has no index, and its blocks begin at any bit. The splitter trusts the 48 bits of a
//! mark and copies what is between two marks, shifted to a byte, into a stream of its own. The alternative, to decode
//! Huffman codes up to the end of each block, is certain, but repeats a part of the work that the threads are to share.
//! The price is that the same bits may occur in data: `parallel` then decodes the member again on one thread. Small
//! blocks are joined to jobs of 900 kB, each of which has its own decoder. Not worth doing: several threads for the
//! member with the damage, or for a stream that cannot seek back.

use std::io::BufRead;

use super::{
    bits::{HEAD_BITS, Mark, checksum, combine, find_mark, to_stream, unsearched},
    codec::{MIN_STREAM, begins_stream},
};
use crate::io::peek::{CAPACITY, PeekReader};

/// The maximum number of bytes of a job. Blocks of 900 kB that cannot be compressed take less.
const MAX_JOB: usize = 1 << 20;

/// A job ends after blocks that may hold this many times 100 kB.
const JOB_LEVEL: u32 = 9;

/// A part of the compressed bytes, as far as marks show.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// The start of a member, or the end of the last one.
    Member(MemberOffset),
    /// Blocks of the member, as a stream.
    Job(Vec<u8>),
    /// Something else. It is always the last piece.
    Unknown,
}

/// Where a member begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MemberOffset {
    pub(super) offset: u64,
    /// The end of the bytes that are buffered when one thread decodes the file and has reached the member. The offsets
    /// of faults depend on it.
    pub(super) buffered_to: u64,
}

/// Splits the bytes of a reader.
///
/// Marks are where they seem to be unless the same bits occur within a block, so a job may be invalid though the file
/// is not.
#[derive(Debug)]
pub(super) struct Splitter {
    /// The bytes read, of which those before `start` are dropped.
    buffer: Vec<u8>,
    start: usize,
    /// The offset of the byte at `start`, where the current job or member begins.
    offset: u64,
    buffered_to: u64,
    phase: SplitPhase,
    /// The number of bytes moved within the buffer.
    #[cfg(test)]
    moved: usize,
}

#[derive(Debug)]
enum SplitPhase {
    /// At the end of a member, or the start of the file.
    Between,
    /// At the first byte of what should be a member.
    Head,
    Blocks(Blocks),
    Over,
}

/// The current job.
#[derive(Clone, Copy, Debug)]
struct Blocks {
    /// The block size in units of 100 kB.
    level: u8,
    /// The bit at which the job begins, and the one from which the next mark is searched.
    start: usize,
    from: usize,
    /// The number of blocks.
    count: u32,
    /// The combined checksums of the job, and of the stream so far.
    job: u32,
    stream: u32,
}

impl Blocks {
    /// Adds the block that begins at a bit.
    fn add(&mut self, bytes: &[u8], bit: usize) {
        let checksum = checksum(bytes, bit);
        self.job = combine(self.job, checksum);
        self.stream = combine(self.stream, checksum);
        self.count += 1;
        self.from = bit + HEAD_BITS;
    }

    /// Returns the stream of the blocks before a bit.
    fn to_stream(self, bytes: &[u8], end: usize) -> Vec<u8> {
        to_stream(bytes, self.start..end, self.level, self.job)
    }
}

impl Splitter {
    pub(super) fn new() -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            offset: 0,
            buffered_to: CAPACITY as u64,
            phase: SplitPhase::Between,
            #[cfg(test)]
            moved: 0,
        }
    }

    /// Returns the next piece.
    pub(super) fn next(&mut self, bytes: &mut PeekReader<'_>) -> Piece {
        let piece = match self.phase {
            SplitPhase::Between => {
                self.phase = SplitPhase::Head;
                return Piece::Member(self.member());
            }
            SplitPhase::Head => self.head(bytes),
            SplitPhase::Blocks(blocks) => self.job(blocks, bytes),
            SplitPhase::Over => None,
        };
        piece.unwrap_or_else(|| {
            self.phase = SplitPhase::Over;
            self.buffer = Vec::new();
            self.start = 0;
            Piece::Unknown
        })
    }

    /// Describes the member that begins here.
    fn member(&mut self) -> MemberOffset {
        let capacity = CAPACITY as u64;
        // The decoder reads when all is consumed, or when too little is left to recognise the member.
        if self.buffered_to < self.offset {
            let more = (self.offset - self.buffered_to).div_ceil(capacity);
            self.buffered_to += more * capacity;
        }
        if self.buffered_to < self.offset + MIN_STREAM as u64 {
            self.buffered_to = self.offset + capacity;
        }
        MemberOffset {
            offset: self.offset,
            buffered_to: self.buffered_to,
        }
    }

    fn head(&mut self, bytes: &mut PeekReader<'_>) -> Option<Piece> {
        while self.rest().len() < MIN_STREAM {
            self.fill(bytes)?;
        }
        let rest = self.rest();
        if !begins_stream(rest) {
            return None;
        }
        let start = 32;
        let mut blocks = Blocks {
            level: rest[3] - b'0',
            start,
            from: start,
            count: 0,
            job: 0,
            stream: 0,
        };
        match find_mark(rest, start)? {
            (bit, Mark::Block) if bit == start => {
                blocks.add(rest, bit);
                self.job(blocks, bytes)
            }
            (bit, Mark::End) if bit == start && checksum(rest, bit) == 0 => {
                self.end_member(bit);
                Some(self.next(bytes))
            }
            _ => None,
        }
    }

    /// Finds the end of a job.
    fn job(&mut self, mut blocks: Blocks, bytes: &mut PeekReader<'_>) -> Option<Piece> {
        loop {
            let rest = self.rest();
            let mark = find_mark(rest, blocks.from);
            let (bit, mark) = match mark {
                Some((bit, mark)) if bit + HEAD_BITS <= rest.len() * 8 => (bit, mark),
                _ => {
                    let searched = mark.map_or(unsearched(rest), |(bit, _)| bit);
                    blocks.from = blocks.from.max(searched);
                    if rest.len() > MAX_JOB {
                        return None;
                    }
                    self.fill(bytes)?;
                    continue;
                }
            };
            if mark == Mark::End {
                let job = blocks.to_stream(rest, bit);
                if checksum(rest, bit) == blocks.stream {
                    self.end_member(bit);
                } else {
                    self.phase = SplitPhase::Over;
                }
                return Some(Piece::Job(job));
            }
            if blocks.count * u32::from(blocks.level) >= JOB_LEVEL {
                let job = blocks.to_stream(rest, bit);
                self.drop_bytes(bit / 8);
                let start = bit % 8;
                blocks = Blocks {
                    start,
                    count: 0,
                    job: 0,
                    ..blocks
                };
                blocks.add(self.rest(), start);
                self.phase = SplitPhase::Blocks(blocks);
                return Some(Piece::Job(job));
            }
            blocks.add(rest, bit);
        }
    }

    /// Goes to the end of a member, whose end mark is at a bit.
    fn end_member(&mut self, mark: usize) {
        self.drop_bytes((mark + HEAD_BITS).div_ceil(8));
        self.phase = SplitPhase::Between;
    }

    /// Returns the bytes from the start of the current job or member on.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Drops bytes. The rest is moved only if it is not longer than the dropped bytes before it, so that never more
    /// bytes are moved than dropped.
    fn drop_bytes(&mut self, count: usize) {
        self.start += count;
        self.offset += count as u64;
        if self.start >= self.buffer.len() - self.start {
            #[cfg(test)]
            {
                self.moved += self.rest().len();
            }
            self.buffer.drain(..self.start);
            self.start = 0;
        }
    }

    /// Reads more bytes. Returns `None` if there are none.
    fn fill(&mut self, bytes: &mut PeekReader<'_>) -> Option<()> {
        // An error is met again by the decoder that reads the rest.
        let more = bytes.fill_buf().ok().filter(|more| !more.is_empty())?;
        self.buffer.extend(more);
        let len = more.len();
        bytes.consume(len);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Splitter};
    use crate::io::peek::PeekReader;

    #[test]
    fn empty_streams_are_split_in_linear_time() {
        // Each has an end mark and a checksum of 0.
        let empty = b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0";
        let (count, compressed) = (20_000, empty.repeat(20_000));
        let mut source = &compressed[..];
        let mut bytes = PeekReader::new(&mut source);
        let mut splitter = Splitter::new();
        let mut offsets = Vec::new();
        while let Piece::Member(member) = splitter.next(&mut bytes) {
            offsets.push(member.offset);
        }
        let expected: Vec<_> = (0..=count).map(|at| at * empty.len() as u64).collect();
        assert_eq!(offsets, expected);
        assert!(
            splitter.moved <= compressed.len(),
            "{} bytes",
            splitter.moved
        );
    }
}
