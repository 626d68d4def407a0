//! Tags: their names and where they end.

use memchr::memchr;

/// The maximum length of a name that is kept: one more than the name of the longest element that affects the text.
const MAX_NAME: usize = 11;

/// As much of an element's name, in lower case, as is needed to know whether it affects the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TagName {
    /// The name, and zeros after it. The last byte is the length.
    bytes: [u8; size_of::<u128>()],
}

impl TagName {
    /// Creates a name. What is longer than any known one is cut.
    pub(super) const fn of(name: &[u8]) -> Self {
        let mut bytes = [0; size_of::<u128>()];
        let mut len = 0;
        while len < name.len() && len < MAX_NAME {
            bytes[len] = name[len].to_ascii_lowercase();
            len += 1;
        }
        bytes[bytes.len() - 1] = len as u8;
        Self { bytes }
    }

    /// Creates the name of this length with which an input begins.
    #[inline]
    pub(super) fn at_start_of(input: &[u8], len: usize) -> Self {
        // Reads beyond the name, so that no loop is needed. Only a name at the end of the input has no room for it.
        let Some(chunk) = input.first_chunk::<{ size_of::<u128>() }>() else {
            return Self::of(&input[..len]);
        };
        let len = len.min(MAX_NAME);
        let name = lower_case(u128::from_le_bytes(*chunk)) & ((1 << (len * 8)) - 1);
        let mut bytes = name.to_le_bytes();
        bytes[bytes.len() - 1] = len as u8;
        Self { bytes }
    }

    /// Appends bytes to the name.
    fn push(&mut self, bytes: &[u8]) {
        let [name @ .., len] = &mut self.bytes;
        // No known name fills the array.
        for (room, byte) in name[..MAX_NAME][(*len).into()..].iter_mut().zip(bytes) {
            *room = byte.to_ascii_lowercase();
            *len += 1;
        }
    }

    /// Returns a number that no other name has, and that is not 0.
    pub(super) const fn key(self) -> u128 {
        u128::from_le_bytes(self.bytes)
    }
}

/// Returns bytes with ASCII letters in lower case, all of them at once.
const fn lower_case(bytes: u128) -> u128 {
    const ONES: u128 = u128::from_le_bytes([1; size_of::<u128>()]);
    const HIGH: u128 = ONES * 0x80;
    let low_bits = bytes & !HIGH;
    // The high bit of each byte of a sum is set from a letter on. No sum exceeds its byte.
    let from_a = low_bits + ONES * (0x80 - b'A' as u128);
    let after_z = low_bits + ONES * (0x7f - b'Z' as u128);
    let is_upper_case = (from_a & !after_z) & !bytes & HIGH;
    bytes | is_upper_case >> 2
}

/// A tag with as much of its name as is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tag {
    pub(super) is_end: bool,
    pub(super) name: TagName,
}

impl Tag {
    /// Creates an end tag without a name yet.
    pub(super) fn end() -> Self {
        Self {
            is_end: true,
            ..Self::default()
        }
    }

    /// Creates an end tag with this name.
    pub(super) fn end_of(name: &[u8]) -> Self {
        Self {
            is_end: true,
            name: TagName::of(name),
        }
    }

    /// Appends bytes to the name.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.name.push(bytes);
    }
}

/// The classes of a byte that matter in tags, as bits.
#[derive(Clone, Copy)]
pub(super) struct ByteClass(u8);

impl ByteClass {
    /// ASCII whitespace, and CR, which is a line break in the input (§13.2.3.5).
    pub(super) const WHITE_SPACE: Self = Self(1);
    /// What ends a tag name: white space, `/` or `>` (§13.2.5.8).
    pub(super) const ENDS_NAME: Self = Self(2);
    /// What ends the name of an attribute: the same, or `=` (§13.2.5.33).
    pub(super) const ENDS_ATTRIBUTE_NAME: Self = Self(4);
    /// What ends a value without quotation marks: white space or `>` (§13.2.5.38).
    pub(super) const ENDS_VALUE: Self = Self(8);
    /// What stands between attributes: white space or `/`.
    pub(super) const SEPARATES: Self = Self(16);

    const fn of(byte: u8) -> u8 {
        match byte {
            b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => {
                Self::WHITE_SPACE.0
                    | Self::ENDS_NAME.0
                    | Self::ENDS_ATTRIBUTE_NAME.0
                    | Self::ENDS_VALUE.0
                    | Self::SEPARATES.0
            }
            b'/' => Self::ENDS_NAME.0 | Self::ENDS_ATTRIBUTE_NAME.0 | Self::SEPARATES.0,
            b'>' => Self::ENDS_NAME.0 | Self::ENDS_ATTRIBUTE_NAME.0 | Self::ENDS_VALUE.0,
            b'=' => Self::ENDS_ATTRIBUTE_NAME.0,
            _ => 0,
        }
    }

    /// Returns whether a byte belongs to this class.
    #[inline]
    pub(super) fn contains(self, byte: u8) -> bool {
        CLASSES[usize::from(byte)] & self.0 != 0
    }
}

/// The classes of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = ByteClass::of(byte as u8);
        byte += 1;
    }
    classes
};

/// Returns whether a byte is ASCII whitespace, or CR, which is a line break in the input
/// (§13.2.3.5).
pub(super) fn is_white_space(byte: u8) -> bool {
    ByteClass::WHITE_SPACE.contains(byte)
}

/// Returns the number of bytes at the start of `bytes` that satisfy a condition.
pub(super) fn run(bytes: &[u8], condition: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !condition(byte));
    end.unwrap_or(bytes.len())
}

/// Returns whether the byte ends a tag name (§13.2.5.8).
pub(super) fn ends_name(byte: u8) -> bool {
    ByteClass::ENDS_NAME.contains(byte)
}

/// The attribute states of a tag (§13.2.5.32 to §13.2.5.40). Only a quoted value can hide a `>`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attribute {
    /// The before attribute name state; also the after attribute value (quoted) and self-closing
    /// start tag states, which differ only in the errors that they report.
    BeforeName,
    /// The attribute name state.
    Name,
    /// The after attribute name state.
    AfterName,
    /// The before attribute value state.
    BeforeValue,
    /// The attribute value (double-quoted) and (single-quoted) states, with the closing quote.
    QuotedValue(u8),
    /// The attribute value (unquoted) state.
    UnquotedValue,
}

impl Attribute {
    /// Reads some of `input`, which is not empty: a byte, or a run that keeps the state. Returns the next
    /// state, or `None` at the end of the tag, and the number of bytes read.
    pub(super) fn read(self, input: &[u8]) -> (Option<Self>, usize) {
        let run = match self {
            Self::QuotedValue(quote) => {
                return match memchr(quote, input) {
                    Some(at) => (Some(Self::BeforeName), at + 1),
                    None => (Some(self), input.len()),
                };
            }
            Self::Name => run(input, |byte| !ByteClass::ENDS_ATTRIBUTE_NAME.contains(byte)),
            Self::UnquotedValue => run(input, |byte| !ByteClass::ENDS_VALUE.contains(byte)),
            Self::BeforeName | Self::AfterName | Self::BeforeValue => run(input, is_white_space),
        };
        if run > 0 {
            return (Some(self), run);
        }
        (self.after(input[0]), 1)
    }

    /// Returns the state after a byte outside a quoted value.
    fn after(self, byte: u8) -> Option<Self> {
        use Attribute::{AfterName, BeforeName, BeforeValue, Name, QuotedValue, UnquotedValue};
        Some(match (self, byte) {
            (_, b'>') => return None,
            (BeforeName | Name | AfterName, b'/') => BeforeName,
            (Name | AfterName, b'=') => BeforeValue,
            (BeforeName, b'=') => Name,
            (BeforeValue, b'"' | b'\'') => QuotedValue(byte),
            (BeforeName | AfterName | BeforeValue, _) if is_white_space(byte) => self,
            (Name, _) if is_white_space(byte) => AfterName,
            (UnquotedValue, _) if is_white_space(byte) => BeforeName,
            (BeforeName | Name | AfterName, _) => Name,
            (BeforeValue | UnquotedValue | QuotedValue(_), _) => UnquotedValue,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{TagName, lower_case};

    #[test]
    fn all_bytes_become_lower_case_at_once() {
        for first in 0..=u8::MAX {
            let bytes = std::array::from_fn(|at| first.wrapping_add((at as u8).wrapping_mul(37)));
            let expected = bytes.map(|byte: u8| byte.to_ascii_lowercase());
            assert_eq!(
                lower_case(u128::from_le_bytes(bytes)).to_le_bytes(),
                expected
            );
        }
    }

    #[test]
    fn a_name_is_the_same_wherever_it_stands() {
        for name in [
            "a",
            "H1",
            "BlockQuote",
            "plaintext",
            "abcdefghijklmnop",
            "n\0",
        ] {
            for after in ["", ">", " b=c>", " b=cdefghijklmnopqrst>"] {
                let input = [name, after].concat();
                let found = TagName::at_start_of(input.as_bytes(), name.len());
                let mut pushed = TagName::default();
                for byte in name.as_bytes() {
                    pushed.push(&[*byte]);
                }
                let expected = TagName::of(name.as_bytes());
                assert_eq!(
                    (found.key(), pushed.key()),
                    (expected.key(), expected.key())
                );
            }
        }
    }
}
