//! Guesses the charset of text that declares none.

use std::{iter, mem};

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr, memrchr};

use super::trigger_lines::{Start, TriggerLines};
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
    prefilter: Option<Prefilter>,
    /// The last bytes that were passed on, if they contain a `<`.
    context: Vec<u8>,
    /// The lines that were passed on, if the prefilter has triggers.
    lines: TriggerLines,
    /// The bytes from the first one that needs a guess, or may need one.
    pub(super) held: Vec<u8>,
    /// Offset of the first byte held back.
    pub(super) at: u64,
    /// Whether the first byte held back needs a guess.
    pub(super) needs_guess: bool,
}

impl CharsetGuesser {
    /// Creates a guesser with this prefilter.
    pub(super) fn with(prefilter: Option<Prefilter>) -> Self {
        Self {
            prefilter,
            ..Self::default()
        }
    }

    /// Resets to the start of a text.
    pub(super) fn restart(&mut self) {
        self.context.clear();
        self.held.clear();
        self.lines.reset();
        self.needs_guess = false;
    }

    pub(super) fn passes(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty() && self.examine(input) == Start::Plain(input.len());
        if passes {
            self.pass(input);
        }
        passes
    }

    /// Returns which bytes at the start of `input` need no guess.
    fn examine(&self, input: &[u8]) -> Start {
        if input.is_ascii() {
            return Start::Plain(input.len());
        }
        let ascii = Encoding::ascii_valid_up_to(input);
        let Some(prefilter) = &self.prefilter else {
            return Start::Guess(ascii);
        };
        let in_candidate = if self.context.is_empty() {
            first_non_ascii_in_candidate(prefilter, input, ascii)
        } else {
            let text = [&self.context, input].concat();
            let before = self.context.len();
            first_non_ascii_in_candidate(prefilter, &text, before).map(|at| at - before)
        };
        let in_lines = match prefilter.wanted_triggers() {
            Some(triggers) => self.lines.examine(triggers, input, GUESS_LEN),
            None => Start::Plain(input.len()),
        };
        match (in_candidate, in_lines) {
            (Some(at), Start::Plain(other) | Start::Guess(other)) if at <= other => {
                Start::Guess(at)
            }
            (_, in_lines) => in_lines,
        }
    }

    /// Updates the state with bytes that are passed on.
    fn pass(&mut self, passed: &[u8]) {
        self.keep_context(passed);
        let triggers = self.prefilter.as_ref().and_then(Prefilter::wanted_triggers);
        if let Some(triggers) = triggers {
            self.lines.pass(triggers, passed);
        }
    }

    /// Keeps the last bytes that were passed on, if later bytes may depend on them.
    fn keep_context(&mut self, passed: &[u8]) {
        let recent = &passed[passed.len().saturating_sub(MAX_OPENER_DISTANCE)..];
        let has_opener = memchr(b'<', recent).is_some();
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
        let before = self.held.len();
        if self.needs_guess {
            let held = input.len().min(GUESS_LEN - before);
            self.held.extend_from_slice(&input[..held]);
            return held;
        }
        if before == 0 {
            self.at = at;
            return self.decode_text(input, out);
        }
        let mut text = mem::take(&mut self.held);
        text.extend_from_slice(input);
        self.decode_text(&text, out) - before
    }

    /// Decodes a text that begins at the first byte that was not passed on.
    fn decode_text(&mut self, text: &[u8], out: &mut Output) -> usize {
        let (plain, used) = match self.examine(text) {
            Start::Plain(plain) => (plain, text.len()),
            Start::Guess(plain) => {
                self.needs_guess = true;
                (plain, text.len().min(plain + GUESS_LEN))
            }
        };
        out.verbatim(&text[..plain], self.at);
        self.pass(&text[..plain]);
        self.at += plain as u64;
        self.held.extend_from_slice(&text[plain..used]);
        used
    }

    /// Passes on what is held back, which needs no guess.
    pub(super) fn release(&mut self, out: &mut Output) {
        if self.held.is_empty() {
            // The usual case.
            return;
        }
        let held = mem::take(&mut self.held);
        out.verbatim(&held, self.at);
        self.pass(&held);
    }
}

/// Guesses the encoding of a text; `is_complete` means that `text` is all of it.
pub(super) fn guess(text: &[u8], is_complete: bool) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    if is_utf8(text, is_complete) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // Only pairs of bytes that are not both ASCII count, and no pair extends over a line break. The detector takes
    // hundreds of steps per byte.
    for line in lines_with_non_ascii(text) {
        detector.feed(line, false);
    }
    detector.feed(b"", is_complete);
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns the lines with bytes that are not ASCII, with their line breaks.
fn lines_with_non_ascii(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut from = 0;
    iter::from_fn(move || {
        let rest = &text[from..];
        let first = Encoding::ascii_valid_up_to(rest);
        if first == rest.len() {
            return None;
        }
        let start = memrchr(b'\n', &rest[..first]).map_or(0, |lf| lf + 1);
        let end = memchr(b'\n', &rest[first..]).map_or(rest.len(), |lf| first + lf + 1);
        from += end;
        Some(&rest[start..end])
    })
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
