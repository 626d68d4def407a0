//! Candidates: what the scanner finds.

use alloc::{borrow::Cow, vec::Vec};
use core::ops::Range;

mod delimiter;
mod join;
mod rejection;
mod span;
mod warning;

pub use self::{
    delimiter::Delimiter,
    join::{Dropped, Join},
    rejection::{Reason, Rejection},
    span::{Position, Span},
    warning::{CandidateWarning, CandidateWarnings},
};
use crate::text::class;

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
    /// The pieces of the URL, in `raw`, in order.
    pub pieces: &'t [Range<usize>],
    /// What was dropped before each piece but the first one.
    pub dropped: &'t [Dropped],
    /// The implied scheme: `http://` if the text lacks it, otherwise empty.
    pub implied: &'static [u8],
    /// The number of quote marks before the candidate on its line.
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
            warnings: CandidateWarnings::NONE,
        }
    }

    /// Creates a candidate without angle brackets, which was found by other rules than those of a
    /// [`Scanner`](crate::Scanner).
    ///
    /// # Panics
    ///
    /// Panics if there is no piece, if a piece is empty or not within `raw`, if one begins before the end of the one
    /// before it, or if there is not one piece more than there are joins.
    #[must_use]
    pub fn from_parts(parts: &CandidateParts<'_>) -> Self {
        let CandidateParts {
            start,
            raw,
            delimiter,
            pieces,
            dropped,
            implied,
            quote_depth,
        } = *parts;
        assert_pieces(raw, pieces);
        assert_eq!(pieces.len(), dropped.len() + 1, "pieces and joins differ");
        let at =
            |range: &Range<usize>| Span::new(start + range.start as u64, start + range.end as u64);
        let mut candidate = Self {
            span: Span::new(start, start + raw.len() as u64),
            delimiter,
            raw: raw.to_vec(),
            pieces: pieces.iter().map(at).collect(),
            quote_depth,
            breaks: class::count_lf(raw),
            ..Self::empty()
        };
        if implied.is_empty() && dropped.is_empty() {
            return candidate;
        }
        candidate.joined = [implied, &raw[pieces[0].clone()]].concat();
        for (piece, &dropped) in pieces[1..].iter().zip(dropped) {
            candidate.joins.push(Join {
                url_at: candidate.joined.len(),
                dropped,
                hyphen: candidate.joined.last() == Some(&b'-'),
            });
            candidate.joined.extend_from_slice(&raw[piece.clone()]);
        }
        candidate
    }

    /// Creates a candidate from the value of an attribute. `raw` is the part of the value that begins at `start`, and
    /// `pieces` are the ranges of `raw` that make up the URL. Between them are tabs and line breaks.
    ///
    /// # Panics
    ///
    /// Panics if there is no piece, if a piece is empty or not within `raw`, or if there is nothing between a piece and
    /// the one before it.
    #[must_use]
    pub fn in_attribute(start: u64, raw: &[u8], pieces: &[Range<usize>]) -> Self {
        assert!(!pieces.is_empty(), "there is no piece");
        assert_pieces(raw, pieces);
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
        let mut last: Option<&Range<usize>> = None;
        for piece in pieces {
            if let Some(last) = last {
                let gap = &raw[last.end..piece.start];
                assert!(!gap.is_empty(), "two pieces touch");
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
            last = Some(piece);
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

    /// Returns the joins at which a hyphen may not be part of the URL. An attribute has none: its line breaks were
    /// written by a program, and not by a typesetter who hyphenates.
    fn doubtful_joins(&self) -> impl Iterator<Item = &Join> {
        let is_text = self.delimiter.is_in_text();
        let joins = self.joins.iter();
        joins.filter(move |join| is_text && join.is_doubtful())
    }
}

/// Asserts that the pieces are not empty, are in order, and are within `raw`.
fn assert_pieces<'p>(raw: &[u8], pieces: impl IntoIterator<Item = &'p Range<usize>>) {
    let mut end = 0;
    for piece in pieces {
        assert!(!piece.is_empty(), "a piece is empty");
        assert!(end <= piece.start, "the pieces are not in order");
        end = piece.end;
    }
    assert!(end <= raw.len(), "a piece is not within the candidate");
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::ops::Range;

    use super::{Candidate, CandidateParts, Dropped};
    use crate::Delimiter;

    fn from_parts(first: Range<usize>, next: Option<Range<usize>>) -> Candidate {
        let pieces: Vec<_> = [Some(first), next].into_iter().flatten().collect();
        let line_break = Dropped::Gap {
            line_break: true,
            quote_prefix: false,
            space: false,
        };
        Candidate::from_parts(&CandidateParts {
            start: 10,
            raw: b"\"a:b\nc\"",
            delimiter: Delimiter::Quote,
            pieces: &pieces,
            dropped: &[line_break][..pieces.len() - 1],
            implied: b"",
            quote_depth: 0,
        })
    }

    fn in_attribute<const N: usize>(pieces: [(usize, usize); N]) -> Candidate {
        let pieces = pieces.map(|(start, end)| start..end);
        Candidate::in_attribute(10, b"a:b\nc", &pieces)
    }

    #[test]
    fn there_is_one_piece_more_than_joins() {
        let two = from_parts(1..4, Some(5..6));
        assert_eq!(
            (two.url(), two.pieces().len(), two.joins().len()),
            (&b"a:bc"[..], 2, 1)
        );
        let one = in_attribute([(0, 3)]);
        assert_eq!(
            (one.url(), one.pieces().len(), one.joins().len()),
            (&b"a:b"[..], 1, 0)
        );
        let two = in_attribute([(0, 3), (4, 5)]);
        assert_eq!(
            (two.url(), two.pieces().len(), two.joins().len()),
            (&b"a:bc"[..], 2, 1)
        );
    }

    #[test]
    #[should_panic(expected = "a piece is not within the candidate")]
    fn pieces_of_parts_are_within_the_candidate() {
        from_parts(1..9, None);
    }

    #[test]
    #[should_panic(expected = "the pieces are not in order")]
    fn pieces_of_parts_are_in_order() {
        from_parts(1..4, Some(3..6));
    }

    #[test]
    #[should_panic(expected = "a piece is not within the candidate")]
    fn pieces_of_an_attribute_are_within_the_candidate() {
        in_attribute([(0, 6)]);
    }

    #[test]
    #[should_panic(expected = "there is no piece")]
    fn an_attribute_has_a_piece() {
        in_attribute([]);
    }

    #[test]
    #[should_panic(expected = "a piece is empty")]
    fn pieces_of_an_attribute_have_bytes() {
        in_attribute([(0, 0)]);
    }

    #[test]
    #[should_panic(expected = "two pieces touch")]
    fn pieces_of_an_attribute_do_not_touch() {
        in_attribute([(0, 2), (2, 3)]);
    }
}
