//! Lines for people and for `sort -u`.

use std::{
    io::{self, Write},
    path::Path,
};

use anstyle::{AnsiColor, Style as Paint};
use urlsift::{HyphenPolicy, InMessage, Metadata};

use super::{Hit, Report};
use crate::{
    pattern::Pattern,
    plan::{Named, Style},
};

pub(super) const PATH: Paint = AnsiColor::Magenta.on_default();
pub(super) const LINE: Paint = AnsiColor::Green.on_default();
const MATCH: Paint = AnsiColor::Red.on_default().bold();
const MESSAGE: Paint = AnsiColor::Cyan.on_default();

/// One line for each wanted reading, behind the path and the line where asked for.
#[derive(Clone, Debug)]
pub(crate) struct Text<'p> {
    style: Style,
    pattern: Option<&'p Pattern>,
    /// There is nothing to print but the URL as it is, which is what a pipe gets.
    is_bare: bool,
    /// How many files there were.
    files: u64,
    /// Whether the last of them is a member of a container.
    is_member: bool,
    /// What the last hit stood in, if messages have headings.
    last: Option<Group>,
}

/// The hits of one message, or of a file without messages, by the input and the message's index.
type Group = (u64, Option<u64>);

impl<'p> Text<'p> {
    pub(crate) fn new(style: Style, pattern: Option<&'p Pattern>) -> Self {
        let Style {
            path,
            count_path: _,
            line,
            messages,
            painter,
            hyphen,
            null: _,
        } = style;
        Self {
            style,
            pattern,
            is_bare: path == Named::None
                && !(line || messages || painter.color || painter.escape)
                && hyphen == HyphenPolicy::Keep,
            files: 0,
            is_member: false,
            last: None,
        }
    }

    /// Says that the hits which follow are those of the next file.
    pub(crate) fn begin_file(&mut self, is_member: bool) {
        self.files += 1;
        self.is_member = is_member;
    }

    fn names(&self, named: Named) -> bool {
        match named {
            Named::All => true,
            Named::Members => self.is_member,
            Named::None => false,
        }
    }

    /// Prints a path alone on its line, or in front of a count.
    pub(crate) fn path(&self, out: &mut Vec<u8>, path: &Path, end: u8) -> io::Result<()> {
        let painter = self.style.painter;
        painter.painted(out, PATH, path.as_os_str().as_encoded_bytes())?;
        out.write_all(&[if self.style.null { 0 } else { end }])
    }

    /// Prints the count of a file.
    pub(crate) fn count(&self, out: &mut Vec<u8>, path: &Path, count: u64) -> io::Result<()> {
        if self.names(self.style.count_path) {
            self.path(out, path, b':')?;
        }
        writeln!(out, "{count}")
    }

    /// Prints what the message at hand is, in front of its first hit.
    fn heading(
        &mut self,
        out: &mut Vec<u8>,
        path: &Path,
        message: Option<InMessage<'_>>,
    ) -> io::Result<()> {
        let group = (self.files, message.map(|message| message.index()));
        let Some(last) = self.last.replace(group) else {
            return self.title(out, path, message);
        };
        if last == group {
            return Ok(());
        }
        out.write_all(b"\n")?;
        self.title(out, path, message)
    }

    fn title(
        &self,
        out: &mut Vec<u8>,
        path: &Path,
        message: Option<InMessage<'_>>,
    ) -> io::Result<()> {
        let Some(message) = message else {
            return Ok(());
        };
        if self.names(self.style.path) {
            self.path(out, path, b':')?;
        }
        let title = title(message.metadata());
        self.style.painter.painted(out, MESSAGE, title.as_bytes())?;
        out.write_all(b"\n")
    }

    fn reading(&self, out: &mut Vec<u8>, reading: &[u8]) -> io::Result<()> {
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

/// `1995-01-31 Jim <jim@a.example>: Re: URLs`, as far as it is known; in one line, whatever the
/// header holds.
fn title(metadata: &Metadata) -> String {
    /// So much of a date is its day.
    const DAY: usize = "1995-01-31".len();
    let mut title = String::new();
    if let Some(date) = metadata.date_rfc3339() {
        title.extend([date.get(..DAY).unwrap_or(&date), " "]);
    }
    if let Some(from) = metadata.from() {
        title.extend([from, ": "]);
    }
    title.push_str(metadata.subject().unwrap_or("(no subject)"));
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Report for Text<'_> {
    fn hit(&mut self, out: &mut Vec<u8>, path: &Path, hit: Hit<'_>) -> io::Result<()> {
        let Hit { link, base, .. } = hit;
        if self.is_bare && base.is_none() {
            out.extend_from_slice(link.candidate().url());
            out.push(b'\n');
            return Ok(());
        }
        if self.style.messages {
            self.heading(out, path, link.message())?;
        }
        for reading in link.candidate().readings(self.style.hyphen) {
            if self.names(self.style.path) {
                self.path(out, path, b':')?;
            }
            if let Some(position) = link.position().filter(|_| self.style.line) {
                let painter = self.style.painter;
                painter.painted(out, LINE, position.line.to_string().as_bytes())?;
                out.write_all(b":")?;
            }
            match base {
                Some(base) => self.reading(out, &base.resolve(&reading))?,
                None => self.reading(out, &reading)?,
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}
