//! The interface of all decoders.

use super::{output::Output, page_event::PageReader};

/// A streaming decoder from bytes to bytes.
///
/// The output does not depend on how the input is divided into chunks. Offsets count from the first
/// input byte of this decoder.
pub(crate) trait Decoder: Send {
    /// Decodes `input`, whose first byte has the offset `at`, and appends the result. Bytes that
    /// cannot be decoded before more input arrives are held back; each decoder documents how many.
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output);

    /// Ends the input at the offset `at` and appends what is held back.
    fn finish(&mut self, at: u64, out: &mut Output);

    /// Ends the input at the offset `at` because the rest is lost. Appends what is held back as far
    /// as it does not depend on the rest.
    fn cut(&mut self, at: u64, out: &mut Output) {
        self.finish(at, out);
    }

    /// Makes decisions that wait for lookahead with the input so far, and appends the result. Bytes
    /// of an incomplete character or escape stay held back.
    fn release(&mut self, _out: &mut Output) {}

    /// Appends the bytes that are held back only because all of them might be dropped. Called when the next input may
    /// arrive late.
    fn pause(&mut self, _out: &mut Output) {}

    /// Returns whether `input`, as the next bytes, is its own output. If so, the caller passes the
    /// bytes on itself and continues with the bytes after them.
    fn passes(&mut self, _input: &[u8]) -> bool {
        false
    }

    /// Returns the reader of an HTML page, if this is one.
    fn page(&mut self) -> Option<&mut dyn PageReader> {
        None
    }

    /// Returns the name of the charset that was guessed last, if this decodes one that is not declared.
    fn guessed(&self) -> Option<&'static str> {
        None
    }

    /// Resets the decoder to its initial state. Returns whether that is supported.
    fn restart(&mut self) -> bool {
        false
    }
}
