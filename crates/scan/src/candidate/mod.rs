//! Candidates: what the scanner finds.

use std::borrow::Cow;
use std::{mem, ops::Range};

mod delimiter;
mod join;
mod rejection;
mod repair;
mod span;
mod warning;

pub use self::{
    delimiter::Delimiter,
    join::{Dropped, Hyphen, Join, Sign},
    rejection::{Reason, Rejection},
    repair::Repair,
    span::{Position, Span},
    warning::{CandidateWarning, CandidateWarnings},
};
use crate::text::class;

/// Which [readings](Candidate::readings) of a candidate to use, if a line break follows a hyphen in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HyphenPolicy {
    /// The first reading, which keeps every `-`.
    #[default]
    Keep,
    /// The reading that drops every hyphen before a line break.
    Drop,
    /// Every reading.
    Both,
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
    pub(crate) is_stump: bool,
    /// The guesses that the creator supplied; empty for nearly all candidates.
    pub(crate) guesses: Vec<(Repair, Vec<u8>)>,
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
            warnings: CandidateWarnings::NONE,
            is_stump: false,
            guesses: Vec::new(),
        }
    }

    /// Creates a candidate from the value of an attribute. `raw` is the part of the value that begins at `start`, and
    /// `pieces` are the ranges of `raw` that make up the URL. Between them are tabs and line breaks. A space in them
    /// becomes `%20`, as a browser sends it.
    pub(crate) fn in_attribute(start: u64, raw: &[u8], pieces: &[Range<usize>]) -> Self {
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
        if let [piece] = pieces {
            if raw[piece.clone()].contains(&b' ') {
                candidate.push_encoded(&raw[piece.clone()]);
            }
            return candidate;
        }
        let mut before = 0;
        for piece in pieces {
            let gap = &raw[before..piece.start];
            before = piece.end;
            if !candidate.joined.is_empty() {
                let dropped = Dropped::Gap {
                    line_break: gap.iter().any(|byte| matches!(byte, b'\n' | b'\r')),
                    quote_prefix: false,
                    space: gap.contains(&b'\t'),
                };
                candidate.push_join(dropped, None, gap);
            }
            candidate.push_encoded(&raw[piece.clone()]);
        }
        let mut joins = candidate.joins.iter();
        if joins.any(|join| !join.dropped.has_line_break()) {
            candidate.warn(CandidateWarning::Spaced);
        }
        candidate
    }

    /// Appends a piece of an attribute to the URL so far.
    fn push_encoded(&mut self, piece: &[u8]) {
        for &byte in piece {
            match byte {
                // No browser takes a host with a space.
                b' ' if !ends_in_authority(&self.joined) => {
                    self.joined.extend_from_slice(b"%20");
                }
                byte => self.joined.push(byte),
            }
        }
    }

    /// Appends a join to the URL so far: what was dropped, and the bytes between the pieces.
    pub(crate) fn push_join(&mut self, dropped: Dropped, sign: Option<Sign>, gap: &[u8]) {
        self.joins.push(Join {
            url_at: self.joined.len(),
            dropped,
            hyphen: Hyphen::before(&self.joined, gap),
            sign,
        });
        if dropped.is_at() {
            self.joined.push(b'@');
        }
    }

    /// Inserts a scheme that the URL implies, with its colon, before its first reading.
    pub fn imply_scheme(&mut self, scheme: &[u8]) {
        let rest = mem::take(&mut self.joined);
        let rest = if rest.is_empty() { self.url() } else { &rest };
        self.joined = [scheme, b":", rest].concat();
        for join in &mut self.joins {
            join.url_at += scheme.len() + 1;
        }
    }

    /// Adds a guess at what the URL was, which only the creator of the candidate can make. It replaces an earlier one
    /// with the same `repair`. One that is empty or equals the first reading is ignored.
    ///
    /// # Panics
    ///
    /// Panics if the guess is one that [`second_guesses`](Self::second_guesses) computes; see
    /// [`Repair::is_supplied`].
    pub fn add_guess(&mut self, repair: Repair, url: Vec<u8>) {
        assert!(repair.is_supplied(), "a guess is computed: {repair}");
        self.guesses.retain(|(earlier, _)| *earlier != repair);
        if !url.is_empty() && url != self.url() {
            self.guesses.push((repair, url));
        }
    }

    /// Adds a warning.
    pub fn warn(&mut self, warning: CandidateWarning) {
        self.warnings.insert(warning);
    }

    /// Removes a warning.
    pub fn withdraw(&mut self, warning: CandidateWarning) {
        self.warnings.remove(warning);
    }

    /// Sets the span, which begins at the offset `start`, and its bytes.
    pub(crate) fn set_raw(&mut self, start: u64, raw: &[u8]) {
        self.span = Span::new(start, start + raw.len() as u64);
        self.raw.clear();
        self.raw.extend_from_slice(raw);
    }

    /// Maps a candidate in a derived text to the original text, where its bytes are `raw`, from the offset `start` on;
    /// `source` maps spans. `is_refanged` says whether these bytes differ.
    pub(crate) fn set_source(
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

    /// Returns the span from the `<` to the `>`, both included. The span of an unclosed candidate ends with its URL.
    /// Without angle brackets, it includes the `URL:` or the quotation marks. In an attribute, it is the range of the
    /// URL in the decoded value.
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

    /// Returns the first reading: the URL with every `-` kept, and without typesetters' hyphens. It is never empty.
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

    /// Returns the spans whose bytes, concatenated, are [`url`](Self::url) without any restored `@` and without an
    /// implied scheme, with the spaces of an attribute and the [ligatures](crate::Repair::Ligature) of typeset text; if
    /// it was [refanged](CandidateWarning::Refanged), as it was written.
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

    /// Returns the depth of the quote prefix before the candidate on its line, at most 64.
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

    /// Returns whether the URL has no delimiters and ends with its line where a program may have cut it: in a hyphen,
    /// in a broken `%XX`, at the width of the lines around it, or before what may be the rest in a deeper quote.
    #[must_use]
    pub const fn may_be_stump(&self) -> bool {
        self.is_stump
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
    /// The first reading keeps every `-` and drops every [typesetter's hyphen](Hyphen::Typeset); the last one drops
    /// every doubtful `-`, and has a `-` for every typesetter's hyphen before a line break. Between them, the last
    /// hyphen varies fastest.
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
        let mut reading = Vec::with_capacity(self.joined.len() + self.joins.len());
        let mut from = 0;
        let mut bit = self.doubtful_joins().count();
        for join in self.doubtful_joins() {
            bit -= 1;
            if !last && index >> bit & 1 == 0 {
                continue;
            }
            let url = &self.joined[from..join.url_at];
            if join.hyphen == Some(Hyphen::Typeset) {
                reading.extend_from_slice(url);
                reading.push(b'-');
            } else {
                reading.extend_from_slice(&url[..url.len() - 1]);
            }
            from = join.url_at;
        }
        reading.extend_from_slice(&self.joined[from..]);
        Some(Cow::Owned(reading))
    }

    /// Returns the index of the reading without hyphens before line breaks. If only two of many readings are made, it
    /// is the one without any `-` there.
    fn dropped_index(&self) -> usize {
        let is_kept = |join: &Join| join.hyphen == Some(Hyphen::Kept);
        if self.doubtful_joins().count() > Self::MAX_COMBINED_HYPHENS {
            return usize::from(self.doubtful_joins().any(is_kept));
        }
        self.doubtful_joins()
            .fold(0, |index, join| index << 1 | usize::from(is_kept(join)))
    }

    /// Returns the readings that `policy` selects, in order.
    pub fn readings(&self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let wanted = match policy {
            HyphenPolicy::Keep => 0..1,
            HyphenPolicy::Drop => self.dropped_index()..self.dropped_index() + 1,
            HyphenPolicy::Both => 0..self.reading_count(),
        };
        wanted.filter_map(|index| self.reading(index))
    }

    /// Returns the joins at which a hyphen may not be part of the URL. An attribute has none: its line breaks were
    /// written by a program, and not by a typesetter who hyphenates.
    fn doubtful_joins(&self) -> impl Iterator<Item = &Join> {
        let is_text = self.delimiter.is_in_text();
        let joins = self.joins.iter();
        joins.filter(move |join| is_text && join.is_doubtful())
    }
}

/// Returns whether the start of a URL ends in its authority (RFC 3986 §3.2).
fn ends_in_authority(url: &[u8]) -> bool {
    let colon = url.iter().position(|&byte| byte == b':');
    let rest = colon.and_then(|colon| url[colon..].strip_prefix(b"://"));
    rest.is_some_and(|rest| !rest.iter().any(|byte| b"/?#\\".contains(byte)))
}
