//! Base64 of RFC 2045 §6.8.

use std::{borrow::Cow, mem, ops::Range};

use super::{decoder::Decoder, output::Output, text::without_line_break};

/// So many bytes of a line are looked at as a whole: a line of mail has at most 998 and its CRLF
/// (RFC 5322 §2.1.1).
const MOST_HEAD: usize = 1000;

/// Base64 is decoded by so many bytes at most: 1024 characters.
const MOST_BYTES: usize = 768;

/// What is no character of the alphabet.
const JUNK: u8 = 0x80;
/// `=`, which is none either.
const PAD: u8 = 0x81;

/// Table 1 of RFC 2045 §6.8: the six bits of each character.
static VALUES: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [JUNK; 256];
    let mut value = 0;
    while value < alphabet.len() {
        values[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    values[b'=' as usize] = PAD;
    values
};

/// The same for each place in a quantum: where the six bits are in its 24, with a higher bit set for
/// junk.
static SHIFTED: [[u32; 256]; 4] = {
    let mut shifted = [[1 << 24; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        if VALUES[byte] & 0x80 == 0 {
            let mut place = 0;
            while place < 4 {
                shifted[place][byte] = (VALUES[byte] as u32) << (18 - 6 * place);
                place += 1;
            }
        }
        byte += 1;
    }
    shifted
};

/// Undoes base64, and passes on lines that are none.
///
/// Characters outside of the alphabet are ignored, line breaks among them. But mailing lists append
/// footers, and some put a line of text before: a line with a `<`, a `>`, or white space between
/// other bytes is text and passed on as it is, and so are lines without any character of the
/// alphabet that follow it. The first 1000 bytes of a line decide. Between such lines and what was
/// decoded stands a blank line.
///
/// Holds back at most 999 bytes of a line, and the rest of six bits of one character before.
#[derive(Debug)]
pub(crate) struct Base64 {
    head: LineHead,
    place: Place,
    quantum: Quantum,
    last: Option<Last>,
    buffer: [u8; MOST_BYTES],
}

/// What the input has reached.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The head of a line.
    Head,
    /// The rest of a long line that is base64.
    Code,
    /// The rest of a long line of text.
    Text,
}

/// What the last bytes of output are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Decoded,
    /// Lines of text, which end before this offset of the input.
    Text(u64),
}

/// A quantum of four characters that is read a character at a time.
#[derive(Debug, Default)]
pub(crate) struct Quantum {
    /// How many characters are read, less than four.
    len: u8,
    /// The six bits of the last of them, and where it stands.
    last: u8,
    last_at: u64,
}

impl Quantum {
    /// Takes the character at the offset `at`, and gives the byte whose last bit it has, with the
    /// characters that hold that byte. Junk is passed over, and a pad ends the quantum: data may go
    /// on after it where some was put together of pieces.
    pub(crate) fn take(&mut self, character: u8, at: u64) -> Option<(u8, Range<u64>)> {
        match VALUES[usize::from(character)] {
            JUNK => None,
            PAD => {
                *self = Self::default();
                None
            }
            value => {
                let first_at = self.last_at;
                let byte = self.push(value, at)?;
                Some((byte, first_at..at + 1))
            }
        }
    }

    /// Takes six bits, and gives the byte whose last one is among them.
    fn push(&mut self, value: u8, at: u64) -> Option<u8> {
        let byte = match self.len {
            0 => None,
            1 => Some(self.last << 2 | value >> 4),
            2 => Some(self.last << 4 | value >> 2),
            _ => Some(self.last << 6 | value),
        };
        self.len = (self.len + 1) % 4;
        self.last = value;
        self.last_at = at;
        byte
    }
}

impl Default for Base64 {
    fn default() -> Self {
        Self {
            head: LineHead::default(),
            place: Place::Head,
            quantum: Quantum::default(),
            last: None,
            buffer: [0; MOST_BYTES],
        }
    }
}

impl Base64 {
    /// Decodes the head of a line, which begins at the offset `at`.
    fn line(&mut self, line: &[u8], at: u64, out: &mut Output) {
        let is_text = if self.clean_line(line, at, out) {
            false
        } else if self.is_text(line) {
            self.text(line, at, out);
            true
        } else {
            self.code(line, at, out);
            false
        };
        self.place = match line {
            [.., b'\n'] => Place::Head,
            _ if is_text => Place::Text,
            _ => Place::Code,
        };
    }

    /// Decodes a line of nothing but whole quanta, as most are.
    fn clean_line(&mut self, line: &[u8], at: u64, out: &mut Output) -> bool {
        let line = without_line_break(line);
        if line.is_empty() || !line.len().is_multiple_of(4) || self.quantum.len > 0 {
            return false;
        }
        let decoded = decode_quanta(line, &mut self.buffer);
        if decoded / 3 * 4 < line.len() {
            return false;
        }
        self.begin_decoded(out);
        out.quanta(&self.buffer[..decoded], at);
        true
    }

    fn is_text(&self, line: &[u8]) -> bool {
        let follows_text = matches!(self.last, Some(Last::Text(_)));
        is_prose(line) || follows_text && !line.iter().any(|&byte| is_in_alphabet(byte))
    }

    /// Passes on text from the start of a line.
    fn text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        if self.last == Some(Last::Decoded) {
            out.blank_line(at);
        }
        self.quantum = Quantum::default();
        self.rest_of_text(text, at, out);
    }

    fn rest_of_text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        out.verbatim(text, at);
        self.last = Some(Last::Text(at + text.len() as u64));
    }

    /// Decodes base64 with junk in it.
    fn code(&mut self, code: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < code.len() {
            let at = at + used as u64;
            let mut decoded = 0;
            if self.quantum.len == 0 {
                decoded = decode_quanta(&code[used..], &mut self.buffer);
            }
            if decoded > 0 {
                self.begin_decoded(out);
                out.quanta(&self.buffer[..decoded], at);
                used += decoded / 3 * 4;
            } else {
                self.character(code[used], at, out);
                used += 1;
            }
        }
    }

    fn character(&mut self, character: u8, at: u64, out: &mut Output) {
        if let Some((byte, place)) = self.quantum.take(character, at) {
            self.begin_decoded(out);
            out.replaced(&[byte], place);
        }
    }

    fn begin_decoded(&mut self, out: &mut Output) {
        if let Some(Last::Text(end)) = self.last {
            out.blank_line(end);
        }
        self.last = Some(Last::Decoded);
    }
}

impl Decoder for Base64 {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            let rest = &input[used..];
            let at = at + used as u64;
            if let Place::Head = self.place {
                let (taken, line) = self.head.read(rest, at);
                if let Some((line, at)) = line {
                    self.line(&line, at, out);
                }
                used += taken;
                continue;
            }
            let line = memchr::memchr(b'\n', rest).map(|lf| &rest[..=lf]);
            let taken = line.unwrap_or(rest);
            match self.place {
                Place::Text => self.rest_of_text(taken, at, out),
                _ => self.code(taken, at, out),
            }
            if line.is_some() {
                self.place = Place::Head;
            }
            used += taken.len();
        }
    }

    fn finish(&mut self, _at: u64, out: &mut Output) {
        if let Some((line, at)) = self.head.finish() {
            self.line(&line, at, out);
        }
        self.quantum = Quantum::default();
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        if self.quantum.len > 0 {
            tell(self.quantum.last_at);
        }
        // Each byte may come to stand for itself, or be the first of some bits.
        self.head.held(tell);
    }
}

fn is_in_alphabet(byte: u8) -> bool {
    VALUES[usize::from(byte)] & 0x80 == 0
}

/// Whether the line, or what is known of it, is none of base64.
fn is_prose(line: &[u8]) -> bool {
    let is_edge = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let start = line.iter().position(|byte| !is_edge(byte));
    let end = line.iter().rposition(|byte| !is_edge(byte));
    let (Some(start), Some(end)) = (start, end) else {
        return false;
    };
    let inner = &line[start..=end];
    memchr::memchr3(b' ', b'\t', b'<', inner).is_some() || memchr::memchr(b'>', inner).is_some()
}

/// Decodes the quanta that `text` begins with, up to junk or to the end of the buffer; gives the
/// number of bytes, three for each.
fn decode_quanta(text: &[u8], buffer: &mut [u8; MOST_BYTES]) -> usize {
    let mut quanta = 0;
    let (buffer, _) = buffer.as_chunks_mut::<3>();
    let (text, _) = text.as_chunks::<4>();
    for (quantum, bytes) in text.iter().zip(buffer) {
        let [a, b, c, d] = quantum.map(usize::from);
        let bits = SHIFTED[0][a] | SHIFTED[1][b] | SHIFTED[2][c] | SHIFTED[3][d];
        let [junk, decoded @ ..] = bits.to_be_bytes();
        if junk != 0 {
            break;
        }
        *bytes = decoded;
        quanta += 1;
    }
    3 * quanta
}

/// The head of a line: all of it, its break included, or its first 1000 bytes.
///
/// Holds back at most 999 bytes of one that is cut.
#[derive(Debug, Default)]
pub(super) struct LineHead {
    held: Vec<u8>,
    held_at: u64,
}

/// A head that is complete, and the offset of its first byte.
type Complete<'i> = (Cow<'i, [u8]>, u64);

impl LineHead {
    /// Reads on in the head; gives how many bytes of `input`, which is at the offset `at`, it took,
    /// and the head when it is complete. A head that does not end in LF is that of a longer line.
    pub(super) fn read<'i>(&mut self, input: &'i [u8], at: u64) -> (usize, Option<Complete<'i>>) {
        let room = MOST_HEAD - self.held.len();
        let within = &input[..input.len().min(room)];
        let line = memchr::memchr(b'\n', within).map(|lf| &within[..=lf]);
        let taken = line.unwrap_or(within);
        let is_complete = line.is_some() || taken.len() == room;
        if is_complete && self.held.is_empty() {
            return (taken.len(), Some((Cow::Borrowed(taken), at)));
        }
        if self.held.is_empty() {
            self.held_at = at;
        }
        self.held.extend_from_slice(taken);
        let complete = is_complete.then(|| self.take());
        (taken.len(), complete)
    }

    /// The input is over: gives what is held, a line without a break.
    pub(super) fn finish(&mut self) -> Option<Complete<'static>> {
        (!self.held.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Complete<'static> {
        (Cow::Owned(mem::take(&mut self.held)), self.held_at)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Tells the offset of each byte that is held.
    pub(super) fn held(&self, tell: &mut dyn FnMut(u64)) {
        let end = self.held_at + self.held.len() as u64;
        (self.held_at..end).for_each(tell);
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{self, Decoded},
        Base64, MOST_HEAD,
    };

    fn decode(input: &[u8]) -> Decoded {
        testing::decode(Base64::default, input)
    }

    fn check(cases: &[(&str, &str)]) {
        testing::check(Base64::default, cases);
    }

    #[test]
    fn quanta_are_decoded() {
        check(&[("", ""), ("PGE+", "<a>"), ("PGE+\r\nPGI+\n", "<a><b>")]);
        // 111110 111110 111111 111111
        assert_eq!(decode(b"++//AAAA").bytes, b"\xFB\xEF\xFF\0\0\0");
    }

    #[test]
    fn a_quantum_goes_on_after_junk_and_line_breaks() {
        check(&[
            ("PG\r\nE+P\nGI+", "<a><b>"),
            ("P-G.E*+", "<a>"),
            (" PGE+ \r\n\tPGI+\t", "<a><b>"),
            ("\u{e9}PGE+", "<a>"),
        ]);
    }

    #[test]
    fn padding_ends_a_quantum() {
        check(&[
            ("PA==", "<"),
            ("PDw=", "<<"),
            ("PA==PDw=PGE+", "<<<<a>"),
            ("PA=\n=\nPGE+", "<<a>"),
            ("P===PGE+", "<a>"),
            ("====", ""),
        ]);
    }

    #[test]
    fn an_incomplete_quantum_gives_what_is_complete() {
        check(&[("PGE+PDw", "<a><<"), ("PGE+PA\n", "<a><"), ("PGE+P", "<a>")]);
    }

    #[test]
    fn lines_of_text_are_passed_on() {
        check(&[
            // A footer, and a header.
            (
                "PGh0dHA6\r\n____\r\nlist at\r\n<a>\r\n",
                "<http:\n\nlist at\r\n<a>\r\n",
            ),
            ("a note:\n\nPGE+\n", "a note:\n\n\n\n<a>"),
            // What is left of a quantum does not go on after text.
            ("PG\n>\nE+\n", "<\n\n>\n\n\n\x13"),
            ("PGE+\na b\nPGE+\nc d", "<a>\n\na b\n\n\n<a>\n\nc d"),
        ]);
    }

    #[test]
    fn a_part_that_is_text_comes_out_as_it_is() {
        let text = "see the\n\n<http://a/>\n --\n \nat b\tc\n>";
        check(&[(text, text)]);
    }

    #[test]
    fn blanks_at_the_ends_of_a_line_make_no_text() {
        check(&[
            (" \t PGE+ \t ", "<a>"),
            ("PGE+ \r\n", "<a>"),
            ("PG E+", "PG E+"),
            ("PG\tE+", "PG\tE+"),
            // A CR alone is no line break.
            ("PGE+ \rP", "PGE+ \rP"),
        ]);
    }

    #[test]
    fn the_first_bytes_of_a_line_decide() {
        let long = "PGE+".repeat(MOST_HEAD / 4);
        let decoded = "<a>".repeat(MOST_HEAD / 4);
        let short = &long[1..];
        check(&[
            (&format!("{long}PG E+<\n"), &format!("{decoded}<a>")),
            (&format!("{short}<PGE+\n"), &format!("{short}<PGE+\n")),
            (&format!("<{long}\nPGE+"), &format!("<{long}\n\n\n<a>")),
            (&format!("PGE+\n{long}<"), &format!("<a>{decoded}")),
            (&format!("{long}\na b"), &format!("{decoded}\n\na b")),
        ]);
    }

    #[test]
    fn a_blank_that_ends_the_head_is_not_between_bytes() {
        let head = "PGE+".repeat(MOST_HEAD / 4 - 1);
        let decoded = "<a>".repeat(MOST_HEAD / 4 - 1);
        check(&[
            (&format!("{head}    PGI+"), &format!("{decoded}<b>")),
            (&format!("{head}   PGI+"), &format!("{head}   PGI+")),
        ]);
    }

    #[test]
    fn each_byte_has_its_place() {
        let decoded = decode(b"PGE+\nP GI+\n");
        // White space within a line makes it text; its blank line stands for the line break.
        assert_eq!(decoded.bytes, b"<a>\n\nP GI+\n");
        let places = [(0, 2), (1, 3), (2, 4), (4, 5), (4, 5), (5, 6)];
        assert_eq!(decoded.places[..6], places);

        let decoded = decode(b"a b\n-PG\nE+");
        assert_eq!(decoded.bytes, b"a b\n\n\n<a>");
        let places = [(3, 4), (3, 4), (3, 4), (5, 7), (6, 9), (8, 10)];
        assert_eq!(decoded.places[3..], places);
    }

    #[test]
    fn what_may_be_an_opener_is_told() {
        let cases: [(&[u8], &[u64]); 5] = [
            (b"AAAA\nP", &[5]),
            (b"AAAA\n", &[]),
            (b"AP\n", &[1]),
            (b"AAB\n", &[2]),
            (b"P\n-<+&", &[0, 2, 3, 4, 5]),
        ];
        for (input, expected) in cases {
            let held = testing::held(Base64::default(), input);
            assert_eq!(held, expected, "{}", input.escape_ascii());
        }
    }

    #[test]
    fn no_cut_matters() {
        testing::decode_all(Base64::default, b"PGE+\n", b"P>= \n-", 4);
    }
}
