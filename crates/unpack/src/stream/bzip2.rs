//! bzip2.

use bzip2::{Decompress, Status};

use super::members::{Codec, Head, Step, Then, Trailing};
use crate::FaultKind;

/// `BZh`, and the size of the blocks in 100 kB, a digit.
const HEADER: usize = 4;

/// The end of a stream, and the checksum of all its blocks, if there are none.
const EMPTY: [u8; 10] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];

/// No stream is shorter.
const LEAST: usize = HEADER + EMPTY.len();

/// One stream after the other. Some 4 MB at most, for blocks of 900 kB.
///
/// A wrong checksum is not told from other errors, and the place of a fault is up to eight bytes late. How
/// much the decoder gives of the block that is wrong depends on the size of its output.
pub(super) struct Bzip2(Decompress);

impl Bzip2 {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }
}

impl Codec for Bzip2 {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> Head {
        if !begins_stream(head) {
            return Head::Other;
        }
        let Some(whole) = head.first_chunk::<LEAST>() else {
            return Head::Undecided;
        };
        // The decoder would clear its 4 MB for it, again and again if there are many.
        if whole[HEADER..] == EMPTY {
            return Head::Skip(LEAST as u64);
        }
        self.0 = Decompress::new(false);
        Head::Member { taken: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let result = self.0.decompress(input, output);
        Step {
            used: (self.0.total_in() - taken) as usize,
            given: (self.0.total_out() - made) as usize,
            then: match result {
                Ok(Status::StreamEnd) => Then::End,
                Ok(Status::MemNeeded) => {
                    Then::Fault(FaultKind::Corrupt("there is not enough memory for it"), 0)
                }
                Ok(_) => Then::More,
                Err(_) => Then::Fault(
                    FaultKind::Corrupt("invalid bzip2 data, or a wrong checksum"),
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
    use super::{Bzip2, Codec, Head};

    #[test]
    fn streams_without_blocks_do_not_bother_the_decoder() {
        let empty = b"BZh9\x17rE8P\x90\0\0\0\0BZ";
        assert_eq!(Bzip2::new().begin(empty), Head::Skip(14));
        assert_eq!(Bzip2::new().begin(&empty[..13]), Head::Undecided);
        let checked = b"BZh9\x17rE8P\x90\0\0\0\x01";
        assert_eq!(Bzip2::new().begin(checked), Head::Member { taken: 0 });
    }
}
