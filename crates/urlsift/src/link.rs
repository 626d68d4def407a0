//! Links and rejected candidates, with their places in the source.

use std::sync::Arc;

use crate::{FieldSource, Markup, Section, verdict_in};
use urlsift_archive::{Metadata, Origin};
use urlsift_rfc1738::Base;
use urlsift_scan::{Candidate, CandidateWarning, SecondGuess, Span};

use crate::{
    InMessage, Position, TextLine, Verdict, context::ContextBuffer,
    differing_hosts::hosts_of_markup, message::MessageContext, page::AttributePlace,
};

/// A link as a [`Sink`](crate::Sink) receives it: a URL and its place in the source, the file or the body of a part.
///
/// It borrows from the bytes that are read. [`to_record`](Self::to_record) returns an owned [`Link`](crate::Link).
#[derive(Clone, Copy, Debug)]
pub struct LinkRef<'s> {
    pub(crate) candidate: &'s Candidate,
    pub(crate) origin: &'s Origin<'s>,
    /// The start of the body, if only a part of a message is read.
    pub(crate) part_start: u64,
    pub(crate) is_virtual: bool,
    pub(crate) position: Option<Position>,
    pub(crate) message_context: MessageContext<'s>,
    pub(crate) context: Option<&'s ContextBuffer>,
    /// `None` for a link in a text.
    pub(crate) attribute: Option<&'s AttributePlace<'s>>,
}

impl<'s> LinkRef<'s> {
    /// Returns the scanner's candidate. Its offsets count in the scanned text; in an attribute, in the value after its
    /// character references are decoded.
    #[must_use]
    pub fn candidate(&self) -> &'s Candidate {
        self.candidate
    }

    /// Returns the verdict on the first reading of the URL. In a header field of a mailing list, the header fields of a
    /// `mailto:` URL are [accepted](Verdict::with_mailto_fields).
    #[must_use]
    pub fn verdict(&self) -> Verdict<'s> {
        verdict_in(self.candidate.url(), self.message_context.text.header())
    }

    /// Returns the span of the link in the source, with its delimiters, such as `<` and `>` or quotation marks.
    #[must_use]
    pub fn span(&self) -> Span {
        source(self.origin, self.candidate.span(), self.part_start)
    }

    /// Returns the spans in the source of the pieces of the first reading.
    pub fn pieces(&self) -> impl Iterator<Item = Span> {
        let pieces = self.candidate.pieces().iter();
        pieces.map(|&piece| source(self.origin, piece, self.part_start))
    }

    /// Returns the position of the link's first byte in the source, if
    /// [`Sifter::positions`](crate::Sifter::positions) has requested positions.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the message that contains the link; `None` in a source without messages.
    #[must_use]
    pub fn message(&self) -> Option<InMessage<'s>> {
        self.message_context.message()
    }

    /// Returns the number of messages before its message in the file. It is unknown where only a
    /// [range](crate::Sifter::range) is read.
    #[must_use]
    pub fn message_index(&self) -> Option<u64> {
        self.message_context.index()
    }

    /// Returns the base URL for a relative reference: for a link in an attribute, the one of the first `base` before it
    /// in the page; else the `Content-Base` or `Content-Location` of the part or message that contains the link.
    #[must_use]
    pub fn base(&self) -> Option<&'s [u8]> {
        self.shared_base().map(|base| &**base)
    }

    fn shared_base(&self) -> Option<&'s Arc<[u8]>> {
        match self.attribute {
            Some(attribute) => attribute.base,
            None => self.message_context.text.base(),
        }
    }

    /// Returns the attribute of an HTML page that contains the link; `None` for a link in a text.
    #[must_use]
    pub fn markup(&self) -> Option<&'s Markup> {
        self.attribute.map(|attribute| &**attribute.markup)
    }

    /// Returns the host that the text of the link shows, and the host to which the link leads, if they differ: if the
    /// link has the warning [`TextDiffers`](CandidateWarning::TextDiffers).
    #[must_use]
    pub fn differing_hosts(&self) -> Option<(String, String)> {
        let markup = self.markup()?;
        let warnings = self.candidate.warnings();
        if !warnings.contains(CandidateWarning::TextDiffers) {
            return None;
        }
        hosts_of_markup(markup, self.candidate.url(), || {
            Base::new(self.base()?).ok()
        })
    }

    /// Returns the offset in the text at which the link begins, or the tag that contains it.
    #[must_use]
    pub fn text_start(&self) -> u64 {
        match self.attribute {
            Some(attribute) => attribute.at,
            None => self.candidate.span().start(),
        }
    }

    /// Returns whether offsets count in a text that is not in the file as it is; see
    /// [`MessageLayout`](crate::MessageLayout).
    #[must_use]
    pub fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Returns whether the text was declared as quoted-printable, so that a `=` in the URL is part of it.
    #[must_use]
    pub fn is_quoted_printable(&self) -> bool {
        self.message_context.text.is_quoted_printable()
    }

    /// Returns the guesses at what the URL was before the text was damaged.
    pub fn second_guesses(&self) -> impl Iterator<Item = SecondGuess<'s>> {
        self.candidate.second_guesses(self.is_quoted_printable())
    }

    /// Returns the context lines before the line of the `<`, as requested with
    /// [`Sifter::context`](crate::Sifter::context), without lines already [reported](crate::Sink::context) for
    /// another link.
    pub fn before(&self) -> impl Iterator<Item = TextLine<'s>> {
        let start = self.text_start();
        let lines = self.context.map(|context| context.before(start));
        lines.into_iter().flatten()
    }

    /// Returns the [number](TextLine::number) of the line of text with the `<`, if
    /// [`Sifter::context`](crate::Sifter::context) has requested context lines.
    #[must_use]
    pub fn text_line(&self) -> Option<u64> {
        let start = self.text_start();
        self.context.map(|context| context.number_at(start))
    }
}

impl LinkRef<'_> {
    /// Returns the owned form of the link. `path` is the name of the source.
    ///
    /// The header of the message is parsed once, for the first link of the message. The message has no index
    /// if only a [range](crate::Sifter::range) is read.
    #[must_use]
    pub fn to_record(&self, path: Arc<[u8]>) -> crate::Link {
        let source = |text| source(self.origin, text, self.part_start);
        let section = self.message_context.text.section().clone();
        let mut link = crate::Link::new(self.candidate.clone(), path, source).with_section(section);
        if self.is_quoted_printable() {
            link = link.with_quoted_printable();
        }
        if self.is_virtual {
            link = link.with_virtual_place();
        }
        if let Some(position) = self.position {
            link = link.with_position(position);
        }
        if let Some(message) = self.message_record() {
            link = link.with_message(message);
        }
        if let Some(attribute) = self.attribute {
            link = link.with_markup(Arc::clone(attribute.markup));
        }
        match self.shared_base() {
            Some(base) => link.with_base(Arc::clone(base)),
            None => link,
        }
    }

    /// Returns the source from which [`Values`](crate::Values) computes the fields of the link, without an owned
    /// link. `base` is the URL against which the link is resolved if it is a relative reference.
    #[must_use]
    pub fn fields<'f>(&'f self, base: Option<&'f [u8]>) -> LinkFields<'f> {
        LinkFields {
            link: self,
            base,
            is_unwrapped: false,
            settled: None,
        }
    }

    /// Returns the owned form of the message. All links of the message share its metadata.
    #[must_use]
    pub fn message_record(&self) -> Option<crate::Message> {
        self.message_context.message_record()
    }
}

/// A [`LinkRef`] from which the values of its fields are computed; see [`LinkRef::fields`].
#[derive(Clone, Copy, Debug)]
pub struct LinkFields<'f> {
    link: &'f LinkRef<'f>,
    base: Option<&'f [u8]>,
    is_unwrapped: bool,
    settled: Option<(&'f [u8], Option<&'static str>)>,
}

impl<'f> LinkFields<'f> {
    /// Sets whether the target is wanted that a known rewriter may have wrapped in the URL.
    #[must_use]
    pub const fn unwrapping(mut self, wanted: bool) -> Self {
        self.is_unwrapped = wanted;
        self
    }

    /// Sets the URL as which the link is settled, and the name of the evidence, if there is any.
    #[must_use]
    pub const fn settled_as(mut self, url: &'f [u8], resolved_by: Option<&'static str>) -> Self {
        self.settled = Some((url, resolved_by));
        self
    }
}

impl<'f> FieldSource<'f> for LinkFields<'f> {
    fn candidate(&self) -> &'f Candidate {
        self.link.candidate
    }

    fn span(&self) -> Span {
        self.link.span()
    }

    fn pieces(&self) -> impl Iterator<Item = Span> {
        self.link.pieces()
    }

    fn position(&self) -> Option<Position> {
        self.link.position
    }

    fn is_quoted_printable(&self) -> bool {
        self.link.is_quoted_printable()
    }

    fn is_virtual(&self) -> bool {
        self.link.is_virtual
    }

    fn base(&self) -> Option<&'f [u8]> {
        self.base
    }

    fn section(&self) -> &'f Section {
        self.link.message_context.text.section()
    }

    fn markup(&self) -> Option<&'f Markup> {
        self.link.markup()
    }

    fn message_index(&self) -> Option<u64> {
        self.link.message_context.index()
    }

    fn message_offset(&self) -> Option<u64> {
        Some(self.link.message_context.message?.offset)
    }

    fn metadata(&self) -> Option<&'f Metadata> {
        self.link.message_context.metadata().map(|shared| &**shared)
    }

    fn is_unwrapped(&self) -> bool {
        self.is_unwrapped
    }

    fn settled(&self) -> Option<(&'f [u8], Option<&'static str>)> {
        self.settled
    }
}

/// Returns the span in the source for a span in the text.
fn source(origin: &Origin<'_>, text: Span, part_start: u64) -> Span {
    let source = origin.source(text.start()..text.end());
    Span::new(source.start - part_start, source.end - part_start)
}

/// A candidate that was opened and rejected, and its place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Rejected<'s> {
    pub(crate) rejection: urlsift_scan::Rejection,
    pub(crate) origin: &'s Origin<'s>,
    pub(crate) part_start: u64,
    pub(crate) position: Option<Position>,
}

impl Rejected<'_> {
    /// Returns the owned form. `path` is the name of the source.
    #[must_use]
    pub fn to_record(&self, path: Arc<[u8]>) -> crate::RejectedCandidate {
        let source = |text| source(self.origin, text, self.part_start);
        let rejected = crate::RejectedCandidate::new(self.rejection, path, source);
        match self.position {
            Some(position) => rejected.with_position(position),
            None => rejected,
        }
    }

    /// Returns the scanner's rejection. Its offsets count in the scanned text.
    #[must_use]
    pub fn rejection(&self) -> urlsift_scan::Rejection {
        self.rejection
    }

    /// Returns the span in the source, from the `<` to the byte at which the candidate was rejected.
    #[must_use]
    pub fn span(&self) -> Span {
        let text = Span::new(self.rejection.start, self.rejection.at);
        source(self.origin, text, self.part_start)
    }

    /// Returns the position of the `<` in the source; see [`LinkRef::position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }
}
