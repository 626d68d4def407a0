//! Deflate (RFC 1951).

use flate2::{Decompress, FlushDecompress, Status};

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// Decodes a single stream, as in zip.
pub(super) struct Deflate(Decompress);

impl Deflate {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }
}

impl Codec for Deflate {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, _head: &[u8]) -> MemberStart {
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        inflate(&mut self.0, input, output)
    }
}

/// What zlib says of a checksum or a size that does not match, and the length of what it has read of them.
const CHECKS: [(&str, u64); 3] = [
    ("header crc mismatch", 2),
    ("incorrect data check", 4),
    ("incorrect length check", 8),
];

/// Decodes a part of a stream with zlib, whose window is at most 32 KiB.
pub(super) fn inflate(decoder: &mut Decompress, input: &[u8], output: &mut [u8]) -> Progress {
    let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
    let result = decoder.decompress(input, output, FlushDecompress::None);
    Progress {
        consumed: (decoder.total_in() - total_in) as usize,
        produced: (decoder.total_out() - total_out) as usize,
        status: match result {
            Ok(Status::Ok | Status::BufError) => CodecStatus::More,
            Ok(Status::StreamEnd) => CodecStatus::End,
            Err(error) => {
                let text = error.to_string();
                let check = CHECKS.iter().find(|(check, _)| text.ends_with(check));
                match check {
                    Some(&(_, len)) => CodecStatus::Fault(FaultKind::Checksum, len),
                    None => CodecStatus::Fault(FaultKind::Corrupt("invalid deflate data"), 0),
                }
            }
        },
    }
}
