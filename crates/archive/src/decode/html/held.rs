//! What stands between the text and a decision about it.

use super::reference;

/// As many bytes as need be held; a word of raw text with its `<` is shorter.
const MOST: usize = reference::LONGEST;

/// Bytes that stand in the page one after another, and are text or not, as the next ones tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// The offset of the first, the `<` or `&`. It stays until the next one, so that a tag of which
    /// nothing more is held still has its start.
    pub(super) at: u64,
    bytes: [u8; MOST],
    len: usize,
}

impl Default for Held {
    fn default() -> Self {
        Self {
            at: 0,
            bytes: [0; MOST],
            len: 0,
        }
    }
}

impl Held {
    /// Holds a `<` or `&`, and nothing that was held before.
    pub(super) fn begin(&mut self, byte: u8, at: u64) {
        self.at = at;
        self.len = 0;
        self.push(byte);
    }

    /// Holds one more, of which the caller knows that there is room.
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == MOST
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
