//! Guesses the charset of text that declares none.

use std::{iter, mem};

use encoding_rs::{
    Encoding, ISO_8859_2, ISO_8859_4, ISO_8859_5, ISO_8859_10, ISO_8859_14, UTF_8, WINDOWS_1252,
};
use memchr::{memchr, memchr2, memmem, memrchr2};

use super::trigger_lines::{Start, TriggerLines};
use crate::{
    ascii::ascii_len,
    decode::output::Output,
    skip::{MAX_OPENER_DISTANCE, Prefilter, first_non_ascii_in_candidate},
};

/// The maximum number of bytes that a guess is made from.
pub(super) const GUESS_LEN: usize = 4096;

/// A text whose charset is not known yet.
///
/// The prefilter decides when a guess is made, but not what it is made from: the sample is always the start of the text
/// from its first byte that is not ASCII. So a text has one charset, whatever links are wanted of it.
#[derive(Default)]
pub(super) struct CharsetGuesser {
    /// Decides which bytes need a guess. Without it, every byte that is not ASCII does.
    prefilter: Option<Prefilter>,
    /// The last bytes that were passed on, if they contain a `<`.
    context: Vec<u8>,
    /// The lines that were passed on, if the prefilter has triggers.
    lines: TriggerLines,
    /// The first bytes of the sample, which were passed on.
    sample: Vec<u8>,
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
        self.sample.clear();
        self.held.clear();
        self.lines.reset();
        self.needs_guess = false;
    }

    /// Returns whether a byte that is not ASCII was read.
    pub(super) fn has_non_ascii(&self) -> bool {
        !(self.sample.is_empty() && self.held.is_empty())
    }

    /// Passes on bytes that are all ASCII, as nearly all texts are, if none is held back.
    pub(super) fn passes_ascii(&mut self, input: &[u8]) -> bool {
        let passes = self.held.is_empty();
        if passes {
            self.pass(input, input.len());
        }
        passes
    }

    pub(super) fn passes(&mut self, input: &[u8]) -> bool {
        if !self.held.is_empty() {
            return false;
        }
        let ascii = ascii_len(input);
        let passes = self.examine(input, ascii) == Start::Plain(input.len());
        if passes {
            self.pass(input, ascii);
        }
        passes
    }

    /// Returns which bytes at the start of `input` need no guess. The first `ascii` bytes are ASCII, and no more.
    fn examine(&self, input: &[u8], ascii: usize) -> Start {
        if ascii == input.len() {
            return Start::Plain(ascii);
        }
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

    /// Updates the state with bytes that are passed on, of which the first `ascii` are ASCII, and no more.
    fn pass(&mut self, passed: &[u8], ascii: usize) {
        let sampled = if self.sample.is_empty() {
            &passed[ascii..]
        } else {
            passed
        };
        let sampled = &sampled[..sampled.len().min(self.room())];
        self.sample.extend_from_slice(sampled);
        self.keep_context(passed);
        let triggers = self.prefilter.as_ref().and_then(Prefilter::wanted_triggers);
        if let Some(triggers) = triggers {
            self.lines.pass(triggers, passed);
        }
    }

    /// Returns the number of bytes that the sample lacks.
    fn room(&self) -> usize {
        GUESS_LEN - self.sample.len()
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

    /// Passes on bytes that need no guess and holds back the rest until the sample is complete, at most [`GUESS_LEN`]
    /// bytes. Returns the number of bytes used.
    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let before = self.held.len();
        if self.needs_guess {
            let held = input.len().min(self.room().saturating_sub(before));
            self.held.extend_from_slice(&input[..held]);
            return held;
        }
        if before == 0 {
            self.at = at;
            return self.decode_text(input, 0, out);
        }
        let mut text = mem::take(&mut self.held);
        text.extend_from_slice(input);
        self.decode_text(&text, before, out) - before
    }

    /// Decodes a text that begins at the first byte that was not passed on, and of which the first `before` bytes were
    /// held back. Returns the number of bytes that are passed on or held back, at least `before`.
    fn decode_text(&mut self, text: &[u8], before: usize, out: &mut Output) -> usize {
        let ascii = ascii_len(text);
        let start = self.examine(text, ascii);
        let (Start::Plain(plain) | Start::Guess(plain)) = start;
        self.needs_guess = matches!(start, Start::Guess(_));
        let (passed, rest) = text.split_at(plain);
        out.verbatim(passed, self.at);
        self.pass(passed, ascii.min(plain));
        self.at += plain as u64;
        let wanted = if self.needs_guess {
            self.room()
        } else {
            rest.len()
        };
        let held = rest.len().min(wanted).max(before.saturating_sub(plain));
        self.held.extend_from_slice(&rest[..held]);
        plain + held
    }

    /// Passes on the bytes that are held back, for which no guess is needed.
    pub(super) fn release(&mut self, out: &mut Output) {
        if self.held.is_empty() {
            // The usual case.
            return;
        }
        let held = mem::take(&mut self.held);
        out.verbatim(&held, self.at);
        self.pass(&held, ascii_len(&held));
    }

    /// Guesses the encoding from the sample; `is_complete` means that the text has no more bytes.
    pub(super) fn guess(&self, is_complete: bool) -> &'static Encoding {
        let missing = self.held.len().min(self.room());
        let sample = [&self.sample, &self.held[..missing]].concat();
        guess(&sample, is_complete && missing == self.held.len())
    }
}

/// Guesses the encoding of a complete text, from at most [`GUESS_LEN`] bytes, from the first one that is not ASCII on.
pub(super) fn guess_complete(text: &[u8]) -> &'static Encoding {
    if is_utf8(text, true) {
        return UTF_8;
    }
    let sample = &text[ascii_len(text)..];
    let len = sample.len().min(GUESS_LEN);
    detect(&sample[..len], len == sample.len())
}

/// Guesses the encoding of a text; `is_complete` means that `text` is all of it.
fn guess(text: &[u8], is_complete: bool) -> &'static Encoding {
    if is_utf8(text, is_complete) {
        return UTF_8;
    }
    detect(text, is_complete)
}

/// Guesses the encoding of a text that is not UTF-8.
pub(super) fn detect(text: &[u8], is_complete: bool) -> &'static Encoding {
    let guess = detect_statistically(text, is_complete);
    // Where there is little text, its frequent letters decide nothing.
    if !LACK_QUOTATION_MARKS.contains(&guess) || !has_quoted_url(text) {
        return guess;
    }
    WINDOWS_1252
}

/// The single-byte encodings in which the bytes of `«` and `»` in all others are letters.
const LACK_QUOTATION_MARKS: [&Encoding; 5] =
    [ISO_8859_2, ISO_8859_4, ISO_8859_5, ISO_8859_10, ISO_8859_14];

/// Returns whether a URL stands between the bytes of `«` and `»`.
fn has_quoted_url(text: &[u8]) -> bool {
    memmem::find_iter(text, b"://").any(|colon| {
        let scheme = text[..colon].iter().rev();
        let scheme = scheme.take_while(|byte| byte.is_ascii_alphanumeric());
        let before = colon.checked_sub(scheme.count() + 1);
        let rest = text[colon..].iter();
        let end = rest.copied().find(|byte| !byte.is_ascii_graphic());
        before.is_some_and(|before| text[before] == 0xab) && end == Some(0xbb)
    })
}

/// Guesses the encoding of a text that is not UTF-8 by its letters.
fn detect_statistically(text: &[u8], is_complete: bool) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // Only pairs of bytes that are not both ASCII count, and after a space the detector is in the state in which it
    // began. It takes hundreds of steps per byte.
    for word in words_with_non_ascii(text) {
        detector.feed(word, false);
    }
    detector.feed(b"", is_complete);
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns the words with bytes that are not ASCII, with the spaces or line breaks after them.
fn words_with_non_ascii(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut from = 0;
    iter::from_fn(move || {
        let rest = &text[from..];
        let first = ascii_len(rest);
        if first == rest.len() {
            return None;
        }
        let start = memrchr2(b'\n', b' ', &rest[..first]).map_or(0, |end| end + 1);
        let end = memchr2(b'\n', b' ', &rest[first..]).map_or(rest.len(), |end| first + end + 1);
        from += end;
        Some(&rest[start..end])
    })
}

/// Returns whether a text is UTF-8, ignoring an incomplete character at its end.
///
/// If the text is complete and a lead byte at its end is the only sign of UTF-8, the byte is more
/// likely a letter of another charset.
pub(super) fn is_utf8(text: &[u8], is_complete: bool) -> bool {
    match std::str::from_utf8(text) {
        Ok(_) => true,
        Err(error) => {
            let valid = &text[..error.valid_up_to()];
            error.error_len().is_none() && !(is_complete && valid.is_ascii())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    use urlsift_tables::bytes;

    use super::{detect_statistically, words_with_non_ascii};

    /// Words of several charsets, and what stands between words.
    static PARTS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("unknown.toml", "parts"));

    #[test]
    fn words_are_enough_for_the_guess() {
        let mut random = 0x1234_5678_9abc_def1_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) as usize % below
        };
        let mut guesses = std::collections::BTreeMap::new();
        for _ in 0..4000 {
            // A few parts many times, so that each charset has a chance.
            let few: Vec<_> = (0..=next(12)).map(|_| PARTS[next(PARTS.len())]).collect();
            let parts = (0..next(60)).map(|_| few[next(few.len())]);
            let text = parts.collect::<Vec<_>>().concat();
            for is_complete in [false, true] {
                let mut all = EncodingDetector::new(Iso2022JpDetection::Deny);
                all.feed(&text, is_complete);
                let expected = all.guess(None, Utf8Detection::Deny);
                let found = detect_statistically(&text, is_complete);
                assert_eq!(found, expected, "{}", text.escape_ascii());
                *guesses.entry(found.name()).or_insert(0) += 1;
            }
        }
        assert!(guesses.len() > 10, "{guesses:?}");
    }

    #[test]
    fn words_have_the_spaces_after_them() {
        let words = |text| words_with_non_ascii(text).collect::<Vec<_>>();
        let text = b"a b\xe9c d\n\xe9\ne \xe9f";
        assert_eq!(words(text), [&b"b\xe9c "[..], b"\xe9\n", b"\xe9f"]);
        assert_eq!(words(b"a b"), [&b""[..]; 0]);
    }
}
