//! Finds the end of the header section of a message or part.

use memchr::memrchr;

use super::fields::{self, HeaderEnd};

/// The maximum length of a header section, in bytes.
const MAX_HEADER: usize = 256 << 10;

/// The number of bytes that decide where a header section ends: the maximum length and an empty
/// line.
pub(crate) const HEADER_LOOKAHEAD: usize = MAX_HEADER + 2;

/// The result of looking for the end of a header section.
pub(crate) enum HeaderExtent {
    Complete(HeaderEnd),
    /// More input is needed to find the end.
    Incomplete,
    /// The header section is too long; it is cut after the last complete line that fits.
    TooLong(HeaderEnd),
}

/// Finds the end of the header section at the start of `text`, which has at most [`MAX_HEADER`]
/// bytes. `is_whole` means that no bytes follow `text`.
pub(crate) fn header_end(text: &[u8], is_whole: bool) -> HeaderExtent {
    if text.len() < HEADER_LOOKAHEAD {
        return match fields::header_end(text, is_whole) {
            Some(end) => HeaderExtent::Complete(end),
            None => HeaderExtent::Incomplete,
        };
    }
    match fields::header_end(&text[..HEADER_LOOKAHEAD], false) {
        Some(end) if end.header <= MAX_HEADER => HeaderExtent::Complete(end),
        _ => {
            let lines = memrchr(b'\n', &text[..MAX_HEADER]);
            let end = lines.map_or(MAX_HEADER, |last| last + 1);
            HeaderExtent::TooLong(HeaderEnd::without_empty_line(end))
        }
    }
}
