//! UTF-16, and its byte order.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::converter::{Converter, REPLACEMENT};
use crate::decode::{decoder::Decoder, output::Output};

/// Decodes UTF-16 whose byte order the first unit may decide.
///
/// A byte order mark is dropped and overrides the label. Without mark and label, an ASCII character decides; otherwise
/// the order is big-endian (RFC 2781 §4.3).
#[derive(Default)]
pub(super) struct Utf16 {
    /// The byte order that the label declares.
    declared: Option<&'static Encoding>,
    /// The first byte of the first unit and its offset.
    first: Option<(u8, u64)>,
    /// The decoder of the text, once the byte order is known.
    converter: Option<Converter>,
}

impl Utf16 {
    /// Creates a decoder for the byte order that a label declares.
    pub(super) fn of(declared: &'static Encoding) -> Self {
        Self {
            declared: Some(declared),
            ..Self::default()
        }
    }
}

impl Decoder for Utf16 {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        if let Some(converter) = &mut self.converter {
            return converter.decode(input, at, out);
        }
        let Some((&byte, rest)) = input.split_first() else {
            return;
        };
        let Some((first, first_at)) = self.first.take() else {
            self.first = Some((byte, at));
            return self.decode(rest, at + 1, out);
        };
        let unit = [first, byte];
        let order = match unit {
            [0xFE, 0xFF] => UTF_16BE,
            [0xFF, 0xFE] => UTF_16LE,
            [1..=0x7F, 0] => self.declared.unwrap_or(UTF_16LE),
            _ => self.declared.unwrap_or(UTF_16BE),
        };
        let converter = self.converter.insert(Converter::new(order));
        if !matches!(unit, [0xFE, 0xFF] | [0xFF, 0xFE]) {
            converter.decode(&unit, first_at, out);
        }
        converter.decode(rest, at + 1, out);
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        if let Some((_, first_at)) = self.first {
            out.replaced(REPLACEMENT, first_at..at);
        }
        if let Some(converter) = &mut self.converter {
            converter.finish(at, out);
        }
    }
}
