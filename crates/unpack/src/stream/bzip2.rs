//! bzip2.

use bzip2::{Decompress, Status};

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// The length of the header: `BZh` and the block size in units of 100 kB, a digit.
const HEADER: usize = 4;

/// The end of a stream without blocks: the magic and the combined checksum.
const EMPTY: [u8; 10] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];

/// The minimum length of a stream.
const MIN_STREAM: usize = HEADER + EMPTY.len();

/// Decodes bzip2 streams. Takes at most about 4 MB, for blocks of 900 kB.
///
/// A wrong checksum cannot be distinguished from other errors, and the offset of a fault is up to eight bytes
/// late. How many bytes of a corrupt block are decoded depends on the size of the output.
pub(super) struct Bzip2(Decompress);

impl Bzip2 {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }
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
        self.0 = Decompress::new(false);
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let (total_in, total_out) = (self.0.total_in(), self.0.total_out());
        let result = self.0.decompress(input, output);
        Progress {
            consumed: (self.0.total_in() - total_in) as usize,
            produced: (self.0.total_out() - total_out) as usize,
            status: match result {
                Ok(Status::StreamEnd) => CodecStatus::End,
                Ok(Status::MemNeeded) => CodecStatus::Fault(FaultKind::Corrupt("out of memory"), 0),
                Ok(_) => CodecStatus::More,
                Err(_) => CodecStatus::Fault(
                    FaultKind::Corrupt("invalid bzip2 data or wrong checksum"),
                    0,
                ),
            },
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
