//! The multiparts that are open, and the lines between their parts (RFC 2046 §5.1.1).

use std::ops::Range;

use crate::{
    media::Media,
    window::{Line, Search, Window},
};

const DASHES: &[u8] = b"--";

/// The open multiparts, the outermost first.
#[derive(Debug)]
pub(crate) struct MultipartStack {
    open: Vec<OpenMultipart>,
    search: Search,
}

/// An open multipart.
#[derive(Debug)]
pub(crate) struct OpenMultipart {
    pub(crate) media: Media,
    /// How many numbers of the path are its own.
    pub(crate) path: usize,
    /// How many of its parts have begun.
    pub(crate) children: u32,
    /// What relative references in it are relative to.
    pub(crate) base: Option<Vec<u8>>,
}

/// A line that begins a part, or ends a multipart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimiter {
    /// The index at which it begins.
    pub(crate) line: usize,
    pub(crate) what: DelimiterKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum DelimiterKind {
    /// Its end has not come yet, and it may be none.
    Incomplete,
    /// A part of this level begins after this index.
    Part { level: usize, after: usize },
    /// This level ends; what stands after this index is its epilogue.
    Close { level: usize, after: usize },
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
    /// Back to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.open.clear();
        self.search.rewind(0);
    }

    /// Closes all.
    pub(crate) fn clear(&mut self) {
        self.open.clear();
    }

    pub(crate) fn push(&mut self, level: OpenMultipart) {
        self.open.push(level);
    }

    /// Closes those inside of a level, which is left as the innermost.
    pub(crate) fn go_back_to(&mut self, level: usize) -> Option<&mut OpenMultipart> {
        self.open.truncate(level + 1);
        self.open.last_mut()
    }

    /// The first delimiter between two indices.
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
            let hit = self.search.next(window, from);
            let hit = hit.filter(|&hit| hit + 1 < within.end)?;
            if let Some(found) = self.delimiter(window, hit + 1) {
                return Some(found);
            }
            from = hit + 1;
        }
    }

    /// The delimiter that the line at an index is: nothing but blanks may stand after it. RFC 2046
    /// would have whatever begins like one; but then boundaries that begin alike, as many programs
    /// make them, would be taken for each other.
    fn delimiter(&self, window: &Window<'_>, line: usize) -> Option<Delimiter> {
        let rest = &window.bytes[line..];
        let head = rest.len().min(DASHES.len());
        if !DASHES.starts_with(&rest[..head]) {
            return None;
        }
        let whole = match window.short_line(line) {
            Line::Whole(whole) => whole,
            Line::Unfinished => {
                let what = DelimiterKind::Incomplete;
                return Some(Delimiter { line, what });
            }
            Line::Long => return None,
        };
        let after = line + whole.len();
        let name = whole.get(DASHES.len()..)?.trim_ascii_end();
        let closed = name.strip_suffix(DASHES);
        // An inner multipart that is not closed ends with the outer one.
        let levels = self.open.iter().enumerate().rev();
        let mut kinds = levels.filter_map(|(level, open)| {
            let boundary = open.media.boundary();
            if boundary == Some(name) {
                Some(DelimiterKind::Part { level, after })
            } else if closed.is_some() && boundary == closed {
                Some(DelimiterKind::Close { level, after })
            } else {
                None
            }
        });
        kinds.next().map(|what| Delimiter { line, what })
    }
}
