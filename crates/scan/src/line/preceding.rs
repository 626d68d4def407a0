//! What precedes a text, as far as the search of its lines depends on it.

use memchr::memchr;

use super::layout::LastLines;
use crate::text::Prefix;

/// What the search of a text depends on besides the text: what precedes it.
#[derive(Debug, Default)]
pub(crate) struct Preceding {
    /// The last lines.
    pub(super) lines: LastLines,
    /// The last URL in brackets.
    pub(super) url: Vec<u8>,
    /// The index of the first line from which a URL may be followed. The lines before it were searched for the rest of
    /// another one.
    pub(super) followed: usize,
    /// The quote prefix of the line in which the text begins, if the line is long.
    pub(super) in_line: Option<Prefix>,
}

/// Where the search of a text continues, and what it depends on.
pub(crate) struct Cut {
    pub(crate) at: usize,
    pub(super) in_line: Option<Prefix>,
    pub(super) followed: usize,
    pub(super) url: Option<Vec<u8>>,
}

impl Preceding {
    /// Begins a text.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
        self.url.clear();
        self.followed = 0;
        self.in_line = None;
    }

    /// Returns the index in a text at which the first whole line begins.
    pub(super) fn first_line(&self, text: &[u8]) -> usize {
        if self.in_line.is_none() {
            return 0;
        }
        memchr(b'\n', text).map_or(text.len(), |line_break| line_break + 1)
    }

    /// Passes the text before a cut.
    pub(crate) fn pass(&mut self, text: &[u8], cut: Cut) {
        let passed = &text[..cut.at];
        self.lines.push(&passed[self.first_line(passed)..]);
        if cut.in_line.is_some() {
            // No lines are read beyond a long one.
            self.lines.clear();
        }
        if let Some(url) = cut.url {
            self.url = url;
        }
        self.followed = cut.followed;
        self.in_line = cut.in_line;
    }
}
