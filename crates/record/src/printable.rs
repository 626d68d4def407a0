//! What may be shown by a terminal.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

/// Returns whether a character could drive a terminal or deceive a reader: control characters, line and
/// paragraph separators, and characters that are not seen but can change the direction of writing
/// (Unicode TR 9) or make two texts look the same.
#[must_use]
pub const fn is_unprintable(char: char) -> bool {
    matches!(
        char,
        // Unicode's category Cc.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Writes the printable characters of `text` as they are, and each [unprintable](is_unprintable) one by `escape`.
///
/// # Errors
///
/// Those of `out` and of `escape`.
pub fn write_printable<W: Write + ?Sized>(
    out: &mut W,
    text: &str,
    mut escape: impl FnMut(&mut W, char) -> io::Result<()>,
) -> io::Result<()> {
    if is_graphic_ascii(text.as_bytes()) {
        return out.write_all(text.as_bytes());
    }
    let mut written = 0;
    for (at, char) in text
        .char_indices()
        .filter(|&(_, char)| is_unprintable(char))
    {
        out.write_all(&text.as_bytes()[written..at])?;
        escape(out, char)?;
        written = at + char.len_utf8();
    }
    out.write_all(&text.as_bytes()[written..])
}

/// Writes bytes so that they cannot drive a terminal: [unprintable](is_unprintable) characters and bytes that
/// are not UTF-8 are written as `\x1b` or `\u{202e}`.
///
/// # Errors
///
/// Those of `out`.
pub fn write_escaped<W: Write + ?Sized>(out: &mut W, text: &[u8]) -> io::Result<()> {
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

/// Returns what [`write_escaped`] writes.
///
/// ```
/// use urlsift_record::escaped;
///
/// assert_eq!(escaped(b"http://a/\x1b[31m\xff"), r"http://a/\x1b[31m\xff");
/// ```
#[must_use]
pub fn escaped(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    // Writing to a vector does not fail.
    let _ = write_escaped(&mut out, text);
    String::from_utf8_lossy(&out).into_owned()
}

/// Replaces each tab of a line with spaces up to the next eighth column. Every character of UTF-8 counts as one
/// column.
#[must_use]
pub fn expand_tabs(line: &[u8]) -> Cow<'_, [u8]> {
    const TAB: usize = 8;
    if !line.contains(&b'\t') {
        return Cow::Borrowed(line);
    }
    let mut expanded = Vec::with_capacity(line.len() + TAB);
    let mut column = 0;
    for &byte in line {
        if byte == b'\t' {
            let spaces = TAB - column % TAB;
            expanded.resize(expanded.len() + spaces, b' ');
            column += spaces;
        } else {
            expanded.push(byte);
            // A continuation byte of UTF-8 has no column of its own.
            column += usize::from(byte & 0xc0 != 0x80);
        }
    }
    Cow::Owned(expanded)
}

/// Percent-encodes all bytes of a URL that are not visible ASCII.
///
/// ```
/// use urlsift_record::percent_encode;
///
/// assert_eq!(percent_encode("http://a/\u{e9} b%20".as_bytes()), "http://a/%C3%A9%20b%20");
/// ```
#[must_use]
pub fn percent_encode(url: &[u8]) -> String {
    let mut encoded = String::with_capacity(url.len());
    for &byte in url {
        if byte.is_ascii_graphic() {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Returns whether there is nothing but ASCII letters, digits, punctuation and spaces, as is nearly
/// always the case.
fn is_graphic_ascii(text: &[u8]) -> bool {
    // Without a way out of the loop, which the compiler makes a few vector instructions of.
    text.iter()
        .fold(true, |all, byte| all & matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::{escaped, expand_tabs, is_unprintable, write_printable};

    fn marked(text: &str) -> String {
        let mut out = Vec::new();
        write_printable(&mut out, text, |out, char| {
            out.extend(format!("[{:x}]", u32::from(char)).bytes());
            Ok(())
        })
        .expect("a vector takes all");
        String::from_utf8(out).expect("UTF-8 stays UTF-8")
    }

    #[test]
    fn only_what_is_unprintable_is_escaped() {
        for (text, expected) in [
            ("", ""),
            ("a ~", "a ~"),
            ("a\tb\x1b\x7f", "a[9]b[1b][7f]"),
            ("é\u{202e}\u{85}日", "é[202e][85]日"),
            (
                "\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가",
                "[34f][1160][180e][3164][ffa0]가",
            ),
            // A variation selector makes a picture of the character in front.
            ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn escaped_text_does_not_drive_a_terminal() {
        assert_eq!(escaped(b"http://a/\x1b[31m\x07"), r"http://a/\x1b[31m\x07");
        assert_eq!(
            escaped("é\u{202e}\u{85}日".as_bytes()),
            r"é\u{202e}\u{85}日"
        );
        assert_eq!(
            escaped("\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가".as_bytes()),
            r"\u{34f}\u{1160}\u{180e}\u{3164}\u{ffa0}가"
        );
        // A variation selector makes a picture of the character before it.
        assert_eq!(escaped("\u{2764}\u{fe0f}".as_bytes()), "\u{2764}\u{fe0f}");
        assert_eq!(escaped(b"\xff\xc3"), r"\xff\xc3");
        assert_eq!(escaped(b"\x7f\n"), r"\x7f\x0a");
    }

    #[test]
    fn tabs_end_at_every_eighth_column() {
        assert_eq!(expand_tabs(b"ab").as_ref(), b"ab");
        assert_eq!(expand_tabs(b"\ta\t").as_ref(), b"        a       ");
        assert_eq!(
            expand_tabs("é\té\t".as_bytes()).as_ref(),
            "é       é       ".as_bytes()
        );
    }

    #[test]
    fn every_control_character_is_unprintable() {
        for char in '\0'..=char::MAX {
            assert!(is_unprintable(char) || !char.is_control(), "{char:?}");
        }
        assert!((' '..='~').all(|char| !is_unprintable(char)));
    }
}
