//! The links from which fields are computed.

use std::{borrow::Cow, cell::OnceCell};

use urlsift_archive::Metadata;
use urlsift_rfc1738::{Base, Conformance, Parts, Problem, Verdict};
use urlsift_scan::{Candidate, Position, SecondGuess, Span};

use crate::{
    Link, Markup, Message, Section,
    owned_link::{base_of_reference, best},
    warnings::{LinkWarning, warnings},
};

/// A link from which [`Values`] computes fields: an owned [`Link`], or one that borrows from the searched bytes.
pub trait FieldSource<'l> {
    /// Returns the scanner's candidate.
    fn candidate(&self) -> &'l Candidate;

    /// Returns the span of the link in the source, with its delimiters, such as `<` and `>` or quotation marks.
    fn span(&self) -> Span;

    /// Returns the spans in the source of the pieces of the first reading.
    fn pieces(&self) -> impl Iterator<Item = Span>;

    /// Returns the position of the link's first byte in the source, if it is known.
    fn position(&self) -> Option<Position>;

    /// Returns whether the text was declared as quoted-printable.
    fn is_quoted_printable(&self) -> bool;

    /// Returns whether offsets count in a text that is not in the source as it is.
    fn is_virtual(&self) -> bool;

    /// Returns the base URL against which the link is resolved if it is a relative reference.
    fn base(&self) -> Option<&'l [u8]>;

    /// Returns the section of the message that contains the link.
    fn section(&self) -> &'l Section;

    /// Returns the attribute that contains the link, if one does.
    fn markup(&self) -> Option<&'l Markup>;

    /// Returns the number of messages before its message in the source, if it is known.
    fn message_index(&self) -> Option<u64>;

    /// Returns the offset in the source at which its message begins, if there is one.
    fn message_offset(&self) -> Option<u64>;

    /// Returns the metadata of its message, if there is one.
    fn metadata(&self) -> Option<&'l Metadata>;

    /// Returns whether the target that a known rewriter may have wrapped in the URL is wanted.
    fn is_unwrapped(&self) -> bool;

    /// Returns the URL as which the link is settled, and the name of the evidence, if there is any; `None` if no
    /// evidence was gathered.
    fn settled(&self) -> Option<(&'l [u8], Option<&'static str>)> {
        None
    }

    /// Returns the conformance of the first reading. `verdict` is the verdict on that reading.
    fn conformance(&self, verdict: &Verdict<'l>) -> Conformance {
        verdict.conformance()
    }
}

impl<'l> FieldSource<'l> for &'l Link {
    fn candidate(&self) -> &'l Candidate {
        Link::candidate(self)
    }

    fn span(&self) -> Span {
        Link::span(self)
    }

    fn pieces(&self) -> impl Iterator<Item = Span> {
        Link::pieces(self)
    }

    fn position(&self) -> Option<Position> {
        Link::position(self)
    }

    fn is_quoted_printable(&self) -> bool {
        Link::is_quoted_printable(self)
    }

    fn is_virtual(&self) -> bool {
        Link::is_virtual(self)
    }

    fn base(&self) -> Option<&'l [u8]> {
        self.base_text()
    }

    fn section(&self) -> &'l Section {
        Link::section(self)
    }

    fn markup(&self) -> Option<&'l Markup> {
        Link::markup(self)
    }

    fn message_index(&self) -> Option<u64> {
        self.message()?.index()
    }

    fn message_offset(&self) -> Option<u64> {
        self.message().map(Message::offset)
    }

    fn metadata(&self) -> Option<&'l Metadata> {
        self.message().map(Message::metadata)
    }

    fn is_unwrapped(&self) -> bool {
        #[cfg(feature = "unwrap")]
        return Link::is_unwrapped(self);
        #[cfg(not(feature = "unwrap"))]
        false
    }

    fn conformance(&self, _: &Verdict<'l>) -> Conformance {
        // It may be known already.
        Link::conformance(self)
    }
}

/// The values of the fields of a link. The URL is parsed once for all of them.
#[derive(Clone, Debug)]
pub struct Values<'p, 'l, S = &'l Link> {
    source: S,
    path: &'p [u8],
    verdict: Cow<'l, Verdict<'l>>,
    /// The span in the source, once it is computed.
    span: OnceCell<Span>,
    /// The URL that the link is resolved against, once it is parsed.
    base: OnceCell<Option<Base<'l>>>,
    /// The second guesses, once they are made.
    guesses: OnceCell<Vec<SecondGuess<'l>>>,
}

impl<'l> Values<'l, 'l> {
    /// Creates the values of an owned link. They are computed on demand.
    #[must_use]
    pub fn of(link: &'l Link) -> Self {
        Self {
            source: link,
            path: link.path(),
            verdict: Cow::Owned(link.verdict()),
            span: OnceCell::new(),
            base: OnceCell::new(),
            guesses: OnceCell::new(),
        }
    }
}

impl<'p, 'l: 'p, S: FieldSource<'l>> Values<'p, 'l, S> {
    /// Creates the values of a link. They are computed on demand. `path` is the name of its source, `verdict` the
    /// verdict on its first reading.
    #[must_use]
    pub fn new(source: S, path: &'p [u8], verdict: &'l Verdict<'l>) -> Self {
        Self {
            source,
            path,
            verdict: Cow::Borrowed(verdict),
            span: OnceCell::new(),
            base: OnceCell::new(),
            guesses: OnceCell::new(),
        }
    }

    /// Returns whether the link is in a message; otherwise, the fields of the message are empty.
    #[must_use]
    pub fn has_message(&self) -> bool {
        self.source.message_offset().is_some()
    }

    pub(crate) const fn source(&self) -> &S {
        &self.source
    }

    pub(crate) const fn path(&self) -> &'p [u8] {
        self.path
    }

    pub(crate) fn candidate(&self) -> &'l Candidate {
        self.source.candidate()
    }

    #[cfg(feature = "json")]
    pub(crate) fn verdict(&self) -> &Verdict<'l> {
        &self.verdict
    }

    pub(crate) fn conformance(&self) -> Conformance {
        self.source.conformance(&self.verdict)
    }

    /// Returns the parts of the first reading, as far as they can be parsed.
    #[must_use]
    pub fn parts(&self) -> &Parts<'l> {
        self.verdict.parts()
    }

    /// Returns the index of the best reading; see [`Link::best`].
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        best(self.candidate(), self.conformance())
    }

    pub(crate) fn span(&self) -> Span {
        *self.span.get_or_init(|| self.source.span())
    }

    /// Returns the URL that the link is resolved against, if it is a relative reference and there is one.
    pub(crate) fn base(&self) -> Option<Base<'l>> {
        let text = self.source.base()?;
        let parse = || base_of_reference(text, self.conformance());
        *self.base.get_or_init(parse)
    }

    /// Returns the URL that a known rewriter has wrapped in the link, if it is wanted. Without the feature `unwrap`, no
    /// rewriter is known.
    pub(crate) fn target(&self) -> Option<Vec<u8>> {
        let wanted = self.source.is_unwrapped().then(|| self.candidate().url());
        #[cfg(feature = "unwrap")]
        return wanted.and_then(crate::unwrap::target);
        #[cfg(not(feature = "unwrap"))]
        wanted.and(None)
    }

    /// Returns the guesses at what the URL was before the text was damaged. They are made once.
    pub fn guesses(&self) -> impl Iterator<Item = &SecondGuess<'l>> {
        let made = self.guesses.get_or_init(|| {
            let is_quoted_printable = self.source.is_quoted_printable();
            let guesses = self.candidate().second_guesses(is_quoted_printable);
            guesses.collect()
        });
        made.iter()
    }

    /// Returns the problems of the URL. One that conforms to RFC 1738 is not parsed.
    pub(crate) fn problems(&self) -> &[Problem] {
        if self.conformance() == Conformance::Rfc1738 {
            return &[];
        }
        self.verdict.problems()
    }

    /// Returns whether there are warnings.
    #[cfg(feature = "json")]
    pub(crate) fn has_warnings(&self) -> bool {
        !(self.candidate().warnings().is_empty() && self.verdict.warnings().is_empty())
    }

    /// Returns the codes of the warnings.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = &'static str> + use<S> {
        warnings(self.candidate(), &self.verdict).map(LinkWarning::code)
    }
}
