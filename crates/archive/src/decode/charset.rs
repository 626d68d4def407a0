//! Decodes the charset of a text to UTF-8.
//!
//! `encoding_rs` converts text, but does not say which bytes became which characters. So `converter` gives it one byte
//! at a time, except ASCII, and each character has its offset in the input. To convert whole blocks where no link needs
//! an offset would be faster, but a text without links is seldom decoded. UTF-7, which the Encoding Standard leaves
//! out, is decoded here. UTF-32 was not worth a decoder: no mail in it is known. Like all charsets that are not known
//! here, it is guessed as an undeclared one is; ASCII, of which URLs consist, is right anyway in nearly all of them.

mod code_page;
mod converter;
mod hz;
mod japanese;
pub(crate) mod label;
mod lines;
mod trigger_lines;
mod unknown;
mod utf16;
mod utf7;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::{decoder::Decoder, output::Output};
use crate::{ascii::is_ascii_without_escapes, encoding::Form, skip::Prefilter};
pub(crate) use code_page::CodePage;
use converter::{Converter, EncodingKind};
use hz::Hz;
use japanese::{Escape, EscapeStart, find_escape};
use label::NamedCharset;
pub(crate) use lines::{LineCharsets, decides_charset};
use unknown::{CharsetGuesser, guess_complete};
use utf7::Utf7;
use utf16::Utf16;

/// Decodes the bytes of a text to UTF-8.
///
/// A text without a charset is ISO-2022-JP from the first escape sequence of that charset on, if only ASCII precedes
/// it.
///
/// Holds back at most [`GUESS_LEN`](unknown::GUESS_LEN) bytes until the charset is guessed, at most
/// three bytes of an incomplete character or escape sequence, and at most eight of a shifted
/// sequence of UTF-7.
pub(crate) struct Charset {
    state: Decoding,
    /// The start of an escape sequence, in a text without a charset.
    escape: EscapeStart,
    guessed: Option<&'static Encoding>,
}

enum Decoding {
    /// No charset is declared, and no byte so far needs a guess.
    Undetermined(CharsetGuesser),
    /// Unchanged, including malformed bytes.
    Utf8,
    /// Through the decoder of a charset of this kind.
    Decoded(EncodingKind, Box<dyn Decoder>),
}

impl Charset {
    /// Creates a decoder for the `charset` parameter of a part, as written (RFC 2045 §5.1).
    ///
    /// A missing or unknown charset is guessed from the first byte that is not ASCII. So is `us-ascii`, in which every
    /// byte that is not ASCII is malformed. As guessing takes time, it can be [limited](Self::prefiltered) to texts in
    /// which such a byte may be part of a candidate; bytes before it stay as they are.
    pub(crate) fn new(label: Option<&[u8]>) -> Self {
        Self::with(match label.map(NamedCharset::for_label) {
            Some(NamedCharset::Encoding(encoding)) => return Self::of_text(encoding),
            Some(NamedCharset::Utf7) => Decoding::by(EncodingKind::Other, Utf7::default()),
            Some(NamedCharset::Hz) => Decoding::by(EncodingKind::Other, Hz::default()),
            Some(NamedCharset::Ascii | NamedCharset::Unknown) | None => {
                Decoding::Undetermined(CharsetGuesser::default())
            }
        })
    }

    fn with(state: Decoding) -> Self {
        Self {
            state,
            escape: EscapeStart::default(),
            guessed: None,
        }
    }

    /// Limits guessing to texts in which a byte that is not ASCII may be part of a candidate. The guess is the same as
    /// without a prefilter.
    pub(crate) fn prefiltered(mut self, prefilter: Option<Prefilter>) -> Self {
        if let Decoding::Undetermined(guesser) = &mut self.state {
            *guesser = CharsetGuesser::with(prefilter);
        }
        self
    }

    /// Creates a decoder for a known encoding.
    pub(crate) fn of(encoding: &'static Encoding) -> Self {
        Self::with(Decoding::of(encoding))
    }

    /// Creates a decoder for a text in an encoding whose byte order may be unknown.
    pub(crate) fn of_text(encoding: crate::Encoding) -> Self {
        Self::with(match encoding.0 {
            Form::Known(encoding) => Decoding::of(encoding),
            Form::CodePage(page) => Decoding::by(EncodingKind::Ascii, page),
            Form::Utf16 => Decoding::by(EncodingKind::Other, Utf16::default()),
        })
    }

    /// Guesses the encoding of a complete text.
    pub(crate) fn guess(text: &[u8]) -> &'static Encoding {
        guess_complete(text)
    }

    /// Returns whether ASCII bytes stand for themselves outside escape sequences, and no other
    /// bytes do.
    pub(crate) fn is_ascii_superset(&self) -> bool {
        !matches!(self.state, Decoding::Decoded(EncodingKind::Other, _))
    }

    /// Returns whether text is its own output if it is ASCII without escape sequences.
    pub(crate) fn keeps_ascii(&self) -> bool {
        match &self.state {
            Decoding::Undetermined(_) | Decoding::Utf8 => true,
            Decoding::Decoded(kind, _) => *kind == EncodingKind::Ascii,
        }
    }

    /// Returns whether the output always equals the input, so that the stage can be omitted.
    pub(crate) fn is_identity(&self) -> bool {
        matches!(self.state, Decoding::Utf8)
    }
}

impl Decoder for Charset {
    fn passes(&mut self, input: &[u8]) -> bool {
        match &mut self.state {
            Decoding::Undetermined(guesser) => {
                if self.escape.is_empty() && is_ascii_without_escapes(input) {
                    return guesser.passes_ascii(input);
                }
                self.escape.is_empty()
                    && (guesser.has_non_ascii() || find_escape(input) == Escape::None)
                    && guesser.passes(input)
            }
            Decoding::Utf8 => true,
            Decoding::Decoded(_, decoder) => decoder.passes(input),
        }
    }

    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        match &mut self.state {
            Decoding::Undetermined(_) => self.decode_undetermined(input, at, out),
            Decoding::Utf8 => out.verbatim(input, at),
            Decoding::Decoded(_, decoder) => decoder.decode(input, at, out),
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        let (start, start_at) = self.escape.take();
        self.decode_guessed(&start, start_at, out);
        match &mut self.state {
            Decoding::Undetermined(guesser) if guesser.needs_guess => {
                self.decide(true, out);
                self.finish(at, out);
            }
            Decoding::Undetermined(guesser) => guesser.release(out),
            Decoding::Utf8 => {}
            Decoding::Decoded(_, decoder) => decoder.finish(at, out),
        }
    }

    /// Guesses from the bytes held back so far.
    fn release(&mut self, out: &mut Output) {
        match &mut self.state {
            Decoding::Undetermined(guesser) if guesser.needs_guess => self.decide(false, out),
            Decoding::Undetermined(guesser) => guesser.release(out),
            _ => {}
        }
    }

    fn guessed(&self) -> Option<&'static str> {
        self.guessed.map(Encoding::name)
    }

    fn restart(&mut self) -> bool {
        // Guess again for each text.
        if let Decoding::Undetermined(guesser) = &mut self.state {
            guesser.restart();
            self.escape.clear();
            return true;
        }
        false
    }
}

impl Charset {
    /// Decodes a text without a charset, up to an escape sequence of ISO-2022-JP in text that is ASCII, and from there
    /// on in that charset.
    fn decode_undetermined(&mut self, input: &[u8], at: u64, out: &mut Output) {
        if !self.escape.is_empty() {
            let near = self.escape.with(input);
            let escape = find_escape(&near);
            let (start, start_at) = self.escape.take();
            if escape == Escape::Incomplete(0) {
                self.escape.hold(&near, start_at);
                return;
            }
            if escape == Escape::At(0) {
                self.take_guess(ISO_2022_JP);
                self.decode(&start, start_at, out);
                self.decode(input, at, out);
                return;
            }
            self.decode_guessed(&start, start_at, out);
        }
        let is_ascii = |state: &Decoding| matches!(state, Decoding::Undetermined(guesser) if !guesser.has_non_ascii());
        let escape = if is_ascii(&self.state) {
            find_escape(input)
        } else {
            Escape::None
        };
        let (Escape::At(plain) | Escape::Incomplete(plain)) = escape else {
            self.decode_guessed(input, at, out);
            return;
        };
        let (before, rest) = input.split_at(plain);
        let rest_at = at + plain as u64;
        self.decode_guessed(before, at, out);
        if escape == Escape::At(plain) {
            self.take_guess(ISO_2022_JP);
            self.decode(rest, rest_at, out);
        } else {
            self.escape.hold(rest, rest_at);
        }
    }

    /// Decodes bytes whose charset is guessed.
    fn decode_guessed(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let Decoding::Undetermined(guesser) = &mut self.state else {
            if !input.is_empty() {
                self.decode(input, at, out);
            }
            return;
        };
        let taken = guesser.decode(input, at, out);
        if taken < input.len() {
            self.decide(false, out);
            self.decode(&input[taken..], at + taken as u64, out);
        }
    }

    /// Guesses the charset and decodes the bytes held back.
    fn decide(&mut self, complete: bool, out: &mut Output) {
        if let Decoding::Undetermined(guesser) = &mut self.state {
            let guesser = std::mem::take(guesser);
            self.take_guess(guesser.guess(complete));
            self.decode(&guesser.held, guesser.at, out);
        }
    }

    fn take_guess(&mut self, encoding: &'static Encoding) {
        self.guessed = Some(encoding);
        self.state = Decoding::of(encoding);
    }
}

impl Decoding {
    fn of(encoding: &'static Encoding) -> Self {
        match EncodingKind::of(encoding) {
            _ if encoding == UTF_8 => Self::Utf8,
            EncodingKind::Other => Self::by(EncodingKind::Other, Utf16::of(encoding)),
            kind => Self::by(kind, Converter::new(encoding)),
        }
    }

    fn by(kind: EncodingKind, decoder: impl Decoder + 'static) -> Self {
        Self::Decoded(kind, Box::new(decoder))
    }
}

#[cfg(test)]
mod tests;
