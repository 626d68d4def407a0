//! The charsets of the lines of a text file that declares none.

use std::mem;

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8};
use memchr::{memchr, memmem, memrchr};

use super::{
    converter::Converter,
    japanese::{Escape, find_escape},
    unknown::{GUESS_LEN, detect, is_utf8},
};
use crate::{
    ascii::{ESCAPE, ascii_len, is_ascii_without_escapes},
    decode::{decoder::Decoder, output::Output},
};

/// The number of bytes at the start of a file whose first line that is not UTF-8 decides the charset of the file.
///
/// A file that is cut must not have such a line: only the reader of its first range sees it.
pub(crate) const DECIDING_HEAD: usize = 64 << 10;

/// The maximum length of a character, after which it is known whether it is UTF-8.
const MAX_CHARACTER: usize = 4;

/// Decodes a text file without a declared charset to UTF-8, line by line: files are put together from texts in several
/// charsets. A line of UTF-8 stays as it is, also if some characters are damaged, and one with an escape sequence of
/// ISO-2022-JP is in that charset. The first other line in the first 64 KiB of the file, and the bytes after it, decide
/// the charset of the file. A line that is malformed in that charset is guessed on its own, and so is any line of a
/// file without one.
///
/// The lines do not depend on how the file is cut, since a file with a charset that is not UTF-8 in its first 64 KiB is
/// not. Holds back at most [`GUESS_LEN`] bytes: of a line, from its first byte that is not ASCII on, or of the bytes
/// that the guess is made from.
pub(crate) struct LineCharsets {
    /// The charset of the lines that are not UTF-8.
    of_file: Option<&'static Encoding>,
    /// Whether a line can decide it.
    is_at_start: bool,
    /// Whether the bytes held back are those that the guess is made from.
    is_sampling: bool,
    line: LineState,
    held: Vec<u8>,
    /// The offset of the first byte held back.
    at: u64,
    guessed: Option<&'static Encoding>,
}

/// How the rest of the current line is decoded.
enum LineState {
    /// No byte so far decides it.
    Undecided,
    Utf8,
    Other(Box<Converter>),
}

impl LineCharsets {
    /// Creates a decoder of a file, or of a range of it that begins `at_start` or later.
    pub(crate) fn new(is_at_start: bool) -> Self {
        Self {
            of_file: None,
            is_at_start,
            is_sampling: false,
            line: LineState::Undecided,
            held: Vec::new(),
            at: 0,
            guessed: None,
        }
    }

    /// Reads some bytes of `input`, which is not empty. Returns how many.
    fn read(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        if !matches!(self.line, LineState::Undecided) {
            return self.read_decided(input, at, out);
        }
        if self.held.is_empty() {
            let plain = plain_len(input);
            out.verbatim(&input[..plain], at);
            self.at = at + plain as u64;
            if plain > 0 {
                return plain;
            }
        }
        let room = GUESS_LEN - self.held.len();
        let near = &input[..input.len().min(room)];
        let end = memchr(b'\n', near).filter(|_| !self.is_sampling);
        let taken = end.map_or(near.len(), |lf| lf + 1);
        self.held.extend_from_slice(&input[..taken]);
        if end.is_some() || self.held.len() == GUESS_LEN {
            self.decide(end.is_some(), out);
        }
        taken
    }

    /// Reads bytes of a line whose charset is known.
    fn read_decided(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let lf = memchr(b'\n', input);
        let taken = lf.map_or(input.len(), |lf| lf + 1);
        let bytes = &input[..taken];
        match &mut self.line {
            LineState::Other(converter) => {
                converter.decode(bytes, at, out);
                if lf.is_some() {
                    converter.finish(at, out);
                }
            }
            LineState::Undecided | LineState::Utf8 => out.verbatim(bytes, at),
        }
        if lf.is_some() {
            self.line = LineState::Undecided;
        }
        taken
    }

    /// Decides the charset of the bytes that are held back: a line, whole or up to the maximum, or the sample.
    fn decide(&mut self, is_complete: bool, out: &mut Output) {
        let held = mem::take(&mut self.held);
        let at = self.at;
        if mem::take(&mut self.is_sampling) {
            let lines = held.split_inclusive(|&byte| byte == b'\n');
            let others: Vec<_> = lines
                .filter(|line| !seems_utf8(line, is_complete))
                .collect();
            self.of_file = Some(detect(&others.concat(), is_complete));
            self.decode(&held, at, out);
            return;
        }
        let escape = find_escape(&held);
        let encoding = match seems_utf8(&held, is_complete) {
            true if matches!(escape, Escape::At(_)) => ISO_2022_JP,
            true => UTF_8,
            false => match self.of_file {
                Some(encoding) if decodes(encoding, &held, is_complete) => encoding,
                None if self.is_in_deciding_head(&held) => {
                    self.is_sampling = true;
                    self.held = held;
                    return;
                }
                _ => detect(&held, is_complete),
            },
        };
        self.line = if encoding == UTF_8 {
            LineState::Utf8
        } else {
            self.guessed = Some(encoding);
            LineState::Other(Box::new(Converter::new(encoding)))
        };
        self.decode(&held, at, out);
    }

    /// Returns whether the first byte that is not UTF-8 can decide the charset of the file.
    fn is_in_deciding_head(&self, held: &[u8]) -> bool {
        let valid = valid_len(held) + MAX_CHARACTER;
        self.is_at_start && self.at + valid as u64 <= DECIDING_HEAD as u64
    }

    fn end(&mut self, out: &mut Output) {
        while !self.held.is_empty() {
            self.decide(true, out);
        }
        if let LineState::Other(converter) = &mut self.line {
            converter.finish(self.at, out);
        }
    }
}

impl Decoder for LineCharsets {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut taken = 0;
        while taken < input.len() {
            taken += self.read(&input[taken..], at + taken as u64, out);
        }
    }

    fn finish(&mut self, _: u64, out: &mut Output) {
        self.end(out);
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        matches!(self.line, LineState::Undecided)
            && self.held.is_empty()
            && plain_len(input) == input.len()
    }

    fn guessed(&self) -> Option<&'static str> {
        self.guessed.map(Encoding::name)
    }
}

/// Returns whether the first bytes of a text file decide that its charset is not UTF-8.
pub(crate) fn decides_charset(head: &[u8]) -> bool {
    let head = &head[..head.len().min(DECIDING_HEAD)];
    let valid = valid_len(head);
    valid < head.len() && valid + MAX_CHARACTER <= DECIDING_HEAD
}

/// Returns whether a line is UTF-8, or at least as many of its characters are as bytes are not: in other charsets, few
/// bytes look like UTF-8 by chance.
fn seems_utf8(line: &[u8], is_complete: bool) -> bool {
    let balance = || {
        let chunks = line.utf8_chunks();
        chunks.fold(0, |balance: isize, chunk| {
            let characters = chunk.valid().chars().filter(|char| !char.is_ascii());
            balance + characters.count().cast_signed() - chunk.invalid().len().min(1).cast_signed()
        })
    };
    is_utf8(line, is_complete) || line.len() > ascii_len(line) + 1 && balance() >= 0
}

/// Returns the length of the UTF-8 with which a text begins.
fn valid_len(text: &[u8]) -> usize {
    std::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len)
}

/// Returns the number of bytes at the start of a text that begins a line, or continues one of ASCII, which stay as they
/// are whatever follows: whole lines of UTF-8, and the ASCII of the next line.
fn plain_len(text: &[u8]) -> usize {
    if is_ascii_without_escapes(text) {
        return text.len();
    }
    let before = &text[..memmem::find(text, b"\x1b$").unwrap_or(text.len())];
    let valid = &before[..valid_len(before)];
    let lines = memrchr(b'\n', valid).map_or(0, |lf| lf + 1);
    let next = &text[lines..];
    let next = &next[..ascii_len(next)];
    lines + memchr(ESCAPE, next).unwrap_or(next.len())
}

/// Returns whether a text has no malformed sequence in an encoding.
fn decodes(encoding: &'static Encoding, text: &[u8], is_complete: bool) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut units = [0; 1 << 10];
    let mut from = 0;
    loop {
        let (result, read, _) =
            decoder.decode_to_utf16_without_replacement(&text[from..], &mut units, is_complete);
        match result {
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => from += read,
            DecoderResult::Malformed(..) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, Encoding, GBK, SHIFT_JIS, WINDOWS_1251};

    use super::{DECIDING_HEAD, Decoder, LineCharsets, decides_charset};
    use crate::decode::testing::{check, decode};

    const JAPANESE: &str = "この作品の本文は、下記のページで読むことができます。\n詳しくはhttp://a.example/夏目をご覧ください。\n";
    const RUSSIAN: &str =
        "Привет, вот адрес новой страницы: «http://a.example/путь»\nДо свидания.\n";

    #[track_caller]
    fn decodes(encoding: &'static Encoding, text: &str) {
        let (bytes, _, has_lost) = encoding.encode(text);
        assert!(!has_lost, "{text}");
        let decoded = decode(|| LineCharsets::new(true), &bytes);
        assert_eq!(String::from_utf8_lossy(&decoded.bytes), text);
    }

    #[test]
    fn the_charset_of_a_file_is_guessed() {
        decodes(SHIFT_JIS, JAPANESE);
        decodes(EUC_JP, JAPANESE);
        decodes(WINDOWS_1251, RUSSIAN);
        decodes(
            GBK,
            "请访问我们的网站http://a.example/中文，谢谢大家的支持。\n",
        );
    }

    #[test]
    fn lines_of_utf_8_stay_as_they_are() {
        let new = || LineCharsets::new(true);
        check(
            new,
            &[
                ("", ""),
                ("é\n", "é\n"),
                ("a\u{1b}[1mé\nb", "a\u{1b}[1mé\nb"),
            ],
        );
        let mixed = [RUSSIAN.as_bytes(), b"caf\xe9 a\n", JAPANESE.as_bytes()].concat();
        let expected = [RUSSIAN, "café a\n", JAPANESE].concat();
        let decoded = decode(new, &mixed).bytes;
        assert_eq!(String::from_utf8_lossy(&decoded), expected);
        let long = ["é".repeat(3000).as_bytes(), b"\xe9\nd\xe9j\xe0 vu\n"].concat();
        let decoded = decode(new, &long).bytes;
        assert!(decoded.starts_with("é".repeat(3000).as_bytes()));
        assert!(decoded.ends_with("\u{e9}j\u{e0} vu\n".as_bytes()));
    }

    #[test]
    fn escape_sequences_are_those_of_iso_2022_jp() {
        let decoded = decode(
            || LineCharsets::new(true),
            b"a \x1b$B$3\x1b(B b\n\x1b(B c\n",
        );
        assert_eq!(decoded.bytes, "a こ b\n\u{1b}(B c\n".as_bytes());
    }

    #[test]
    fn quotation_marks_around_a_url_are_not_letters() {
        let decoded = decode(|| LineCharsets::new(true), b"\xabhttp://a.example/\xbb\n");
        assert_eq!(decoded.bytes, "«http://a.example/»\n".as_bytes());
    }

    /// A file without a charset in its head can be cut, so that nothing else may decide it.
    #[test]
    fn only_the_head_decides_the_charset_of_a_file() {
        for ascii in DECIDING_HEAD - 6..DECIDING_HEAD + 2 {
            let (line, _, _) = SHIFT_JIS.encode("あ\n");
            let head = [&vec![b'a'; ascii - 1][..], b"\n", &line].concat();
            let mut decoder = LineCharsets::new(true);
            let mut out = super::Output::default();
            decoder.decode(&head, 0, &mut out);
            decoder.finish(head.len() as u64, &mut out);
            assert_eq!(decoder.of_file.is_some(), decides_charset(&head), "{ascii}");
        }
    }
}
