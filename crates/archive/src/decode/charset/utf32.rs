//! UTF-32 (Unicode §3.9, D90, and §3.10).

use super::converter::REPLACEMENT;
use crate::decode::output::Output;

/// The byte order of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Big,
    Little,
}

impl ByteOrder {
    fn code(self, unit: [u8; 4]) -> u32 {
        match self {
            Self::Big => u32::from_be_bytes(unit),
            Self::Little => u32::from_le_bytes(unit),
        }
    }
}

/// Decodes UTF-32. Each character maps to its four bytes. A unit that is not a character becomes
/// U+FFFD.
///
/// Holds back at most the first three bytes of a unit.
pub(super) struct Utf32 {
    /// The byte order of the label, and later of the first unit.
    order: Option<ByteOrder>,
    is_begun: bool,
    unit: [u8; 4],
    len: usize,
    /// Offset of the first byte of the unit.
    at: u64,
}

impl Utf32 {
    pub(super) fn new(declared: Option<ByteOrder>) -> Self {
        Self {
            order: declared,
            is_begun: false,
            unit: [0; 4],
            len: 0,
            at: 0,
        }
    }

    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        for (&byte, at) in input.iter().zip(at..) {
            if self.len == 0 {
                self.at = at;
            }
            self.unit[self.len] = byte;
            self.len += 1;
            if self.len == self.unit.len() {
                self.len = 0;
                self.append_character(out);
            }
        }
    }

    /// Appends the character of the complete unit. A byte order mark at the start is dropped and
    /// overrides the label. Without mark and label, the order is big-endian unless the first unit
    /// is then not a character.
    fn append_character(&mut self, out: &mut Output) {
        if !std::mem::replace(&mut self.is_begun, true) {
            let mark = match self.unit {
                [0, 0, 0xFE, 0xFF] => Some(ByteOrder::Big),
                [0xFF, 0xFE, 0, 0] => Some(ByteOrder::Little),
                _ => None,
            };
            if mark.is_some() {
                self.order = mark;
                return;
            }
            self.order.get_or_insert_with(|| {
                match char::from_u32(ByteOrder::Big.code(self.unit)) {
                    Some(_) => ByteOrder::Big,
                    None => ByteOrder::Little,
                }
            });
        }
        let order = self.order.unwrap_or(ByteOrder::Big);
        let character = char::from_u32(order.code(self.unit));
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        let mut bytes = [0; 4];
        let text = character.encode_utf8(&mut bytes);
        out.replaced(text.as_bytes(), self.at..self.at + 4);
    }

    /// Ends the text at the offset `at`. An incomplete unit is replaced.
    pub(super) fn finish(&mut self, at: u64, out: &mut Output) {
        if self.len > 0 {
            out.replaced(REPLACEMENT, self.at..at);
            self.len = 0;
        }
    }

    pub(super) fn held(&self, report: &mut dyn FnMut(u64)) {
        if self.len > 0 {
            report(self.at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ByteOrder;
    use crate::decode::{Charset, testing};

    fn encoded(text: &str, order: ByteOrder) -> Vec<u8> {
        let units = text.chars().map(|character| match order {
            ByteOrder::Big => u32::from(character).to_be_bytes(),
            ByteOrder::Little => u32::from(character).to_le_bytes(),
        });
        units.flatten().collect()
    }

    fn decoded(label: &[u8], input: &[u8]) -> testing::Decoded {
        testing::decode(|| Charset::new(Some(label)), input)
    }

    fn text(label: &[u8], input: &[u8]) -> String {
        String::from_utf8(decoded(label, input).bytes).expect("it is UTF-8")
    }

    const TEXT: &str = "a<\u{e9}\u{1f600}>";

    #[test]
    fn the_byte_order_mark_label_or_first_unit_decides_the_order() {
        let (big, little) = (ByteOrder::Big, ByteOrder::Little);
        assert_eq!(text(b"utf-32be", &encoded(TEXT, big)), TEXT);
        assert_eq!(text(b"UTF-32LE", &encoded(TEXT, little)), TEXT);
        let marked = format!("\u{feff}{TEXT}");
        for label in [&b"utf-32"[..], b"utf-32be", b"utf-32le"] {
            for order in [big, little] {
                assert_eq!(text(label, &encoded(&marked, order)), TEXT);
            }
        }
        for order in [big, little] {
            assert_eq!(text(b"utf-32", &encoded(TEXT, order)), TEXT);
        }
        // Only the first byte order mark is dropped.
        let twice = format!("\u{feff}{marked}");
        assert_eq!(text(b"ucs-4", &encoded(&twice, big)), marked);
    }

    #[test]
    fn units_that_are_not_characters_are_replaced() {
        let input = b"\0\0\0<\0\x11\0\0\0\0\xD8\0\0\0\0>\0\0";
        let decoded = decoded(b"utf-32be", input);
        assert_eq!(decoded.bytes, "<\u{fffd}\u{fffd}>\u{fffd}".as_bytes());
        let starts = [0, 4, 4, 4, 8, 8, 8, 12, 16, 16, 16];
        let ends = [4, 8, 8, 8, 12, 12, 12, 16, 18, 18, 18];
        let ranges: Vec<_> = starts.into_iter().zip(ends).collect();
        assert_eq!(decoded.ranges, ranges);
        assert_eq!(text(b"utf-32", b""), "");
    }

    #[test]
    fn every_division_gives_the_same_output() {
        for label in [&b"utf-32"[..], b"utf-32le"] {
            let make = || Charset::new(Some(label));
            testing::decode_all(make, b"\0\0", b"\0<\xFE\xFF", 6);
        }
    }
}
