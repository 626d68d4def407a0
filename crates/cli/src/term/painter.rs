//! Styled text for a terminal.

use std::{
    io::{self, Write},
    ops::Range,
};

use anstyle::Style;

use urlsift::{expand_tabs, write_escaped};

use super::escape::is_control;

/// Writes text, styled if colors are used and escaped if a terminal shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    pub(crate) color: bool,
    /// Whether control characters are escaped.
    pub(crate) escape: bool,
}

impl Painter {
    /// Writes styled text.
    pub(crate) fn painted(self, out: &mut Vec<u8>, style: Style, text: &[u8]) -> io::Result<()> {
        self.begin(out, style)?;
        self.plain(out, text)?;
        self.end(out, style)
    }

    /// Begins styled text.
    pub(crate) fn begin(self, out: &mut Vec<u8>, style: Style) -> io::Result<()> {
        if self.color {
            write!(out, "{style}")?;
        }
        Ok(())
    }

    /// Ends styled text.
    pub(crate) fn end(self, out: &mut Vec<u8>, style: Style) -> io::Result<()> {
        if self.color {
            write!(out, "{style:#}")?;
        }
        Ok(())
    }

    /// Writes text without style.
    pub(crate) fn plain(self, out: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.escape {
            write_escaped(out, text)
        } else {
            out.write_all(text)
        }
    }

    /// Writes a context line. Control characters other than tabs are escaped even if the output is not a
    /// terminal.
    pub(crate) fn line(self, out: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.escape {
            return write_escaped(out, &expand_tabs(text));
        }
        for part in text.chunk_by(|&a, &b| !is_control(a) && !is_control(b)) {
            match *part {
                [byte] if is_control(byte) => write!(out, "\\x{byte:02x}")?,
                _ => out.write_all(part)?,
            }
        }
        Ok(())
    }

    /// Writes a context line in a style that has begun, with ranges of it in another one.
    pub(crate) fn marked_line(
        self,
        out: &mut Vec<u8>,
        text: &[u8],
        marks: &[Range<usize>],
        [style, marked]: [Style; 2],
    ) -> io::Result<()> {
        if !self.color || marks.is_empty() {
            return self.line(out, text);
        }
        // Spaces in place of tabs move what follows them.
        let expand = |text| {
            if self.escape {
                expand_tabs(text)
            } else {
                text.into()
            }
        };
        let expanded = expand(text);
        let mut done = 0;
        for mark in marks {
            let [start, end] = [mark.start, mark.end].map(|at| expand(&text[..at]).len());
            self.line(out, &expanded[done..start])?;
            self.end(out, style)?;
            self.begin(out, marked)?;
            self.line(out, &expanded[start..end])?;
            self.end(out, marked)?;
            self.begin(out, style)?;
            done = end;
        }
        self.line(out, &expanded[done..])
    }
}

#[cfg(test)]
mod tests {
    use super::Painter;

    fn line(escape: bool, text: &[u8]) -> Vec<u8> {
        let painter = Painter {
            color: false,
            escape,
        };
        let mut out = Vec::new();
        painter
            .line(&mut out, text)
            .expect("writing to a vector does not fail");
        out
    }

    #[test]
    fn context_lines_keep_tabs_and_escape_other_control_characters() {
        let text = b"a\tb\x1b[m\x00\x7f\xff\xc2\x9b";
        assert_eq!(line(false, text), b"a\tb\\x1b[m\\x00\\x7f\xff\xc2\x9b");
        assert_eq!(line(true, text), b"a       b\\x1b[m\\x00\\x7f\\xff\\u{9b}");
        assert_eq!(
            line(true, "é\té\t".as_bytes()),
            "é       é       ".as_bytes()
        );
    }
}
