//! Decoders of the Encoding Standard, with an offset map of their output.

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP};

use crate::{
    ascii::ascii_len,
    decode::{decoder::Decoder, output::Output},
};

/// The output for a malformed sequence.
pub(super) const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// How an encoding relates to ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodingKind {
    /// ASCII, and characters that begin with other bytes.
    Ascii,
    /// ISO-2022-JP, where escape sequences switch the meaning of bytes (RFC 1468).
    Escapes,
    /// UTF-16, and what the Encoding Standard lacks: ASCII characters are not always their bytes.
    Other,
}

impl EncodingKind {
    pub(super) fn of(encoding: &'static Encoding) -> Self {
        if encoding == ISO_2022_JP {
            Self::Escapes
        } else if encoding.is_ascii_compatible() {
            Self::Ascii
        } else {
            Self::Other
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
}

impl Converter {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        let kind = EncodingKind::of(encoding);
        Self {
            decoder: encoding.new_decoder_without_bom_handling(),
            kind,
            in_ascii: kind != EncodingKind::Other,
            is_plain: kind != EncodingKind::Other,
            pending: 0,
            end: 0,
            recent: 0,
        }
    }

    /// Returns the number of bytes at the start of `input` that are their own output.
    fn plain_up_to(&self, input: &[u8]) -> usize {
        if !self.is_plain || self.pending > 0 {
            return 0;
        }
        match self.kind {
            EncodingKind::Escapes => Encoding::iso_2022_jp_ascii_valid_up_to(input),
            _ => ascii_len(input),
        }
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
            let unit = if self.kind == EncodingKind::Other {
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
}

/// Each character maps to its bytes.
impl Decoder for Converter {
    fn decode(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
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

    fn passes(&mut self, input: &[u8]) -> bool {
        self.plain_up_to(input) == input.len()
    }

    fn finish(&mut self, _: u64, out: &mut Output) {
        while let DecoderResult::Malformed(len, after) = self.append_next_pending(true, out) {
            let end = self.end - u64::from(after);
            out.replaced(REPLACEMENT, end - u64::from(len)..end);
            self.pending = after.into();
        }
    }
}
