//! The character set of a text part undone: what comes out is UTF-8.

mod converter;
pub(crate) mod label;
mod unknown;
mod utf16;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::{decoder::Decoder, output::Output};
use crate::prefilter::Prefilter;
use converter::{Converter, REPLACEMENT, begins_opener};
use label::{encoding, tells_little_endian};
use unknown::{Unknown, guess};
use utf16::FirstUnit;

/// Turns the bytes of a text part into UTF-8.
///
/// At most [`GUESSED_FROM`] bytes are held back until a character set is guessed, and at most three
/// of a character or an escape sequence that is not complete.
pub(crate) struct Charset {
    state: State,
    precise: bool,
}

enum State {
    /// Nobody said which; nothing that was passed on is worth a guess.
    Unknown(Unknown),
    /// All bytes stay, malformed ones too.
    Utf8,
    /// UTF-16 whose byte order the first unit tells.
    Utf16(FirstUnit),
    Other(Box<Converter>),
}

impl Charset {
    /// The character set of a part, by its `charset` parameter as it is written (RFC 2045 §5.1).
    ///
    /// One that is missing or not known is guessed, and so is `us-ascii`, of which all bytes that
    /// are not ASCII are malformed. As a guess takes time, it can be made only where a byte that is not
    /// ASCII may be [part of a delimited URL](Self::prefiltered); what comes before stays as it is.
    pub(crate) fn new(label: Option<&[u8]>) -> Self {
        let Some(label) = label else {
            return Self::unknown();
        };
        let state = match encoding(label) {
            None => return Self::unknown(),
            Some(encoding) if encoding == UTF_16LE && !tells_little_endian(label) => {
                State::Utf16(FirstUnit::default())
            }
            Some(encoding) => State::of(encoding),
        };
        Self {
            state,
            precise: false,
        }
    }

    fn unknown() -> Self {
        Self {
            state: State::Unknown(Unknown::default()),
            precise: false,
        }
    }

    /// Says that only what a `<` may have opened matters: without a prefilter, a guess is made from the
    /// first byte on that is not ASCII.
    pub(crate) fn prefiltered(mut self, prefilter: Option<Prefilter>) -> Self {
        if let State::Unknown(unknown) = &mut self.state {
            unknown.prefilter = prefilter;
        }
        self
    }

    /// A character set that is known.
    pub(crate) fn of(encoding: &'static Encoding) -> Self {
        Self {
            state: State::of(encoding),
            precise: false,
        }
    }

    /// That of a plain text.
    pub(crate) fn of_text(encoding: crate::Encoding) -> Self {
        let state = match encoding.ordered() {
            Some(encoding) => State::of(encoding),
            None => State::Utf16(FirstUnit::default()),
        };
        Self {
            state,
            precise: false,
        }
    }

    /// The character set that a whole text seems to have.
    pub(crate) fn guess(text: &[u8]) -> &'static Encoding {
        guess(text, true)
    }

    /// Whether the bytes of ASCII stand for themselves, but for escape sequences.
    pub(crate) fn has_bytes_of_ascii(&self) -> bool {
        !matches!(self.state, State::Utf16(_))
    }

    /// Whether all that ever comes out is what went in, so that the stage can be left out.
    pub(crate) fn is_identity(&self) -> bool {
        matches!(self.state, State::Utf8)
    }
}

impl Decoder for Charset {
    fn passes(&mut self, input: &[u8]) -> bool {
        match &mut self.state {
            State::Unknown(unknown) => unknown.passes(input),
            State::Utf8 => true,
            State::Utf16(_) => input.is_empty(),
            State::Other(converter) => converter.plain_up_to(input) == input.len(),
        }
    }

    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        match &mut self.state {
            State::Unknown(unknown) => {
                let taken = unknown.decode(input, at, out);
                if taken < input.len() {
                    self.settle(false, out);
                    self.decode(&input[taken..], at + taken as u64, out);
                }
            }
            State::Utf8 => out.verbatim(input, at),
            State::Utf16(unit) => {
                let Some((&byte, rest)) = input.split_first() else {
                    return;
                };
                if let Some(converter) = unit.decode(byte, at, out) {
                    self.state = State::Other(Box::new(converter));
                }
                self.decode(rest, at + 1, out);
            }
            State::Other(converter) => {
                let coarse = if self.precise {
                    0
                } else {
                    memchr::memchr(b'<', input).unwrap_or(input.len())
                };
                let (coarse, exact) = input.split_at(coarse);
                converter.coarse(coarse, at, out);
                converter.exact(exact, at + coarse.len() as u64, out);
            }
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        match &mut self.state {
            State::Unknown(unknown) => {
                if !unknown.held.is_empty() {
                    self.settle(true, out);
                    self.finish(at, out);
                }
            }
            State::Utf8 => {}
            State::Utf16(unit) => {
                if let Some((_, first_at)) = unit.first {
                    out.replaced(REPLACEMENT, first_at..at);
                }
            }
            State::Other(converter) => converter.finish(out),
        }
    }

    fn restart(&mut self) -> bool {
        // A guess is forgotten with the text that it was made for.
        if let State::Unknown(unknown) = &mut self.state {
            unknown.passed.clear();
            unknown.held.clear();
            return true;
        }
        false
    }

    fn need_places(&mut self, needed: bool) {
        self.precise = needed;
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        match &self.state {
            State::Unknown(unknown) => {
                for index in memchr::memchr2_iter(b'<', b'&', &unknown.held) {
                    tell(unknown.at + index as u64);
                }
            }
            State::Utf8 => {}
            State::Utf16(unit) => {
                if let Some((byte, at)) = unit.first
                    && begins_opener(byte)
                {
                    tell(at);
                }
            }
            State::Other(converter) => converter.held(tell),
        }
    }
}

impl Charset {
    /// Guesses, and decodes what was held back for that.
    fn settle(&mut self, complete: bool, out: &mut Output) {
        if let State::Unknown(unknown) = &mut self.state {
            let Unknown { held, at, .. } = std::mem::take(unknown);
            self.state = State::of(guess(&held, complete));
            // What made a guess worth while is part of a URL.
            self.precise = true;
            self.decode(&held, at, out);
        }
    }
}

impl State {
    fn of(encoding: &'static Encoding) -> Self {
        if encoding == UTF_8 {
            Self::Utf8
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            Self::Utf16(FirstUnit {
                declared: Some(encoding),
                first: None,
            })
        } else {
            Self::Other(Box::new(Converter::new(encoding)))
        }
    }
}

#[cfg(test)]
mod tests;
