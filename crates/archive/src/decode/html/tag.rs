//! The tags: their names, and where they end.

use memchr::memchr;

/// One more than the length of the longest name of an element that does anything to the text.
const NAME_MAX: usize = 11;

/// The name of a tag, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tag {
    pub(super) is_end: bool,
    /// In lower case.
    name: [u8; NAME_MAX],
    len: usize,
}

impl Tag {
    /// An end tag of which no name is known yet.
    pub(super) fn end() -> Self {
        Self {
            is_end: true,
            ..Self::default()
        }
    }

    /// The end tag with this name, in lower case.
    pub(super) fn end_of(name: &[u8]) -> Self {
        let mut tag = Self::end();
        for &byte in name {
            tag.push(byte);
        }
        tag
    }

    /// Adds the next byte of the name.
    pub(super) fn push(&mut self, byte: u8) {
        // A name that fills all the room is none that is known.
        if let Some(room) = self.name.get_mut(self.len) {
            *room = byte.to_ascii_lowercase();
            self.len += 1;
        }
    }

    pub(super) fn name(&self) -> &[u8] {
        &self.name[..self.len]
    }
}

/// ASCII whitespace, and CR, which is a line break in the input (§13.2.3.5).
pub(super) fn is_white(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Whether the name of a tag ends before this byte (§13.2.5.8).
pub(super) fn ends_name(byte: u8) -> bool {
    is_white(byte) || matches!(byte, b'/' | b'>')
}

/// Where in its attributes a tag is (§13.2.5.32 to §13.2.5.40): only a quoted value can hide a `>`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attribute {
    /// The before attribute name state; the after attribute value (quoted) and self-closing start
    /// tag states, which differ from it in the errors they tell.
    BeforeName,
    /// The attribute name state.
    Name,
    /// The after attribute name state.
    AfterName,
    /// The before attribute value state.
    BeforeValue,
    /// The attribute value (double-quoted) and (single-quoted) states, with the quote that ends it.
    QuotedValue(u8),
    /// The attribute value (unquoted) state.
    UnquotedValue,
}

impl Attribute {
    /// Reads some of `input`, which is not empty; gives the state after that, or none if the tag
    /// ends with it, and its length.
    pub(super) fn read(self, input: &[u8]) -> (Option<Self>, usize) {
        let Self::QuotedValue(quote) = self else {
            return (self.after(input[0]), 1);
        };
        match memchr(quote, input) {
            Some(at) => (Some(Self::BeforeName), at + 1),
            None => (Some(self), input.len()),
        }
    }

    /// The state after this byte, if it is in no quoted value.
    fn after(self, byte: u8) -> Option<Self> {
        use Attribute::{AfterName, BeforeName, BeforeValue, Name, QuotedValue, UnquotedValue};
        Some(match (self, byte) {
            (_, b'>') => return None,
            (BeforeName | Name | AfterName, b'/') => BeforeName,
            (Name | AfterName, b'=') => BeforeValue,
            (BeforeName, b'=') => Name,
            (BeforeValue, b'"' | b'\'') => QuotedValue(byte),
            (BeforeName | AfterName | BeforeValue, _) if is_white(byte) => self,
            (Name, _) if is_white(byte) => AfterName,
            (UnquotedValue, _) if is_white(byte) => BeforeName,
            (BeforeName | Name | AfterName, _) => Name,
            (BeforeValue | UnquotedValue | QuotedValue(_), _) => UnquotedValue,
        })
    }
}
