//! The parts of candidates that were found by other rules than the scanner's.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Delimiter, Dropped};
use crate::text::ends_in_raw_soft_hyphen;

/// The parts of a [`Candidate`](super::Candidate) that was found without angle brackets.
#[derive(Clone, Debug)]
pub struct CandidateParts<'t> {
    /// The offset of the first byte in the text.
    pub start: u64,
    /// The bytes of the candidate, with its marks.
    pub raw: &'t [u8],
    /// How the candidate is delimited.
    pub delimiter: Delimiter,
    /// The pieces of the URL, in `raw`: at least one.
    pub pieces: &'t [Range<usize>],
    /// What was dropped before each piece but the first.
    pub dropped: &'t [Dropped],
    /// The implied scheme: `http://` if the text lacks it, otherwise empty.
    pub implied: &'static [u8],
    /// The depth of the quote prefix before the candidate on its line.
    pub quote_depth: usize,
}

/// Returns the pieces without soft hyphens, and without a U+2010 before a line break, and what was dropped between
/// them; `None` if there are no such hyphens, or nothing else.
pub(super) fn without_typeset_hyphens(
    raw: &[u8],
    pieces: &[Range<usize>],
    dropped: &[Dropped],
) -> Option<(Vec<Range<usize>>, Vec<Dropped>)> {
    if raw.is_ascii() {
        return None;
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut joins = Vec::new();
    let mut before = NOTHING;
    for (index, piece) in pieces.iter().enumerate() {
        let next = dropped.get(index);
        let mut end = piece.end;
        if next.is_some_and(|next| next.has_line_break()) {
            end -= hyphen_len(&raw[piece.clone()]);
        }
        let mut start = piece.start;
        while start < end {
            let rest = &raw[start..end];
            let mut pairs = rest.windows(SOFT.len());
            let soft = pairs.position(|pair| pair == SOFT).unwrap_or(rest.len());
            if soft > 0 {
                if !parts.is_empty() {
                    joins.push(before);
                }
                before = NOTHING;
                parts.push(start..start + soft);
            }
            start += soft + SOFT.len();
        }
        before = next.map_or(NOTHING, |next| merged(before, *next));
    }
    let is_same = parts.len() == pieces.len() && parts == pieces;
    (!is_same && !parts.is_empty()).then_some((parts, joins))
}

/// Returns the length of the hyphen at the end of a piece that is dropped before a line break.
fn hyphen_len(piece: &[u8]) -> usize {
    if piece.ends_with("\u{2010}".as_bytes()) {
        '\u{2010}'.len_utf8()
    } else {
        usize::from(ends_in_raw_soft_hyphen(piece))
    }
}

/// A soft hyphen (U+00AD).
const SOFT: &[u8] = "\u{ad}".as_bytes();

/// Nothing but soft hyphens.
const NOTHING: Dropped = Dropped::Gap {
    line_break: false,
    quote_prefix: false,
    space: false,
};

/// Returns what was dropped at two places with nothing of the URL between them.
const fn merged(first: Dropped, second: Dropped) -> Dropped {
    match (first, second) {
        (
            Dropped::Gap {
                line_break,
                quote_prefix,
                space,
            },
            Dropped::Gap {
                line_break: second_break,
                quote_prefix: second_prefix,
                space: second_space,
            },
        ) => Dropped::Gap {
            line_break: line_break || second_break,
            quote_prefix: quote_prefix || second_prefix,
            space: space || second_space,
        },
        (Dropped::Gap { .. }, at) | (at, _) => at,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{CandidateParts, Dropped, NOTHING};
    use crate::{Candidate, Delimiter, Hyphen, HyphenPolicy};

    #[test]
    fn typeset_hyphens_are_dropped() {
        let text = "a:b\u{ad}c\u{2010}\n\u{ad}d\u{2010}e\u{ad}";
        let line_break = Dropped::Gap {
            line_break: true,
            quote_prefix: false,
            space: false,
        };
        let found = Candidate::from_parts(&CandidateParts {
            start: 0,
            raw: text.as_bytes(),
            delimiter: Delimiter::Bare,
            pieces: &[0..9, 10..text.len()],
            dropped: &[line_break],
            implied: b"",
            quote_depth: 0,
        });
        let readings: Vec<_> = found.readings(HyphenPolicy::Both).collect();
        let expected = ["a:bcd\u{2010}e", "a:bc-d\u{2010}e"];
        assert!(
            readings
                .iter()
                .map(|url| &url[..])
                .eq(expected.map(str::as_bytes))
        );
        let joins: Vec<_> = found
            .joins()
            .iter()
            .map(|join| (join.dropped, join.hyphen))
            .collect();
        let expected = [
            (NOTHING, Some(Hyphen::Soft)),
            (line_break, Some(Hyphen::Typeset)),
        ];
        assert_eq!(joins, expected);
        assert_eq!(
            found.readings(HyphenPolicy::Drop).next(),
            found.readings(HyphenPolicy::Keep).next()
        );
    }
}
