//! Characters that are safe to print on a terminal.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use urlsift_rfc1738::is_unprintable;

#[cfg(feature = "mail")]
/// The maximum number of bytes of a header value that are printed with each link. Without a limit, a message with many
/// links and a header of 256 KiB would produce enormous output.
pub(crate) const MAX_PRINTED: usize = 4 << 10;

#[cfg(feature = "mail")]
/// Cuts a text to the part that is printed with each link.
pub(crate) fn printed(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_PRINTED)]
}

/// Writes the printable characters of `text` unchanged, and passes each [unprintable](is_unprintable) one to
/// `escape`, which writes it.
///
/// # Errors
///
/// Returns the errors of `out` and of `escape`.
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

/// Writes bytes so that they cannot control a terminal: [unprintable](is_unprintable) characters and bytes that are
/// not UTF-8 are escaped, for example as `\x1b` or `\u{202e}`.
///
/// # Errors
///
/// Returns the errors of `out`.
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

/// Returns a text as [`write_escaped`] writes it.
///
/// ```
/// use urlsift::escaped;
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

/// Replaces each tab of a line with spaces up to the next multiple of eight columns. Every UTF-8 character counts as
/// one column.
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
            // A UTF-8 continuation byte takes no column.
            column += usize::from(byte & 0xc0 != 0x80);
        }
    }
    Cow::Owned(expanded)
}

/// Percent-encodes all bytes of a URL that are not visible ASCII.
///
/// ```
/// use urlsift::percent_encode;
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

/// Returns whether a text consists of ASCII letters, digits, punctuation and spaces, as almost all texts do.
fn is_graphic_ascii(text: &[u8]) -> bool {
    // Without an early exit, so that the compiler vectorizes the loop.
    text.iter()
        .fold(true, |all, byte| all & matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use regex::Regex;

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
    fn only_unprintable_characters_are_escaped() {
        for (text, expected) in
            urlsift_tables::rows!("printable.toml", "only_unprintable_characters_are_escaped")
        {
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
        assert_eq!(escaped("\u{2764}\u{fe0f}".as_bytes()), "\u{2764}\\u{fe0f}");
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
    fn every_invisible_character_of_unicode_is_unprintable() {
        // Characters that no property marks.
        const BLANK: [char; 3] = ['\u{2800}', '\u{16fe4}', '\u{1d159}'];
        // Compares with the tables of another crate.
        let is_unseen = r"^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$";
        let [is_unseen, is_unassigned] =
            [is_unseen, r"^\p{Cn}$"].map(|class| Regex::new(class).expect("a class"));
        let mut utf8 = [0; 4];
        let mut count = 0;
        for char in '\0'..=char::MAX {
            let text = &*char.encode_utf8(&mut utf8);
            // The tables may be from different versions of Unicode.
            let expected = is_unseen.is_match(text) || BLANK.contains(&char);
            if expected || !is_unassigned.is_match(text) {
                assert_eq!(is_unprintable(char), expected, "{char:?}");
            }
            let is_passed = escaped(text.as_bytes()) == text;
            assert_eq!(is_passed, !is_unprintable(char), "{char:?}");
            count += usize::from(expected);
        }
        assert!(count > 4000, "{count}");
        assert!((' '..='~').all(|char| !is_unprintable(char)));
    }
}
