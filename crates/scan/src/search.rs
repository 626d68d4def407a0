//! The search of a whole text, which says how far it is decided.
//!
//! What depends on bytes after the text is left open, and found again when they are there. So a rule reads whole
//! slices, and keeps no state from one text to the next but what [`Known`] holds.

use std::{cmp::Reverse, ops::Range};

use crate::{
    bracket,
    config::Config,
    hits::{Hit, Hits},
    line::{Cut, LineFinder, LineSearch, Preceding, Triggers},
    precedence::decide,
    text::Prefix,
};

/// The rules of a search.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) config: Config,
    /// Finds URLs without angle brackets, if they are wanted.
    lines: Option<(LineFinder, Triggers)>,
    /// Returns whether a string is a URL by any standard.
    pub(crate) is_url: fn(&[u8]) -> bool,
}

/// What the search of a text depends on besides the text.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The index before which all that begins has been found.
    pub(crate) decided: usize,
    /// The quote prefix at this index.
    prefix: Prefix,
    preceding: Preceding,
}

/// A text, and where something may begin in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    /// The first trigger is at this index or later.
    pub(crate) first_trigger: usize,
    /// The first `<` after which a candidate opens is at this index or later.
    pub(crate) first_opener: usize,
    /// Whether no more text follows.
    pub(crate) is_last: bool,
}

impl Rules {
    pub(crate) fn new(config: Config) -> Self {
        let lines = || (LineFinder::new(config.clone()), Triggers::new(&config));
        Self {
            lines: config.wants_undelimited().then(lines),
            is_url: |_| true,
            config,
        }
    }

    /// Returns the rules by which URLs without angle brackets end, if they are wanted.
    pub(crate) fn finder(&self) -> Option<&LineFinder> {
        self.lines.as_ref().map(|(finder, _)| finder)
    }

    pub(crate) const fn set_html(&mut self, is_html: bool) {
        if let Some((finder, _)) = &mut self.lines {
            finder.is_html = is_html;
        }
    }

    pub(crate) const fn set_header(&mut self, is_header: bool) {
        if let Some((finder, _)) = &mut self.lines {
            finder.is_header = is_header;
        }
    }

    /// Sets `hits` to all that is decided in a text and was not before. Returns the index from which the text must be
    /// searched again with the bytes after it.
    pub(crate) fn find(&mut self, text: Text<'_>, known: &mut Known, hits: &mut Hits) -> usize {
        hits.clear();
        let Text { bytes, is_last, .. } = text;
        let start = known.decided;
        let from = start.max(text.first_opener.min(bytes.len()));
        let mut prefix = known.prefix.clone();
        prefix.read(&bytes[start..from]);
        let open = bracket::find(bytes, from, prefix, &self.config, is_last, hits);
        let Some((finder, triggers)) = &mut self.lines else {
            known.pass_brackets(bytes, open, hits);
            known.decided = 0;
            return open;
        };
        let preceding = &known.preceding;
        let mut lines = LineSearch::new(bytes, is_last, finder, triggers, preceding, hits);
        let open = open.min(lines.run(text.first_trigger, start));
        let decided = first_dependent(lines.hits(), start..open);
        let cut = lines.cut(decided);
        let at = cut.at;
        let new = start..decided;
        let is_new = |hit: &Hit| new.contains(&hit.span.start);
        hits.brackets.truncate(
            hits.brackets
                .partition_point(|hit| hit.span.start < decided),
        );
        hits.lines.retain(is_new);
        known.pass_brackets(bytes, decided, hits);
        known.pass_lines(bytes, decided, cut);
        if !hits.lines.is_empty() {
            decide(hits, bytes, finder, self.is_url);
        }
        at
    }
}

impl Known {
    /// Begins a text.
    pub(crate) fn clear(&mut self) {
        self.decided = 0;
        self.prefix.start_line();
        self.preceding.clear();
    }

    /// Passes the text before the index `at`.
    fn pass_brackets(&mut self, text: &[u8], at: usize, hits: &Hits) {
        let from = self.decided;
        bracket::pass(text, from..at, &mut self.prefix, &hits.brackets);
    }

    fn pass_lines(&mut self, text: &[u8], decided: usize, cut: Cut) {
        self.decided = decided - cut.at;
        self.preceding.pass(text, cut);
    }
}

/// Returns the start of the first hit in a range that overlaps the text after the range, directly or through a chain of
/// overlapping hits; the end of the range if there is none.
fn first_dependent(hits: &Hits, range: Range<usize>) -> usize {
    let all = hits.brackets.iter().chain(&hits.lines);
    let spans = all.map(|hit| &hit.span);
    let spans = spans.filter(|span| range.contains(&span.start));
    if !spans.clone().any(|span| range.end < span.end) {
        // The usual case.
        return range.end;
    }
    let mut spans: Vec<_> = spans.collect();
    spans.sort_unstable_by_key(|span| Reverse(span.end));
    let mut first = range.end;
    for span in spans {
        if span.end <= first {
            break;
        }
        first = first.min(span.start);
    }
    first
}
