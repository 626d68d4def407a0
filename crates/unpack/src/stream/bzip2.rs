//! bzip2.

use std::ops::Range;

use bzip2::{Decompress, Status};

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// The length of the header: `BZh` and the block size in units of 100 kB, a digit.
const HEADER: usize = 4;

/// The end of a stream without blocks: the magic and the combined checksum.
const EMPTY: [u8; 10] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];

/// The minimum length of a stream.
const MIN_STREAM: usize = HEADER + EMPTY.len();

/// The number of bytes that the decoder produces at a time.
const PRODUCED: usize = 64 << 10;

/// Decodes bzip2 streams. Takes at most about 4 MB, for blocks of 900 kB.
///
/// A wrong checksum cannot be distinguished from other errors, and the offset of a fault is up to eight bytes
/// late.
///
/// The decoder loses the bytes that it produces in the call that finds a fault. So that the bytes before a fault do not
/// depend on the sizes of reads, each call either consumes or produces, and the bytes that it produces belong to one
/// block.
pub(super) struct Bzip2 {
    decoder: Decompress,
    produced: Box<[u8]>,
    /// The bytes of `produced` that are not returned yet.
    pending: Range<usize>,
    /// Whether there is a fault after the pending bytes.
    is_corrupt: bool,
}

impl Bzip2 {
    pub(super) fn new() -> Self {
        Self {
            decoder: Decompress::new(false),
            produced: vec![0; PRODUCED].into(),
            pending: 0..0,
            is_corrupt: false,
        }
    }

    /// Consumes input up to the end of a block, and returns the number of bytes.
    fn consume(&mut self, input: &[u8]) -> (usize, CodecStatus) {
        let before = self.decoder.total_in();
        let status = match self.decoder.decompress(input, &mut []) {
            Ok(Status::StreamEnd) => CodecStatus::End,
            Ok(Status::MemNeeded) => CodecStatus::Fault(FaultKind::Corrupt("out of memory"), 0),
            Ok(_) => CodecStatus::More,
            Err(_) => corrupt(),
        };
        ((self.decoder.total_in() - before) as usize, status)
    }

    /// Produces bytes of the block that was consumed, if it was.
    fn produce(&mut self) {
        let before = self.decoder.total_out();
        let result = self.decoder.decompress(&[], &mut self.produced);
        self.is_corrupt = result.is_err();
        self.pending = 0..(self.decoder.total_out() - before) as usize;
    }

    /// Returns pending bytes.
    fn return_pending(&mut self, output: &mut [u8]) -> usize {
        let len = self.pending.len().min(output.len());
        let start = self.pending.start;
        output[..len].copy_from_slice(&self.produced[start..start + len]);
        self.pending.start += len;
        len
    }
}

fn corrupt() -> CodecStatus {
    CodecStatus::Fault(
        FaultKind::Corrupt("invalid bzip2 data or wrong checksum"),
        0,
    )
}

impl Codec for Bzip2 {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        if !begins_stream(head) {
            return MemberStart::Other;
        }
        let Some(start) = head.first_chunk::<MIN_STREAM>() else {
            return MemberStart::Undecided;
        };
        // For each stream the decoder would clear its 4 MB, which is slow for many empty ones.
        if start[HEADER..] == EMPTY {
            return MemberStart::Skip(MIN_STREAM as u64);
        }
        self.decoder = Decompress::new(false);
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let (mut consumed, mut produced) = (0, 0);
        let status = loop {
            produced += self.return_pending(&mut output[produced..]);
            if self.pending.is_empty() && self.is_corrupt {
                break corrupt();
            }
            if produced == output.len() {
                break CodecStatus::More;
            }
            let (len, status) = self.consume(&input[consumed..]);
            consumed += len;
            if !matches!(status, CodecStatus::More) {
                break status;
            }
            self.produce();
            if len == 0 && self.pending.is_empty() && !self.is_corrupt {
                break CodecStatus::More;
            }
        };
        Progress {
            consumed,
            produced,
            status,
        }
    }
}

fn begins_stream(head: &[u8]) -> bool {
    let ranges = [b'B'..=b'B', b'Z'..=b'Z', b'h'..=b'h', b'1'..=b'9'];
    let mut pairs = ranges.iter().zip(head);
    pairs.all(|(range, byte)| range.contains(byte))
}

#[cfg(test)]
mod tests {
    use super::{Bzip2, Codec, MemberStart};

    #[test]
    fn streams_without_blocks_are_skipped() {
        let empty = b"BZh9\x17rE8P\x90\0\0\0\0BZ";
        assert_eq!(Bzip2::new().begin(empty), MemberStart::Skip(14));
        assert_eq!(Bzip2::new().begin(&empty[..13]), MemberStart::Undecided);
        let checked = b"BZh9\x17rE8P\x90\0\0\0\x01";
        assert_eq!(
            Bzip2::new().begin(checked),
            MemberStart::Member { consumed: 0 }
        );
    }
}
