//! Escapes text so that it cannot drive a terminal.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use urlsift_record::write_printable;

/// Returns whether a byte is a control character other than a tab.
pub(super) fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t'
}

/// Replaces each tab with spaces up to the next multiple of eight columns.
pub(super) fn expand_tabs(text: &[u8]) -> Cow<'_, [u8]> {
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
            // Continuation bytes of UTF-8 take no column.
            column += usize::from(byte & 0xc0 != 0x80);
        }
    }
    Cow::Owned(spaced)
}

/// Writes text from an input so that it cannot drive a terminal: control characters, invisible characters and
/// bytes that are not UTF-8 are escaped.
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

/// Returns the text that [`write_escaped`] writes.
pub(crate) fn escaped(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    // A vector takes everything.
    let _ = write_escaped(&mut out, text);
    String::from_utf8_lossy(&out).into_owned()
}

/// Escapes a line of text; tabs become spaces.
pub(crate) fn escaped_line(text: &[u8]) -> String {
    escaped(&expand_tabs(text))
}

/// Escapes each line of a text.
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
    use super::write_escaped;

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
