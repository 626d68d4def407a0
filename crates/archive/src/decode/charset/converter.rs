//! Decoders of the Encoding Standard, with an offset map of their output.

use encoding_rs::{CoderResult, DecoderResult, Encoding, ISO_2022_JP};

use crate::{ascii::ascii_len, decode::output::Output};

/// The output for a malformed sequence.
pub(super) const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// The maximum number of bytes that share one source range where exact offsets are not needed.
pub(super) const CHUNK: usize = 4096;

/// How an encoding relates to ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EncodingKind {
    /// ASCII, and other single-byte characters.
    SingleByte,
    /// ASCII, and multi-byte characters without bytes below the digits.
    MultiByte,
    /// ISO-2022-JP, where escape sequences switch the meaning of bytes (RFC 1468).
    Escapes,
    Utf16,
}

impl EncodingKind {
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

/// Runs a decoder of the Encoding Standard and tracks which input bytes each output byte stands
/// for.
pub(super) struct Converter {
    decoder: encoding_rs::Decoder,
    kind: EncodingKind,
    /// Whether the current character set of an encoding with escape sequences is ASCII.
    in_ascii: bool,
    /// Whether ASCII bytes stand for themselves and may bypass the decoder. The byte after an
    /// escape sequence must not: the decoder replaces an escape sequence that directly follows
    /// another.
    is_plain: bool,
    /// The number of input bytes without output yet, at most three.
    pending: usize,
    /// The offset after the last byte that the decoder used.
    end: u64,
    /// The last four of these bytes, the newest one lowest.
    recent: u32,
    /// A buffer for the characters of a chunk.
    chunk: String,
}

impl Converter {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        let kind = EncodingKind::of(encoding);
        Self {
            decoder: encoding.new_decoder_without_bom_handling(),
            kind,
            in_ascii: kind != EncodingKind::Utf16,
            is_plain: kind != EncodingKind::Utf16,
            pending: 0,
            end: 0,
            recent: 0,
            chunk: String::new(),
        }
    }

    /// Returns whether every ASCII character is its own byte, whatever precedes it.
    pub(super) fn keeps_ascii(&self) -> bool {
        matches!(
            self.kind,
            EncodingKind::SingleByte | EncodingKind::MultiByte
        )
    }

    /// Returns the number of bytes at the start of `input` that are their own output.
    pub(super) fn plain_up_to(&self, input: &[u8]) -> usize {
        if !self.is_plain || self.pending > 0 {
            return 0;
        }
        match self.kind {
            EncodingKind::Escapes => Encoding::iso_2022_jp_ascii_valid_up_to(input),
            _ => ascii_len(input),
        }
    }

    /// Decodes with an exact source range for each character.
    pub(super) fn decode_exact(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
        while let Some(&byte) = input.first() {
            let mut taken = self.plain_up_to(input);
            if taken > 0 {
                out.verbatim(&input[..taken], at);
            } else {
                taken = self.decode_byte(byte, at, out);
            }
            input = &input[taken..];
            at += taken as u64;
        }
    }

    /// Decodes with one source range for all characters of a chunk, where that is cheaper.
    pub(super) fn decode_coarse(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut at = at;
        for mut chunk in input.chunks(CHUNK) {
            while let Some((first, rest)) = chunk.split_first()
                && self.pending > 0
            {
                self.decode_exact(&[*first], at, out);
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
            self.decode_chunk(whole, at, out);
            self.decode_exact(rest, at + whole.len() as u64, out);
            at += chunk.len() as u64;
        }
    }

    /// Returns the last index that is certainly between two characters, or 0.
    fn last_boundary(&self, chunk: &[u8]) -> usize {
        match self.kind {
            EncodingKind::SingleByte => chunk.len(),
            EncodingKind::MultiByte => chunk
                .iter()
                .rposition(|&byte| byte < b'0')
                .map_or(0, |last| last + 1),
            EncodingKind::Escapes | EncodingKind::Utf16 => 0,
        }
    }

    /// Decodes complete characters, with one source range for all.
    fn decode_chunk(&mut self, whole: &[u8], at: u64, out: &mut Output) {
        let mut rest = whole;
        self.chunk.clear();
        while !rest.is_empty() {
            // The output for a byte is at most three bytes; U+FFFD for a malformed one is three
            // bytes.
            self.chunk.reserve(3 * rest.len() + 16);
            let (result, read, _) = self.decoder.decode_to_string(rest, &mut self.chunk, false);
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        out.replaced(self.chunk.as_bytes(), at..at + whole.len() as u64);
    }

    /// Decodes a byte. Returns 1 if the decoder used the byte, or 0 if the byte only shows that the
    /// bytes before it are malformed, and must be decoded again.
    fn decode_byte(&mut self, byte: u8, at: u64, out: &mut Output) -> usize {
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
            self.append_decoded(&text[..written], out);
        }
        if let DecoderResult::Malformed(len, after) = result {
            self.append_malformed(len, after, out);
        }
        if self.kind == EncodingKind::Escapes && self.pending == 3 {
            self.complete_escape();
        }
        read
    }

    /// Appends the output for all pending bytes.
    fn append_decoded(&mut self, text: &[u8], out: &mut Output) {
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

    /// Appends U+FFFD for `len` bytes, after which `after` more bytes were used.
    fn append_malformed(&mut self, len: u8, after: u8, out: &mut Output) {
        let end = self.end - u64::from(after);
        out.replaced(REPLACEMENT, end - u64::from(len)..end);
        self.pending = after.into();
        if after > 0 {
            let _ = self.append_next_pending(false, out);
        }
    }

    /// Appends the first pending character if it can be decoded by now: it may have begun a longer
    /// sequence.
    fn append_next_pending(&mut self, last: bool, out: &mut Output) -> DecoderResult {
        let mut text = [0; 16];
        let (result, _, written) =
            self.decoder
                .decode_to_utf8_without_replacement(&[], &mut text, last);
        if written > 0 {
            let unit = if self.kind == EncodingKind::Utf16 {
                2
            } else {
                1
            };
            let start = self.end - self.pending as u64;
            out.replaced(&text[..written], start..start + unit);
            self.pending = self.pending.saturating_sub(unit as usize);
        }
        result
    }

    /// Drops an escape sequence, which has no output and is not part of the next character. Nothing
    /// else leaves three bytes pending.
    fn complete_escape(&mut self) {
        self.pending = 0;
        self.in_ascii = self.recent & 0x00FF_FFFF == u32::from_be_bytes(*b"\0\x1b(B");
        self.is_plain = false;
    }

    pub(super) fn finish(&mut self, out: &mut Output) {
        while let DecoderResult::Malformed(len, after) = self.append_next_pending(true, out) {
            let end = self.end - u64::from(after);
            out.replaced(REPLACEMENT, end - u64::from(len)..end);
            self.pending = after.into();
        }
    }

    pub(super) fn held(&self, report: &mut dyn FnMut(u64)) {
        // In all other encodings a `<` is a single byte, decoded at once.
        if self.kind == EncodingKind::Utf16
            && self.pending % 2 == 1
            && begins_opener(self.recent as u8)
        {
            report(self.end - 1);
        }
    }
}

/// Returns whether the first byte of a UTF-16 unit may belong to `<` or `&`, in either byte order.
pub(super) fn begins_opener(byte: u8) -> bool {
    matches!(byte, 0 | b'<' | b'&')
}
