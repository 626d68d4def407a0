//! Byte classes, each a question that a rule asks of one byte.

/// SP and HTAB.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// *ws*: SP, HTAB, LF, VT, FF, CR.
pub(crate) const fn is_ws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// RFC 3986 §3.1, the bytes of a scheme behind its first: `ALPHA / DIGIT / "+" / "-" / "."`.
pub(crate) const fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The bytes that may stand on either side of an obfuscated at-sign.
pub(crate) const fn is_beside_at(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b'+' | b'-')
}

/// The punctuation that may follow someone's eaten `>` on a line of its own.
pub(crate) const fn is_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'\'' | b'*' | b'_'
    )
}

/// The punctuation that is cut from the end of an unclosed URL, wherever it came from.
pub(crate) const fn is_trimmed(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*')
}

/// Where the search for a candidate's end has to look up: `>`, `<`, NUL and LF.
pub(crate) const STOP: u8 = 1;
/// *ws* but LF, and `"`: no end, but what holds one is not read straight off.
pub(crate) const ROUGH: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if matches!(b, b'>' | b'<' | 0 | b'\n') {
            table[byte] = STOP;
        } else if is_ws(b) || b == b'"' {
            table[byte] = ROUGH;
        }
        byte += 1;
    }
    table
};

/// The first byte of `bytes` that has one of the classes in `mask`.
pub(crate) fn find(bytes: &[u8], mask: u8) -> Option<usize> {
    bytes
        .iter()
        .position(|&byte| CLASSES[usize::from(byte)] & mask != 0)
}
