//! Tags: their names and where they end.

use memchr::memchr;

/// The maximum length of a name that is kept: one more than the name of the longest element that affects the text.
const MAX_NAME: usize = 11;

/// A tag with as much of its name as is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tag {
    pub(super) is_end: bool,
    /// The name in lower case.
    name: [u8; MAX_NAME],
    len: usize,
}

impl Tag {
    /// Creates an end tag without a name yet.
    pub(super) fn end() -> Self {
        Self {
            is_end: true,
            ..Self::default()
        }
    }

    /// Creates an end tag with this name, in lower case.
    pub(super) fn end_of(name: &[u8]) -> Self {
        let mut tag = Self::end();
        tag.push(name);
        tag
    }

    /// Appends bytes to the name.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        // No known name fills the array.
        for (room, byte) in self.name[self.len..].iter_mut().zip(bytes) {
            *room = byte.to_ascii_lowercase();
            self.len += 1;
        }
    }

    pub(super) fn name(&self) -> &[u8] {
        &self.name[..self.len]
    }
}

/// Returns whether a byte is ASCII whitespace, or CR, which is a line break in the input
/// (§13.2.3.5).
pub(super) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Returns the number of bytes at the start of `bytes` that satisfy a condition.
pub(super) fn run(bytes: &[u8], condition: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !condition(byte));
    end.unwrap_or(bytes.len())
}

/// Returns whether the byte ends a tag name (§13.2.5.8).
pub(super) fn ends_name(byte: u8) -> bool {
    is_white_space(byte) || matches!(byte, b'/' | b'>')
}

/// An attribute with a quoted value, all of which is in the input: the usual one.
pub(super) struct QuotedAttribute<'i> {
    pub(super) name: &'i [u8],
    pub(super) value: &'i [u8],
    /// The index of the value in the input.
    pub(super) value_at: usize,
    /// The length of the attribute, with the white space before it and the quotation marks.
    pub(super) len: usize,
}

impl<'i> QuotedAttribute<'i> {
    /// Returns the attribute with which an input begins in the state before an attribute's name. `None` if it is
    /// another one, or not complete.
    pub(super) fn at_start_of(input: &'i [u8]) -> Option<Self> {
        let blanks = run(input, is_white_space);
        let rest = &input[blanks..];
        let len = run(rest, |byte| !(ends_name(byte) || byte == b'='));
        let (name, after) = rest.split_at(len);
        let [b'=', quote @ (b'"' | b'\''), after @ ..] = after else {
            return None;
        };
        let value = &after[..memchr(*quote, after)?];
        let value_at = blanks + len + 2;
        (len > 0).then_some(Self {
            name,
            value,
            value_at,
            len: value_at + value.len() + 1,
        })
    }
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
            Self::Name => run(input, |byte| !(ends_name(byte) || byte == b'=')),
            Self::UnquotedValue => run(input, |byte| !(is_white_space(byte) || byte == b'>')),
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
