//! The value of a header field: its folds and encoded words undone (RFC 5322 §2.2.3, RFC 2047).

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr2, memmem};

use crate::decode::{Charset, Decoder, Output, Quantum, hex};

/// Decodes the value of a field, which begins at the offset `at` of the input and is complete but
/// for its last line break.
///
/// Encoded words are decoded wherever they stand, also in quoted strings and with nothing between
/// them and other text, and whatever their length is: RFC 2047 §5 and §2 forbid that, and mail does
/// not care. All that is no encoded word stays as it is written. Memory is bounded by a multiple of
/// the value's length.
pub(crate) fn decode_value(raw: &[u8], at: u64, out: &mut Output) {
    let value = Value::new(raw, at);
    let mut plain = 0;
    let mut from = 0;
    while let Some(found) = memmem::find(&raw[from..], OPEN) {
        let start = from + found;
        if let Some(word) = Word::parse(raw, start) {
            value.plain(plain..start, out);
            from = value.words(word, out);
            plain = from;
        } else {
            from = start + OPEN.len();
        }
    }
    value.plain(plain..raw.len(), out);
}

/// The value of a field for people: without blanks around it, and with U+FFFD for what is no UTF-8.
pub(crate) fn decode_to_string(raw: &[u8]) -> String {
    // Most values have no folds, no encoded words and nothing but ASCII.
    if memchr2(b'\n', b'?', raw).is_none()
        && raw.is_ascii()
        && let Ok(plain) = str::from_utf8(raw)
    {
        return plain.trim().to_owned();
    }
    let mut out = Output::default();
    decode_value(raw, 0, &mut out);
    String::from_utf8_lossy(out.bytes()).trim().to_owned()
}

/// What begins an encoded word.
const OPEN: &[u8] = b"=?";

/// What begins an escape sequence of ISO-2022.
const ESC: u8 = 0x1B;

/// A value that is being decoded.
struct Value<'r> {
    raw: &'r [u8],
    /// The offset in the input of its first byte.
    at: u64,
    /// The encoding of what stands outside of encoded words.
    encoding: &'static Encoding,
}

impl<'r> Value<'r> {
    fn new(raw: &'r [u8], at: u64) -> Self {
        let encoding = if raw.is_ascii() {
            UTF_8
        } else {
            Charset::guess(raw)
        };
        Self { raw, at, encoding }
    }

    /// Decodes what stands outside of encoded words: only the line breaks of folds are dropped.
    fn plain(&self, range: Range<usize>, out: &mut Output) {
        if self.encoding == UTF_8 || self.raw[range.clone()].is_ascii() {
            self.unfold(range, out);
        } else {
            let mut text = Output::default();
            self.unfold(range, &mut text);
            let all = 0..text.bytes().len();
            self.convert(Charset::of(self.encoding), &text, all, out);
        }
    }

    fn unfold(&self, range: Range<usize>, out: &mut Output) {
        let mut start = range.start;
        for lf in memchr::memchr_iter(b'\n', &self.raw[range.clone()]) {
            let lf = range.start + lf;
            let break_at = if lf > start && self.raw[lf - 1] == b'\r' {
                lf - 1
            } else {
                lf
            };
            if fold(self.raw, break_at).is_some() {
                self.verbatim(start..break_at, out);
                start = lf + 1;
            }
        }
        self.verbatim(start..range.end, out);
    }

    fn verbatim(&self, range: Range<usize>, out: &mut Output) {
        out.verbatim(&self.raw[range.clone()], self.offset(range.start));
    }

    /// Decodes an encoded word and those that follow it with nothing but white space between them,
    /// which is dropped (RFC 2047 §6.2). Tells where the last of them ends.
    fn words(&self, first: Word<'r>, out: &mut Output) -> usize {
        let mut words = Words::of(first.charset, first.form);
        let mut word = first;
        loop {
            words.push(self, &word);
            let Some(next) = Word::parse(self.raw, after_white_space(self.raw, word.end)) else {
                words.finish(self, out);
                return word.end;
            };
            if !words.go_on_in(&next) {
                words.finish(self, out);
                words = Words::of(next.charset, next.form);
            }
            word = next;
        }
    }

    /// Appends `range` of a text that was made from the value, decoded.
    fn convert(&self, mut charset: Charset, text: &Output, range: Range<usize>, out: &mut Output) {
        let mut decoded = Output::default();
        charset.need_places(true);
        charset.decode(
            &text.bytes()[range.clone()],
            range.start as u64,
            &mut decoded,
        );
        charset.finish(range.end as u64, &mut decoded);

        let place = |index: usize| {
            let start = decoded.map().start(index as u64);
            let end = decoded.map().end(index as u64 + 1);
            text.map().start(start)..text.map().end(end)
        };
        let bytes = decoded.bytes();
        let mut start = 0;
        while start < bytes.len() {
            let from = place(start);
            let mut end = start + 1;
            while end < bytes.len() && place(end) == from {
                end += 1;
            }
            self.append(&bytes[start..end], from, out);
            start = end;
        }
    }

    /// Appends bytes that stand for a range of the input.
    fn append(&self, bytes: &[u8], place: Range<u64>, out: &mut Output) {
        let index = (place.start - self.at) as usize;
        if place.end - place.start == 1 && self.raw.get(index..=index) == Some(bytes) {
            out.verbatim(bytes, place.start);
        } else {
            out.replaced(bytes, place);
        }
    }

    fn offset(&self, index: usize) -> u64 {
        self.at + index as u64
    }
}

/// `encoding = "Q" / "B"` (RFC 2047 §4), in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Base64,
    Quoted,
}

/// `encoded-word = "=?" charset "?" encoding "?" encoded-text "?="` (RFC 2047 §2)
struct Word<'r> {
    /// As it is written, without the language of RFC 2231 §5.
    charset: &'r [u8],
    form: Form,
    text: Range<usize>,
    end: usize,
}

impl<'r> Word<'r> {
    /// The word that begins at `start`, if one does.
    ///
    /// Looks no farther than the next `=?`, so that a value is looked at twice at most: for a word
    /// by itself, and for one that follows another.
    fn parse(raw: &'r [u8], start: usize) -> Option<Self> {
        let rest = raw.get(start..)?.strip_prefix(OPEN)?;
        let len = rest.iter().position(|&byte| !is_charset(byte))?;
        let form = match rest.get(len..len + 3)? {
            b"?B?" | b"?b?" => Form::Base64,
            b"?Q?" | b"?q?" => Form::Quoted,
            _ => return None,
        };
        let charset = rest[..len].split(|&byte| byte == b'*').next()?;
        let text = start + OPEN.len() + len + 3;
        let close = close(raw, text)?;
        Some(Self {
            charset,
            form,
            text: text..close,
            end: close + 2,
        })
    }

    /// Appends the bytes that the text stands for.
    fn decode(&self, value: &Value<'_>, out: &mut Output) {
        match self.form {
            Form::Base64 => self.decode_base64(value, out),
            Form::Quoted => self.decode_quoted(value, out),
        }
    }

    /// The "B" encoding of RFC 2047 §4.1. What is not in its alphabet is dropped, and a pad ends a
    /// quantum.
    fn decode_base64(&self, value: &Value<'_>, out: &mut Output) {
        let mut quantum = Quantum::default();
        for index in self.text.clone() {
            if let Some((byte, place)) = quantum.take(value.raw[index], value.offset(index)) {
                out.replaced(&[byte], place);
            }
        }
    }

    /// The "Q" encoding of RFC 2047 §4.2. Blanks and other characters that must not stand there are
    /// themselves.
    fn decode_quoted(&self, value: &Value<'_>, out: &mut Output) {
        let mut index = self.text.start;
        while index < self.text.end {
            let start = index;
            let byte = match value.raw[index..self.text.end] {
                [b'_', ..] => b' ',
                [b'=', high, low, ..] if let Some(byte) = hex(high, low) => {
                    index += 2;
                    byte
                }
                _ => {
                    if let Some(len) = fold(value.raw, index) {
                        index += len;
                    } else {
                        value.verbatim(index..index + 1, out);
                        index += 1;
                    }
                    continue;
                }
            };
            index += 1;
            out.replaced(&[byte], value.offset(start)..value.offset(index));
        }
    }
}

/// Encoded words in one character set, in which a character may go on from one to the next.
///
/// RFC 2047 §5 forbids that, and it is what many programs write.
struct Words<'r> {
    charset: &'r [u8],
    form: Form,
    /// What they stand for, with the map from that to the input.
    text: Output,
    /// Where in that those begin that are decoded by themselves.
    starts: Vec<usize>,
}

impl<'r> Words<'r> {
    fn of(charset: &'r [u8], form: Form) -> Self {
        Self {
            charset,
            form,
            text: Output::default(),
            starts: Vec::new(),
        }
    }

    /// Whether a word is decoded with those before it.
    fn go_on_in(&self, word: &Word<'_>) -> bool {
        self.form == word.form && self.charset.eq_ignore_ascii_case(word.charset)
    }

    fn push(&mut self, value: &Value<'_>, word: &Word<'_>) {
        let start = self.text.bytes().len();
        word.decode(value, &mut self.text);
        // Each word begins and ends in ASCII (RFC 2047 §3). Decoded with the one before it, an
        // escape sequence would stand after another, which the decoder replaces.
        if has_escapes(self.charset) && self.text.bytes().get(start) == Some(&ESC) {
            self.starts.push(start);
        }
    }

    fn finish(&self, value: &Value<'_>, out: &mut Output) {
        let mut start = 0;
        for &end in self.starts.iter().chain([&self.text.bytes().len()]) {
            if start < end {
                value.convert(
                    Charset::new(Some(self.charset)),
                    &self.text,
                    start..end,
                    out,
                );
            }
            start = end;
        }
    }
}

/// Whether a character set has states, between which escape sequences change.
fn has_escapes(charset: &[u8]) -> bool {
    let prefix = b"iso-2022-";
    charset
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// `token = 1*<Any CHAR except SPACE, CTLs, and especials>` (RFC 2047 §2), but with all especials
/// that end no charset: there are names with a colon, and names in quotes.
fn is_charset(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'?' | b'=')
}

/// Where the `?=` stands that ends an encoded text from `start` on.
///
/// A line break that is no fold is not part of one, and neither is the `=?` of another word.
fn close(raw: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match raw.get(at..)? {
            [b'?', b'=', ..] => return Some(at),
            // The pad of base64, and after it the end.
            [b'=', b'?', b'=', ..] => return Some(at + 1),
            [b'=', b'?', ..] | [] => return None,
            [b'\n', ..] | [b'\r', b'\n', ..] => at += fold(raw, at)?,
            _ => at += 1,
        }
    }
}

/// How many bytes the line break at `at` has, if the next line goes on with white space: then it is
/// dropped, and the white space stays (RFC 5322 §2.2.3).
fn fold(raw: &[u8], at: usize) -> Option<usize> {
    match raw.get(at..)? {
        [b'\n', b' ' | b'\t', ..] => Some(1),
        [b'\r', b'\n', b' ' | b'\t', ..] => Some(2),
        _ => None,
    }
}

/// Where `linear-white-space` (RFC 822 §3.3) from `start` on ends.
fn after_white_space(raw: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        at += match raw.get(at) {
            Some(b' ' | b'\t') => 1,
            _ => match fold(raw, at) {
                Some(len) => len,
                None => return at,
            },
        };
    }
}

#[cfg(test)]
mod tests;
