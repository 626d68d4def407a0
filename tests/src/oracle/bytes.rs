//! Classes of bytes, and lines.

/// Returns whether a byte is SP or HTAB.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns whether a byte may be on a blank line.
pub(super) fn is_blank_or_cr(byte: u8) -> bool {
    is_blank(byte) || byte == b'\r'
}

/// Returns whether a byte is *ws*: SP, HTAB, LF, CR, VT or FF.
pub(super) fn is_ws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Returns the length of the white space at `at`: *ws*, or a character of Unicode that is dropped like it.
pub(super) fn ws_len(text: &[u8], at: usize) -> Option<usize> {
    const SPACES: &str = "\u{85}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\
        \u{2008}\u{2009}\u{200a}\u{200b}\u{202f}\u{205f}\u{2060}\u{3000}\u{feff}";
    if is_ws(text[at]) {
        return Some(1);
    }
    let mut spaces = SPACES.split("").filter(|space| !space.is_empty());
    let space = spaces.find(|space| text[at..].starts_with(space.as_bytes()))?;
    Some(space.len())
}

/// Returns whether a byte may be next to a restored `@`.
pub(super) fn is_beside_at(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b'+' | b'-')
}

/// Returns whether a byte is punctuation that may follow the marks of a closing line.
pub(super) fn is_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'\'' | b'*' | b'_'
    )
}

/// Returns the offset of the first byte at or after `at` that is neither SP nor HTAB.
pub(super) fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| is_blank(b)).count()
}

/// Returns the offset of the LF that ends the line, or the end of the text.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| b != b'\n').count()
}

/// Returns the offset after the line break at `at`, LF or CRLF.
pub(super) fn line_break(text: &[u8], at: usize) -> Option<usize> {
    if text[at..].starts_with(b"\n") {
        Some(at + 1)
    } else if text[at..].starts_with(b"\r\n") {
        Some(at + 2)
    } else {
        None
    }
}

/// Returns the offset after `word` if it is at `at`, ignoring ASCII case.
pub(super) fn word(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let end = at.checked_add(word.len())?;
    let there = text.get(at..end)?;
    there.eq_ignore_ascii_case(word).then_some(end)
}
