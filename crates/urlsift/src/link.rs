//! A candidate in its place.

use urlsift_archive::Origin;
use urlsift_scan::{Candidate, Span};

use crate::{InMessage, Position, TextLine, Verdict, context::Context, ring::Ring};

/// A delimited URL and where in the source it stands.
#[derive(Clone, Copy, Debug)]
pub struct Link<'s> {
    pub(crate) candidate: &'s Candidate,
    pub(crate) origin: &'s Origin<'s>,
    pub(crate) position: Option<Position>,
    pub(crate) context: Context<'s>,
    pub(crate) ring: Option<&'s Ring>,
}

impl<'s> Link<'s> {
    /// What the scanner found. Its offsets are those of the scanned text.
    #[must_use]
    pub fn candidate(&self) -> &'s Candidate {
        self.candidate
    }

    /// What is to be said of its first reading.
    #[must_use]
    pub fn verdict(&self) -> Verdict<'s> {
        Verdict::of(self.candidate.url())
    }

    /// Its bytes in the source, from `<` to `>`.
    #[must_use]
    pub fn span(&self) -> Span {
        source(self.origin, self.candidate.span())
    }

    /// The bytes in the source of each piece of its first reading.
    pub fn pieces(&self) -> impl Iterator<Item = Span> {
        let pieces = self.candidate.pieces().iter();
        pieces.map(|&piece| source(self.origin, piece))
    }

    /// Where its `<` stands in the source, if [`Sifter::positions`](crate::Sifter::positions) asked
    /// for that.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// The message that it stands in, if the source is an archive of messages.
    #[must_use]
    pub fn message(&self) -> Option<InMessage<'s>> {
        self.context.message()
    }

    /// What it is relative to, should it be a relative reference, by the `Content-Base` or the
    /// `Content-Location` of the part or message that it stands in.
    #[must_use]
    pub fn base(&self) -> Option<&'s [u8]> {
        self.context.text.base()
    }

    /// The lines of text before the one that its `<` is on, as many as
    /// [`Sifter::context`](crate::Sifter::context) asked for, but for those that were
    /// [told](crate::Sink::context) as lines around another hit.
    pub fn before(&self) -> impl Iterator<Item = TextLine<'s>> {
        let start = self.candidate.span().start();
        let lines = self.ring.map(|ring| ring.before(start));
        lines.into_iter().flatten()
    }

    /// The [number](TextLine::number) of the line of text that its `<` is on, if
    /// [`Sifter::context`](crate::Sifter::context) asked for lines.
    #[must_use]
    pub fn text_line(&self) -> Option<u64> {
        let start = self.candidate.span().start();
        self.ring.map(|ring| ring.number_at(start))
    }
}

/// A span of the source, by that of the text.
fn source(origin: &Origin<'_>, text: Span) -> Span {
    let source = origin.source(text.start()..text.end());
    Span::new(source.start, source.end)
}

/// A candidate that was opened and gave no hit, and where in the source it stands.
#[derive(Clone, Copy, Debug)]
pub struct Rejected<'s> {
    pub(crate) scanned: urlsift_scan::Rejected,
    pub(crate) origin: &'s Origin<'s>,
    pub(crate) position: Option<Position>,
}

impl Rejected<'_> {
    /// What the scanner abandoned. Its offsets are those of the scanned text.
    #[must_use]
    pub fn rejected(&self) -> urlsift_scan::Rejected {
        self.scanned
    }

    /// Its bytes in the source, from `<` up to where it was abandoned.
    #[must_use]
    pub fn span(&self) -> Span {
        source(self.origin, Span::new(self.scanned.start, self.scanned.at))
    }

    /// Where its `<` stands in the source; see [`Link::position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }
}
