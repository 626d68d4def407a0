//! The bytes from a `<` on, of which more may follow.

use std::cell::Cell;

use super::DroppedChar;

/// The bytes from a `<` on. A rule reads a byte after them as the end of the text. That it did so is recorded, since
/// its result then holds only if the text ends there.
#[derive(Debug)]
pub(crate) struct Near<'t> {
    bytes: &'t [u8],
    ran_out: Cell<bool>,
}

impl<'t> Near<'t> {
    pub(crate) const fn new(bytes: &'t [u8]) -> Self {
        Self {
            bytes,
            ran_out: Cell::new(false),
        }
    }

    pub(crate) const fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// Returns whether a byte after the text was read.
    pub(crate) const fn ran_out(&self) -> bool {
        self.ran_out.get()
    }

    /// Records that a byte after the text was read.
    pub(crate) fn run_out(&self) {
        self.ran_out.set(true);
    }

    /// Returns the byte at an index; `None` after the text.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> Option<u8> {
        let byte = self.bytes.get(at).copied();
        if byte.is_none() {
            self.run_out();
        }
        byte
    }

    /// Returns the end of the bytes from `at` on that are in a class.
    pub(crate) fn class_end(&self, mut at: usize, class: impl Fn(u8) -> bool) -> usize {
        while self.byte(at).is_some_and(&class) {
            at += 1;
        }
        at
    }

    /// Returns whether bytes are at `at`, in any case.
    pub(crate) fn has(&self, at: usize, expected: &[u8]) -> bool {
        let mut expected = expected.iter().enumerate();
        expected.all(|(index, byte)| {
            let found = self.byte(at + index);
            found.is_some_and(|found| found.eq_ignore_ascii_case(byte))
        })
    }

    /// Returns the length of the space outside ASCII at `at`, or 0.
    pub(crate) fn space_len(&self, at: usize) -> usize {
        let len = match self.byte(at) {
            Some(0xc2) => 2,
            Some(0xe1..=0xe3 | 0xef) => 3,
            _ => return 0,
        };
        // What is certain is not delayed.
        let has_rest =
            (1..len).all(|index| self.byte(at + index).is_some_and(|byte| !byte.is_ascii()));
        match DroppedChar::decode(&self.bytes[at..]) {
            Some((DroppedChar::Space, len)) if has_rest => len,
            _ => 0,
        }
    }
}
