//! Decodes the value of an attribute.

use memchr::memchr2;

use super::{
    held::HeldBytes,
    reference::{self, ByteRole, Reference},
    tag::is_white_space,
};
use crate::decode::output::Output;

/// Decodes the character references of a value (§13.2.5.36 to §13.2.5.38, §13.2.5.72).
///
/// White space at the start of the value is dropped. A value that is longer than the maximum is
/// cut one byte after it, or after the characters of a reference there.
#[derive(Debug, Default)]
pub(super) struct ValueReader {
    out: Output,
    /// The incomplete reference, if any.
    reference: Option<Reference>,
    held: HeldBytes,
    max_len: usize,
}

impl ValueReader {
    /// Creates a reader of values of at most `max_len` bytes. Values are written to `out`, whose buffers are reused.
    pub(super) fn new(max_len: usize, mut out: Output) -> Self {
        out.clear();
        Self {
            out,
            max_len,
            ..Self::default()
        }
    }

    /// Reads more of the value, which begins at the offset `at`.
    pub(super) fn read(&mut self, input: &[u8], at: u64) {
        let mut taken = 0;
        while taken < input.len() && !self.is_cut() {
            let (rest, at) = (&input[taken..], at + taken as u64);
            taken += match self.reference {
                Some(reference) => self.reference(reference, rest[0], at),
                None => self.text(rest, at),
            };
        }
    }

    /// Ends the value before the offset `at`. Returns it, and whether it was cut.
    pub(super) fn finish(mut self, at: u64) -> (Output, bool) {
        if let Some(reference) = self.reference {
            self.end_reference(reference, None, at);
        }
        let is_cut = self.is_cut();
        (self.out, is_cut)
    }

    fn is_cut(&self) -> bool {
        self.out.bytes().len() > self.max_len
    }

    /// Reads bytes up to the next one that does not stand for itself, or that byte.
    fn text(&mut self, input: &[u8], at: u64) -> usize {
        match memchr2(b'&', 0, input) {
            Some(0) if input[0] == 0 => {
                self.character("\u{fffd}".as_bytes(), at, at + 1);
                1
            }
            Some(0) => {
                self.held.begin(b'&', at);
                self.reference = Some(Reference::Start);
                1
            }
            len => {
                let len = len.unwrap_or(input.len());
                self.verbatim(&input[..len], at);
                len
            }
        }
    }

    /// Reads a byte after the start of a reference. Returns the number of bytes consumed.
    fn reference(&mut self, before: Reference, byte: u8, at: u64) -> usize {
        match before.role_of(byte) {
            ByteRole::Digit(reference) => self.reference = Some(reference),
            ByteRole::Held(reference) => {
                self.held.push(byte);
                self.reference = Some(reference);
                if self.held.is_full() {
                    self.end_reference(reference, None, at + 1);
                }
            }
            ByteRole::Last => {
                self.held.push(byte);
                self.end_reference(before, None, at + 1);
            }
            ByteRole::After => {
                self.end_reference(before, Some(byte), at);
                return 0;
            }
        }
        1
    }

    /// Ends a reference before the offset `end`, at which `next` stands.
    fn end_reference(&mut self, reference: Reference, next: Option<u8>, end: u64) {
        self.reference = None;
        let held = self.held;
        match reference {
            Reference::Start | Reference::NumberSign | Reference::HexadecimalStart => {
                self.verbatim(held.bytes(), held.at);
            }
            Reference::Named => match reference::named_in_attribute(held.bytes(), next) {
                Some(characters) => self.character(&characters, held.at, end),
                None => self.verbatim(held.bytes(), held.at),
            },
            Reference::Number { code, .. } => {
                let mut utf8 = [0; 4];
                let character = reference::numbered(code).encode_utf8(&mut utf8);
                self.character(character.as_bytes(), held.at, end);
            }
        }
    }

    fn verbatim(&mut self, bytes: &[u8], at: u64) {
        let mut dropped = 0;
        if self.out.bytes().is_empty() {
            dropped = bytes
                .iter()
                .take_while(|&&byte| is_white_space(byte))
                .count();
        }
        let room = self.max_len.saturating_add(1);
        let room = room.saturating_sub(self.out.bytes().len());
        let kept = &bytes[dropped..];
        let kept = &kept[..kept.len().min(room)];
        if !kept.is_empty() {
            self.out.verbatim(kept, at + dropped as u64);
        }
    }

    /// Appends the characters of a reference, which stands between two offsets.
    fn character(&mut self, characters: &[u8], start: u64, end: u64) {
        let is_dropped =
            self.out.bytes().is_empty() && matches!(*characters, [byte] if is_white_space(byte));
        if !is_dropped {
            self.out.replaced(characters, start..end);
        }
    }
}
