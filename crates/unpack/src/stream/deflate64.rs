//! Deflate64 (APPNOTE 4.4.5, method 9).

use deflate64::InflaterManaged;

use super::members::{Codec, Head, Step, Then, Trailing};
use crate::FaultKind;

/// A stream, as zip has it. Some 150 KiB, with what it has decoded and not given yet.
///
/// It may take up to three bytes after the end of the stream unseen.
pub(super) struct Deflate64(Box<InflaterManaged>);

impl Deflate64 {
    pub(super) fn new() -> Self {
        Self(Box::new(InflaterManaged::new()))
    }
}

impl Codec for Deflate64 {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, _head: &[u8]) -> Head {
        Head::Member { taken: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let result = self.0.inflate(input, output);
        let mut given = result.bytes_written;
        // It gives what it has decoded only when it is called once more, if its input has ended, or
        // is wrong.
        while given < output.len() {
            match self.0.inflate(&[], &mut output[given..]).bytes_written {
                0 => break,
                len => given += len,
            }
        }
        let has_room = given < output.len();
        let then = match self.0.errored() {
            true if has_room => Then::Fault(FaultKind::Corrupt("invalid deflate64 data"), 0),
            false if self.0.finished() => Then::End,
            _ => Then::More,
        };
        Step {
            used: result.bytes_consumed,
            given,
            then,
        }
    }
}
