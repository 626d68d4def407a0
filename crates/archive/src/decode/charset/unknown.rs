//! Text of which nobody said the character set.

use encoding_rs::{Encoding, UTF_8};

use crate::{
    decode::output::Output,
    prefilter::{Prefilter, REACH, first_beyond_ascii},
};

/// A guess is made from so many bytes, or from fewer at the end of the text.
pub(super) const GUESSED_FROM: usize = 4096;

/// A text of which the character set is not known yet.
#[derive(Default)]
pub(super) struct Unknown {
    /// What may open a URL. Without it, every byte that is not ASCII is worth a guess.
    pub(super) prefilter: Option<Prefilter>,
    /// The last bytes that were passed on, if one of them may open a URL.
    pub(super) passed: Vec<u8>,
    /// What came from the first byte on that is not ASCII, and is worth a guess.
    pub(super) held: Vec<u8>,
    /// The offset of the first of them.
    pub(super) at: u64,
}

impl Unknown {
    pub(super) fn passes(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty() && self.plain_len(input) == input.len();
        if passes {
            self.remember(input);
        }
        passes
    }

    /// How much of the input, which is the next, needs no guess.
    fn plain_len(&self, input: &[u8]) -> usize {
        if input.is_ascii() {
            return input.len();
        }
        let ascii = Encoding::ascii_valid_up_to(input);
        let Some(prefilter) = &self.prefilter else {
            return ascii;
        };
        if self.passed.is_empty() {
            return first_beyond_ascii(prefilter, input, ascii).unwrap_or(input.len());
        }
        let text = [&self.passed, input].concat();
        let before = self.passed.len();
        first_beyond_ascii(prefilter, &text, before).map_or(input.len(), |at| at - before)
    }

    /// Keeps what may matter for the bytes to come.
    fn remember(&mut self, passed: &[u8]) {
        let recent = &passed[passed.len().saturating_sub(REACH)..];
        let has_opener = memchr::memchr(b'<', recent).is_some();
        if recent.len() == REACH || self.passed.is_empty() {
            self.passed.clear();
            if has_opener {
                self.passed.extend_from_slice(recent);
            }
            return;
        }
        self.passed.extend_from_slice(recent);
        let surplus = self.passed.len().saturating_sub(REACH);
        self.passed.drain(..surplus);
    }

    /// Takes what needs no guess yet, and tells how much that is.
    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let mut plain = 0;
        if self.held.is_empty() {
            plain = self.plain_len(input);
            out.verbatim(&input[..plain], at);
            self.remember(&input[..plain]);
            self.at = at + plain as u64;
        }
        let rest = &input[plain..];
        let held = rest.len().min(GUESSED_FROM - self.held.len());
        self.held.extend_from_slice(&rest[..held]);
        plain + held
    }
}

/// The encoding that a text seems to have; `complete` says that the text ends with it.
pub(super) fn guess(text: &[u8], complete: bool) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    if is_utf8(text, complete) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(text, complete);
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether a text is UTF-8, but for a character that is cut at its end.
///
/// Where the text is complete, a lead byte at its end that is its only sign of UTF-8 is none: it is
/// rather the last letter of another character set.
fn is_utf8(text: &[u8], complete: bool) -> bool {
    match std::str::from_utf8(text) {
        Ok(_) => true,
        Err(error) => {
            let valid = &text[..error.valid_up_to()];
            error.error_len().is_none() && !(complete && valid.is_ascii())
        }
    }
}
