//! Classes of bytes, and lines.

/// Returns whether a byte is a blank: SP or HTAB.
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

/// Returns the offset of the first byte at or after `at` that is not a blank.
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
