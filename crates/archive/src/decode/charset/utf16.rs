//! The byte order of UTF-16.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::converter::Converter;
use crate::decode::output::Output;

/// The first unit of a UTF-16 text, which may decide the byte order.
#[derive(Default)]
pub(super) struct FirstUnit {
    /// The byte order that the label declares.
    pub(super) declared: Option<&'static Encoding>,
    /// The first byte of the unit and its offset.
    pub(super) first: Option<(u8, u64)>,
}

impl FirstUnit {
    /// Takes a byte. The second byte completes the unit and decides the byte order.
    ///
    /// A byte order mark is dropped and overrides the label. Without mark and label, an ASCII
    /// character decides; otherwise the order is big-endian (RFC 2781 §4.3).
    pub(super) fn decode(&mut self, byte: u8, at: u64, out: &mut Output) -> Option<Converter> {
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
        converter.decode(&[first, byte], first_at, out);
        Some(converter)
    }
}
