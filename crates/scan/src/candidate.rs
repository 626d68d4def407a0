//! What the scanner reports: candidates and what was abandoned.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use crate::span::Span;

/// The kinds of delimiters that open a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<URL:...>`, the wrapper that RFC 1738's appendix recommends.
    Url,
    /// `<scheme:...>`, as in RFC 2396 appendix E and RFC 3986 appendix C.
    Angle,
}

impl Delimiter {
    /// Every kind, in the order of their names' introduction.
    pub const ALL: &'static [Self] = &[Self::Url, Self::Angle];

    /// Its stable name: `url` or `angle`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Angle => "angle",
        }
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a candidate's reader should know before trusting it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Warning {
    /// Read although its lines carry more quote marks than the line it begins on.
    RaggedQuote,
    /// Its closing `>` may be a quote mark.
    DoubtfulClose,
    /// There is no closing `>`; the URL is what stands before the first whitespace.
    Unclosed,
    /// A label or a quotation behind the URL, still inside the brackets, was cut.
    TrailingText,
    /// Whitespace without a line break stood between two bytes of the URL.
    Spaced,
}

impl Warning {
    /// Every warning, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::RaggedQuote,
        Self::DoubtfulClose,
        Self::Unclosed,
        Self::TrailingText,
        Self::Spaced,
    ];

    /// Its stable code, such as `ragged-quote`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::RaggedQuote => "ragged-quote",
            Self::DoubtfulClose => "doubtful-close",
            Self::Unclosed => "unclosed",
            Self::TrailingText => "trailing-text",
            Self::Spaced => "spaced",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A set of [`Warning`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Warnings(u8);

impl Warnings {
    /// Whether `warning` is among them.
    #[must_use]
    pub const fn contains(self, warning: Warning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each once, in the order of [`Warning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Warning> {
        let all = Warning::ALL.iter().copied();
        all.filter(move |&warning| self.contains(warning))
    }

    pub(crate) fn insert(&mut self, warning: Warning) {
        self.0 |= 1 << warning as u8;
    }
}

impl fmt::Debug for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What was dropped between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dropped {
    /// The ` at ` that list archivers write for `@`; the URL has an `@` there.
    At,
    /// Whitespace, and what stood in it.
    Gap {
        /// One or more line breaks (LF, or CRLF).
        line_break: bool,
        /// Quote marks at a line's start, and the blanks around them.
        leader: bool,
        /// Other whitespace.
        space: bool,
    },
}

impl Dropped {
    /// Whether a line break is among it.
    #[must_use]
    pub const fn has_line_break(self) -> bool {
        matches!(
            self,
            Self::Gap {
                line_break: true,
                ..
            }
        )
    }

    /// The stable names of what was dropped: `at`, or `break`, `leader`, `space`, in this order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let (at, line_break, leader, space) = match self {
            Self::At => (true, false, false, false),
            Self::Gap {
                line_break,
                leader,
                space,
            } => (false, line_break, leader, space),
        };
        let all = [
            (at, "at"),
            (line_break, "break"),
            (leader, "leader"),
            (space, "space"),
        ];
        all.into_iter()
            .filter_map(|(dropped, name)| dropped.then_some(name))
    }
}

/// The place between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Join {
    /// How many bytes of the first reading stand before it; where an at-sign was restored, this
    /// is the index of the `@`.
    pub url_at: usize,
    /// What stood there in the text.
    pub dropped: Dropped,
    /// The byte before it is a hyphen.
    pub hyphen: bool,
}

impl Join {
    /// Whether the hyphen before it may have come from a typesetter (RFC 1738, appendix).
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        self.hyphen && self.dropped.has_line_break()
    }
}

/// Which readings of a candidate are wanted, where a line break stands right behind a hyphen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HyphenPolicy {
    /// The one in which every hyphen belongs to the URL.
    #[default]
    Keep,
    /// The one in which none of them does.
    Drop,
    /// Every reading.
    Both,
}

/// One delimited URL, put together, and where it stood.
///
/// Offsets count from the start of the scanned text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub(crate) span: Span,
    pub(crate) delimiter: Delimiter,
    pub(crate) raw: Vec<u8>,
    /// The URL, if it is in several pieces; one piece is a part of `raw`, and this is empty.
    pub(crate) joined: Vec<u8>,
    pub(crate) pieces: Vec<Span>,
    pub(crate) joins: Vec<Join>,
    pub(crate) quote_depth: usize,
    pub(crate) breaks: usize,
    pub(crate) warnings: Warnings,
}

impl Candidate {
    /// Above this many doubtful hyphens only two readings are told.
    const MOST_FREE_HYPHENS: usize = 4;

    /// The buffers of a candidate that is yet to be found.
    pub(crate) const fn blank() -> Self {
        Self {
            span: Span::new(0, 0),
            delimiter: Delimiter::Angle,
            raw: Vec::new(),
            joined: Vec::new(),
            pieces: Vec::new(),
            joins: Vec::new(),
            quote_depth: 0,
            breaks: 0,
            warnings: Warnings(0),
        }
    }

    /// Takes the bytes of its span, which begins at an offset.
    pub(crate) fn take_raw(&mut self, start: u64, raw: &[u8]) {
        self.span = Span::new(start, start + raw.len() as u64);
        self.raw.clear();
        self.raw.extend_from_slice(raw);
    }

    /// From its `<` to its `>`, both included; an unclosed candidate's span ends with its URL.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// What opened it.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The bytes of [`span`](Self::span), as they stood in the text.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// The first reading: the URL with every hyphen kept. Never empty.
    #[must_use]
    pub fn url(&self) -> &[u8] {
        match self.pieces[..] {
            [piece] => {
                let start = self.span.start();
                &self.raw[Span::new(piece.start() - start, piece.end() - start).range()]
            }
            _ => &self.joined,
        }
    }

    /// The spans of text that, put together, are [`url`](Self::url) byte for byte, but for each
    /// restored `@`. There is one more piece than there are joins; the last one is empty where an
    /// unclosed URL ends with a restored `@`.
    #[must_use]
    pub fn pieces(&self) -> &[Span] {
        &self.pieces
    }

    /// What stood between each two pieces.
    #[must_use]
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// How many quote marks (at most 64) stand in front of it on its line.
    #[must_use]
    pub fn quote_depth(&self) -> usize {
        self.quote_depth
    }

    /// How many line breaks (LF) its span holds.
    #[must_use]
    pub fn breaks(&self) -> usize {
        self.breaks
    }

    /// Whether whitespace without a line break stood between two bytes of the URL.
    #[must_use]
    pub fn spaced(&self) -> bool {
        self.warnings.contains(Warning::Spaced)
    }

    /// What its reader should know.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        self.warnings
    }

    /// Returns whether it is doubtful that the candidate ends where it does.
    #[must_use]
    pub fn is_close_doubtful(&self) -> bool {
        self.warnings.contains(Warning::DoubtfulClose) || self.warnings.contains(Warning::Unclosed)
    }

    /// How many readings there are: 2^n with n line breaks right behind a hyphen, 2 if n is above
    /// four.
    #[must_use]
    pub fn reading_count(&self) -> usize {
        match self.doubtful_joins().count() {
            0 => 1,
            n @ 1..=Self::MOST_FREE_HYPHENS => 1 << n,
            _ => 2,
        }
    }

    /// The reading at an index below [`reading_count`](Self::reading_count), or `None`.
    ///
    /// The first keeps all hyphens, the last drops them all; in between the last break varies
    /// fastest.
    #[must_use]
    pub fn reading(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        if index == 0 {
            return Some(Cow::Borrowed(self.url()));
        }
        let count = self.reading_count();
        if index >= count {
            return None;
        }
        let last = index == count - 1;
        let mut reading = Vec::with_capacity(self.joined.len());
        let mut from = 0;
        let mut bit = self.doubtful_joins().count();
        for join in self.doubtful_joins() {
            bit -= 1;
            if last || index >> bit & 1 == 1 {
                reading.extend_from_slice(&self.joined[from..join.url_at - 1]);
                from = join.url_at;
            }
        }
        reading.extend_from_slice(&self.joined[from..]);
        Some(Cow::Owned(reading))
    }

    /// The readings that a policy asks for, in order.
    pub fn readings(&self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let wanted = match policy {
            HyphenPolicy::Keep => 0..1,
            HyphenPolicy::Drop => self.reading_count() - 1..self.reading_count(),
            HyphenPolicy::Both => 0..self.reading_count(),
        };
        wanted.filter_map(|index| self.reading(index))
    }

    fn doubtful_joins(&self) -> impl Iterator<Item = &Join> {
        self.joins.iter().filter(|join| join.is_doubtful())
    }
}

/// Why an opened candidate gave no hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// Another `<` came before a `>`.
    Opener,
    /// A blank line came before a `>`.
    BlankLine,
    /// A line with nothing but quote marks came before a `>`.
    MarksOnly,
    /// A NUL came before a `>`.
    Nul,
    /// The text ended before a `>`.
    EndOfText,
    /// More than the allowed number of bytes came before a `>`.
    TooLong,
    /// Nothing stood inside, or nothing was left of it.
    Empty,
}

impl Reason {
    /// Every reason, in the order in which they are documented.
    pub const ALL: &'static [Self] = &[
        Self::Opener,
        Self::BlankLine,
        Self::MarksOnly,
        Self::Nul,
        Self::EndOfText,
        Self::TooLong,
        Self::Empty,
    ];

    /// Its stable code, such as `blank-line`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Opener => "opener",
            Self::BlankLine => "blank-line",
            Self::MarksOnly => "marks-only",
            Self::Nul => "nul",
            Self::EndOfText => "end-of-text",
            Self::TooLong => "too-long",
            Self::Empty => "empty",
        }
    }
}

impl fmt::Display for Reason {
    /// Says it to a person; [`code`](Self::code) says it to a program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opener => "another `<` before its `>`",
            Self::BlankLine => "a blank line before its `>`",
            Self::MarksOnly => "a line of quote marks only before its `>`",
            Self::Nul => "a NUL before its `>`",
            Self::EndOfText => "the text ends before its `>`",
            Self::TooLong => "no `>` within the allowed length",
            Self::Empty => "nothing inside",
        })
    }
}

/// An opened candidate that gave no hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Offset of its `<`.
    pub start: u64,
    /// What opened it.
    pub delimiter: Delimiter,
    /// Why it was abandoned.
    pub reason: Reason,
    /// Offset of the byte at which it was abandoned: the other `<`, the first byte of the blank
    /// line or of the line of marks, the NUL, the end of the text, the first byte that is too
    /// many, or the `>` behind nothing.
    pub at: u64,
}
