//! Checks whether the header of a message must be decoded.
//!
//! Most messages are skipped, and their headers are only read here. Blocks of 64 bytes are checked with a loop that has
//! no branches, which the compiler turns into vectors; only a block with a suspicious byte is searched. To parse the
//! fields would decide exactly, and cost more. The price is that any name that begins with `Co` counts as a MIME field,
//! and a message with `Comments` is read for nothing.

use fearless_simd::{Level, dispatch};
use memchr::memchr2_iter;

use super::prefilter::{Prefilter, word_may_matter};
use crate::frame::from_line::FROM;

/// The number of header bytes checked at a time.
pub(super) const BLOCK: usize = 64;

/// What the header of a message contains that must be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderCheck {
    /// Nothing: the message is a text that is read as it is.
    Plain,
    /// A field whose name begins like `Content-`, or an encoded word that may contain a candidate or a
    /// part of one.
    Encoded,
    /// Nothing before a line `From `, which may end the message.
    PlainUpToFromLine,
}

/// Checks the header of a message, up to the first empty line.
pub(crate) fn check_header(prefilter: &Prefilter, message: &[u8]) -> HeaderCheck {
    dispatch!(Level::new(), _ => check_header_with::<false>(prefilter, message))
}

/// Checks a header like [`check_header`] if the end of the message is not known. The bytes after a
/// line `From ` are not checked, so that no byte is checked for many messages.
pub(crate) fn check_header_ahead(prefilter: &Prefilter, text: &[u8]) -> HeaderCheck {
    dispatch!(Level::new(), _ => check_header_with::<true>(prefilter, text))
}

#[expect(
    clippy::inline_always,
    reason = "only then it is compiled for the processor"
)]
#[inline(always)]
fn check_header_with<const AHEAD: bool>(prefilter: &Prefilter, message: &[u8]) -> HeaderCheck {
    if begins_mime_field(message) {
        return HeaderCheck::Encoded;
    }
    if is_empty_line(message) {
        return HeaderCheck::Plain;
    }
    let mut from = 0;
    while from < message.len() {
        let block = message[from..].first_chunk();
        // Most blocks contain neither, which is known without a search.
        match block.map_or(FastCheck::Suspect, check_fast) {
            FastCheck::Nothing => {}
            FastCheck::End => return HeaderCheck::Plain,
            FastCheck::Suspect => {
                let to = message.len().min(from + BLOCK);
                for at in memchr2_iter(b'\n', b'=', &message[from..to]) {
                    let after = &message[from + at + 1..];
                    if message[from + at] == b'=' {
                        let is_word = after.first() == Some(&b'?');
                        if is_word && word_may_matter(prefilter, message, from + at + 2) {
                            return HeaderCheck::Encoded;
                        }
                    } else if begins_mime_field(after) {
                        return HeaderCheck::Encoded;
                    } else if is_empty_line(after) {
                        return HeaderCheck::Plain;
                    } else if AHEAD && after.starts_with(FROM) {
                        return HeaderCheck::PlainUpToFromLine;
                    }
                }
            }
        }
        from += BLOCK;
    }
    HeaderCheck::Plain
}

/// The result of a fast check of some header bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FastCheck {
    /// The header continues, and none of the bytes matters.
    Nothing,
    /// The header ends, and no byte before its end matters.
    End,
    /// There may be an encoded word, a field `Content-`, a line `From `, or an empty line that ends in
    /// CRLF.
    Suspect,
}

/// Checks a block and the bytes after it. The loop has no branches, so that it is vectorized.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
#[expect(
    clippy::inline_always,
    reason = "only then it is compiled for the processor"
)]
#[inline(always)]
fn check_fast(block: &[u8; BLOCK + FROM.len()]) -> FastCheck {
    let mut is_end = false;
    let mut is_suspect = false;
    for at in 0..BLOCK {
        let (first, second) = (block[at], block[at + 1]);
        is_end |= (first == b'\n') & (second == b'\n');
        is_suspect |= (first == b'\n') & ((second | 0x20 == b'c') | (second == b'\r'));
        is_suspect |= (first == b'\n') & (second == FROM[0]) & (block[at + 5] == FROM[4]);
        is_suspect |= (first == b'=') & (second == b'?');
    }
    match (is_suspect, is_end) {
        (true, _) => FastCheck::Suspect,
        (false, true) => FastCheck::End,
        (false, false) => FastCheck::Nothing,
    }
}

/// Returns whether a line begins like a MIME field.
fn begins_mime_field(line: &[u8]) -> bool {
    matches!(line, [b'C' | b'c', b'o' | b'O', ..])
}

/// Returns whether the first line of `text` is empty.
fn is_empty_line(text: &[u8]) -> bool {
    matches!(text, [b'\n', ..] | [b'\r', b'\n', ..])
}
