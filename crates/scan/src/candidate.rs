//! What the scanner reports: candidates and rejections.

use alloc::{borrow::Cow, vec::Vec};
use core::{fmt, ops::Range};

use crate::{class, span::Span};

/// The kinds of delimiters that open a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<URL:...>`, the wrapper that RFC 1738's appendix recommends.
    Url,
    /// `<scheme:...>`, as in RFC 2396 appendix E and RFC 3986 appendix C.
    Angle,
    /// `URL:` before a bare URL, without brackets.
    Prefix,
    /// Quotation marks, as in RFC 3986 appendix C.
    Quote,
    /// None: the URL stands bare in a line of text.
    Bare,
    /// The value of an attribute of an HTML page.
    Attribute,
}

impl Delimiter {
    /// All delimiters, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Url,
        Self::Angle,
        Self::Prefix,
        Self::Quote,
        Self::Bare,
        Self::Attribute,
    ];

    /// The delimiters that a [`Scanner`](crate::Scanner) finds: the angle brackets of RFC 1738's appendix.
    pub const DELIMITED: &'static [Self] = &[Self::Url, Self::Angle];

    /// Returns the stable name, such as `url`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Angle => "angle",
            Self::Prefix => "prefix",
            Self::Quote => "quote",
            Self::Bare => "bare",
            Self::Attribute => "attribute",
        }
    }

    /// Returns whether the URL stands in the text of a file, and not in the markup of an HTML page.
    #[must_use]
    pub const fn is_in_text(self) -> bool {
        !matches!(self, Self::Attribute)
    }

    /// Returns whether the URL is in angle brackets.
    #[must_use]
    pub const fn is_delimited(self) -> bool {
        matches!(self, Self::Url | Self::Angle)
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A reason to doubt a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CandidateWarning {
    /// Some of its lines have more quote marks than the line that it begins on.
    UnevenQuoting,
    /// Its closing `>` may be the quote mark of a line instead.
    DoubtfulClose,
    /// There is no closing `>`. The URL ends at the first whitespace.
    Unclosed,
    /// Text after the URL inside the brackets, such as a link label or a quotation, was cut off.
    TrailingText,
    /// Whitespace without a line break was dropped from inside the URL.
    Spaced,
    /// The URL was written so that it cannot be clicked, such as `hxxp://a[.]example`.
    Refanged,
    /// The text of the link begins with a URL or a host name, whose host differs from that of the link.
    TextDiffers,
}

impl CandidateWarning {
    /// All warnings, in the order in which [`CandidateWarnings::iter`] returns them.
    pub const ALL: &'static [Self] = &[
        Self::UnevenQuoting,
        Self::DoubtfulClose,
        Self::Unclosed,
        Self::TrailingText,
        Self::Spaced,
        Self::Refanged,
        Self::TextDiffers,
    ];

    /// Returns the stable code, such as `ragged-quote`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnevenQuoting => "ragged-quote",
            Self::DoubtfulClose => "doubtful-close",
            Self::Unclosed => "unclosed",
            Self::TrailingText => "trailing-text",
            Self::Spaced => "spaced",
            Self::Refanged => "refanged",
            Self::TextDiffers => "text-differs",
        }
    }
}

impl fmt::Display for CandidateWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A set of [`CandidateWarning`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CandidateWarnings(u8);

impl CandidateWarnings {
    /// Returns whether the set contains `warning`.
    #[must_use]
    pub const fn contains(self, warning: CandidateWarning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the warnings, in the order of [`CandidateWarning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = CandidateWarning> {
        let all = CandidateWarning::ALL.iter().copied();
        all.filter(move |&warning| self.contains(warning))
    }

    pub(crate) fn insert(&mut self, warning: CandidateWarning) {
        self.0 |= 1 << warning as u8;
    }
}

impl fmt::Debug for CandidateWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What was dropped between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dropped {
    /// The ` at ` that list archivers write for `@`; the URL has an `@` there.
    At,
    /// The same, with a line break in place of the blank after `at`.
    BrokenAt {
        /// Quote marks at the start of the next line, and the blanks around them.
        quote_prefix: bool,
        /// Other blanks around the line break.
        space: bool,
    },
    /// Whitespace, with the quote prefixes in it.
    Gap {
        /// One or more line breaks (LF, or CRLF).
        line_break: bool,
        /// Quote marks at a line's start, and the blanks around them.
        quote_prefix: bool,
        /// Other whitespace.
        space: bool,
    },
}

impl Dropped {
    /// Returns whether an `@` was restored.
    #[must_use]
    pub const fn is_at(self) -> bool {
        matches!(self, Self::At | Self::BrokenAt { .. })
    }

    /// Returns whether a line break was dropped.
    #[must_use]
    pub const fn has_line_break(self) -> bool {
        matches!(
            self,
            Self::BrokenAt { .. }
                | Self::Gap {
                    line_break: true,
                    ..
                }
        )
    }

    /// Returns the stable names of what was dropped, in this order: `at`; `break`; `leader`, a quote prefix; `space`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let (at, line_break, quote_prefix, space) = match self {
            Self::At => (true, false, false, false),
            Self::BrokenAt {
                quote_prefix,
                space,
            } => (true, true, quote_prefix, space),
            Self::Gap {
                line_break,
                quote_prefix,
                space,
            } => (false, line_break, quote_prefix, space),
        };
        let all = [
            (at, "at"),
            (line_break, "break"),
            (quote_prefix, "leader"),
            (space, "space"),
        ];
        all.into_iter()
            .filter_map(|(dropped, name)| dropped.then_some(name))
    }
}

/// The boundary between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Join {
    /// The index in [`Candidate::url`] of the first byte after the join; if an at-sign was restored,
    /// the index of the `@`.
    pub url_at: usize,
    /// What was dropped from the text.
    pub dropped: Dropped,
    /// Whether the byte before the join is a hyphen.
    pub hyphen: bool,
}

impl Join {
    /// Returns whether the join is a line break after a hyphen, which may have been added where the line was
    /// broken (RFC 1738, appendix).
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        self.hyphen && self.dropped.has_line_break() && !self.dropped.is_at()
    }
}

/// Which [readings](Candidate::readings) of a candidate to use, if a line break follows a hyphen in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HyphenPolicy {
    /// The reading that keeps every hyphen.
    #[default]
    Keep,
    /// The reading that drops every hyphen before a line break.
    Drop,
    /// Every reading.
    Both,
}

/// The parts of a [`Candidate`] that was found without angle brackets.
#[derive(Clone, Debug)]
pub struct CandidateParts<'t> {
    /// The offset of the first byte in the text.
    pub start: u64,
    /// The bytes of the candidate, with its marks.
    pub raw: &'t [u8],
    /// How the candidate is delimited.
    pub delimiter: Delimiter,
    /// The first piece of the URL, in `raw`.
    pub first: Range<usize>,
    /// The piece after a line break, in `raw`, and whether quote marks were dropped before it.
    pub next: Option<(Range<usize>, bool)>,
    /// What the URL begins with although the text does not: `http://` or nothing.
    pub implied: &'static [u8],
    /// The number of quote marks in front of the candidate on its line.
    pub quote_depth: usize,
}

/// A URL, rejoined, and its place in the text.
///
/// Offsets count from the start of the scanned text.
///
/// A hyphen before a line break may or may not be part of the URL (RFC 1738, appendix), so that a
/// candidate can have several *readings*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub(crate) span: Span,
    pub(crate) delimiter: Delimiter,
    pub(crate) raw: Vec<u8>,
    /// The URL, if it has several pieces or an implied scheme, or was refanged; empty if it is one slice of `raw`.
    pub(crate) joined: Vec<u8>,
    pub(crate) pieces: Vec<Span>,
    pub(crate) joins: Vec<Join>,
    pub(crate) quote_depth: usize,
    pub(crate) breaks: usize,
    pub(crate) warnings: CandidateWarnings,
}

impl Candidate {
    /// The maximum number of doubtful hyphens for which every combination is a reading.
    const MAX_COMBINED_HYPHENS: usize = 4;

    /// Creates an empty candidate, whose buffers the scanner fills.
    pub(crate) const fn empty() -> Self {
        Self {
            span: Span::new(0, 0),
            delimiter: Delimiter::Angle,
            raw: Vec::new(),
            joined: Vec::new(),
            pieces: Vec::new(),
            joins: Vec::new(),
            quote_depth: 0,
            breaks: 0,
            warnings: CandidateWarnings(0),
        }
    }

    /// Creates a candidate without angle brackets, which was found by other rules than those of a
    /// [`Scanner`](crate::Scanner).
    ///
    /// # Panics
    ///
    /// Panics if a piece is not within `raw`, or begins before the end of the piece before it.
    #[must_use]
    pub fn from_parts(parts: &CandidateParts<'_>) -> Self {
        let CandidateParts {
            start,
            raw,
            delimiter,
            implied,
            first,
            ..
        } = parts;
        let at =
            |range: &Range<usize>| Span::new(start + range.start as u64, start + range.end as u64);
        let mut candidate = Self {
            span: Span::new(*start, start + raw.len() as u64),
            delimiter: *delimiter,
            raw: raw.to_vec(),
            pieces: Vec::from([at(first)]),
            quote_depth: parts.quote_depth,
            breaks: class::count_lf(raw),
            ..Self::empty()
        };
        if !implied.is_empty() || parts.next.is_some() {
            candidate.joined = [implied, &raw[first.clone()]].concat();
        }
        if let Some((next, quote_prefix)) = &parts.next {
            assert!(first.end <= next.start, "the pieces are not in order");
            candidate.joins.push(Join {
                url_at: candidate.joined.len(),
                dropped: Dropped::Gap {
                    line_break: true,
                    quote_prefix: *quote_prefix,
                    space: false,
                },
                hyphen: candidate.joined.last() == Some(&b'-'),
            });
            candidate.pieces.push(at(next));
            candidate.joined.extend_from_slice(&raw[next.clone()]);
        }
        candidate
    }

    /// Creates a candidate from the value of an attribute. `raw` is the part of the value that begins at `start`, and
    /// `pieces` are the ranges of `raw` that make up the URL. Between them are tabs and line breaks.
    ///
    /// # Panics
    ///
    /// Panics if a piece is not within `raw`, or begins before the end of the piece before it.
    #[must_use]
    pub fn in_attribute(start: u64, raw: &[u8], pieces: &[Range<usize>]) -> Self {
        let at =
            |range: &Range<usize>| Span::new(start + range.start as u64, start + range.end as u64);
        let mut candidate = Self {
            span: Span::new(start, start + raw.len() as u64),
            delimiter: Delimiter::Attribute,
            raw: raw.to_vec(),
            pieces: pieces.iter().map(at).collect(),
            breaks: class::count_lf(raw),
            ..Self::empty()
        };
        if let [_] = pieces {
            return candidate;
        }
        let mut end = 0;
        for piece in pieces {
            let gap = &raw[end..piece.start];
            if end > 0 && !gap.is_empty() {
                let line_break = gap.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
                candidate.joins.push(Join {
                    url_at: candidate.joined.len(),
                    dropped: Dropped::Gap {
                        line_break,
                        quote_prefix: false,
                        space: gap.contains(&b'\t'),
                    },
                    hyphen: candidate.joined.last() == Some(&b'-'),
                });
                if !line_break {
                    candidate.warn(CandidateWarning::Spaced);
                }
            }
            candidate.joined.extend_from_slice(&raw[piece.clone()]);
            end = piece.end;
        }
        candidate
    }

    /// Adds a warning.
    pub fn warn(&mut self, warning: CandidateWarning) {
        self.warnings.insert(warning);
    }

    /// Sets the span, which begins at the offset `start`, and its bytes.
    pub(crate) fn set_raw(&mut self, start: u64, raw: &[u8]) {
        self.span = Span::new(start, start + raw.len() as u64);
        self.raw.clear();
        self.raw.extend_from_slice(raw);
    }

    /// Maps a candidate in a derived text to the original text, where its bytes are `raw`, from the offset `start` on;
    /// `source` maps spans. `is_refanged` says whether these bytes differ.
    pub fn set_source(
        &mut self,
        start: u64,
        raw: &[u8],
        is_refanged: bool,
        mut source: impl FnMut(Span) -> Span,
    ) {
        if is_refanged {
            if self.joined.is_empty() {
                self.joined = self.url().to_vec();
            }
            self.warnings.insert(CandidateWarning::Refanged);
        }
        for piece in &mut self.pieces {
            *piece = source(*piece);
        }
        self.set_raw(start, raw);
    }

    /// Returns the span from the `<` to the `>`, both included. The span of an unclosed candidate ends
    /// with its URL. Without angle brackets, it includes the `URL:` or the quotation marks. In an attribute, it is
    /// that of the URL in the decoded value.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the delimiter that opened the candidate.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Returns the bytes of [`span`](Self::span), as they are in the text.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the first reading: the URL with every hyphen kept. It is never empty.
    #[must_use]
    pub fn url(&self) -> &[u8] {
        match self.pieces[..] {
            [piece] if self.joined.is_empty() => {
                let start = self.span.start();
                &self.raw[Span::new(piece.start() - start, piece.end() - start).range()]
            }
            _ => &self.joined,
        }
    }

    /// Returns the spans whose bytes, concatenated, are [`url`](Self::url) without any restored `@` and
    /// without an implied scheme; if it was [refanged](CandidateWarning::Refanged), as it was written.
    ///
    /// There is one more piece than there are joins. The last piece is empty if an unclosed URL ends
    /// with a restored `@`.
    #[must_use]
    pub fn pieces(&self) -> &[Span] {
        &self.pieces
    }

    /// Returns the joins between the pieces.
    #[must_use]
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// Returns the number of quote marks before the candidate on its line, at most 64.
    #[must_use]
    pub fn quote_depth(&self) -> usize {
        self.quote_depth
    }

    /// Returns the number of line breaks (LF) in the span.
    #[must_use]
    pub fn breaks(&self) -> usize {
        self.breaks
    }

    /// Returns whether whitespace without a line break was dropped from inside the URL.
    #[must_use]
    pub fn spaced(&self) -> bool {
        self.warnings.contains(CandidateWarning::Spaced)
    }

    /// Returns the warnings.
    #[must_use]
    pub fn warnings(&self) -> CandidateWarnings {
        self.warnings
    }

    /// Returns whether a warning concerns the end of the candidate: it may end elsewhere in the text.
    #[must_use]
    pub fn is_close_doubtful(&self) -> bool {
        self.warnings.contains(CandidateWarning::DoubtfulClose)
            || self.warnings.contains(CandidateWarning::Unclosed)
    }

    /// Returns the number of readings. With n [doubtful](Join::is_doubtful) joins, this is 2^n if n is at
    /// most 4, and 2 otherwise.
    #[must_use]
    pub fn reading_count(&self) -> usize {
        match self.doubtful_joins().count() {
            0 => 1,
            n @ 1..=Self::MAX_COMBINED_HYPHENS => 1 << n,
            _ => 2,
        }
    }

    /// Returns the reading at an index; `None` if the index is not below
    /// [`reading_count`](Self::reading_count).
    ///
    /// The first reading keeps every hyphen, the last one drops every doubtful hyphen. Between them, the
    /// last hyphen varies fastest.
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

    /// Returns the readings that `policy` selects, in order.
    pub fn readings(&self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let wanted = match policy {
            HyphenPolicy::Keep => 0..1,
            HyphenPolicy::Drop => self.reading_count() - 1..self.reading_count(),
            HyphenPolicy::Both => 0..self.reading_count(),
        };
        wanted.filter_map(|index| self.reading(index))
    }

    /// Returns the joins at which a hyphen may not be part of the URL. A line break in an attribute is never part of
    /// it, and no typesetter put it there.
    fn doubtful_joins(&self) -> impl Iterator<Item = &Join> {
        let is_text = self.delimiter.is_in_text();
        let joins = self.joins.iter();
        joins.filter(move |join| is_text && join.is_doubtful())
    }
}

/// Why an opened candidate was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// Another `<` came before a `>`.
    Opener,
    /// A blank line came before a `>`.
    BlankLine,
    /// A line of quote marks only came before a `>`.
    MarksOnly,
    /// A NUL came before a `>`.
    Nul,
    /// The text ended before a `>`.
    EndOfText,
    /// The candidate would be longer than [`Config::max_len`](crate::Config::max_len).
    TooLong,
    /// There is no URL between the brackets.
    Empty,
}

impl Reason {
    /// All reasons, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Opener,
        Self::BlankLine,
        Self::MarksOnly,
        Self::Nul,
        Self::EndOfText,
        Self::TooLong,
        Self::Empty,
    ];

    /// Returns the stable code, such as `blank-line`.
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
    /// Writes a description for people; [`code`](Self::code) is for programs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opener => "another `<` before its `>`",
            Self::BlankLine => "a blank line before its `>`",
            Self::MarksOnly => "a line of quote marks only before its `>`",
            Self::Nul => "a NUL before its `>`",
            Self::EndOfText => "the text ends before its `>`",
            Self::TooLong => "longer than the maximum length",
            Self::Empty => "nothing inside",
        })
    }
}

/// A candidate that was opened and rejected: where and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The offset of the `<`, or of the first byte of a candidate without angle brackets.
    pub start: u64,
    /// The delimiter that opened the candidate.
    pub delimiter: Delimiter,
    /// Why the candidate was rejected.
    pub reason: Reason,
    /// The offset of the byte that caused the rejection: the other `<`, the first byte of the blank line or of
    /// the line of quote marks, the NUL, the first byte after the maximum length, or the `>` of an empty
    /// candidate. For [`Reason::EndOfText`], the length of the text.
    pub at: u64,
}

impl Rejection {
    /// Creates the rejection of a candidate without angle brackets that is longer than
    /// [`Config::max_len`](crate::Config::max_len) bytes. `at` is the offset of the first byte after the
    /// maximum length.
    #[must_use]
    pub const fn too_long(start: u64, delimiter: Delimiter, at: u64) -> Self {
        Self {
            start,
            delimiter,
            reason: Reason::TooLong,
            at,
        }
    }
}
