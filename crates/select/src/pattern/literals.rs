//! Lists of fixed strings.

use std::ops::Range;

use aho_corasick::AhoCorasick;
use regex::bytes::Regex;

use super::bounds::Bounds;

/// Fixed strings as one automaton. Unlike a regular expression, it has no limit that a list of some thousand hosts
/// exceeds.
#[derive(Clone, Debug)]
pub(super) struct Literals {
    automaton: AhoCorasick,
    edges: Edges,
}

/// How the boundaries of a match are checked.
#[derive(Clone, Debug)]
enum Edges {
    Anywhere,
    /// Match the bytes before, and those after, if there are none or if the character next to the match is no word
    /// character. Bytes that are not UTF-8 are no boundary.
    Word {
        before: Regex,
        after: Regex,
    },
    Whole,
}

impl Literals {
    /// Returns `None` if the strings are too long for an automaton: together they must be shorter than 2 GiB. The case
    /// of characters that are not ASCII is never ignored.
    pub(super) fn new(strings: &[&str], ignore_case: bool, bounds: Bounds) -> Option<Self> {
        let mut builder = AhoCorasick::builder();
        let builder = builder.ascii_case_insensitive(ignore_case);
        Some(Self {
            automaton: builder.build(strings).ok()?,
            edges: match bounds {
                Bounds::Anywhere => Edges::Anywhere,
                Bounds::Word => Edges::Word {
                    before: Regex::new(r"\A\z|\W\z").ok()?,
                    after: Regex::new(r"\A\z|\A\W").ok()?,
                },
                Bounds::Whole => Edges::Whole,
            },
        })
    }

    /// Returns the ranges of all matches, which may overlap.
    pub(super) fn matches(&self, url: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let found = self.automaton.find_overlapping_iter(url);
        found
            .map(|found| found.range())
            .filter(|range| self.edges.hold(url, range))
    }
}

impl Edges {
    /// Returns whether a match has its boundaries. This takes constant time, as there may be a match at every byte.
    fn hold(&self, url: &[u8], range: &Range<usize>) -> bool {
        /// The maximum length of a character, in bytes.
        const MAX_CHAR: usize = 4;

        match self {
            Self::Anywhere => true,
            Self::Word { before, after } => {
                let first = range.start.saturating_sub(MAX_CHAR);
                let last = url.len().min(range.end + MAX_CHAR);
                before.is_match(&url[first..range.start]) && after.is_match(&url[range.end..last])
            }
            Self::Whole => *range == (0..url.len()),
        }
    }
}
