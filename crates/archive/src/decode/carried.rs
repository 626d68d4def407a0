//! Keeps what a decoder cannot decide before more of its text arrives.
//!
//! A note to maintainers: a decoder is a function from the start of a text to the number of bytes that it could use,
//! and has no state but the one between two lines or words. The bytes that it has left are kept here, and it sees them
//! again with the next ones. The alternative, a state for each byte of an escape or a line break, is twice as long in
//! each of the decoders. The price is that the bytes that are left at the end of a block are copied, and examined
//! twice.

use std::mem;

use super::{decoder::Decoder, output::Output};

/// A decoder that sees the bytes that it has left again, with those that follow them.
pub(crate) trait TextDecoder: Send {
    /// The maximum number of bytes that are left.
    const MAX_LEFT: usize;

    /// Decodes the start of a text, which begins at the offset `at`, and appends the result. Returns the number of
    /// bytes used. If the text ends with these bytes (`at_end`), that is all of them.
    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize;

    /// See [`Decoder::passes`]. No byte is left.
    fn passes(&mut self, _input: &[u8]) -> bool {
        false
    }

    /// See [`Decoder::restart`].
    fn restart(&mut self) -> bool {
        false
    }
}

/// A decoder with the bytes that it has left.
#[derive(Debug, Default)]
pub(crate) struct Carried<D> {
    decoder: D,
    left: Vec<u8>,
    /// The offset of the first byte that is left.
    at: u64,
}

impl<D> Carried<D> {
    pub(super) fn of(decoder: D) -> Self {
        Self {
            decoder,
            left: Vec::new(),
            at: 0,
        }
    }
}

impl<D: TextDecoder> Decoder for Carried<D> {
    fn decode(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
        while !(self.left.is_empty() || input.is_empty()) {
            let before = self.left.len();
            let more = input.len().min(D::MAX_LEFT + 1);
            self.left.extend_from_slice(&input[..more]);
            let used = self.decoder.read(&self.left, self.at, false, out);
            // The bytes after those that were left are read in the input, or stay with them.
            let taken = if let Some(taken) = used.checked_sub(before) {
                self.left.clear();
                taken
            } else {
                self.left.drain(..used);
                self.at += used as u64;
                more
            };
            input = &input[taken..];
            at += taken as u64;
        }
        if !input.is_empty() {
            let used = self.decoder.read(input, at, false, out);
            self.left.extend_from_slice(&input[used..]);
            self.at = at + used as u64;
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        let left = mem::take(&mut self.left);
        self.decoder.read(&left, at - left.len() as u64, true, out);
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        self.left.is_empty() && self.decoder.passes(input)
    }

    fn restart(&mut self) -> bool {
        self.left.clear();
        self.decoder.restart()
    }
}
