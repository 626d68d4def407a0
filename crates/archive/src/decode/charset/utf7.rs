//! UTF-7 (RFC 2152).

use super::converter::REPLACEMENT;
use crate::decode::{base64::sextet, output::Output};

/// Decodes UTF-7. A character of a shifted sequence maps to the base64 characters that encode its
/// bits, without the `+` and `-` around the sequence. Malformed input stays as it is written, such
/// as bytes above 127 and a `+` that begins no sequence; an unpaired surrogate becomes U+FFFD.
///
/// Holds back at most the bits of a surrogate and one more unit, in eight base64 characters.
#[derive(Default)]
pub(super) struct Utf7 {
    shift: Option<Shift>,
}

/// A shifted sequence: `+` and base64 without padding (RFC 2152, rule 2).
struct Shift {
    /// Offset of the `+`.
    at: u64,
    /// The first characters, up to the first complete unit.
    written: [u8; 3],
    len: usize,
    has_unit: bool,
    /// The unused bits, their number, and the offset of the character that has the first of them.
    bits: u32,
    count: u32,
    unit_at: u64,
    /// A high surrogate, with its start and end.
    high: Option<(u16, u64, u64)>,
}

impl Utf7 {
    /// Returns whether the next bytes are their own output.
    pub(super) fn passes(&self, input: &[u8]) -> bool {
        self.shift.is_none() && memchr::memchr(b'+', input).is_none()
    }

    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            let rest = &input[used..];
            let offset = at + used as u64;
            let Some(shift) = &mut self.shift else {
                let plain = memchr::memchr(b'+', rest).unwrap_or(rest.len());
                out.verbatim(&rest[..plain], offset);
                used += plain;
                if plain < rest.len() {
                    self.shift = Some(Shift::begin(offset + plain as u64));
                    used += 1;
                }
                continue;
            };
            if let Some(value) = sextet(rest[0]) {
                shift.push(rest[0], value, offset, out);
                used += 1;
                continue;
            }
            let is_minus = rest[0] == b'-';
            if is_minus && shift.len == 1 {
                out.replaced(b"+", shift.at..offset + 1);
                used += 1;
            } else {
                let is_sequence = shift.end(out);
                used += usize::from(is_minus && is_sequence);
            }
            self.shift = None;
        }
    }

    pub(super) fn finish(&mut self, out: &mut Output) {
        if let Some(mut shift) = self.shift.take() {
            shift.end(out);
        }
    }
}

impl Shift {
    fn begin(at: u64) -> Self {
        Self {
            at,
            written: [b'+', 0, 0],
            len: 1,
            has_unit: false,
            bits: 0,
            count: 0,
            unit_at: 0,
            high: None,
        }
    }

    /// Takes a base64 character at the offset `at`.
    fn push(&mut self, character: u8, sextet: u8, at: u64, out: &mut Output) {
        if let Some(room) = self.written.get_mut(self.len) {
            *room = character;
            self.len += 1;
        }
        if self.count == 0 {
            self.unit_at = at;
        }
        self.bits = self.bits << 6 | u32::from(sextet);
        self.count += 6;
        if let Some(left) = self.count.checked_sub(16) {
            let unit = (self.bits >> left) as u16;
            let start = self.unit_at;
            self.bits &= (1 << left) - 1;
            self.count = left;
            self.unit_at = at;
            self.has_unit = true;
            self.unit(unit, start, at + 1, out);
        }
    }

    /// Appends the character of a UTF-16 unit or surrogate pair.
    fn unit(&mut self, unit: u16, start: u64, end: u64, out: &mut Output) {
        let high = self.high.take();
        if let Some((high, high_at, _)) = high
            && let Some(Ok(character)) = char::decode_utf16([high, unit]).next()
        {
            append_character(character, high_at, end, out);
            return;
        }
        if let Some((_, at, end)) = high {
            out.replaced(REPLACEMENT, at..end);
        }
        match char::from_u32(unit.into()) {
            Some(character) => append_character(character, start, end, out),
            None if unit < 0xDC00 => self.high = Some((unit, start, end)),
            None => out.replaced(REPLACEMENT, start..end),
        }
    }

    /// Ends the sequence. Returns `false` if it has no complete unit and so was none.
    fn end(&mut self, out: &mut Output) -> bool {
        if let Some((_, at, end)) = self.high.take() {
            out.replaced(REPLACEMENT, at..end);
        }
        if !self.has_unit {
            out.verbatim(&self.written[..self.len], self.at);
        }
        self.has_unit
    }
}

fn append_character(character: char, start: u64, end: u64, out: &mut Output) {
    let mut bytes = [0; 4];
    let text = character.encode_utf8(&mut bytes);
    out.replaced(text.as_bytes(), start..end);
}

#[cfg(test)]
mod tests {
    use crate::decode::{Charset, testing};

    fn utf7() -> Charset {
        Charset::new(Some(b"utf-7"))
    }

    #[test]
    fn each_character_maps_to_its_source() {
        let decoded = testing::decode(utf7, b"a+ADwAPgA8-+-");
        assert_eq!(decoded.bytes, b"a<><+");
        let ranges = [(0, 1), (2, 5), (4, 8), (7, 10), (11, 13)];
        assert_eq!(decoded.ranges, ranges);
        let decoded = testing::decode(utf7, b"+2D3eAAA8-");
        assert_eq!(decoded.ranges, [(1, 7), (1, 7), (1, 7), (1, 7), (6, 9)]);
        let decoded = testing::decode(utf7, b"+b-");
        assert_eq!(decoded.ranges, [(0, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn every_division_gives_the_same_output() {
        testing::decode_all(utf7, b"+", b"A+-w\n<", 5);
        testing::decode_all(utf7, b"+AD", b"w2A-\xE9", 5);
    }
}
