//! The place of a link in its source.

use std::borrow::Cow;

#[cfg(feature = "mail")]
use memchr::memmem;
#[cfg(feature = "mail")]
use urlsift_archive::Origin;
use urlsift_scan::{Candidate, Position, Span};

/// The place of a candidate in its source.
#[derive(Clone, Debug)]
pub(crate) enum Place<'t> {
    /// The map from the text to the file, and the offset in the file at which the source begins.
    #[cfg(feature = "mail")]
    Mapped(&'t Origin<'t>, u64),
    /// The span of the candidate, and those of its pieces.
    Known(Span, PieceSpans<'t>),
}

/// The spans of the pieces of a URL. Most URLs are in one piece.
#[derive(Clone, Debug)]
pub(crate) enum PieceSpans<'t> {
    One(Span),
    Many(Cow<'t, [Span]>),
}

impl PieceSpans<'static> {
    fn of(mut pieces: impl ExactSizeIterator<Item = Span>) -> Self {
        match (pieces.next(), pieces.len()) {
            (Some(piece), 0) => Self::One(piece),
            (first, _) => Self::Many(first.into_iter().chain(pieces).collect()),
        }
    }
}

impl Place<'_> {
    /// Creates the place of a candidate. `source` maps a span of the text to the source.
    pub(crate) fn of(candidate: &Candidate, mut source: impl FnMut(Span) -> Span) -> Self {
        let span = source(candidate.span());
        let pieces = candidate.pieces().iter();
        Self::Known(span, PieceSpans::of(pieces.map(|&piece| source(piece))))
    }

    /// Returns the span in the source of a span in the text, which is the one of the candidate.
    #[cfg_attr(
        not(feature = "mail"),
        expect(unused_variables, reason = "all spans are known")
    )]
    pub(crate) fn span(&self, in_text: Span) -> Span {
        match self {
            #[cfg(feature = "mail")]
            Self::Mapped(origin, start) => mapped(origin, *start, in_text),
            Self::Known(span, _) => *span,
        }
    }

    /// Returns the span in the source of one of the pieces.
    #[cfg_attr(
        not(feature = "mail"),
        expect(unused_variables, reason = "all spans are known")
    )]
    pub(crate) fn piece(&self, in_text: &[Span], index: usize) -> Span {
        match self {
            #[cfg(feature = "mail")]
            Self::Mapped(origin, start) => mapped(origin, *start, in_text[index]),
            Self::Known(_, PieceSpans::One(piece)) => *piece,
            Self::Known(_, PieceSpans::Many(pieces)) => pieces[index],
        }
    }

    /// Returns the index in a URL of a dot before another one where a soft line break was dropped before both: SMTP
    /// doubles a dot at the start of a line (RFC 5321 §4.5.2). A URL in several pieces is not examined.
    #[cfg(feature = "mail")]
    pub(crate) fn stuffed_dot(&self, candidate: &Candidate) -> Option<usize> {
        let (Self::Mapped(origin, _), [piece], []) = (self, candidate.pieces(), candidate.joins())
        else {
            return None;
        };
        let url = candidate.url();
        let is_after_break = |&at: &usize| {
            let dot = piece.start() + at as u64;
            at > 0 && matches!(origin.start(dot).checked_sub(origin.end(dot)), Some(2 | 3))
        };
        let is_as_written = url.len() as u64 == piece.end() - piece.start();
        memmem::find_iter(url, b"..")
            .find(is_after_break)
            .filter(|_| is_as_written)
    }

    /// Returns the place with each span replaced.
    pub(crate) fn converted(
        &self,
        candidate: &Candidate,
        mut convert: impl FnMut(Span) -> Span,
    ) -> Place<'static> {
        let span = convert(self.span(candidate.span()));
        let in_text = candidate.pieces();
        let pieces = (0..in_text.len()).map(|index| convert(self.piece(in_text, index)));
        Place::Known(span, PieceSpans::of(pieces))
    }
}

/// Returns the span in the source, which begins at the offset `start` of the file, for a span in the text.
#[cfg(feature = "mail")]
fn mapped(origin: &Origin<'_>, start: u64, text: Span) -> Span {
    let source = origin.source(text.start()..text.end());
    Span::new(source.start - start, source.end - start)
}

/// The lines, columns and messages of a source before a chunk of it. Positions and indices in the chunk count from
/// its start; [`Link::rebase`](crate::Link::rebase) adds this to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preceding {
    /// The number of line breaks.
    pub lines: u64,
    /// The number of bytes after the last line break.
    pub columns: u64,
    /// The number of messages.
    pub messages: u64,
}

impl Preceding {
    pub(crate) fn position(self, position: Option<Position>) -> Option<Position> {
        position.map(|position| position.after(self.lines, self.columns))
    }
}
