//! Guesses the charset of text that declares none.

use encoding_rs::{Encoding, UTF_8};

use crate::{
    decode::output::Output,
    prefilter::{MAX_OPENER_DISTANCE, Prefilter, first_non_ascii_in_candidate},
};

/// The maximum number of bytes that a guess is made from.
pub(super) const GUESS_LEN: usize = 4096;

/// A text whose charset is not known yet.
#[derive(Default)]
pub(super) struct CharsetGuesser {
    /// Decides which bytes need a guess. Without it, every byte that is not ASCII does.
    pub(super) prefilter: Option<Prefilter>,
    /// The last bytes that were passed on, if they contain a `<`.
    pub(super) context: Vec<u8>,
    /// The bytes from the first one that needs a guess.
    pub(super) held: Vec<u8>,
    /// Offset of the first byte held back.
    pub(super) at: u64,
}

impl CharsetGuesser {
    pub(super) fn passes(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty() && self.plain_len(input) == input.len();
        if passes {
            self.keep_context(input);
        }
        passes
    }

    /// Returns the number of bytes at the start of `input` that need no guess.
    fn plain_len(&self, input: &[u8]) -> usize {
        if input.is_ascii() {
            return input.len();
        }
        let ascii = Encoding::ascii_valid_up_to(input);
        let Some(prefilter) = &self.prefilter else {
            return ascii;
        };
        if self.context.is_empty() {
            return first_non_ascii_in_candidate(prefilter, input, ascii).unwrap_or(input.len());
        }
        let text = [&self.context, input].concat();
        let before = self.context.len();
        first_non_ascii_in_candidate(prefilter, &text, before).map_or(input.len(), |at| at - before)
    }

    /// Keeps the last bytes that were passed on, if later bytes may depend on them.
    fn keep_context(&mut self, passed: &[u8]) {
        let recent = &passed[passed.len().saturating_sub(MAX_OPENER_DISTANCE)..];
        let has_opener = memchr::memchr(b'<', recent).is_some();
        if recent.len() == MAX_OPENER_DISTANCE || self.context.is_empty() {
            self.context.clear();
            if has_opener {
                self.context.extend_from_slice(recent);
            }
            return;
        }
        self.context.extend_from_slice(recent);
        let surplus = self.context.len().saturating_sub(MAX_OPENER_DISTANCE);
        self.context.drain(..surplus);
    }

    /// Passes on bytes that need no guess and holds back the rest, up to [`GUESS_LEN`] bytes.
    /// Returns the number of bytes used.
    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let mut plain = 0;
        if self.held.is_empty() {
            plain = self.plain_len(input);
            out.verbatim(&input[..plain], at);
            self.keep_context(&input[..plain]);
            self.at = at + plain as u64;
        }
        let rest = &input[plain..];
        let held = rest.len().min(GUESS_LEN - self.held.len());
        self.held.extend_from_slice(&rest[..held]);
        plain + held
    }
}

/// Guesses the encoding of a text; `is_complete` means that `text` is all of it.
pub(super) fn guess(text: &[u8], is_complete: bool) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    if is_utf8(text, is_complete) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(text, is_complete);
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns whether a text is UTF-8, ignoring an incomplete character at its end.
///
/// If the text is complete and a lead byte at its end is the only sign of UTF-8, the byte is more
/// likely a letter of another charset.
fn is_utf8(text: &[u8], is_complete: bool) -> bool {
    match std::str::from_utf8(text) {
        Ok(_) => true,
        Err(error) => {
            let valid = &text[..error.valid_up_to()];
            error.error_len().is_none() && !(is_complete && valid.is_ascii())
        }
    }
}
