//! Lists of fixed strings.

use std::ops::Range;

use aho_corasick::AhoCorasick;
use regex::bytes::Regex;

use super::bounds::Bounds;

/// Fixed strings as one automaton. Unlike a regular expression, it has no limit that a list of some thousand hosts
/// exceeds.
#[derive(Debug)]
pub(super) struct Literals {
    automaton: AhoCorasick,
    bounds: Bounds,
    /// Match the empty string where a word may start, and where it may end.
    word_start: Regex,
    word_end: Regex,
}

impl Literals {
    /// Returns `None` if the strings are too long for an automaton: together they must be shorter than 2 GiB. The case
    /// of characters that are not ASCII is never ignored.
    pub(super) fn new(strings: &[&str], ignore_case: bool, bounds: Bounds) -> Option<Self> {
        let mut builder = AhoCorasick::builder();
        Some(Self {
            automaton: builder
                .ascii_case_insensitive(ignore_case)
                .build(strings)
                .ok()?,
            bounds,
            word_start: Regex::new(Bounds::WORD_START).ok()?,
            word_end: Regex::new(Bounds::WORD_END).ok()?,
        })
    }

    /// Returns the ranges of all matches, which may overlap.
    pub(super) fn matches(&self, url: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let found = self.automaton.find_overlapping_iter(url);
        found
            .map(|found| found.range())
            .filter(|range| self.has_bounds(url, range))
    }

    fn has_bounds(&self, url: &[u8], range: &Range<usize>) -> bool {
        let is_at = |edge: &Regex, at| {
            let found = edge.find_at(url, at);
            found.is_some_and(|found| found.start() == at)
        };
        match self.bounds {
            Bounds::Anywhere => true,
            Bounds::Word => {
                is_at(&self.word_start, range.start) && is_at(&self.word_end, range.end)
            }
            Bounds::Whole => *range == (0..url.len()),
        }
    }
}
