//! The header of a message or of a part: its fields, and what they say.

mod content;
mod date;
mod fields;
mod metadata;
mod mime;
mod value;

use content::base_of;
pub(crate) use content::{ContentType, TransferEncoding, content_length};
use date::{parse_date, rfc3339};
use fields::Field;
pub(crate) use fields::{HeaderEnd, fields, header_end, is_blank, is_ftext};
pub use metadata::{Metadata, field_values};
pub(crate) use mime::Content;
use value::decode_to_string;
pub(crate) use value::decode_value;

/// SP, HTAB, CR and LF: what folding white space is made of (RFC 5322 §3.2.2).
const fn is_fws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The length of the comment that `text` begins with: to the parenthesis that closes it, whatever
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

/// What follows the white space and the comments that `text` begins with.
fn behind_cfws(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [byte, rest @ ..] if is_fws(*byte) => rest,
            [b'(', ..] => &text[comment_len(text)..],
            _ => return text,
        };
    }
}
