//! The owned link.

use std::{
    borrow::Cow,
    slice,
    sync::{Arc, OnceLock},
};

use urlsift_rfc1738::{Base, Conformance, Parts, Problem, Verdict};
use urlsift_scan::{Candidate, Delimiter, HyphenPolicy, Join, Position, SecondGuess, Span};

#[cfg(feature = "mail")]
use crate::Message;
use crate::{
    Markup, Section,
    verdict::verdict_in,
    warnings::{LinkWarning, warnings},
};

/// A URL and its place in the source.
///
/// A link owns its data, so that it can be stored or sent to another thread. Links of one source share their path,
/// message, section and base: a link needs two allocations, and a few more if the URL is in several pieces.
///
/// Offsets are 0-based and count bytes. Offsets in the *text* count the scanned bytes, which may have been decoded
/// (from quoted-printable, a charset or HTML). Offsets in the *source* count the bytes that the text was decoded
/// from: the file, or the member of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    candidate: Candidate,
    span: Span,
    pieces: Pieces,
    is_quoted_printable: bool,
    is_virtual: bool,
    position: Option<Position>,
    path: Arc<[u8]>,
    section: Section,
    markup: Option<Arc<Markup>>,
    #[cfg(feature = "mail")]
    message: Option<Message>,
    base: Option<Arc<[u8]>>,
    #[cfg(feature = "unwrap")]
    is_unwrapped: bool,
    lossy_url: Derived<Box<str>>,
    conformance: Derived<Conformance>,
}

impl Link {
    /// Creates the link of a candidate. `path` is the name of the source; `source` maps a range of the text to the
    /// range of the source that it was decoded from.
    #[must_use]
    pub fn new(
        candidate: Candidate,
        path: Arc<[u8]>,
        mut source: impl FnMut(Span) -> Span,
    ) -> Self {
        Self {
            span: source(candidate.span()),
            pieces: match candidate.pieces() {
                &[piece] => Pieces::One(source(piece)),
                pieces => Pieces::Many(pieces.iter().map(|&piece| source(piece)).collect()),
            },
            candidate,
            is_quoted_printable: false,
            is_virtual: false,
            position: None,
            path,
            section: Section::default(),
            markup: None,
            #[cfg(feature = "mail")]
            message: None,
            base: None,
            #[cfg(feature = "unwrap")]
            is_unwrapped: false,
            lossy_url: Derived::default(),
            conformance: Derived::default(),
        }
    }

    /// Sets the position of the link's first byte in the source.
    #[must_use]
    pub const fn with_position(mut self, position: Position) -> Self {
        self.position = Some(position);
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
        self.span = convert(self.span);
        match &mut self.pieces {
            Pieces::One(piece) => *piece = convert(*piece),
            Pieces::Many(pieces) => pieces.iter_mut().for_each(|piece| *piece = convert(*piece)),
        }
        self.position = position;
        self
    }

    /// Records that the text was declared as quoted-printable, so that a `=` in the URL is part of it.
    #[must_use]
    pub const fn with_quoted_printable(mut self) -> Self {
        self.is_quoted_printable = true;
        self
    }

    /// Records that offsets count in a text that is not in the source as it is.
    #[must_use]
    pub const fn with_virtual_place(mut self) -> Self {
        self.is_virtual = true;
        self
    }

    /// Sets the section of the message that contains the link.
    #[must_use]
    pub fn with_section(mut self, section: Section) -> Self {
        self.section = section;
        self
    }

    /// Sets the attribute that contains the link.
    #[must_use]
    pub fn with_markup(mut self, markup: Arc<Markup>) -> Self {
        self.markup = Some(markup);
        self
    }

    /// Sets the message that contains the link.
    #[cfg(feature = "mail")]
    #[must_use]
    pub fn with_message(mut self, message: Message) -> Self {
        self.message = Some(message);
        self
    }

    /// Sets the URL against which the link is resolved if it is a relative reference. [`base`](Self::base) returns
    /// `None` for a text that cannot be a [`Base`].
    #[must_use]
    pub fn with_base(mut self, base: Arc<[u8]>) -> Self {
        self.base = Some(base);
        self
    }

    /// Requests the [target](Self::target), if a known rewriter has wrapped it in the link.
    #[cfg(feature = "unwrap")]
    #[must_use]
    pub const fn with_unwrapping(mut self) -> Self {
        self.is_unwrapped = true;
        self
    }

    /// Sets the conformance, if it is already known; otherwise it is computed when it is first needed. It must equal
    /// [`Verdict::conformance`] of the first reading.
    #[must_use]
    pub fn with_conformance(mut self, conformance: Conformance) -> Self {
        self.conformance = Derived(conformance.into());
        self
    }

    /// Adds `preceding` to the position and to the index of the message, so that they count from the start of the
    /// source.
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
        #[cfg(feature = "mail")]
        if let Some(message) = &mut self.message {
            message.index = message.index.map(|index| index + preceding.messages);
        }
    }

    /// Returns whether offsets count in a text that is not in the source as it is, such as a property of Outlook.
    #[must_use]
    pub const fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Returns the scanner's candidate. Its offsets count in the text.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// Returns the first reading: the rejoined URL with every hyphen kept. Invalid UTF-8 is replaced by U+FFFD;
    /// [`url_bytes`](Self::url_bytes) returns the exact bytes.
    #[must_use]
    pub fn url(&self) -> &str {
        let url = self.url_bytes();
        str::from_utf8(url).unwrap_or_else(|_| {
            let lossy = || String::from_utf8_lossy(url).into();
            self.lossy_url.0.get_or_init(lossy)
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
        best(&self.candidate, self.conformance())
    }

    /// Returns the guesses at what the URL was before the text was damaged. They are made from the first reading.
    pub fn second_guesses(&self) -> impl Iterator<Item = SecondGuess<'_>> {
        self.candidate.second_guesses(self.is_quoted_printable)
    }

    /// Returns whether the text was declared as quoted-printable.
    #[cfg(feature = "mail")]
    pub(crate) const fn is_quoted_printable(&self) -> bool {
        self.is_quoted_printable
    }

    /// Returns the bytes of the link in the text, with its delimiters, such as `<` and `>` or quotation marks; of a
    /// link in an attribute, the URL in its value.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        self.candidate.raw()
    }

    /// Returns the delimiter that opened the link.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
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
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the spans in the source of the pieces of the first reading. There is one more piece than there are
    /// [`joins`](Self::joins).
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Span> {
        let pieces = match &self.pieces {
            Pieces::One(piece) => slice::from_ref(piece),
            Pieces::Many(pieces) => pieces,
        };
        pieces.iter().copied()
    }

    /// Returns the spans in the text whose bytes, concatenated, are the first reading without any restored `@`.
    pub fn text_pieces(&self) -> impl ExactSizeIterator<Item = Span> {
        self.candidate.pieces().iter().copied()
    }

    /// Returns the position of the link's first byte in the source, if it is known.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source. On Unix, a path may contain any bytes.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Returns the message that contains the link, if the source is an archive of messages.
    #[cfg(feature = "mail")]
    #[must_use]
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// Returns the section of the message that contains the link.
    #[must_use]
    pub const fn section(&self) -> &Section {
        &self.section
    }

    /// Returns the attribute of an HTML page that contains the link; `None` for a link in a text. The text of a link
    /// in an attribute is the value of the attribute, after its character references are decoded.
    #[must_use]
    pub fn markup(&self) -> Option<&Markup> {
        self.markup.as_deref()
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
        *self.conformance.0.get_or_init(compute)
    }

    /// Returns the verdict on the first reading. The verdict parses the URL when its parts, problems or warnings are
    /// first used; to use several of them, keep the verdict.
    ///
    /// In a header field of a mailing list, the header fields of a `mailto:` URL are
    /// [accepted](Verdict::with_mailto_fields).
    #[must_use]
    pub fn verdict(&self) -> Verdict<'_> {
        verdict_in(self.url_bytes(), self.header())
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
        self.warnings_with(&self.verdict())
    }

    /// Like [`warnings`](Self::warnings), for a verdict that is already known.
    pub(crate) fn warnings_with(
        &self,
        verdict: &Verdict<'_>,
    ) -> impl Iterator<Item = LinkWarning> + use<> {
        warnings(&self.candidate, verdict)
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

    /// Returns the port of the URL, if it has one that is a number below 2^64.
    #[must_use]
    pub fn port(&self) -> Option<u64> {
        self.parts().port_number()
    }

    /// Returns the base URL, if the link is a relative reference and has one.
    #[must_use]
    pub fn base(&self) -> Option<Base<'_>> {
        base_of_reference(self.base_text()?, self.conformance())
    }

    /// Returns the text of the base, whether or not the link is a relative reference.
    pub(crate) fn base_text(&self) -> Option<&[u8]> {
        self.base.as_deref()
    }

    /// Returns the link resolved against its [base](Self::base) (RFC 1808 §4), if it has one.
    #[must_use]
    pub fn resolved(&self) -> Option<Vec<u8>> {
        Some(self.base()?.resolve(self.url_bytes()))
    }

    /// Returns the URL that a known rewriter has wrapped in the first reading, if it was
    /// [requested](Self::with_unwrapping).
    #[cfg(feature = "unwrap")]
    #[must_use]
    pub fn target(&self) -> Option<Vec<u8>> {
        let wanted = self.is_unwrapped.then(|| self.url_bytes());
        wanted.and_then(crate::unwrap::target)
    }

    /// Returns whether the target was requested.
    #[cfg(all(feature = "mail", feature = "unwrap"))]
    pub(crate) const fn is_unwrapped(&self) -> bool {
        self.is_unwrapped
    }
}

/// Returns the base of a link with this conformance, if it is a relative reference and the base is valid.
pub(crate) fn base_of_reference(base: &[u8], conformance: Conformance) -> Option<Base<'_>> {
    let is_relative = conformance == Conformance::Relative;
    is_relative.then(|| Base::new(base).ok()).flatten()
}

/// The ranges of the source. Most URLs are in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pieces {
    One(Span),
    Many(Box<[Span]>),
}

/// A value derived from the rest of a link, computed on demand. Comparisons ignore it.
#[derive(Clone, Debug)]
struct Derived<T>(OnceLock<T>);

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

/// The lines, columns and messages of a source before a chunk of it. Positions and indices in the chunk count from
/// its start; [`Link::rebase`] adds this to them.
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

/// Returns a name in lower case, as almost all names are written.
pub(crate) fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// Returns the index of the first of the readings that satisfy the strictest standard of all, if that is stricter than
/// the conformance of the first reading.
pub(crate) fn best(candidate: &Candidate, conformance: Conformance) -> Option<usize> {
    // Most links have one reading, and of these most satisfy RFC 1738.
    if candidate.reading_count() == 1 || conformance == Conformance::Rfc1738 {
        return None;
    }
    let others = candidate.readings(HyphenPolicy::Both).enumerate().skip(1);
    let levels = others.map(|(index, reading)| (Conformance::of(&reading), index));
    let (best, index) = levels.min_by_key(|&(level, _)| level as u8)?;
    (!conformance.reaches(best)).then_some(index)
}
