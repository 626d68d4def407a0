//! The output of a decoder with its offset map.

use std::ops::Range;

use crate::origin::{OffsetMap, Origin};

/// The output of a decoder: the bytes that were not taken yet, and the map of all offsets that are
/// still needed.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    map: OffsetMap,
}

impl Output {
    /// Appends bytes that were copied from the offset `input` of the input.
    pub(crate) fn verbatim(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_verbatim(bytes.len() as u64, input);
    }

    /// Appends bytes that together stand for a range of the input.
    pub(crate) fn replaced(&mut self, bytes: &[u8], input: Range<u64>) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_replaced(bytes.len() as u64, input);
    }

    /// Appends bytes decoded from base64 or uuencode quanta, three from each four characters. The
    /// first quantum begins at the offset `input`.
    pub(crate) fn quanta(&mut self, bytes: &[u8], input: u64) {
        self.bytes.extend_from_slice(bytes);
        self.map.push_quanta(bytes.len() as u64, input);
    }

    /// Appends all bytes of a text, which `origin` maps to the input.
    pub(crate) fn mapped(&mut self, text: &[u8], origin: &Origin<'_>) {
        self.bytes.extend_from_slice(text);
        self.map.append(origin, 0..text.len() as u64);
    }

    /// Appends an empty line, which separates the text before it from the text after it. It stands
    /// for the last input byte before the offset `end`, a line break.
    pub(crate) fn blank_line(&mut self, end: u64) {
        self.replaced(b"\n\n", end.saturating_sub(1)..end);
    }

    /// Returns the bytes appended since [`clear_bytes`](Self::clear_bytes).
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the map of the output.
    pub(crate) fn map(&self) -> &OffsetMap {
        &self.map
    }

    pub(crate) fn map_mut(&mut self) -> &mut OffsetMap {
        &mut self.map
    }

    /// Clears the bytes, which were passed on, but keeps the map.
    pub(crate) fn clear_bytes(&mut self) {
        self.bytes.clear();
    }

    /// Clears bytes and map for the next text.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.map.clear();
    }
}
