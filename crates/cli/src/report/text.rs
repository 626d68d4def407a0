//! Lines for people and for `sort -u`.

use std::{
    io::{self, Write},
    path::Path,
};

use anstyle::{AnsiColor, Style as Paint};
use urlsift::{Conformance, HyphenPolicy, rfc1738::Base};

use super::{Hit, Report};
use crate::{pattern::Pattern, plan::Style, terminal::write_escaped};

const PATH: Paint = AnsiColor::Magenta.on_default();
const LINE: Paint = AnsiColor::Green.on_default();
const MATCH: Paint = AnsiColor::Red.on_default().bold();

/// One line for each wanted reading, behind the path and the line where asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'p> {
    style: Style,
    pattern: Option<&'p Pattern>,
    base: Option<Base<'p>>,
    /// There is nothing to print but the URL as it is, which is what a pipe gets.
    is_bare: bool,
}

impl<'p> Text<'p> {
    pub(crate) fn new(style: Style, pattern: Option<&'p Pattern>, base: Option<Base<'p>>) -> Self {
        let Style {
            path,
            line,
            color,
            escape,
            hyphen,
            null: _,
        } = style;
        Self {
            style,
            pattern,
            base,
            is_bare: !(path || line || color || escape) && hyphen == HyphenPolicy::Keep,
        }
    }

    /// Prints a path alone on its line, or in front of a count.
    pub(crate) fn path(&self, out: &mut Vec<u8>, path: &Path, end: u8) -> io::Result<()> {
        self.painted(out, PATH, path.as_os_str().as_encoded_bytes())?;
        out.write_all(&[if self.style.null { 0 } else { end }])
    }

    /// Prints the count of an input.
    pub(crate) fn count(&self, out: &mut Vec<u8>, path: &Path, count: u64) -> io::Result<()> {
        if self.style.path {
            self.path(out, path, b':')?;
        }
        writeln!(out, "{count}")
    }

    fn painted(&self, out: &mut Vec<u8>, paint: Paint, text: &[u8]) -> io::Result<()> {
        if self.style.color {
            write!(out, "{paint}")?;
            self.plain(out, text)?;
            write!(out, "{paint:#}")
        } else {
            self.plain(out, text)
        }
    }

    fn plain(&self, out: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.style.escape {
            write_escaped(out, text)
        } else {
            out.write_all(text)
        }
    }

    fn reading(&self, out: &mut Vec<u8>, reading: &[u8]) -> io::Result<()> {
        let mut from = 0;
        if let Some(pattern) = self.pattern.filter(|_| self.style.color) {
            for found in pattern.matches(reading) {
                self.plain(out, &reading[from..found.start])?;
                from = found.end;
                self.painted(out, MATCH, &reading[found])?;
            }
        }
        self.plain(out, &reading[from..])
    }
}

impl Report for Text<'_> {
    fn hit(&self, out: &mut Vec<u8>, path: &Path, hit: Hit<'_>) -> io::Result<()> {
        let Hit { link, verdict } = hit;
        let is_relative = || verdict.conformance() == Conformance::Relative;
        let base = self.base.filter(|_| is_relative());
        if self.is_bare && base.is_none() {
            out.extend_from_slice(link.candidate().url());
            out.push(b'\n');
            return Ok(());
        }
        for reading in link.candidate().readings(self.style.hyphen) {
            if self.style.path {
                self.path(out, path, b':')?;
            }
            if let Some(position) = link.position().filter(|_| self.style.line) {
                self.painted(out, LINE, position.line.to_string().as_bytes())?;
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
