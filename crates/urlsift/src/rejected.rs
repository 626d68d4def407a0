//! Rejected candidates.

use std::sync::Arc;

use urlsift_scan::{Delimiter, Position, Reason, Rejection, Span};

use crate::Preceding;

/// A candidate that was opened and rejected, and its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedCandidate {
    rejection: Rejection,
    span: Span,
    position: Option<Position>,
    path: Arc<[u8]>,
}

impl RejectedCandidate {
    /// Creates the record of a rejection. `path` is the name of the source; `source` maps a range of the text to the
    /// range of the source that it was decoded from.
    #[must_use]
    pub fn new(rejection: Rejection, path: Arc<[u8]>, source: impl FnOnce(Span) -> Span) -> Self {
        Self {
            rejection,
            span: source(Span::new(rejection.start, rejection.at)),
            position: None,
            path,
        }
    }

    /// Sets the position of the `<` in the source.
    #[must_use]
    pub const fn with_position(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Returns the scanner's rejection. Its offsets count in the scanned text.
    #[must_use]
    pub const fn rejection(&self) -> Rejection {
        self.rejection
    }

    /// Returns why the candidate was rejected.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.rejection.reason
    }

    /// Returns the delimiter that opened the candidate.
    #[must_use]
    pub const fn delimiter(&self) -> Delimiter {
        self.rejection.delimiter
    }

    /// Returns the span in the source, from the `<` to the byte at which the candidate was rejected.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the position of the `<` in the source, if it is known.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Adds `preceding` to the position, so that it counts from the start of the source.
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
    }
}
