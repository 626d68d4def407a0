//! Decodes header field values: folds and encoded words (RFC 5322 §2.2.3, RFC 2047).

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr2, memmem};

use crate::{
    Origin,
    decode::{Charset, Decoder, Output, Quantum, hex, label::NamedCharset},
};

/// Decodes the value of a field. The value begins at the offset `at` of the input and is complete
/// except for its last line break.
///
/// Encoded words are decoded wherever they occur, in quoted strings and next to other text too, and
/// whatever their length; RFC 2047 §5 and §2 forbid these, but they are common. Everything else is
/// copied as it is. Memory is proportional to the length of the value.
pub(crate) fn decode_value(raw: &[u8], at: u64, out: &mut Output) {
    let value = Value::new(raw, at);
    let mut plain = 0;
    let mut from = 0;
    while let Some(found) = memmem::find(&raw[from..], WORD_START) {
        let start = from + found;
        if let Some(word) = EncodedWord::parse(raw, start) {
            value.unencoded(plain..start, out);
            from = value.encoded_words(word, out);
            plain = from;
        } else {
            from = start + WORD_START.len();
        }
    }
    value.unencoded(plain..raw.len(), out);
}

/// Decodes the value of a field to a string, trimmed, and with U+FFFD for bytes that are not UTF-8.
pub(crate) fn decode_to_string(raw: &[u8]) -> String {
    // Fast path: most values are ASCII, without folds and encoded words.
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

/// The start of an encoded word.
const WORD_START: &[u8] = b"=?";

/// The start of an escape sequence of ISO-2022.
const ESC: u8 = 0x1B;

/// A value to decode.
struct Value<'r> {
    raw: &'r [u8],
    /// Offset in the input of the first byte.
    at: u64,
    /// The encoding of bytes outside encoded words.
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

    /// Decodes text outside encoded words. Only the line breaks of folds are dropped.
    fn unencoded(&self, range: Range<usize>, out: &mut Output) {
        if self.encoding == UTF_8 || self.raw[range.clone()].is_ascii() {
            self.unfold(range, out);
        } else {
            let mut text = Output::default();
            self.unfold(range, &mut text);
            let all = 0..text.bytes().len();
            convert(Charset::of(self.encoding), &text, all, out);
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

    /// Decodes an encoded word and those after it that only white space separates, which is dropped
    /// (RFC 2047 §6.2). Returns the index at which the last one ends.
    fn encoded_words(&self, first: EncodedWord<'r>, out: &mut Output) -> usize {
        let mut words = WordRun::of(first.charset, first.encoding);
        let mut word = first;
        loop {
            words.push(self, &word);
            let Some(next) = EncodedWord::parse(self.raw, after_white_space(self.raw, word.end))
            else {
                words.finish(out);
                return word.end;
            };
            if !words.continues_with(&next) {
                words.finish(out);
                words = WordRun::of(next.charset, next.encoding);
            }
            word = next;
        }
    }

    fn offset(&self, index: usize) -> u64 {
        self.at + index as u64
    }
}

/// `encoding = "Q" / "B"` (RFC 2047 §4), in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordEncoding {
    Base64,
    Quoted,
}

/// `encoded-word = "=?" charset "?" encoding "?" encoded-text "?="` (RFC 2047 §2)
struct EncodedWord<'r> {
    /// The charset as written, without the language of RFC 2231 §5.
    charset: &'r [u8],
    encoding: WordEncoding,
    text: Range<usize>,
    end: usize,
}

impl<'r> EncodedWord<'r> {
    /// Parses the encoded word that begins at `start`, if any.
    ///
    /// Looks no farther than the next `=?`, so that a value is scanned at most twice: for each word
    /// and for the word after it.
    fn parse(raw: &'r [u8], start: usize) -> Option<Self> {
        let rest = raw.get(start..)?.strip_prefix(WORD_START)?;
        let len = rest.iter().position(|&byte| !is_charset(byte))?;
        let encoding = match rest.get(len..len + 3)? {
            b"?B?" | b"?b?" => WordEncoding::Base64,
            b"?Q?" | b"?q?" => WordEncoding::Quoted,
            _ => return None,
        };
        let charset = rest[..len].split(|&byte| byte == b'*').next()?;
        let text = start + WORD_START.len() + len + 3;
        let close = find_end(raw, text)?;
        Some(Self {
            charset,
            encoding,
            text: text..close,
            end: close + 2,
        })
    }

    /// Appends the bytes that the encoded text stands for.
    fn decode(&self, value: &Value<'_>, out: &mut Output) {
        match self.encoding {
            WordEncoding::Base64 => self.decode_base64(value, out),
            WordEncoding::Quoted => self.decode_quoted(value, out),
        }
    }

    /// Decodes the "B" encoding of RFC 2047 §4.1. Characters outside the alphabet are ignored, and
    /// padding ends a quantum.
    fn decode_base64(&self, value: &Value<'_>, out: &mut Output) {
        let mut quantum = Quantum::default();
        for index in self.text.clone() {
            if let Some((byte, source)) = quantum.take(value.raw[index], value.offset(index)) {
                out.replaced(&[byte], source);
            }
        }
    }

    /// Decodes the "Q" encoding of RFC 2047 §4.2. Spaces and other characters that are not allowed
    /// stand for themselves.
    fn decode_quoted(&self, value: &Value<'_>, out: &mut Output) {
        let mut index = self.text.start;
        while index < self.text.end {
            let start = index;
            let decoded = match value.raw[index..self.text.end] {
                [b'_', ..] => Some((b' ', 1)),
                [b'=', high, low, ..] => hex(high, low).map(|byte| (byte, 3)),
                _ => None,
            };
            if let Some((byte, len)) = decoded {
                index += len;
                out.replaced(&[byte], value.offset(start)..value.offset(index));
            } else if let Some(len) = fold(value.raw, index) {
                index += len;
            } else {
                index += 1;
                value.verbatim(start..index, out);
            }
        }
    }
}

/// Adjacent encoded words in one charset. A character may begin in one word and end in the next.
///
/// RFC 2047 §5 forbids that, but many programs write it.
struct WordRun<'r> {
    charset: &'r [u8],
    /// Whether the charset is UTF-7, where a shifted sequence ends with its word.
    is_utf7: bool,
    encoding: WordEncoding,
    /// The bytes of all words, with the map to the input.
    text: Output,
    /// The indices in `text` at which decoding starts afresh.
    starts: Vec<usize>,
}

impl<'r> WordRun<'r> {
    fn of(charset: &'r [u8], encoding: WordEncoding) -> Self {
        Self {
            charset,
            is_utf7: NamedCharset::for_label(charset) == NamedCharset::Utf7,
            encoding,
            text: Output::default(),
            starts: Vec::new(),
        }
    }

    /// Returns whether a word is decoded together with those before it.
    fn continues_with(&self, word: &EncodedWord<'_>) -> bool {
        self.encoding == word.encoding && self.charset.eq_ignore_ascii_case(word.charset)
    }

    fn push(&mut self, value: &Value<'_>, word: &EncodedWord<'_>) {
        let start = self.text.bytes().len();
        word.decode(value, &mut self.text);
        // Each word begins and ends in ASCII (RFC 2047 §3). If words were decoded together, an
        // escape sequence would directly follow another, which the decoder replaces.
        let is_escaped = has_escapes(self.charset) && self.text.bytes().get(start) == Some(&ESC);
        if is_escaped || self.is_utf7 {
            self.starts.push(start);
        }
    }

    fn finish(&self, out: &mut Output) {
        let mut start = 0;
        for &end in self.starts.iter().chain([&self.text.bytes().len()]) {
            if start < end {
                let charset = Charset::new(Some(self.charset));
                convert(charset, &self.text, start..end, out);
            }
            start = end;
        }
    }
}

/// Decodes a range of a text that was made from the value, and appends the result.
fn convert(mut charset: Charset, text: &Output, range: Range<usize>, out: &mut Output) {
    let mut decoded = Output::default();
    let bytes = &text.bytes()[range.clone()];
    charset.decode(bytes, range.start as u64, &mut decoded);
    charset.finish(range.end as u64, &mut decoded);
    let maps = [decoded.map(), text.map()];
    out.mapped(decoded.bytes(), &Origin::new(&maps));
}

/// Returns whether a charset has states, which escape sequences switch.
fn has_escapes(charset: &[u8]) -> bool {
    let prefix = b"iso-2022-";
    charset
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Matches `token = 1*<Any CHAR except SPACE, CTLs, and especials>` (RFC 2047 §2), and also the
/// especials that do not end a charset: some names contain a colon or are quoted.
fn is_charset(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'?' | b'=')
}

/// Returns the index of the `?=` that ends the encoded text at `start`.
///
/// A line break that is not a fold, or the `=?` of another word, ends the search.
fn find_end(raw: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match raw.get(at..)? {
            [b'?', b'=', ..] => return Some(at),
            // The padding of base64, before the end.
            [b'=', b'?', b'=', ..] => return Some(at + 1),
            [b'=', b'?', ..] | [] => return None,
            [b'\n', ..] | [b'\r', b'\n', ..] => at += fold(raw, at)?,
            _ => at += 1,
        }
    }
}

/// Returns the length of the line break at `at` if the next line continues with white space.
/// Unfolding drops the line break and keeps the white space (RFC 5322 §2.2.3).
fn fold(raw: &[u8], at: usize) -> Option<usize> {
    match raw.get(at..)? {
        [b'\n', b' ' | b'\t', ..] => Some(1),
        [b'\r', b'\n', b' ' | b'\t', ..] => Some(2),
        _ => None,
    }
}

/// Returns the index after the `linear-white-space` (RFC 822 §3.3) at `start`.
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
