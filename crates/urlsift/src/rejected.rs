//! Rejected candidates.

use urlsift_scan::{Delimiter, Position, Reason, Rejection, Span};

use crate::{
    link::SharedBytes,
    place::{PieceSpans, Place, Preceding},
};

/// A candidate that was opened and rejected, and its place in the source.
#[derive(Clone, Debug)]
pub struct Rejected<'t> {
    rejection: Rejection,
    place: Place<'t>,
    position: Option<Position>,
    path: SharedBytes<'t>,
}

impl Rejected<'static> {
    /// Creates a rejected candidate. `source` maps a range of the text to the range of the source that it was decoded
    /// from.
    #[must_use]
    pub fn new(rejection: Rejection, source: impl FnOnce(Span) -> Span) -> Self {
        let span = source(span_in_text(rejection));
        Self::of(rejection, Place::Known(span, PieceSpans::One(span)))
    }
}

impl<'t> Rejected<'t> {
    pub(crate) fn of(rejection: Rejection, place: Place<'t>) -> Self {
        Self {
            rejection,
            place,
            position: None,
            path: SharedBytes::Borrowed(b""),
        }
    }

    /// Sets the name of the source. It is empty otherwise.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<SharedBytes<'t>>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the position of the `<` in the source.
    #[must_use]
    pub fn with_position(mut self, position: impl Into<Option<Position>>) -> Self {
        self.position = position.into();
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
    pub fn span(&self) -> Span {
        self.place.span(span_in_text(self.rejection))
    }

    /// Returns the position of the `<` in the source, if it is known.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        self.path.as_bytes()
    }

    /// Adds `preceding` to the position, so that it counts from the start of the source.
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
    }
}

fn span_in_text(rejection: Rejection) -> Span {
    Span::new(rejection.start, rejection.at)
}
