//! Files that stand in a text, encoded, as they did before MIME.

use std::ops::Range;

use memchr::{memmem, memrchr};

use crate::{
    decode::{uuencode, without_line_break},
    window::{Line, Search, Window},
};

/// Finds the files in texts.
#[derive(Debug)]
pub(crate) struct Files {
    /// What every first line has.
    search: Search,
}

/// A file in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File {
    /// The index at which its first line begins.
    pub(crate) line: usize,
    pub(crate) form: FileForm,
}

/// How a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileForm {
    /// As uuencode(1) has it; the file may be a text itself, by its name.
    Uuencoded { is_text: bool },
    /// As yEnc has it, which is for what is no text.
    Yenc,
    /// More bytes are needed to tell whether it is one.
    Unknown,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            search: Search::new(b"begin "),
        }
    }
}

impl Files {
    /// Back to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.search.rewind(0);
    }

    /// Whether a text between two indices may hold a file.
    pub(crate) fn may_be_in(&mut self, window: &Window<'_>, text: Range<usize>) -> bool {
        let hit = self.search.next(window, text.start);
        hit.is_some_and(|hit| hit < text.end)
    }

    /// The first file that begins between two indices.
    pub(crate) fn next(&mut self, window: &Window<'_>, text: Range<usize>) -> Option<File> {
        let mut from = text.start;
        loop {
            let hit = self.search.next(window, from);
            let hit = hit.filter(|&hit| hit < text.end)?;
            from = hit + 1;
            let found = if window.begins_line(hit) {
                uuencoded(window, hit..text.end)
            } else {
                let line = hit.checked_sub(YENC.len());
                let line = line.filter(|&line| line >= text.start && window.begins_line(line));
                line.and_then(|line| yenc(window, line))
            };
            if found.is_some() {
                return found;
            }
        }
    }
}

impl File {
    fn unknown(line: usize) -> Self {
        let form = FileForm::Unknown;
        Self { line, form }
    }
}

impl FileForm {
    /// What a line of the file, after the first one, has to do with it: whether it is part of it,
    /// and whether nothing after it is.
    pub(crate) fn place_of(self, line: &[u8]) -> (bool, bool) {
        let line = without_line_break(line);
        match self {
            // No line of such a file is empty: its end is missing.
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

/// The uuencoded file whose first line begins where `text` does: the line after it must be one of
/// data.
fn uuencoded(window: &Window<'_>, text: Range<usize>) -> Option<File> {
    let line = text.start;
    let begin = match window.short_line(line) {
        Line::Whole(begin) => begin,
        Line::Unfinished => return Some(File::unknown(line)),
        Line::Long => return None,
    };
    let name = uuencode::begin_line(without_line_break(begin))?;
    let data = line + begin.len();
    let first = match window.short_line(data) {
        Line::Whole(first) => first,
        Line::Unfinished => return Some(File::unknown(line)),
        Line::Long => return None,
    };
    let is_file = data < text.end && uuencode::is_data_line(without_line_break(first));
    let is_text = names_text(name);
    is_file.then_some(File {
        line,
        form: FileForm::Uuencoded { is_text },
    })
}

/// What comes before `begin ` in the first line of a yEnc file.
const YENC: &[u8] = b"=y";

/// The yEnc file that begins with the line at an index: `=ybegin line=128 size=123 name=...`.
fn yenc(window: &Window<'_>, line: usize) -> Option<File> {
    if !window.bytes[line..].starts_with(YENC) {
        return None;
    }
    match window.short_line(line) {
        Line::Whole(begin) => {
            let has = |field| memmem::find(begin, field).is_some();
            let form = FileForm::Yenc;
            (has(b" line=") && has(b" size=")).then_some(File { line, form })
        }
        Line::Unfinished => Some(File::unknown(line)),
        Line::Long => None,
    }
}

/// Whether a file is a text by its name.
fn names_text(name: &[u8]) -> bool {
    const TEXTS: [&[u8]; 10] = [
        b"txt", b"text", b"html", b"htm", b"md", b"asc", b"tex", b"log", b"c", b"h",
    ];
    let Some(dot) = memrchr(b'.', name) else {
        return true;
    };
    let is = |text: &&[u8]| name[dot + 1..].eq_ignore_ascii_case(text);
    TEXTS.iter().any(is)
}
