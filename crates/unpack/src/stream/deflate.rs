//! deflate (RFC 1951).

use flate2::{Decompress, FlushDecompress, Status};

use super::members::{Codec, Head, Step, Then, Trailing};
use crate::FaultKind;

/// A stream of its own, as zip has it.
pub(super) struct Deflate(Inflate);

impl Deflate {
    pub(super) fn new() -> Self {
        Self(Inflate::new())
    }
}

impl Codec for Deflate {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, _head: &[u8]) -> Head {
        Head::Member { taken: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        self.0.decode(input, output)
    }
}

/// Decodes one stream after the other, with a window of 32 KiB.
pub(super) struct Inflate(Decompress);

impl Inflate {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }

    /// Gets ready for another stream.
    pub(super) fn reset(&mut self) {
        self.0.reset(false);
    }

    pub(super) fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let result = self.0.decompress(input, output, FlushDecompress::None);
        Step {
            used: (self.0.total_in() - taken) as usize,
            given: (self.0.total_out() - made) as usize,
            then: match result {
                Ok(Status::Ok | Status::BufError) => Then::More,
                Ok(Status::StreamEnd) => Then::End,
                Err(_) => Then::Fault(FaultKind::Corrupt("invalid deflate data"), 0),
            },
        }
    }
}
