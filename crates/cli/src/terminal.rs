//! What a terminal may be shown.

use std::io::{self, Write};

/// Writes text that comes from an input so that it cannot drive a terminal: control characters,
/// characters that change the direction of writing, and bytes that are no UTF-8 are escaped.
pub(crate) fn write_escaped(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find(is_harmful) {
            let (harmless, tail) = rest.split_at(at);
            out.write_all(harmless.as_bytes())?;
            let mut chars = tail.chars();
            if let Some(harmful) = chars.next() {
                match u8::try_from(harmful) {
                    Ok(byte) if byte.is_ascii() => write!(out, "\\x{byte:02x}")?,
                    _ => write!(out, "{}", harmful.escape_unicode())?,
                }
            }
            rest = chars.as_str();
        }
        out.write_all(rest.as_bytes())?;
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02x}")?;
        }
    }
    Ok(())
}

/// Control characters; bidirectional controls (Unicode TR 9); line and paragraph separators.
fn is_harmful(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
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
        assert_eq!(escaped(b"\xff\xc3"), r"\xff\xc3");
        assert_eq!(escaped(b"\x7f\n"), r"\x7f\x0a");
    }
}
