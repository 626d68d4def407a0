//! What a decoder gives, with the places that it came from.

use std::ops::Range;

use crate::origin::OffsetMap;

/// What a decoder has made: the bytes since they were last taken, and the map of all that can still
/// be asked for.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    map: OffsetMap,
}

impl Output {
    /// Appends bytes that stand in the input as they are, from the offset `input` on.
    pub(crate) fn verbatim(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_verbatim(bytes.len() as u64, input);
    }

    /// Appends bytes that stand, as a whole, for a range of the input.
    pub(crate) fn replaced(&mut self, bytes: &[u8], input: Range<u64>) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_replaced(bytes.len() as u64, input);
    }

    /// Appends bytes of which each three stand in four characters of the input, from the offset
    /// `input` on, where a quantum begins.
    pub(crate) fn quanta(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_quanta(bytes.len() as u64, input);
    }

    /// Appends a blank line, which keeps what follows apart from what precedes. It stands for the
    /// last byte of input before the offset `end`, a line break.
    pub(crate) fn blank_line(&mut self, end: u64) {
        self.replaced(b"\n\n", end.saturating_sub(1)..end);
    }

    /// What was appended since [`clear_bytes`](Self::clear_bytes).
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where all that was appended came from.
    pub(crate) fn map(&self) -> &OffsetMap {
        &self.map
    }

    pub(crate) fn map_mut(&mut self) -> &mut OffsetMap {
        &mut self.map
    }

    /// Drops the bytes, which were passed on, but not where they came from.
    pub(crate) fn clear_bytes(&mut self) {
        self.bytes.clear();
    }

    /// Begins the next text.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.map.clear();
    }
}
