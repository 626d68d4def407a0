//! Finds the end of the header section of a message or part.

use memchr::{memchr, memrchr};

use crate::{
    frame::{record_lines::BABYL_END_OF_HEADER, window::MAX_LINE},
    header::{self, HeaderEnd},
};

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
        return match header::header_end(text, is_whole) {
            Some(end) => HeaderExtent::Complete(end),
            None => HeaderExtent::Incomplete,
        };
    }
    match header::header_end(&text[..HEADER_LOOKAHEAD], false) {
        Some(end) if end.header <= MAX_HEADER => HeaderExtent::Complete(end),
        _ => {
            let lines = memrchr(b'\n', &text[..MAX_HEADER]);
            let end = lines.map_or(MAX_HEADER, |last| last + 1);
            HeaderExtent::TooLong(HeaderEnd::without_empty_line(end))
        }
    }
}

/// Finds the end of the header section of a Babyl message: after the original header, a second one
/// follows that Rmail shows, which is not read.
pub(crate) fn babyl_header_end(text: &[u8], is_whole: bool) -> HeaderExtent {
    let extent = header_end(text, is_whole);
    let HeaderExtent::Complete(end) = extent else {
        return extent;
    };
    let rest = &text[end.body..];
    let seen = &rest[..rest.len().min(BABYL_END_OF_HEADER.len())];
    if !BABYL_END_OF_HEADER.starts_with(seen) {
        return extent;
    }
    let line = &rest[..rest.len().min(MAX_LINE)];
    let Some(lf) = memchr(b'\n', line) else {
        return if is_whole || line.len() == MAX_LINE {
            extent
        } else {
            HeaderExtent::Incomplete
        };
    };
    if seen != BABYL_END_OF_HEADER {
        return extent;
    }
    let shown = end.body + lf + 1;
    match header_end(&text[shown..], is_whole) {
        HeaderExtent::Complete(second) | HeaderExtent::TooLong(second) => {
            HeaderExtent::Complete(HeaderEnd {
                body: shown + second.body,
                ..end
            })
        }
        HeaderExtent::Incomplete => HeaderExtent::Incomplete,
    }
}
