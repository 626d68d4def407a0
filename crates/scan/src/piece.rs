//! The pieces of a URL.

use std::ops::Range;

use crate::candidate::{Dropped, Sign};

/// A piece of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    /// What was dropped before it: nothing before the first one.
    pub(crate) dropped: Dropped,
    /// The sign by which it is a piece, if the URL has no delimiters that say so.
    pub(crate) sign: Option<Sign>,
}

impl Piece {
    pub(crate) const fn new(range: Range<usize>, dropped: Dropped) -> Self {
        Self {
            range,
            dropped,
            sign: None,
        }
    }

    /// Returns the number of bytes of the URL that this piece and what was dropped before it stand for.
    pub(crate) fn url_len(&self) -> usize {
        self.range.len() + usize::from(self.dropped.is_at())
    }

    /// Returns the piece in a text with `len` more bytes before it.
    pub(crate) fn after(self, len: usize) -> Self {
        Self {
            range: self.range.start + len..self.range.end + len,
            ..self
        }
    }
}
