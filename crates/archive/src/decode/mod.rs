//! The decoders: each turns one form of a text into the next, and keeps the places.

mod base64;
mod charset;
mod flowed;
mod html;
mod quoted_printable;
mod uuencode;

use std::ops::Range;

use crate::origin::Runs;

/// Turns bytes that come in pieces of any size into others.
///
/// What comes out does not depend on how the input is cut. The input's offsets count from the start
/// of what the decoder is given, whatever that was made from.
pub(crate) trait Decoder {
    /// Decodes `input`, whose first byte has the offset `at`, and appends what it gives. What
    /// cannot be told before more has come is held back; the most that can be is documented with
    /// each decoder.
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output);

    /// The input is over, at the offset `at`: appends what is held back.
    fn finish(&mut self, at: u64, out: &mut Output);

    /// Tells, in their order, the offset of each byte of input that is held back and may yet be
    /// the first to give a `<` of the output.
    fn held(&self, tell: &mut dyn FnMut(u64));
}

/// What a decoder has made: the bytes since they were last taken, and the map of all that can still
/// be asked for.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    runs: Runs,
}

impl Output {
    /// Appends bytes that stand in the input as they are, from the offset `input` on.
    pub(crate) fn verbatim(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.runs.push_verbatim(bytes.len() as u64, input);
    }

    /// Appends bytes that stand, as a whole, for a range of the input.
    pub(crate) fn replaced(&mut self, bytes: &[u8], input: Range<u64>) {
        self.bytes.extend_from_slice(bytes);
        self.runs.push_replaced(bytes.len() as u64, input);
    }

    /// Appends bytes of which each three stand in four characters of the input, from the offset
    /// `input` on, where a quantum begins.
    pub(crate) fn quanta(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.runs.push_quanta(bytes.len() as u64, input);
    }

    /// What was appended since [`clear_bytes`](Self::clear_bytes).
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where all that was appended came from.
    pub(crate) fn runs(&self) -> &Runs {
        &self.runs
    }

    pub(crate) fn runs_mut(&mut self) -> &mut Runs {
        &mut self.runs
    }

    /// Drops the bytes, which were passed on, but not where they came from.
    pub(crate) fn clear_bytes(&mut self) {
        self.bytes.clear();
    }

    /// Begins the next text.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.runs.clear();
    }
}
