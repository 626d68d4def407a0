//! Tags: their names and where they end.

use memchr::memchr;

/// The maximum length of a name that is kept: one more than that of the longest element that
/// affects the text.
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
        for &byte in name {
            tag.push(byte);
        }
        tag
    }

    /// Appends a byte to the name.
    pub(super) fn push(&mut self, byte: u8) {
        // No known name fills the array.
        if let Some(room) = self.name.get_mut(self.len) {
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

/// Returns whether the byte ends a tag name (§13.2.5.8).
pub(super) fn ends_name(byte: u8) -> bool {
    is_white_space(byte) || matches!(byte, b'/' | b'>')
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
    /// Reads some of `input`, which is not empty. Returns the next state, or `None` at the end of
    /// the tag, and the number of bytes read.
    pub(super) fn read(self, input: &[u8]) -> (Option<Self>, usize) {
        let Self::QuotedValue(quote) = self else {
            return (self.after(input[0]), 1);
        };
        match memchr(quote, input) {
            Some(at) => (Some(Self::BeforeName), at + 1),
            None => (Some(self), input.len()),
        }
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
