//! The decoders: each turns one form of a text into the next, and keeps the places.

mod base64;
mod charset;
mod flowed;
#[cfg(feature = "html")]
mod html;
mod html_prefilter;
mod quoted_printable;
#[cfg(test)]
mod testing;
pub(crate) mod uuencode;

pub(crate) use base64::{Base64, Quantum};
pub(crate) use charset::{Charset, label};
pub(crate) use flowed::Flowed;
#[cfg(feature = "html")]
pub(crate) use html::Html;
pub(crate) use html_prefilter::HtmlPrefilter;
pub(crate) use quoted_printable::QuotedPrintable;
pub(crate) use uuencode::Uuencode;

use std::ops::Range;

use crate::origin::Runs;

/// Turns bytes that come in pieces of any size into others.
///
/// What comes out does not depend on how the input is cut. The input's offsets count from the start
/// of what the decoder is given, whatever that was made from.
pub(crate) trait Decoder: Send {
    /// Decodes `input`, whose first byte has the offset `at`, and appends what it gives. What
    /// cannot be told before more has come is held back; the most that can be is documented with
    /// each decoder.
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output);

    /// The input is over, at the offset `at`: appends what is held back.
    fn finish(&mut self, at: u64, out: &mut Output);

    /// The input goes on behind the offset `at`, but is lost: appends what is held back and does not
    /// depend on how it goes on.
    fn cut(&mut self, at: u64, out: &mut Output) {
        self.finish(at, out);
    }

    /// Whether `input`, as the next bytes, comes out as it is. If so, the caller passes it on by
    /// itself, and goes on with what follows.
    fn passes(&mut self, _input: &[u8]) -> bool {
        false
    }

    /// Begins anew, as it was made, if it can.
    fn restart(&mut self) -> bool {
        false
    }

    /// Says whether the places of all that comes next will be asked for, as where a text is going
    /// on that began with a `<`, or where a later stage makes a `<` of something else. If not, only
    /// what comes from the next byte `<` of the input on has to have its exact places.
    fn need_places(&mut self, _needed: bool) {}

    /// Tells, in their order, the offset of each byte of input that is held back and may yet be
    /// the first to give a `<` of the output, or an `&`, of which HTML makes one.
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

    /// Appends a blank line, which keeps what follows apart from what precedes. It stands for the
    /// last byte of input before the offset `end`, a line break.
    pub(crate) fn blank_line(&mut self, end: u64) {
        self.replaced(b"\n\n", end.saturating_sub(1)..end);
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

/// The octet that two hexadecimal digits stand for, in either case.
pub(crate) fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// The line without its LF or CRLF, or a CR at the end of all.
pub(crate) fn without_line_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
