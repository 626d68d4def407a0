//! The byte order of UTF-16.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::converter::Converter;
use crate::decode::output::Output;

/// The first unit of a text in UTF-16.
#[derive(Default)]
pub(super) struct FirstUnit {
    /// The byte order that the label tells.
    pub(super) declared: Option<&'static Encoding>,
    /// Its first byte, and where that stands.
    pub(super) first: Option<(u8, u64)>,
}

impl FirstUnit {
    /// Takes a byte; the second one tells the byte order.
    ///
    /// A byte order mark is dropped, and is believed more than a label. Without any of both, an
    /// ASCII character tells as well; else it is big-endian order (RFC 2781 §4.3).
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
        converter.exact(&[first, byte], first_at, out);
        Some(converter)
    }
}
