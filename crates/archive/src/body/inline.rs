//! Encoded files embedded in a text, as they were before MIME.

use std::ops::Range;

use memchr::{memmem, memrchr};

use crate::{
    decode::{uuencode, without_line_break},
    frame::{Line, Search, Window},
    skip::{AfterBytes, DecidedEnd},
};

/// The content of the first line of an embedded file.
pub(crate) const BEGIN: &[u8] = b"begin ";

/// Finds embedded files.
#[derive(Debug)]
pub(crate) struct InlineFileFinder {
    /// Finds the string that every first line contains.
    search: Search,
}

/// An embedded file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlineFile {
    /// The index at which the first line begins.
    pub(crate) line: usize,
    pub(crate) encoding: FileEncoding,
}

/// The encoding of an embedded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileEncoding {
    /// uuencode(1). The name of the file decides whether it is a text.
    Uuencoded { is_text: bool },
    /// yEnc, which is only used for binary files.
    Yenc,
    /// Not known yet whether this is an embedded file; more input is needed.
    Unknown,
}

impl Default for InlineFileFinder {
    fn default() -> Self {
        Self {
            search: Search::new(BEGIN),
        }
    }
}

impl InlineFileFinder {
    /// Resets to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.search.rewind(0);
    }

    /// Takes over the result of another search: no embedded file begins in a range, except at or
    /// after the given index.
    pub(crate) fn take_result(
        &mut self,
        window: &Window<'_>,
        searched: Range<usize>,
        found: Option<usize>,
    ) {
        self.search.take_result(window, searched, found);
    }

    /// Returns whether a range of text may contain an embedded file.
    pub(crate) fn may_be_in(&mut self, window: &Window<'_>, text: Range<usize>) -> bool {
        self.search.next_in(window, text).is_some()
    }

    /// Returns the first embedded file that begins in the text from an index on.
    pub(crate) fn next(
        &mut self,
        window: &Window<'_>,
        text: usize,
        end: DecidedEnd,
    ) -> Option<InlineFile> {
        let mut from = text;
        loop {
            let hit = self.search.next_in(window, from..end.at)?;
            from = hit + 1;
            let found = if window.begins_line(hit) {
                uuencoded(window, hit, end)
            } else {
                let line = hit.checked_sub(YENC.len());
                let line = line.filter(|&line| line >= text && window.begins_line(line));
                line.and_then(|line| yenc(window, line..end.at))
            };
            if found.is_some() {
                return found;
            }
        }
    }
}

impl InlineFile {
    fn unknown(line: usize) -> Self {
        let encoding = FileEncoding::Unknown;
        Self { line, encoding }
    }
}

impl FileEncoding {
    /// Returns whether a line after the first one belongs to the file, and whether the file ends
    /// with or before it.
    pub(crate) fn classify_line(self, line: &[u8]) -> (bool, bool) {
        let line = without_line_break(line);
        match self {
            // No line of yEnc data is empty: the end line is missing.
            Self::Yenc => (
                !line.is_empty(),
                line.is_empty() || line.starts_with(b"=yend"),
            ),
            Self::Uuencoded { .. } | Self::Unknown => {
                let is_end = uuencode::is_end_line(line);
                let is_part = is_end || line.is_empty() || uuencode::is_data_line(line);
                (is_part, is_end || !is_part)
            }
        }
    }
}

/// Parses the first line of a uuencoded file, which begins at an index; a line of data must follow.
fn uuencoded(window: &Window<'_>, line: usize, end: DecidedEnd) -> Option<InlineFile> {
    let begin = match window.short_line(line) {
        Line::Whole(begin) => begin,
        Line::Unfinished => return Some(InlineFile::unknown(line)),
        Line::Long => return None,
    };
    let name = uuencode::begin_line(without_line_break(begin))?;
    let mut data = line + begin.len();
    if data >= end.at {
        match end.after {
            AfterBytes::End => return None,
            AfterBytes::Escape => data = end.at + 1,
            AfterBytes::More | AfterBytes::MoreBuffered => return Some(InlineFile::unknown(line)),
        }
    }
    let first = match window.short_line(data) {
        Line::Whole(first) => first,
        Line::Unfinished => return Some(InlineFile::unknown(line)),
        Line::Long => return None,
    };
    let is_file = uuencode::is_data_line(without_line_break(first));
    let is_text = is_text_name(name);
    is_file.then_some(InlineFile {
        line,
        encoding: FileEncoding::Uuencoded { is_text },
    })
}

/// The bytes before `begin ` in the first line of a yEnc file.
const YENC: &[u8] = b"=y";

/// Parses the first line of a yEnc file at the start of `text`:
/// `=ybegin line=128 size=123 name=...`.
fn yenc(window: &Window<'_>, text: Range<usize>) -> Option<InlineFile> {
    let line = text.start;
    if !window.bytes[line..].starts_with(YENC) {
        return None;
    }
    match window.short_line(line) {
        Line::Whole(begin) => {
            // An article of a batch may end in the middle of a line.
            let begin = &begin[..begin.len().min(text.len())];
            let has = |field| memmem::find(begin, field).is_some();
            let encoding = FileEncoding::Yenc;
            (has(b" line=") && has(b" size=")).then_some(InlineFile { line, encoding })
        }
        Line::Unfinished => Some(InlineFile::unknown(line)),
        Line::Long => None,
    }
}

/// Returns whether a file name belongs to a text.
fn is_text_name(name: &[u8]) -> bool {
    const TEXTS: [&[u8]; 10] = [
        b"txt", b"text", b"html", b"htm", b"md", b"asc", b"tex", b"log", b"c", b"h",
    ];
    let Some(dot) = memrchr(b'.', name) else {
        return true;
    };
    let is = |text: &&[u8]| name[dot + 1..].eq_ignore_ascii_case(text);
    TEXTS.iter().any(is)
}
