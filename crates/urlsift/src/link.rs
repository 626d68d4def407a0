//! A link.

use std::{
    borrow::Cow,
    ops::Range,
    sync::{Arc, OnceLock},
};

use urlsift_rfc1738::{Base, Conformance, Parts, Problem, Verdict};
use urlsift_scan::{Candidate, Delimiter, HyphenPolicy, Join, Position, SecondGuess, Span};

use crate::{
    Advice, Markup, Section,
    markup::Surroundings,
    parts::{domain, lower_case},
    place::{Place, Preceding},
    warnings::{LinkWarning, LinkWarnings},
};
#[cfg(feature = "mail")]
use crate::{
    Message,
    context::{ContextBuffer, TextLine},
};

/// A URL and its place in the source.
///
/// A [`Sink`](crate::Sink) receives a link that borrows from the bytes that are read. A `Link<'static>` owns its data,
/// so that it can be stored or sent to another thread: [`into_owned`](Self::into_owned) makes it, and a
/// [`Source`](crate::Source) returns such links. Owned links of one source share their message, section and base, and
/// their path if it was [set](Self::with_path) so: a link needs two allocations, and a few more if the URL is in
/// several pieces.
///
/// Offsets are 0-based and count bytes. Offsets in the *text* count the scanned bytes, which may have been decoded
/// (from quoted-printable, a charset or HTML). Offsets in the *source* count the bytes that the text was decoded
/// from: the file, the body of a part, or the member of a container.
#[derive(Clone, Debug)]
pub struct Link<'t> {
    pub(crate) candidate: Cow<'t, Candidate>,
    place: Place<'t>,
    pub(crate) position: Option<Position>,
    /// The offset in the text at which the link begins, or the tag that contains it.
    pub(crate) text_start: u64,
    pub(crate) is_quoted_printable: bool,
    pub(crate) is_virtual: bool,
    pub(crate) is_unwrapped: bool,
    pub(crate) surroundings: Surroundings,
    path: SharedBytes<'t>,
    section: Cow<'t, Section>,
    pub(crate) markup: Option<Cow<'t, Arc<Markup>>>,
    pub(crate) base: Option<SharedBytes<'t>>,
    /// The URL as which the link is settled, and the name of the evidence, if there is any.
    settled: Option<(Cow<'t, [u8]>, Option<&'static str>)>,
    #[cfg(feature = "mail")]
    pub(crate) message: Option<Message<'t>>,
    #[cfg(feature = "mail")]
    pub(crate) context: Option<&'t ContextBuffer>,
    // Computed on demand.
    lossy_url: OnceLock<Box<str>>,
    conformance: OnceLock<Conformance>,
    target: OnceLock<Option<Box<[u8]>>>,
}

/// Bytes that a link borrows, or shares with other links.
#[derive(Clone, Debug)]
pub enum SharedBytes<'t> {
    /// Borrowed bytes. An owned link has a copy of its own.
    Borrowed(&'t [u8]),
    /// Shared bytes.
    Shared(Arc<[u8]>),
}

impl SharedBytes<'_> {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }

    fn into_owned(self) -> SharedBytes<'static> {
        SharedBytes::Shared(match self {
            Self::Borrowed(bytes) => bytes.into(),
            Self::Shared(bytes) => bytes,
        })
    }
}

impl<'t> From<&'t [u8]> for SharedBytes<'t> {
    fn from(bytes: &'t [u8]) -> Self {
        Self::Borrowed(bytes)
    }
}

impl From<Arc<[u8]>> for SharedBytes<'_> {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self::Shared(bytes)
    }
}

impl Link<'static> {
    /// Creates the link of a candidate. `path` is the name of the source; `source` maps a range of the text to the
    /// range of the source that it was decoded from.
    #[must_use]
    pub fn new(candidate: Candidate, path: Arc<[u8]>, source: impl FnMut(Span) -> Span) -> Self {
        let place = Place::of(&candidate, source);
        let section = Cow::Owned(Section::Source);
        Self::of(Cow::Owned(candidate), place, section).with_path(path)
    }
}

impl<'t> Link<'t> {
    /// Creates a link of which no more is known than its place.
    pub(crate) fn of(
        candidate: Cow<'t, Candidate>,
        place: Place<'t>,
        section: Cow<'t, Section>,
    ) -> Self {
        Self {
            text_start: candidate.span().start(),
            candidate,
            place,
            position: None,
            is_quoted_printable: false,
            is_virtual: false,
            is_unwrapped: false,
            surroundings: Surroundings::default(),
            path: SharedBytes::Borrowed(b""),
            section,
            markup: None,
            base: None,
            settled: None,
            #[cfg(feature = "mail")]
            message: None,
            #[cfg(feature = "mail")]
            context: None,
            lossy_url: OnceLock::new(),
            conformance: OnceLock::new(),
            target: OnceLock::new(),
        }
    }

    /// Sets the name of the source. It is empty otherwise.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<SharedBytes<'t>>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the position of the link's first byte in the source.
    #[must_use]
    pub fn with_position(mut self, position: impl Into<Option<Position>>) -> Self {
        self.position = position.into();
        self
    }

    /// Replaces the place: `convert` maps a span of the source to the span that the link has from then on, such as one
    /// in characters.
    #[must_use]
    pub fn with_place(
        mut self,
        mut convert: impl FnMut(Span) -> Span,
        position: Option<Position>,
    ) -> Self {
        if let Some(at) = &mut self.surroundings.shown_by {
            *at = convert(Span::new(*at, *at)).start();
        }
        self.place = self.place.converted(&self.candidate, convert);
        self.position = position;
        self
    }

    /// Sets the section of the message that contains the link.
    #[must_use]
    pub fn with_section(mut self, section: Section) -> Self {
        self.section = Cow::Owned(section);
        self
    }

    /// Sets the attribute that contains the link.
    #[must_use]
    pub fn with_markup(mut self, markup: Arc<Markup>) -> Self {
        self.markup = Some(Cow::Owned(markup));
        self
    }

    /// Sets the message that contains the link.
    #[cfg(feature = "mail")]
    #[must_use]
    pub fn with_message(mut self, message: Message<'t>) -> Self {
        self.message = Some(message);
        self
    }

    /// Sets the URL against which the link is resolved if it is a relative reference. [`base`](Self::base) returns
    /// `None` for a text that cannot be a [`Base`].
    #[must_use]
    pub fn with_base(mut self, base: impl Into<SharedBytes<'t>>) -> Self {
        self.base = Some(base.into());
        self
    }

    /// Sets the URL as which the link is settled, and the name of the evidence, if there is any.
    #[must_use]
    pub fn with_settled(
        mut self,
        url: impl Into<Cow<'t, [u8]>>,
        resolved_by: Option<&'static str>,
    ) -> Self {
        self.settled = Some((url.into(), resolved_by));
        self
    }

    /// Sets the conformance, if it is already known; otherwise it is computed when it is first needed. It must equal
    /// [`Verdict::conformance`] of the first reading.
    #[must_use]
    pub fn with_conformance(mut self, conformance: Conformance) -> Self {
        self.conformance = conformance.into();
        self
    }

    /// Adds `preceding` to the position and to the index of the message, so that they count from the start of the
    /// source.
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
        #[cfg(feature = "mail")]
        if let Some(message) = &mut self.message {
            message.rebase(preceding.messages);
        }
    }

    /// Returns the owned form. The header of the message is parsed once, for the first link of the message. The lines
    /// before the link are dropped.
    #[must_use]
    pub fn into_owned(self) -> Link<'static> {
        Link {
            place: self.place.converted(&self.candidate, |span| span),
            candidate: Cow::Owned(self.candidate.into_owned()),
            position: self.position,
            text_start: self.text_start,
            is_quoted_printable: self.is_quoted_printable,
            is_virtual: self.is_virtual,
            is_unwrapped: self.is_unwrapped,
            surroundings: self.surroundings,
            path: self.path.into_owned(),
            section: Cow::Owned(self.section.into_owned()),
            markup: self.markup.map(|markup| Cow::Owned(markup.into_owned())),
            base: self.base.map(SharedBytes::into_owned),
            settled: self
                .settled
                .map(|(url, by)| (Cow::Owned(url.into_owned()), by)),
            #[cfg(feature = "mail")]
            message: self.message.map(Message::into_owned),
            #[cfg(feature = "mail")]
            context: None,
            lossy_url: self.lossy_url,
            conformance: self.conformance,
            target: self.target,
        }
    }

    /// Returns whether offsets count in a text that is not in the source as it is, such as a property of Outlook.
    #[must_use]
    pub const fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Returns who shows the link, if it is in a conditional comment of a page: `mso` is Outlook for Windows.
    #[must_use]
    pub fn condition(&self) -> Option<&'static str> {
        self.surroundings.is_in_condition.then_some("mso")
    }

    /// Returns whether the link is in an attribute of an image of at most one pixel, which counts who reads a page.
    #[must_use]
    pub const fn is_pixel(&self) -> bool {
        self.surroundings.is_pixel
    }

    /// Returns the offset in the source of the link of the `a` element whose text has this link. It is known if links
    /// in attributes are wanted.
    #[must_use]
    pub const fn shown_by(&self) -> Option<u64> {
        self.surroundings.shown_by
    }

    /// Returns the scanner's candidate. Its offsets count in the text; in an attribute, in the value after its
    /// character references are decoded.
    #[must_use]
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// Returns the first reading: the rejoined URL with every hyphen kept. Invalid UTF-8 is replaced by U+FFFD;
    /// [`url_bytes`](Self::url_bytes) returns the exact bytes.
    #[must_use]
    pub fn url(&self) -> &str {
        let url = self.url_bytes();
        str::from_utf8(url).unwrap_or_else(|_| {
            let lossy = || String::from_utf8_lossy(url).into();
            self.lossy_url.get_or_init(lossy)
        })
    }

    /// Returns the bytes of the first reading. They are never empty.
    #[must_use]
    pub fn url_bytes(&self) -> &[u8] {
        self.candidate.url()
    }

    /// Returns all readings in order, starting with the first. There are several if a line was broken after a hyphen,
    /// which may or may not belong to the URL (RFC 1738, appendix).
    pub fn readings(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        self.candidate.readings(HyphenPolicy::Both)
    }

    /// Returns the number of readings, at least one.
    #[must_use]
    pub fn reading_count(&self) -> usize {
        self.candidate.reading_count()
    }

    /// Returns the index of the [reading](Self::readings) that satisfies the strictest standard, the first one if
    /// there are several; `None` if no reading satisfies a stricter standard than the first one.
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        // Most links have one reading.
        if self.reading_count() == 1 {
            return None;
        }
        let conformance = self.conformance();
        if conformance == Conformance::Rfc1738 {
            return None;
        }
        let others = self.readings().enumerate().skip(1);
        let levels = others.map(|(index, reading)| (Conformance::of(&reading), index));
        let (best, index) = levels.min_by_key(|&(level, _)| level as u8)?;
        (!conformance.reaches(best)).then_some(index)
    }

    /// Returns the guesses at what the URL was before the text was damaged. They are made from the first reading.
    pub fn second_guesses(&self) -> impl Iterator<Item = SecondGuess<'_>> {
        self.candidate.second_guesses(self.is_quoted_printable)
    }

    /// Returns the bytes of the link in the text, with its delimiters, such as `<` and `>` or quotation marks; of a
    /// link in an attribute, the URL in its value.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        self.candidate.raw()
    }

    /// Returns the kind: the delimiter that opened the link.
    #[must_use]
    pub fn kind(&self) -> Delimiter {
        self.candidate.delimiter()
    }

    /// Returns the number of line breaks (LF) in [`raw`](Self::raw).
    #[must_use]
    pub fn breaks(&self) -> usize {
        self.candidate.breaks()
    }

    /// Returns whether whitespace without a line break was dropped from inside the URL.
    #[must_use]
    pub fn spaced(&self) -> bool {
        self.candidate.spaced()
    }

    /// Returns the joins between the pieces.
    #[must_use]
    pub fn joins(&self) -> &[Join] {
        self.candidate.joins()
    }

    /// Returns the number of quote marks before the link on its line, at most 64.
    #[must_use]
    pub fn quote_depth(&self) -> usize {
        self.candidate.quote_depth()
    }

    /// Returns the span of the link in the source, with its delimiters, such as `<` and `>` or quotation marks.
    #[must_use]
    pub fn span(&self) -> Span {
        self.place.span(self.candidate.span())
    }

    /// Returns the spans in the source of the pieces of the first reading. There is one more piece than there are
    /// [`joins`](Self::joins).
    #[must_use]
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces {
            link: self,
            left: 0..self.candidate.pieces().len(),
        }
    }

    /// Returns the spans in the text whose bytes, concatenated, are the first reading without any restored `@`.
    pub fn text_pieces(&self) -> impl ExactSizeIterator<Item = Span> {
        self.candidate.pieces().iter().copied()
    }

    /// Returns the offset in the text at which the link begins, or the tag that contains it.
    #[must_use]
    pub const fn text_start(&self) -> u64 {
        self.text_start
    }

    /// Returns the position of the link's first byte in the source, if it is known: if
    /// [`Sifter::positions`](crate::Sifter::positions) has requested positions.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source. On Unix, a path may contain any bytes.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        self.path.as_bytes()
    }

    /// Returns the message that contains the link, if the source is an archive of messages.
    #[cfg(feature = "mail")]
    #[must_use]
    pub const fn message(&self) -> Option<&Message<'t>> {
        self.message.as_ref()
    }

    /// Returns the section of the message that contains the link.
    #[must_use]
    pub fn section(&self) -> &Section {
        &self.section
    }

    /// Returns the attribute of an HTML page that contains the link; `None` for a link in a text. The text of a link
    /// in an attribute is the value of the attribute, after its character references are decoded.
    #[must_use]
    pub fn markup(&self) -> Option<&Markup> {
        self.markup.as_ref().map(|markup| &***markup)
    }

    /// Returns the IMAP number of the part that contains the link, such as `1.2`. `None` for a link in a header,
    /// outside messages, or around the parts of a multipart message.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        self.section.part_number()
    }

    /// Returns the media type of the part that contains the link in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.section.media_type()
    }

    /// Returns the name of the header field that contains the link, as written.
    #[must_use]
    pub fn header(&self) -> Option<&[u8]> {
        self.section.header_name()
    }

    /// Returns the strictest standard that the first reading satisfies.
    #[must_use]
    pub fn conformance(&self) -> Conformance {
        let compute = || Conformance::of(self.url_bytes());
        *self.conformance.get_or_init(compute)
    }

    /// Returns the verdict on the first reading. The verdict parses the URL when its parts, problems or warnings are
    /// first used; to use several of them, keep the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict<'_> {
        Verdict::of(self.url_bytes())
    }

    /// Returns the problems of the first reading, which explain why it does not conform to RFC 1738, in the order of
    /// their positions.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        // A URL that conforms need not be parsed.
        if self.conformance() == Conformance::Rfc1738 {
            return Vec::new();
        }
        self.verdict().problems().to_vec()
    }

    /// Returns the warnings: about the text, then about the URL.
    pub fn warnings(&self) -> impl Iterator<Item = LinkWarning> + use<> {
        LinkWarnings::of(&self.candidate, &self.verdict()).iter()
    }

    /// Returns the URL that a client opens: the first reading or, of a relative reference, what it
    /// [resolves](Self::resolved) to; without a base, `None`. Invalid UTF-8 is replaced by U+FFFD.
    #[must_use]
    pub fn absolute(&self) -> Option<Cow<'_, str>> {
        if self.conformance() == Conformance::Relative {
            let resolved = self.resolved()?;
            return Some(String::from_utf8_lossy(&resolved).into_owned().into());
        }
        Some(self.url().into())
    }

    /// Returns what a client does before it opens the [absolute](Self::absolute) URL, and why; see
    /// [`Advice::of_url`]. The [target](Self::target) of a rewriter counts as well.
    #[must_use]
    pub fn advice(&self) -> (Advice, &'static str) {
        let absolute = self.absolute();
        let url = self.target().or(absolute.as_deref().map(str::as_bytes));
        let leads_to = Verdict::of(url.unwrap_or(self.url_bytes()));
        Advice::of_url(&leads_to, self.warnings())
    }

    /// Returns the parts of the first reading, as far as they can be parsed.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        *self.verdict().parts()
    }

    /// Returns the scheme in lower case.
    #[must_use]
    pub fn scheme(&self) -> Option<Cow<'_, str>> {
        self.parts().scheme().map(lower_case)
    }

    /// Returns the host as written: the one that a client of today connects to. The host of a `file` URL may be empty.
    #[must_use]
    pub fn host(&self) -> Option<&[u8]> {
        Some(self.parts().host()?.as_bytes())
    }

    /// Returns the canonical form of the host, by which hosts are compared; see [`Parts::host_ascii`].
    #[must_use]
    pub fn host_ascii(&self) -> Option<Cow<'_, str>> {
        self.parts().host_ascii()
    }

    /// Returns the registered domain of the host; see [`Parts::domain`]. Without the feature `domain`, none is known.
    #[must_use]
    pub fn domain(&self) -> Option<Cow<'_, str>> {
        domain(&self.parts())
    }

    /// Returns the port of the URL, if it has one that is a number below 2^64.
    #[must_use]
    pub fn port(&self) -> Option<u64> {
        self.parts().port_number()
    }

    /// Returns the base URL, if the link is a relative reference and has one: for a link in an attribute, the one of
    /// the first `base` before it in the page; else the `Content-Base` or `Content-Location` of the part or message
    /// that contains the link.
    #[must_use]
    pub fn base(&self) -> Option<Base<'_>> {
        let base = self.base_text()?;
        let is_relative = self.conformance() == Conformance::Relative;
        is_relative.then(|| Base::new(base).ok()).flatten()
    }

    /// Returns the text of the base, whether or not the link is a relative reference.
    #[must_use]
    pub fn base_text(&self) -> Option<&[u8]> {
        self.base.as_ref().map(SharedBytes::as_bytes)
    }

    /// Returns the link resolved against its [base](Self::base) (RFC 1808 §4), if it has one.
    #[must_use]
    pub fn resolved(&self) -> Option<Vec<u8>> {
        Some(self.base()?.resolve(self.url_bytes()))
    }

    /// Returns the URL that a known rewriter has wrapped in the first reading, if it was
    /// [requested](Self::with_unwrapping). Without the feature `unwrap`, no rewriter is known.
    #[must_use]
    pub fn target(&self) -> Option<&[u8]> {
        #[cfg(feature = "unwrap")]
        let unwrap = || crate::unwrap::target(self.url_bytes()).map(Vec::into_boxed_slice);
        #[cfg(not(feature = "unwrap"))]
        let unwrap = || None;
        let target = || self.target.get_or_init(unwrap).as_deref();
        self.is_unwrapped.then(target).flatten()
    }

    /// Returns the name of the known rewriter that keeps the URL on its server, so that there is no further target, if
    /// targets are [requested](Self::with_unwrapping).
    #[must_use]
    pub fn rewriter(&self) -> Option<String> {
        #[cfg(feature = "unwrap")]
        if self.is_unwrapped {
            return crate::unwrap::opaque_rewriter(self.target().unwrap_or(self.url_bytes()));
        }
        None
    }

    /// Returns the URL as which the link is settled, and the name of the evidence, if there is any; `None` if no
    /// evidence was gathered.
    #[must_use]
    pub fn settled(&self) -> Option<(&[u8], Option<&'static str>)> {
        self.settled.as_ref().map(|(url, by)| (&**url, *by))
    }
}

#[cfg(feature = "mail")]
impl Link<'_> {
    /// Returns the context lines before the line of the `<`, as requested with
    /// [`Sifter::context`](crate::Sifter::context), without lines already [reported](crate::Sink::context) for
    /// another link. An owned link has none.
    pub fn before(&self) -> impl Iterator<Item = TextLine<'_>> {
        let lines = self.context.map(|context| context.before(self.text_start));
        lines.into_iter().flatten()
    }

    /// Returns the [number](TextLine::number) of the line of text with the `<`, if
    /// [`Sifter::context`](crate::Sifter::context) has requested context lines. It is unknown of an owned link.
    #[must_use]
    pub fn text_line(&self) -> Option<u64> {
        self.context
            .map(|context| context.number_at(self.text_start))
    }
}

/// Links are equal if all that is known of them is. The lines before them do not count.
impl PartialEq for Link<'_> {
    fn eq(&self, other: &Self) -> bool {
        let flags = |link: &Self| (link.is_quoted_printable, link.is_virtual, link.is_unwrapped);
        #[cfg(feature = "mail")]
        if self.message != other.message {
            return false;
        }
        self.candidate == other.candidate
            && self.span() == other.span()
            && self.pieces().eq(other.pieces())
            && self.position == other.position
            && self.text_start == other.text_start
            && flags(self) == flags(other)
            && self.surroundings == other.surroundings
            && self.path() == other.path()
            && self.section == other.section
            && self.markup() == other.markup()
            && self.base_text() == other.base_text()
            && self.settled() == other.settled()
    }
}

impl Eq for Link<'_> {}

/// The spans in the source of the pieces of a link; see [`Link::pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'l> {
    link: &'l Link<'l>,
    /// The indices of the pieces that are left.
    left: Range<usize>,
}

impl Iterator for Pieces<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let index = self.left.next()?;
        let Link {
            candidate, place, ..
        } = self.link;
        Some(place.piece(candidate.pieces(), index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl ExactSizeIterator for Pieces<'_> {}
