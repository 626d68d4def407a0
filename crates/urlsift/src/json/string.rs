//! JSON strings, in which unprintable characters are escaped, so that they cannot control a terminal.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::is_unprintable;

/// Returns whether a byte is a character that is not escaped in a JSON string.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without branches, the compiler can use vector instructions"
)]
const fn is_plain(byte: u8) -> bool {
    (byte >= b' ') & (byte <= b'~') & (byte != b'"') & (byte != b'\\')
}

/// The number of bytes that are checked at once.
const LANES: usize = 16;

/// Returns whether all bytes are [plain](is_plain). The compiler vectorizes the loop.
fn are_plain(bytes: &[u8; LANES]) -> bool {
    bytes.iter().fold(true, |all, &byte| all & is_plain(byte))
}

/// Returns whether a text consists of [plain](is_plain) characters, as most do.
fn is_all_plain(text: &[u8]) -> bool {
    match text.last_chunk() {
        // The last bytes cover what remains after the whole chunks.
        Some(last) => are_plain(last) && text.as_chunks().0.iter().all(are_plain),
        None => is_short_plain(text),
    }
}

/// Like [`is_all_plain`], for a text of less than sixteen bytes.
fn is_short_plain(text: &[u8]) -> bool {
    let are_plain =
        |bytes: &[u8; LANES / 2]| bytes.iter().fold(true, |all, &byte| all & is_plain(byte));
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => are_plain(first) & are_plain(last),
        _ => text.iter().all(|&byte| is_plain(byte)),
    }
}

/// Writes a string. Bytes that are not UTF-8 are replaced by U+FFFD. Returns whether none were.
pub(super) fn write_string(out: &mut Vec<u8>, text: &[u8]) -> bool {
    out.push(b'"');
    write_string_end(out, text)
}

/// Like [`write_string`], after the quotation mark that begins the string.
pub(super) fn write_string_end(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let is_exact = if is_all_plain(text) {
        out.extend_from_slice(text);
        true
    } else {
        write_chunks(out, text)
    };
    out.push(b'"');
    is_exact
}

/// Writes a name that consists of [plain](is_plain) characters.
pub(super) fn write_name(out: &mut Vec<u8>, name: &str) {
    out.push(b'"');
    write_name_end(out, name);
}

/// Like [`write_name`], after the quotation mark that begins the string.
pub(super) fn write_name_end(out: &mut Vec<u8>, name: &str) {
    debug_assert!(is_all_plain(name.as_bytes()), "{name}");
    out.extend_from_slice(name.as_bytes());
    out.push(b'"');
}

/// Writes bytes in base64 (RFC 4648 §4), as a string.
#[cold]
pub(super) fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    write_name(out, &STANDARD.encode(bytes));
}

/// Writes a number.
pub(super) fn write_number(out: &mut Vec<u8>, number: u64) {
    match u8::try_from(number) {
        // Most counts are 0.
        Ok(digit @ 0..=9) => out.push(b'0' + digit),
        _ => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

fn write_chunks(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let mut is_exact = true;
    for chunk in text.utf8_chunks() {
        write_escaped(out, chunk.valid());
        if !chunk.invalid().is_empty() {
            is_exact = false;
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
    is_exact
}

/// Writes a text with escapes where a string needs them, and for unprintable characters.
fn write_escaped(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_plain(byte) {
            at += match bytes[at..].first_chunk() {
                Some(chunk) if are_plain(chunk) => LANES,
                _ => 1,
            };
            continue;
        }
        let char = text[at..].chars().next().unwrap_or_default();
        let end = at + char.len_utf8();
        if byte.is_ascii() || is_unprintable(char) {
            out.extend_from_slice(&bytes[written..at]);
            write_escape(out, char);
            written = end;
        }
        at = end;
    }
    out.extend_from_slice(&bytes[written..]);
}

/// Writes the escape of a character (RFC 8259 §7).
fn write_escape(out: &mut Vec<u8>, char: char) {
    let short = match char {
        '"' => b'"',
        '\\' => b'\\',
        '\u{8}' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\u{c}' => b'f',
        '\r' => b'r',
        _ => {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                let digit = |shift: u32| b"0123456789abcdef"[usize::from(*unit >> shift & 0xf)];
                out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            }
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
