//! Candidates that gave no link.

use std::sync::Arc;

use urlsift_scan::{Delimiter, Position, Reason, Rejected, Span};

use crate::Preceding;

/// A candidate that was opened and gave no link, and where in the source it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedCandidate {
    rejected: Rejected,
    span: Span,
    position: Option<Position>,
    path: Arc<[u8]>,
}

impl RejectedCandidate {
    /// Creates the record of what the scanner rejected in a text. `source` returns the range of the
    /// source that a range of the text came from.
    #[must_use]
    pub fn new(rejected: Rejected, path: Arc<[u8]>, source: impl FnOnce(Span) -> Span) -> Self {
        Self {
            rejected,
            span: source(Span::new(rejected.start, rejected.at)),
            position: None,
            path,
        }
    }

    /// Sets where in the source its `<` is.
    #[must_use]
    pub const fn with_position(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Returns what the scanner rejected. Its offsets are those of the scanned text.
    #[must_use]
    pub const fn rejected(&self) -> Rejected {
        self.rejected
    }

    /// Returns why it gave no link.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.rejected.reason
    }

    /// Returns what opened it.
    #[must_use]
    pub const fn delimiter(&self) -> Delimiter {
        self.rejected.delimiter
    }

    /// Returns its bytes in the source, from `<` to where it was abandoned.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns where in the source its `<` is, if that is known.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Makes its position one of the whole source, if it counted from somewhere within; see
    /// [`Preceding`].
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
    }
}
