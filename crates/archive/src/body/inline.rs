//! Encoded files embedded in a text, as they were before MIME.

use std::ops::Range;

use memchr::{memmem, memrchr};

use crate::{
    decode::{uuencode, without_line_break},
    frame::{Line, Search, Window},
    skip::{AfterBytes, DecidedEnd},
};

/// What every first line of an embedded file contains.
pub(crate) const BEGIN: &[u8] = b"begin ";

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

impl InlineFile {
    /// Returns the first embedded file that begins in the text from an index on. `search` is for [`BEGIN`].
    pub(crate) fn next(
        search: &mut Search,
        window: &Window<'_>,
        text: usize,
        end: DecidedEnd,
    ) -> Option<Self> {
        let mut from = text;
        loop {
            let hit = search.next_in(window, from..end.at)?;
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
