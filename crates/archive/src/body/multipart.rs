//! The stack of open multiparts, and the delimiters between their parts (RFC 2046 §5.1.1).

use std::ops::Range;

use crate::{
    body::Media,
    frame::{Line, Search, Window},
    skip::{AfterBytes, DecidedEnd},
};

const DASHES: &[u8] = b"--";

/// The open multiparts, outermost first.
#[derive(Debug)]
pub(crate) struct MultipartStack {
    pub(super) open: Vec<OpenMultipart>,
    search: Search,
}

/// An open multipart.
#[derive(Debug)]
pub(crate) struct OpenMultipart {
    pub(crate) media: Media,
    /// The length of the path of the multipart.
    pub(crate) path: usize,
    /// The number of parts that have begun.
    pub(crate) children: u32,
    /// The base URL of relative references.
    pub(crate) base: Option<Vec<u8>>,
}

/// A delimiter line, which begins a part or ends a multipart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimiter {
    /// The index at which the line begins.
    pub(crate) line: usize,
    pub(crate) kind: DelimiterKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DelimiterKind {
    /// The end of the line is not buffered yet; the line may not be a delimiter.
    Incomplete,
    /// A part of the multipart `level` begins at `after`.
    Part { level: usize, after: usize },
    /// The multipart `level` ends; its epilogue begins at `after`.
    Close { level: usize, after: usize },
}

impl Delimiter {
    /// Returns where the part before the line ends, given what follows the decided bytes of the
    /// message.
    pub(crate) fn end_of_part(self, after: AfterBytes) -> DecidedEnd {
        let after = match (self.kind, after) {
            (DelimiterKind::Part { .. } | DelimiterKind::Close { .. }, _) => AfterBytes::End,
            (DelimiterKind::Incomplete, AfterBytes::MoreBuffered) => AfterBytes::MoreBuffered,
            (DelimiterKind::Incomplete, _) => AfterBytes::More,
        };
        DecidedEnd {
            at: self.line,
            after,
        }
    }
}

impl Default for MultipartStack {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            search: Search::new(b"\n--"),
        }
    }
}

impl MultipartStack {
    /// Resets to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.open.clear();
        self.search.rewind(0);
    }

    /// Closes the multiparts inside `level` and returns the one at `level`.
    pub(crate) fn close_inner(&mut self, level: usize) -> Option<&mut OpenMultipart> {
        self.open.truncate(level + 1);
        self.open.last_mut()
    }

    /// Returns the first delimiter in a range.
    pub(crate) fn next(&mut self, window: &Window<'_>, within: Range<usize>) -> Option<Delimiter> {
        if self.open.is_empty() || within.is_empty() {
            return None;
        }
        let mut from = within.start;
        if window.begins_line(from)
            && let Some(found) = self.delimiter(window, from)
        {
            return Some(found);
        }
        loop {
            let hit = self.search.next_in(window, from..within.end - 1)?;
            if let Some(found) = self.delimiter(window, hit + 1) {
                return Some(found);
            }
            from = hit + 1;
        }
    }

    /// Returns the delimiter that begins at an index. Only white space may follow the boundary: RFC 2046
    /// accepts any line that begins with it, but many programs make boundaries that are prefixes of
    /// each other.
    fn delimiter(&self, window: &Window<'_>, line: usize) -> Option<Delimiter> {
        let rest = &window.bytes[line..];
        let head = rest.len().min(DASHES.len());
        if !DASHES.starts_with(&rest[..head]) {
            return None;
        }
        let whole = match window.short_line(line) {
            Line::Whole(whole) => whole,
            Line::Unfinished => {
                let kind = DelimiterKind::Incomplete;
                return Some(Delimiter { line, kind });
            }
            Line::Long => return None,
        };
        let after = line + whole.len();
        let name = whole.get(DASHES.len()..)?.trim_ascii_end();
        let closed = name.strip_suffix(DASHES);
        // The end of an outer multipart also ends the inner ones.
        let levels = self.open.iter().enumerate().rev();
        let mut kinds = levels.filter_map(|(level, open)| {
            let is_boundary = |name| open.media.is_boundary(name);
            if is_boundary(name) {
                Some(DelimiterKind::Part { level, after })
            } else if closed.is_some_and(is_boundary) {
                Some(DelimiterKind::Close { level, after })
            } else {
                None
            }
        });
        kinds.next().map(|kind| Delimiter { line, kind })
    }
}
