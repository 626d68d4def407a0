//! Links as lines of text.

use std::{
    io::{self, Write},
    ops::Range,
    path::Path,
};

use anstyle::{AnsiColor, Style};
use urlsift::{Field, Metadata, message_title};
use urlsift_search::{Candidate, HyphenPolicy, Join, TextLine};
use urlsift_select::Pattern;

use super::{
    line_style::{LineStyle, ShowPath},
    output_file::OutputFile,
    record::CountedNumbers,
};
use crate::term::hyperlink;

pub(super) const PATH: Style = AnsiColor::Magenta.on_default();
pub(super) const LINE: Style = AnsiColor::Green.on_default();
const MATCH: Style = AnsiColor::Red.on_default().bold();
const MESSAGE: Style = AnsiColor::Cyan.on_default();
const ASIDE: Style = Style::new().dimmed();
const PIECE: Style = Style::new().underline();

/// Prints one line for each wanted reading, after the path and the position if they are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'p> {
    style: LineStyle,
    pattern: Option<&'p Pattern>,
    is_bare: bool,
}

impl<'p> Text<'p> {
    pub(crate) fn new(style: LineStyle, pattern: Option<&'p Pattern>) -> Self {
        Self {
            style,
            pattern,
            is_bare: style.is_bare(),
        }
    }

    /// Returns whether the line of a link without a target is the URL as it is and nothing else, which is what a pipe
    /// gets.
    pub(crate) fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// Prints a path and `end` after it: alone on its line, or before a count.
    pub(crate) fn path(&self, out: &mut Vec<u8>, path: &Path, end: u8) -> io::Result<()> {
        let painter = self.style.painter;
        painter.painted(out, PATH, path.as_os_str().as_encoded_bytes())?;
        out.write_all(&[if self.style.null { 0 } else { end }])
    }

    /// Prints the path before the count of a file, if it is wanted there.
    pub(crate) fn count_path(&self, out: &mut Vec<u8>, file: &OutputFile) -> io::Result<()> {
        if is_shown(self.style.count_path, file) {
            self.path(out, &file.path, b':')?;
        }
        Ok(())
    }

    /// Prints the path before a link, if it is wanted there.
    pub(crate) fn place(&self, out: &mut Vec<u8>, file: &OutputFile) -> io::Result<()> {
        if is_shown(self.style.path, file) && !self.style.heading {
            self.path(out, &file.path, b':')?;
        }
        Ok(())
    }

    /// Prints the path above the links of a file, if it is wanted there.
    pub(crate) fn heading(&self, out: &mut Vec<u8>, file: &OutputFile) -> io::Result<()> {
        if is_shown(self.style.path, file) && self.style.heading {
            self.path(out, &file.path, b'\n')?;
        }
        Ok(())
    }

    /// Prints a context line, with its number if that is wanted. The pieces of links in it are underlined.
    pub(crate) fn context(
        &self,
        out: &mut Vec<u8>,
        file: &OutputFile,
        (line, pieces): (&TextLine<'_>, &[Range<usize>]),
        numbers: &mut CountedNumbers,
    ) -> io::Result<()> {
        let painter = self.style.painter;
        let has_path = is_shown(self.style.path, file) && !self.style.heading;
        let has_number = self.style.line && line.position.is_some();
        if has_path {
            self.path(out, &file.path, b'-')?;
        }
        if has_number {
            painter.begin(out, LINE)?;
            numbers.write(out, Field::Line);
            painter.end(out, LINE)?;
        }
        if has_number || !has_path {
            out.push(b'-');
        }
        painter.begin(out, ASIDE)?;
        painter.marked_line(out, line.text, pieces, [ASIDE, PIECE])?;
        out.extend_from_slice(if line.is_cut { b"..." } else { b"" });
        painter.end(out, ASIDE)?;
        out.write_all(b"\n")
    }

    /// Prints the separator where lines of text are left out between those around two links.
    pub(crate) fn separator(out: &mut Vec<u8>) {
        out.extend_from_slice(b"--\n");
    }

    /// Prints what surrounds the line and the column of a link, if they are wanted, and these numbers.
    pub(crate) fn position(
        &self,
        out: &mut Vec<u8>,
        numbers: &mut CountedNumbers,
    ) -> io::Result<()> {
        let fields = [
            (self.style.line, Field::Line),
            (self.style.column, Field::Column),
        ];
        let painter = self.style.painter;
        for (_, field) in fields.into_iter().filter(|(is_wanted, _)| *is_wanted) {
            painter.begin(out, LINE)?;
            numbers.write(out, field);
            painter.end(out, LINE)?;
            out.write_all(b":")?;
        }
        Ok(())
    }

    /// Prints the heading of a message.
    pub(crate) fn message(
        &self,
        out: &mut Vec<u8>,
        file: &OutputFile,
        metadata: &Metadata,
    ) -> io::Result<()> {
        self.place(out, file)?;
        let title = message_title(metadata);
        self.style.painter.painted(out, MESSAGE, title.as_bytes())?;
        out.write_all(b"\n")
    }

    /// Prints a reading of a link, and ends the line.
    pub(crate) fn reading(
        &self,
        out: &mut Vec<u8>,
        reading: &[u8],
        doubts: Doubts,
    ) -> io::Result<()> {
        let target = if self.style.hyperlink {
            hyperlink::target(reading)
        } else {
            None
        };
        if let Some(target) = &target {
            hyperlink::begin(out, target)?;
        }
        self.url(out, reading)?;
        if target.is_some() {
            hyperlink::end(out)?;
        }
        if self.style.doubts {
            self.doubts(out, doubts)?;
        }
        out.write_all(b"\n")
    }

    /// Prints a mark for each doubt.
    fn doubts(&self, out: &mut Vec<u8>, doubts: Doubts) -> io::Result<()> {
        // If all readings are printed, none of them is in doubt.
        let are_all = self.style.hyphen == HyphenPolicy::Both;
        let marks: [(bool, &[u8]); 2] = [
            (doubts.hyphen && !are_all, b"[hyphen?]"),
            (doubts.close, b"[close?]"),
        ];
        for (_, mark) in marks.into_iter().filter(|(is_seen, _)| *is_seen) {
            out.push(b' ');
            self.style.painter.painted(out, ASIDE, mark)?;
        }
        Ok(())
    }

    fn url(&self, out: &mut Vec<u8>, reading: &[u8]) -> io::Result<()> {
        let painter = self.style.painter;
        let mut from = 0;
        if let Some(pattern) = self.pattern.filter(|_| painter.color) {
            for found in pattern.matches(reading) {
                painter.plain(out, &reading[from..found.start])?;
                from = found.end;
                painter.painted(out, MATCH, &reading[found])?;
            }
        }
        painter.plain(out, &reading[from..])
    }
}

/// The doubts about a link.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doubts {
    /// Whether it is uncertain that a hyphen before a line break is part of the URL.
    pub(crate) hyphen: bool,
    /// Whether the end is uncertain.
    pub(crate) close: bool,
}

impl Doubts {
    pub(crate) fn of(candidate: &Candidate) -> Self {
        Self {
            hyphen: candidate.joins().iter().any(Join::is_doubtful),
            close: candidate.is_close_doubtful(),
        }
    }
}

fn is_shown(paths: ShowPath, file: &OutputFile) -> bool {
    match paths {
        ShowPath::All => true,
        ShowPath::Members => file.is_member,
        ShowPath::None => false,
    }
}
