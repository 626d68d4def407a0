//! UTF-7 (RFC 2152).

use memchr::memchr;

use super::converter::REPLACEMENT;
use crate::decode::{
    base64::sextet,
    carried::{Carried, TextDecoder},
    output::Output,
};

/// Decodes UTF-7. A character of a shifted sequence maps to the base64 characters that encode its
/// bits, without the `+` and `-` around the sequence. Malformed input stays as it is written, such
/// as bytes above 127 and a `+` that begins no sequence; an unpaired surrogate becomes U+FFFD.
///
/// Holds back at most a `+` and two characters, or the bits of a surrogate and one more unit, in eight base64
/// characters.
pub(super) type Utf7 = Carried<Sequences>;

#[derive(Default)]
pub(super) struct Sequences {
    shift: Option<Shift>,
}

/// A shifted sequence: `+` and base64 without padding (RFC 2152, rule 2).
#[derive(Default)]
struct Shift {
    /// The unused bits, their number, and the offset of the character that has the first of them.
    bits: u32,
    count: u32,
    unit_at: u64,
    /// A high surrogate, with its start and end.
    high: Option<(u16, u64, u64)>,
}

/// The number of base64 characters that a UTF-16 unit needs. A sequence has at least one unit.
const UNIT: usize = 3;

impl TextDecoder for Sequences {
    const MAX_LEFT: usize = UNIT;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            if let Some(shift) = &mut self.shift {
                if let Some(value) = sextet(rest[0]) {
                    shift.push(value, at, out);
                    used += 1;
                } else {
                    shift.end(out);
                    self.shift = None;
                    used += usize::from(rest[0] == b'-');
                }
                continue;
            }
            let plain = memchr(b'+', rest).unwrap_or(rest.len());
            if plain > 0 {
                out.verbatim(&rest[..plain], at);
                used += plain;
                continue;
            }
            let characters = rest[1..].iter().take(UNIT);
            let characters = characters.take_while(|&&byte| sextet(byte).is_some());
            used += match characters.count() {
                UNIT => {
                    self.shift = Some(Shift::default());
                    1
                }
                count if count + 1 == rest.len() && !at_end => break,
                0 if rest.get(1) == Some(&b'-') => {
                    out.replaced(b"+", at..at + 2);
                    2
                }
                count => {
                    out.verbatim(&rest[..=count], at);
                    count + 1
                }
            };
        }
        if at_end && let Some(shift) = self.shift.take() {
            shift.end(out);
        }
        used
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        self.shift.is_none() && memchr(b'+', input).is_none()
    }
}

impl Shift {
    /// Takes a base64 character at the offset `at`.
    fn push(&mut self, sextet: u8, at: u64, out: &mut Output) {
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

    /// Ends the sequence.
    fn end(&self, out: &mut Output) {
        if let Some((_, at, end)) = self.high {
            out.replaced(REPLACEMENT, at..end);
        }
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
