//! Bytes and lines.

/// Blanks are SP and HTAB.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// What may stand on a blank line.
pub(super) fn is_blank_or_cr(byte: u8) -> bool {
    is_blank(byte) || byte == b'\r'
}

/// *ws* is SP, HTAB, LF, CR, VT, FF.
pub(super) fn is_ws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The bytes that a restored `@` has on either side.
pub(super) fn is_beside_at(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b'+' | b'-')
}

/// The punctuation that may stand behind the marks of a line that closes.
pub(super) fn is_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'\'' | b'*' | b'_'
    )
}

/// The first offset, from `at` on, that holds no blank.
pub(super) fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| is_blank(b)).count()
}

/// The offset of the LF that ends the line, or the text's end.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| b != b'\n').count()
}

/// One past the line break that stands at `at`: LF or CRLF.
pub(super) fn line_break(text: &[u8], at: usize) -> Option<usize> {
    if text[at..].starts_with(b"\n") {
        Some(at + 1)
    } else if text[at..].starts_with(b"\r\n") {
        Some(at + 2)
    } else {
        None
    }
}

/// One past `word`, if it stands at `at`, in any case.
pub(super) fn word(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let end = at.checked_add(word.len())?;
    let there = text.get(at..end)?;
    there.eq_ignore_ascii_case(word).then_some(end)
}
