//! The decoders of the Encoding Standard, and the places of what they give.

use encoding_rs::{CoderResult, DecoderResult, Encoding, ISO_2022_JP};

use crate::decode::output::Output;

/// What a malformed sequence gives.
pub(super) const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// Where places are of no use, so many bytes at most share one.
pub(super) const CHUNK: usize = 4096;

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
pub(super) struct Converter {
    decoder: encoding_rs::Decoder,
    kind: Kind,
    /// The last escape sequence, if there can be any, was the one for ASCII.
    in_ascii: bool,
    /// Bytes of ASCII mean themselves, and the decoder need not see them. It must see one after
    /// each escape sequence, as it replaces a sequence after which the next one stands.
    is_plain: bool,
    /// How many bytes have given nothing yet: three at most.
    pending: usize,
    /// The offset after the last byte that the decoder has taken.
    end: u64,
    /// The last four of those, the newest one lowest.
    recent: u32,
    /// Room for a chunk's characters.
    chunk: String,
}

impl Converter {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
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
    pub(super) fn plain_up_to(&self, input: &[u8]) -> usize {
        if !self.is_plain || self.pending > 0 {
            return 0;
        }
        match self.kind {
            Kind::Escapes => Encoding::iso_2022_jp_ascii_valid_up_to(input),
            _ => Encoding::ascii_valid_up_to(input),
        }
    }

    /// Decodes so that each character has its place.
    pub(super) fn exact(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
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
    pub(super) fn coarse(&mut self, input: &[u8], at: u64, out: &mut Output) {
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
        if let DecoderResult::Malformed(len, after) = result {
            self.give_malformed(len, after, out);
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

    /// Appends U+FFFD for `len` bytes, after which `after` more were taken.
    fn give_malformed(&mut self, len: u8, after: u8, out: &mut Output) {
        let end = self.end - u64::from(after);
        out.replaced(REPLACEMENT, end - u64::from(len)..end);
        self.pending = after.into();
        if after > 0 {
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

    pub(super) fn finish(&mut self, out: &mut Output) {
        while let DecoderResult::Malformed(len, after) = self.give_next_pending(true, out) {
            let end = self.end - u64::from(after);
            out.replaced(REPLACEMENT, end - u64::from(len)..end);
            self.pending = after.into();
        }
    }

    pub(super) fn held(&self, tell: &mut dyn FnMut(u64)) {
        // All others give a `<` for a byte that is one, and at once.
        if self.kind == Kind::Utf16 && self.pending % 2 == 1 && begins_opener(self.recent as u8) {
            tell(self.end - 1);
        }
    }
}

/// Whether the first byte of a unit of UTF-16 may be that of a `<` or an `&`, in either order.
pub(super) fn begins_opener(byte: u8) -> bool {
    matches!(byte, 0 | b'<' | b'&')
}
