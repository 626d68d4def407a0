//! Bytes held back until the tokenizer can classify them.

use super::reference;

/// The maximum number of bytes held back. A word of raw text with its `<` is shorter.
const MAX_HELD: usize = reference::MAX_LEN;

/// Consecutive bytes of a page that may be text or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldBytes {
    /// Offset of the first byte, a `<` or `&`. Kept until the next [`begin`](Self::begin), so that
    /// the start of a tag stays known when its bytes are no longer needed.
    pub(super) at: u64,
    bytes: [u8; MAX_HELD],
    len: usize,
}

impl Default for HeldBytes {
    fn default() -> Self {
        Self {
            at: 0,
            bytes: [0; MAX_HELD],
            len: 0,
        }
    }
}

impl HeldBytes {
    /// Holds a `<` or `&`, and drops what was held before.
    pub(super) fn begin(&mut self, byte: u8, at: u64) {
        self.at = at;
        self.len = 0;
        self.push(byte);
    }

    /// Holds another byte. The caller ensures that there is room.
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == MAX_HELD
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
