//! Comments and folding white space (RFC 5322 §3.2.2).

/// Returns whether a byte is SP, HTAB, CR or LF, the bytes of folding white space (RFC 5322
/// §3.2.2).
pub(super) const fn is_fws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns the length of the comment at the start of `text`: up to its closing parenthesis, nested
/// comments included, or all of `text` if there is none (RFC 5322 §3.2.2).
fn comment_len(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' if depth > 1 => depth -= 1,
            b')' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns `text` after leading white space and comments.
pub(super) fn after_cfws(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [byte, rest @ ..] if is_fws(*byte) => rest,
            [b'(', ..] => &text[comment_len(text)..],
            _ => return text,
        };
    }
}
