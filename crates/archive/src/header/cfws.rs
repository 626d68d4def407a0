//! Comments and folding white space (RFC 5322 §3.2.2).

/// Returns whether a byte is SP, HTAB, CR or LF, of which folding white space is made (RFC 5322 §3.2.2).
pub(super) const fn is_fws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns the length of the comment that `text` begins with: to the parenthesis that closes it, whatever
/// comments are inside, or all of it if none does (RFC 5322 §3.2.2).
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

/// Returns what follows the white space and the comments that `text` begins with.
pub(super) fn after_cfws(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [byte, rest @ ..] if is_fws(*byte) => rest,
            [b'(', ..] => &text[comment_len(text)..],
            _ => return text,
        };
    }
}
