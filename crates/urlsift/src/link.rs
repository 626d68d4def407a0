//! A candidate and its place in the source.

use std::sync::Arc;

use urlsift_archive::Origin;
use urlsift_record as record;
use urlsift_scan::{Candidate, Span};

use crate::{
    InMessage, Position, TextLine, Verdict, context::ContextBuffer, message::Surroundings,
};

/// A delimited URL and its place in the source: the file, or the body of a part.
#[derive(Clone, Copy, Debug)]
pub struct Link<'s> {
    pub(crate) candidate: &'s Candidate,
    pub(crate) origin: &'s Origin<'s>,
    /// Where the body begins, if only a part of a message is read.
    pub(crate) part_start: u64,
    pub(crate) position: Option<Position>,
    pub(crate) surroundings: Surroundings<'s>,
    pub(crate) context: Option<&'s ContextBuffer>,
}

impl<'s> Link<'s> {
    /// Returns what the scanner found. Its offsets are those of the scanned text.
    #[must_use]
    pub fn candidate(&self) -> &'s Candidate {
        self.candidate
    }

    /// Returns the verdict on the first reading.
    #[must_use]
    pub fn verdict(&self) -> Verdict<'s> {
        Verdict::of(self.candidate.url())
    }

    /// Returns its bytes in the source, from `<` to `>`.
    #[must_use]
    pub fn span(&self) -> Span {
        source(self.origin, self.candidate.span(), self.part_start)
    }

    /// Returns the bytes in the source of each piece of the first reading.
    pub fn pieces(&self) -> impl Iterator<Item = Span> {
        let pieces = self.candidate.pieces().iter();
        pieces.map(|&piece| source(self.origin, piece, self.part_start))
    }

    /// Returns the position of its `<` in the source, if
    /// [`Sifter::positions`](crate::Sifter::positions) asked for positions.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the message in which it stands, if the source is an archive of messages.
    #[must_use]
    pub fn message(&self) -> Option<InMessage<'s>> {
        self.surroundings.message()
    }

    /// Returns the base for a relative reference: the `Content-Base` or `Content-Location` of the part or
    /// message in which it stands.
    #[must_use]
    pub fn base(&self) -> Option<&'s [u8]> {
        self.surroundings.text.base().map(|base| &**base)
    }

    /// Returns the lines of text before the line of its `<`, as many as
    /// [`Sifter::context`](crate::Sifter::context) asked for, except those already
    /// [reported](crate::Sink::context) as lines around another link.
    pub fn before(&self) -> impl Iterator<Item = TextLine<'s>> {
        let start = self.candidate.span().start();
        let lines = self.context.map(|context| context.before(start));
        lines.into_iter().flatten()
    }

    /// Returns the [number](TextLine::number) of the line of text on which its `<` stands, if
    /// [`Sifter::context`](crate::Sifter::context) asked for lines.
    #[must_use]
    pub fn text_line(&self) -> Option<u64> {
        let start = self.candidate.span().start();
        self.context.map(|context| context.number_at(start))
    }
}

impl Link<'_> {
    /// Returns the owned link: everything that is known about it. `path` is what the source is called.
    ///
    /// The header of its message is parsed for the first link of the message. Where only a
    /// [range](crate::Sifter::range) is read, the message has no index.
    #[must_use]
    pub fn to_record(&self, path: Arc<[u8]>) -> record::Link {
        let source = |text| source(self.origin, text, self.part_start);
        let section = self.surroundings.text.section();
        let mut link =
            record::Link::new(self.candidate.clone(), path, source).with_section(section);
        if let Some(position) = self.position {
            link = link.with_position(position);
        }
        if let Some(message) = self.message_record() {
            link = link.with_message(message);
        }
        match self.surroundings.text.base() {
            Some(base) => link.with_base(Arc::clone(base)),
            None => link,
        }
    }

    /// Returns the owned form of its message, which all links of the message share.
    #[must_use]
    pub fn message_record(&self) -> Option<record::Message> {
        self.surroundings.message_record()
    }
}

/// Returns the span of the source for one of the text.
fn source(origin: &Origin<'_>, text: Span, part_start: u64) -> Span {
    let source = origin.source(text.start()..text.end());
    Span::new(source.start - part_start, source.end - part_start)
}

/// A candidate that was opened and is no link, and its place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Rejected<'s> {
    pub(crate) scanned: urlsift_scan::Rejected,
    pub(crate) origin: &'s Origin<'s>,
    pub(crate) part_start: u64,
    pub(crate) position: Option<Position>,
}

impl Rejected<'_> {
    /// Returns the owned form. `path` is what the source is called.
    #[must_use]
    pub fn to_record(&self, path: Arc<[u8]>) -> record::RejectedCandidate {
        let source = |text| source(self.origin, text, self.part_start);
        let rejected = record::RejectedCandidate::new(self.scanned, path, source);
        match self.position {
            Some(position) => rejected.with_position(position),
            None => rejected,
        }
    }

    /// Returns what the scanner abandoned. Its offsets are those of the scanned text.
    #[must_use]
    pub fn rejected(&self) -> urlsift_scan::Rejected {
        self.scanned
    }

    /// Returns its bytes in the source, from `<` up to where it was abandoned.
    #[must_use]
    pub fn span(&self) -> Span {
        let scanned = Span::new(self.scanned.start, self.scanned.at);
        source(self.origin, scanned, self.part_start)
    }

    /// Returns the position of its `<` in the source; see [`Link::position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }
}
