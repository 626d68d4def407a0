//! The owned link.

use std::{
    borrow::Cow,
    slice,
    sync::{Arc, OnceLock},
};

use urlsift_rfc1738::{Base, Conformance, Parts, Problem, Verdict, Warning as UrlWarning};
use urlsift_scan::{
    Candidate, Delimiter, HyphenPolicy, Join, Position, Span, Warning as TextWarning,
};

use crate::{Message, Part, Section};

/// A delimited URL, and where in its source it is.
///
/// It owns all that it needs, so that it can be sent to another thread and kept. What links of one source
/// have in common (the path, the message, the section, the base) is shared by them: a link takes two
/// allocations, and a few more if the URL is in several pieces.
///
/// Offsets are 0-based and count bytes. Those of the *text* are those of what was scanned, which may have been
/// decoded (from quoted-printable, a charset, HTML); those of the *source* are those of the bytes that the text was
/// decoded from: the file, or the member of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    candidate: Candidate,
    span: Span,
    pieces: Pieces,
    position: Option<Position>,
    path: Arc<[u8]>,
    section: Section,
    message: Option<Message>,
    base: Option<Arc<[u8]>>,
    lossy_url: Derived<Box<str>>,
    conformance: Derived<Conformance>,
}

impl Link {
    /// Creates the link of a candidate that was found in a text. `path` is the name of the source, and
    /// `source` returns the range of the source that a range of the text came from.
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
            position: None,
            path,
            section: Section::default(),
            message: None,
            base: None,
            lossy_url: Derived::default(),
            conformance: Derived::default(),
        }
    }

    /// Sets where in the source its `<` is.
    #[must_use]
    pub const fn with_position(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Sets the section of the message that it is in.
    #[must_use]
    pub fn with_section(mut self, section: Section) -> Self {
        self.section = section;
        self
    }

    /// Sets the message that it is in.
    #[must_use]
    pub fn with_message(mut self, message: Message) -> Self {
        self.message = Some(message);
        self
    }

    /// Sets the URL that it is resolved against, should it be a relative reference. A text that cannot
    /// be a [`Base`] has no effect.
    #[must_use]
    pub fn with_base(mut self, base: Arc<[u8]>) -> Self {
        self.base = Some(base);
        self
    }

    /// Sets its conformance, where that is known; otherwise it is computed when it is first needed. It must
    /// be that of [`Verdict::conformance`].
    #[must_use]
    pub fn with_conformance(mut self, conformance: Conformance) -> Self {
        self.conformance = Derived(conformance.into());
        self
    }

    /// Makes its position, and the index of its message, those of the whole source, if they counted
    /// from somewhere within; see [`Preceding`].
    pub fn rebase(&mut self, preceding: Preceding) {
        self.position = preceding.position(self.position);
        if let Some(message) = &mut self.message {
            message.index = message.index.map(|index| index + preceding.messages);
        }
    }

    /// Returns what the scanner found. Its offsets are those of the text.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// Returns the first reading: the URL put together, with every hyphen kept. Bytes that are not
    /// UTF-8 are replaced by U+FFFD; [`url_bytes`](Self::url_bytes) has them.
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

    /// Returns all readings in order, the first included. There are several where a line was broken
    /// after a hyphen, which may or may not belong to the URL (RFC 1738, appendix).
    pub fn readings(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        self.candidate.readings(HyphenPolicy::Both)
    }

    /// Returns how many readings there are: at least one.
    #[must_use]
    pub fn reading_count(&self) -> usize {
        self.candidate.reading_count()
    }

    /// Returns the index of the first of the [`readings`](Self::readings) that satisfy the strictest
    /// standard of all, if that is stricter than the first reading's.
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        // Most links have one reading, and of these most satisfy RFC 1738.
        if self.reading_count() == 1 || self.conformance() == Conformance::Rfc1738 {
            return None;
        }
        let others = self.readings().enumerate().skip(1);
        let judged = others.map(|(index, reading)| (Conformance::of(&reading), index));
        let (best, index) = judged.min_by_key(|&(conformance, _)| conformance as u8)?;
        (!self.conformance().reaches(best)).then_some(index)
    }

    /// Returns the bytes of the text from `<` to `>`.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        self.candidate.raw()
    }

    /// Returns what opened it.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
        self.candidate.delimiter()
    }

    /// Returns how many line breaks (LF) [`raw`](Self::raw) holds.
    #[must_use]
    pub fn breaks(&self) -> usize {
        self.candidate.breaks()
    }

    /// Returns whether whitespace without a line break was between two bytes of the URL.
    #[must_use]
    pub fn spaced(&self) -> bool {
        self.candidate.spaced()
    }

    /// Returns what was dropped between each two pieces.
    #[must_use]
    pub fn joins(&self) -> &[Join] {
        self.candidate.joins()
    }

    /// Returns how many quote marks (at most 64) are in front of it on its line.
    #[must_use]
    pub fn quote_depth(&self) -> usize {
        self.candidate.quote_depth()
    }

    /// Returns its bytes in the source, from `<` to `>`.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the ranges of the source that give the pieces of the first reading, one more than
    /// there are [`joins`](Self::joins).
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Span> {
        let pieces = match &self.pieces {
            Pieces::One(piece) => slice::from_ref(piece),
            Pieces::Many(pieces) => pieces,
        };
        pieces.iter().copied()
    }

    /// Returns the ranges of the text that, put together, are the first reading byte for byte, but for
    /// each restored `@`.
    pub fn text_pieces(&self) -> impl ExactSizeIterator<Item = Span> {
        self.candidate.pieces().iter().copied()
    }

    /// Returns where in the source its `<` is, if that is known.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the name of the source. On Unix a path may hold any bytes.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Returns the message that it is in, if the source is an archive of messages.
    #[must_use]
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// Returns the section of the message that it is in.
    #[must_use]
    pub const fn section(&self) -> &Section {
        &self.section
    }

    /// Returns the number of the part that it is in, as IMAP writes it, such as `1.2`. There is none in
    /// a header, outside of messages, and around the parts of a multipart message.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        self.in_part()?.number()
    }

    /// Returns the media type of the part that it is in, in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.in_part().map(Part::media_type)
    }

    fn in_part(&self) -> Option<&Part> {
        match &self.section {
            Section::Part(part) => Some(part),
            _ => None,
        }
    }

    /// Returns the name of the header field that it is in, as it is written.
    #[must_use]
    pub fn header(&self) -> Option<&[u8]> {
        match &self.section {
            Section::Header(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the strictest standard that the first reading satisfies.
    #[must_use]
    pub fn conformance(&self) -> Conformance {
        let compute = || Conformance::of(self.url_bytes());
        *self.conformance.0.get_or_init(compute)
    }

    /// Returns the verdict on the first reading, which parses it when it is first asked for its parts, problems or
    /// warnings. Who needs several of these asks one verdict for them.
    #[must_use]
    pub fn verdict(&self) -> Verdict<'_> {
        Verdict::of(self.url_bytes())
    }

    /// Returns why the first reading does not conform to RFC 1738, in the order of the places.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        // What conforms need not be parsed.
        if self.conformance() == Conformance::Rfc1738 {
            return Vec::new();
        }
        self.verdict().problems().to_vec()
    }

    /// Returns the codes of its warnings: those of the text, then those of the URL.
    pub fn warnings(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.warnings_with(&self.verdict())
    }

    /// Returns the same as [`warnings`](Self::warnings), of a verdict that is at hand.
    pub(crate) fn warnings_with(
        &self,
        verdict: &Verdict<'_>,
    ) -> impl Iterator<Item = &'static str> + use<> {
        Iterator::chain(
            self.candidate.warnings().iter().map(TextWarning::code),
            verdict.warnings().iter().map(UrlWarning::code),
        )
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

    /// Returns the host as it is written. That of a `file` URL may be empty.
    #[must_use]
    pub fn host(&self) -> Option<&[u8]> {
        Some(self.parts().host()?.as_bytes())
    }

    /// Returns the port that is written, if it is a number below 2^64.
    #[must_use]
    pub fn port(&self) -> Option<u64> {
        self.parts().port_number()
    }

    /// Returns what it is resolved against, if it is a relative reference and there is such a URL.
    #[must_use]
    pub fn base(&self) -> Option<Base<'_>> {
        let base = self.base.as_ref()?;
        let is_relative = self.conformance() == Conformance::Relative;
        is_relative.then(|| Base::new(base).ok()).flatten()
    }

    /// Returns what it becomes when it is resolved against its [base](Self::base) (RFC 1808 §4).
    #[must_use]
    pub fn resolved(&self) -> Option<Vec<u8>> {
        Some(self.base()?.resolve(self.url_bytes()))
    }
}

/// The ranges of the source. Most URLs are in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pieces {
    One(Span),
    Many(Box<[Span]>),
}

/// What follows from the rest of a link: where it is not computed yet, the link is no other one.
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

/// What a source holds before the place from which the positions and indices of a chunk of it count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preceding {
    /// The number of line breaks.
    pub lines: u64,
    /// The number of bytes since the last of them.
    pub columns: u64,
    /// The number of messages.
    pub messages: u64,
}

impl Preceding {
    pub(crate) fn position(self, position: Option<Position>) -> Option<Position> {
        position.map(|position| position.after(self.lines, self.columns))
    }
}

/// Returns a name in lower case, which almost all are.
pub(crate) fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}
