//! Deflate64 (APPNOTE 4.4.5, method 9).

use deflate64::InflaterManaged;

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// Decodes a single stream, as in zip. Takes about 150 KiB, with its buffered output.
///
/// May silently consume up to three bytes after the end of the stream.
pub(super) struct Deflate64(Box<InflaterManaged>);

impl Deflate64 {
    pub(super) fn new() -> Self {
        Self(Box::new(InflaterManaged::new()))
    }
}

impl Codec for Deflate64 {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, _head: &[u8]) -> MemberStart {
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let result = self.0.inflate(input, output);
        let mut produced = result.bytes_written;
        // If the input has ended or is corrupt, the decoder returns the rest of its output only when
        // called again.
        while produced < output.len() {
            match self.0.inflate(&[], &mut output[produced..]).bytes_written {
                0 => break,
                len => produced += len,
            }
        }
        let has_room = produced < output.len();
        let status = match self.0.errored() {
            true if has_room => CodecStatus::Fault(FaultKind::Corrupt("invalid deflate64 data"), 0),
            false if self.0.finished() => CodecStatus::End,
            _ => CodecStatus::More,
        };
        Progress {
            consumed: result.bytes_consumed,
            produced,
            status,
        }
    }
}
