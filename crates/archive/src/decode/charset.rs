//! The character set of a text part undone: what comes out is UTF-8.

use encoding_rs::{
    CoderResult, DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED,
};

use super::{Decoder, Output};
use crate::opener;

/// A guess is made from so many bytes, or from fewer at the end of the text.
const GUESSED_FROM: usize = 4096;

/// Where places are of no use, so many bytes at most share one.
const CHUNK: usize = 4096;

/// What a malformed sequence gives.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// Names seen in mail that the Encoding Standard does not list, and what they are there.
const ALIASES: [(&[u8], &[u8]); 22] = [
    (b"cp-1250", b"windows-1250"),
    (b"cp-1251", b"windows-1251"),
    (b"cp-1252", b"windows-1252"),
    (b"cp50220", b"iso-2022-jp"),
    (b"cp50221", b"iso-2022-jp"),
    (b"cp932", b"shift_jis"),
    (b"cp936", b"gbk"),
    (b"cp949", b"euc-kr"),
    (b"cp950", b"big5"),
    (b"euc-cn", b"gbk"),
    (b"eucjp", b"euc-jp"),
    (b"euckr", b"euc-kr"),
    (b"gb-2312", b"gbk"),
    (b"iso-2022-jp-1", b"iso-2022-jp"),
    (b"iso-2022-jp-ms", b"iso-2022-jp"),
    (b"latin-1", b"iso-8859-1"),
    (b"latin-2", b"iso-8859-2"),
    (b"latin-9", b"iso-8859-15"),
    (b"ms936", b"gbk"),
    (b"win-1251", b"windows-1251"),
    (b"win1251", b"windows-1251"),
    (b"windows1251", b"windows-1251"),
];

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
    /// are not ASCII are malformed. As a guess takes time, it is made only where a byte that is not
    /// ASCII may be part of a delimited URL; what comes before stays as it is.
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

    /// Says that every byte may come to matter, not only those behind a `<`: a guess is made from
    /// the first one on that is not ASCII.
    pub(crate) fn guessing_all(mut self) -> Self {
        if let State::Unknown(unknown) = &mut self.state {
            unknown.is_all_wanted = true;
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

/// The encoding that a label names, if it helps.
fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    let label = trimmed(label);
    let is = |name: &[u8]| name.eq_ignore_ascii_case(label);
    if [&b"us-ascii"[..], b"ascii", b"ansi_x3.4-1968"].map(is) != [false; 3] {
        return None;
    }
    let alias = ALIASES.iter().find(|(alias, _)| is(alias));
    let label = alias.map_or(label, |(_, name)| name);
    // The "replacement" encoding forbids what a browser must not decode, and a private use area is
    // no better than a guess.
    Encoding::for_label_no_replacement(label).filter(|&encoding| encoding != X_USER_DEFINED)
}

/// Without the quotes and blanks around it.
fn trimmed(mut label: &[u8]) -> &[u8] {
    let is_around = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
    while let Some((_, rest)) = label.split_first().filter(|(first, _)| is_around(first)) {
        label = rest;
    }
    while let Some((_, rest)) = label.split_last().filter(|(last, _)| is_around(last)) {
        label = rest;
    }
    label
}

/// Whether a label that means UTF-16 in little-endian order for the Encoding Standard says so
/// itself. `utf-16` does not (RFC 2781 §3.3).
fn tells_little_endian(label: &[u8]) -> bool {
    let label = trimmed(label);
    [&b"utf-16le"[..], b"unicodefeff"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(label))
}

/// The encoding that a text seems to have; `complete` says that the text ends with it.
fn guess(text: &[u8], complete: bool) -> &'static Encoding {
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

/// A text of which the character set is not known yet.
#[derive(Default)]
struct Unknown {
    /// Every byte that is not ASCII is worth a guess, not only those that may be in a URL.
    is_all_wanted: bool,
    /// The last bytes that were passed on, if one of them may open a URL.
    passed: Vec<u8>,
    /// What came from the first byte on that is not ASCII, and is worth a guess.
    held: Vec<u8>,
    /// The offset of the first of them.
    at: u64,
}

impl Unknown {
    fn passes(&mut self, input: &[u8]) -> bool {
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
        if self.is_all_wanted {
            return ascii;
        }
        if self.passed.is_empty() {
            return opener::first_beyond_ascii(input, ascii).unwrap_or(input.len());
        }
        let text = [&self.passed, input].concat();
        let before = self.passed.len();
        opener::first_beyond_ascii(&text, before).map_or(input.len(), |at| at - before)
    }

    /// Keeps what may matter for the bytes to come.
    fn remember(&mut self, passed: &[u8]) {
        let recent = &passed[passed.len().saturating_sub(opener::REACH)..];
        let has_opener = memchr::memchr(b'<', recent).is_some();
        if recent.len() == opener::REACH || self.passed.is_empty() {
            self.passed.clear();
            if has_opener {
                self.passed.extend_from_slice(recent);
            }
            return;
        }
        self.passed.extend_from_slice(recent);
        let surplus = self.passed.len().saturating_sub(opener::REACH);
        self.passed.drain(..surplus);
    }

    /// Takes what needs no guess yet, and tells how much that is.
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
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

/// The first unit of a text in UTF-16.
#[derive(Default)]
struct FirstUnit {
    /// The byte order that the label tells.
    declared: Option<&'static Encoding>,
    /// Its first byte, and where that stands.
    first: Option<(u8, u64)>,
}

impl FirstUnit {
    /// Takes a byte; the second one tells the byte order.
    ///
    /// A byte order mark is dropped, and is believed more than a label. Without any of both, an
    /// ASCII character tells as well; else it is big-endian order (RFC 2781 §4.3).
    fn decode(&mut self, byte: u8, at: u64, out: &mut Output) -> Option<Converter> {
        let Some((first, first_at)) = self.first else {
            self.first = Some((byte, at));
            return None;
        };
        let order = match (first, byte) {
            (0xFE, 0xFF) => return Some(Converter::new(UTF_16BE)),
            (0xFF, 0xFE) => return Some(Converter::new(UTF_16LE)),
            (1..=0x7F, 0) => UTF_16LE,
            _ => UTF_16BE,
        };
        let mut converter = Converter::new(self.declared.unwrap_or(order));
        converter.exact(&[first, byte], first_at, out);
        Some(converter)
    }
}

/// Whether the first byte of a unit of UTF-16 may be that of a `<` or an `&`, in either order.
fn begins_opener(byte: u8) -> bool {
    matches!(byte, 0 | b'<' | b'&')
}

/// What an encoding has to do with ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// ASCII, and other characters of one byte.
    SingleByte,
    /// ASCII, and characters of more bytes, in which no byte is below the digits.
    MultiByte,
    /// ISO-2022-JP, where escape sequences tell what a byte means (RFC 1468).
    Escapes,
    Utf16,
}

impl Kind {
    fn of(encoding: &'static Encoding) -> Self {
        if encoding == ISO_2022_JP {
            Self::Escapes
        } else if !encoding.is_ascii_compatible() {
            Self::Utf16
        } else if encoding.is_single_byte() {
            Self::SingleByte
        } else {
            Self::MultiByte
        }
    }
}

/// Decodes with a decoder of the Encoding Standard, and watches which bytes give what.
struct Converter {
    decoder: encoding_rs::Decoder,
    kind: Kind,
    /// The last escape sequence, if there can be any, was the one for ASCII.
    in_ascii: bool,
    /// Bytes of ASCII mean themselves, and the decoder need not see them. It must see one behind
    /// each escape sequence, as it replaces a sequence behind which the next one stands.
    is_plain: bool,
    /// How many bytes have given nothing yet: three at most.
    pending: usize,
    /// The offset behind the last byte that the decoder has taken.
    end: u64,
    /// The last four of those, the newest one lowest.
    recent: u32,
    /// Room for a chunk's characters.
    chunk: String,
}

impl Converter {
    fn new(encoding: &'static Encoding) -> Self {
        let kind = Kind::of(encoding);
        Self {
            decoder: encoding.new_decoder_without_bom_handling(),
            kind,
            in_ascii: kind != Kind::Utf16,
            is_plain: kind != Kind::Utf16,
            pending: 0,
            end: 0,
            recent: 0,
            chunk: String::new(),
        }
    }

    /// How many bytes of the input come out as they are.
    fn plain_up_to(&self, input: &[u8]) -> usize {
        if !self.is_plain || self.pending > 0 {
            return 0;
        }
        match self.kind {
            Kind::Escapes => Encoding::iso_2022_jp_ascii_valid_up_to(input),
            _ => Encoding::ascii_valid_up_to(input),
        }
    }

    /// Decodes so that each character has its place.
    fn exact(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
        while let Some(&byte) = input.first() {
            let mut taken = self.plain_up_to(input);
            if taken > 0 {
                out.verbatim(&input[..taken], at);
            } else {
                taken = self.step(byte, at, out);
            }
            input = &input[taken..];
            at += taken as u64;
        }
    }

    /// Decodes so that all characters of a chunk have its place, where that is cheaper.
    fn coarse(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut at = at;
        for mut chunk in input.chunks(CHUNK) {
            while let Some((first, rest)) = chunk.split_first()
                && self.pending > 0
            {
                self.exact(&[*first], at, out);
                chunk = rest;
                at += 1;
            }
            let plain = self.plain_up_to(chunk);
            let whole = if plain == chunk.len() {
                0
            } else {
                self.last_boundary(chunk)
            };
            let (whole, rest) = chunk.split_at(whole);
            self.replace(whole, at, out);
            self.exact(rest, at + whole.len() as u64, out);
            at += chunk.len() as u64;
        }
    }

    /// The last place that surely lies between two characters, or the first if none does.
    fn last_boundary(&self, chunk: &[u8]) -> usize {
        match self.kind {
            Kind::SingleByte => chunk.len(),
            Kind::MultiByte => chunk
                .iter()
                .rposition(|&byte| byte < b'0')
                .map_or(0, |last| last + 1),
            Kind::Escapes | Kind::Utf16 => 0,
        }
    }

    /// Decodes some whole characters, with the place of all for each.
    fn replace(&mut self, whole: &[u8], at: u64, out: &mut Output) {
        let mut rest = whole;
        self.chunk.clear();
        while !rest.is_empty() {
            // A byte gives three at most, and a malformed one U+FFFD, which are three.
            self.chunk.reserve(3 * rest.len() + 16);
            let (result, read, _) = self.decoder.decode_to_string(rest, &mut self.chunk, false);
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        out.replaced(self.chunk.as_bytes(), at..at + whole.len() as u64);
    }

    /// Gives the decoder a byte, and tells whether it has taken it: a byte that shows that those
    /// before it are malformed may be left for the next time.
    fn step(&mut self, byte: u8, at: u64, out: &mut Output) -> usize {
        let mut text = [0; 16];
        let (result, read, written) =
            self.decoder
                .decode_to_utf8_without_replacement(&[byte], &mut text, false);
        self.end = at + read as u64;
        if read > 0 {
            self.pending += read;
            self.recent = self.recent << 8 | u32::from(byte);
        }
        if written > 0 {
            self.give(&text[..written], out);
        }
        if let DecoderResult::Malformed(len, behind) = result {
            self.give_malformed(len, behind, out);
        }
        if self.kind == Kind::Escapes && self.pending == 3 {
            self.complete_escape();
        }
        read
    }

    /// Appends what all pending bytes have given.
    fn give(&mut self, text: &[u8], out: &mut Output) {
        let start = self.end - self.pending as u64;
        let last = self.recent as u8;
        if self.pending == 1 && text == [last] {
            out.verbatim(text, start);
        } else {
            out.replaced(text, start..self.end);
        }
        self.pending = 0;
        self.is_plain = self.in_ascii;
    }

    /// Appends U+FFFD for `len` bytes, behind which `behind` more were taken.
    fn give_malformed(&mut self, len: u8, behind: u8, out: &mut Output) {
        let end = self.end - u64::from(behind);
        out.replaced(REPLACEMENT, end - u64::from(len)..end);
        self.pending = behind.into();
        if behind > 0 {
            let _ = self.give_next_pending(false, out);
        }
    }

    /// Appends the first of the pending bytes if it is known by now what it means: it stood where a
    /// longer sequence might have gone on.
    fn give_next_pending(&mut self, last: bool, out: &mut Output) -> DecoderResult {
        let mut text = [0; 16];
        let (result, _, written) =
            self.decoder
                .decode_to_utf8_without_replacement(&[], &mut text, last);
        if written > 0 {
            let unit = if self.kind == Kind::Utf16 { 2 } else { 1 };
            let start = self.end - self.pending as u64;
            out.replaced(&text[..written], start..start + unit);
            self.pending = self.pending.saturating_sub(unit as usize);
        }
        result
    }

    /// An escape sequence gives nothing, and is no part of what follows. Nothing else is pending
    /// with three bytes.
    fn complete_escape(&mut self) {
        self.pending = 0;
        self.in_ascii = self.recent & 0x00FF_FFFF == u32::from_be_bytes(*b"\0\x1b(B");
        self.is_plain = false;
    }

    fn finish(&mut self, out: &mut Output) {
        while let DecoderResult::Malformed(len, behind) = self.give_next_pending(true, out) {
            let end = self.end - u64::from(behind);
            out.replaced(REPLACEMENT, end - u64::from(len)..end);
            self.pending = behind.into();
        }
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        // All others give a `<` for a byte that is one, and at once.
        if self.kind == Kind::Utf16 && self.pending % 2 == 1 && begins_opener(self.recent as u8) {
            tell(self.end - 1);
        }
    }
}

#[cfg(test)]
mod tests;
