//! Deflate (RFC 1951).

use flate2::{Decompress, FlushDecompress, Status};

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// Decodes a single stream, as in zip.
pub(super) struct Deflate(Inflate);

impl Deflate {
    pub(super) fn new() -> Self {
        Self(Inflate::new())
    }
}

impl Codec for Deflate {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, _head: &[u8]) -> MemberStart {
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        self.0.decode(input, output)
    }
}

/// Decodes consecutive streams, with a window of 32 KiB.
pub(super) struct Inflate(Decompress);

impl Inflate {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }

    /// Prepares for another stream.
    pub(super) fn reset(&mut self) {
        self.0.reset(false);
    }

    pub(super) fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let (total_in, total_out) = (self.0.total_in(), self.0.total_out());
        let result = self.0.decompress(input, output, FlushDecompress::None);
        Progress {
            consumed: (self.0.total_in() - total_in) as usize,
            produced: (self.0.total_out() - total_out) as usize,
            status: match result {
                Ok(Status::Ok | Status::BufError) => CodecStatus::More,
                Ok(Status::StreamEnd) => CodecStatus::End,
                Err(_) => CodecStatus::Fault(FaultKind::Corrupt("invalid deflate data"), 0),
            },
        }
    }
}
