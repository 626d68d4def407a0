//! What a terminal may be shown.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use anstyle::Style;
use urlsift_record::write_printable;

/// Writes text that comes from an input to standard output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    pub(crate) color: bool,
    /// It will be shown by a terminal: control characters must not reach it.
    pub(crate) escape: bool,
}

impl Painter {
    pub(crate) fn painted(self, out: &mut Vec<u8>, style: Style, text: &[u8]) -> io::Result<()> {
        self.begin(out, style)?;
        self.plain(out, text)?;
        self.end(out, style)
    }

    /// Begins what is to be painted.
    pub(crate) fn begin(self, out: &mut Vec<u8>, style: Style) -> io::Result<()> {
        if self.color {
            write!(out, "{style}")?;
        }
        Ok(())
    }

    /// Ends what was to be painted.
    pub(crate) fn end(self, out: &mut Vec<u8>, style: Style) -> io::Result<()> {
        if self.color {
            write!(out, "{style:#}")?;
        }
        Ok(())
    }

    pub(crate) fn plain(self, out: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.escape {
            write_escaped(out, text)
        } else {
            out.write_all(text)
        }
    }

    /// Writes a line of text. A tab keeps its meaning; other control characters are escaped wherever
    /// they go, as nobody asked for them.
    pub(crate) fn line(self, out: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.escape {
            return write_escaped(out, &without_tabs(text));
        }
        for part in text.chunk_by(|&a, &b| !is_control(a) && !is_control(b)) {
            match *part {
                [byte] if is_control(byte) => write!(out, "\\x{byte:02x}")?,
                _ => out.write_all(part)?,
            }
        }
        Ok(())
    }
}

/// What a line of text must not have, but for a tab.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t'
}

/// With blanks up to every eighth column in place of tabs.
fn without_tabs(text: &[u8]) -> Cow<'_, [u8]> {
    const TAB: usize = 8;
    if !text.contains(&b'\t') {
        return Cow::Borrowed(text);
    }
    let mut spaced = Vec::with_capacity(text.len() + TAB);
    let mut column = 0;
    for &byte in text {
        if byte == b'\t' {
            let blanks = TAB - column % TAB;
            spaced.resize(spaced.len() + blanks, b' ');
            column += blanks;
        } else {
            spaced.push(byte);
            // Bytes that go on with a character of UTF-8 have no column of their own.
            column += usize::from(byte & 0xc0 != 0x80);
        }
    }
    Cow::Owned(spaced)
}

/// Writes text that comes from an input so that it cannot drive a terminal: control characters,
/// characters that are not seen, and bytes that are no UTF-8 are escaped.
pub(crate) fn write_escaped(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    for chunk in text.utf8_chunks() {
        write_printable(out, chunk.valid(), |out, char| match u8::try_from(char) {
            Ok(byte) if byte.is_ascii() => write!(out, "\\x{byte:02x}"),
            _ => write!(out, "{}", char.escape_unicode()),
        })?;
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02x}")?;
        }
    }
    Ok(())
}

/// The same as a string.
pub(crate) fn escaped(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    // A vector takes everything.
    let _ = write_escaped(&mut out, text);
    String::from_utf8_lossy(&out).into_owned()
}

/// The same for a line of text, in which a tab keeps its meaning.
pub(crate) fn escaped_line(text: &[u8]) -> String {
    escaped(&without_tabs(text))
}

/// The same for a text of several lines.
pub(crate) fn escaped_lines(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| match line.strip_suffix('\n') {
        Some(line) => escaped(line.as_bytes()) + "\n",
        None => escaped(line.as_bytes()),
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{Painter, write_escaped};

    fn line(escape: bool, text: &[u8]) -> Vec<u8> {
        let painter = Painter {
            color: false,
            escape,
        };
        let mut out = Vec::new();
        painter.line(&mut out, text).expect("a vector takes all");
        out
    }

    #[test]
    fn lines_of_text_keep_their_tabs_and_no_other_controls() {
        let text = b"a\tb\x1b[m\x00\x7f\xff\xc2\x9b";
        assert_eq!(line(false, text), b"a\tb\\x1b[m\\x00\\x7f\xff\xc2\x9b");
        assert_eq!(line(true, text), b"a       b\\x1b[m\\x00\\x7f\\xff\\u{9b}");
        assert_eq!(
            line(true, "é\té\t".as_bytes()),
            "é       é       ".as_bytes()
        );
    }

    #[test]
    fn nothing_drives_the_terminal() {
        let escaped = |text: &[u8]| {
            let mut out = Vec::new();
            write_escaped(&mut out, text).expect("a vector takes all");
            String::from_utf8(out).expect("it is UTF-8")
        };
        assert_eq!(escaped(b"http://a/\x1b[31m\x07"), r"http://a/\x1b[31m\x07");
        assert_eq!(
            escaped("é\u{202e}\u{85}日".as_bytes()),
            r"é\u{202e}\u{85}日"
        );
        assert_eq!(
            escaped("\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가".as_bytes()),
            r"\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가"
        );
        // It makes a picture of the character in front.
        assert_eq!(escaped("\u{2764}\u{fe0f}".as_bytes()), "\u{2764}\u{fe0f}");
        assert_eq!(escaped(b"\xff\xc3"), r"\xff\xc3");
        assert_eq!(escaped(b"\x7f\n"), r"\x7f\x0a");
    }
}
