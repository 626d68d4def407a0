//! Tags: their names and where they end.

use memchr::memchr;

/// The maximum length of a name that is kept: one more than that of the longest element that
/// affects the text.
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
