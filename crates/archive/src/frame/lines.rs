//! Lines in a window.

use memchr::memrchr;

use super::window::{Line, MAX_LINE, Window};

/// Returns the index at which the line that contains `at` begins, if that is at `from` or later and
/// the line is not too long to begin or end something: the line may depend on the bytes after `at`.
pub(crate) fn line_around(window: &Window<'_>, from: usize, at: usize) -> usize {
    let near = from.max(at.saturating_sub(MAX_LINE));
    match memrchr(b'\n', &window.bytes[near..at]) {
        Some(last) => near + last + 1,
        None if near == from && window.begins_line(from) => from,
        None => at,
    }
}

/// The maximum number of bytes of line breaks between the declared end of a message and the next
/// message: two CRLFs.
pub(crate) const MAX_LINE_BREAKS: usize = 4;

/// Returns whether a text begins with a string, as far as both extend.
pub(crate) fn may_begin_with(text: &[u8], start: &[u8]) -> bool {
    text.starts_with(start) || start.starts_with(text)
}

/// Returns the length of the line at an index if it begins with `start` and is not too long, and 0
/// otherwise. If more input is needed, returns the index.
pub(crate) fn len_of_line_with(
    window: &Window<'_>,
    at: usize,
    start: &[u8],
) -> Result<usize, usize> {
    if !may_begin_with(&window.bytes[at..], start) {
        return Ok(0);
    }
    match window.short_line(at) {
        Line::Whole(line) if line.starts_with(start) => Ok(line.len()),
        Line::Whole(_) | Line::Long => Ok(0),
        Line::Unfinished => Err(at),
    }
}

/// Returns the index after empty lines, which no header begins with, and a byte order mark. If more input is needed,
/// returns the index before which no bytes are needed again.
pub(crate) fn after_empty_lines(window: &Window<'_>, at: usize) -> Result<usize, usize> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut at = at;
    if window.offset(at) == 0 {
        if window.bytes.starts_with(MARK) {
            at += MARK.len();
        } else if !window.at_end && MARK.starts_with(window.bytes) {
            return Err(at);
        }
    }
    loop {
        match &window.bytes[at..] {
            [b'\n', ..] => at += 1,
            [b'\r', b'\n', ..] => at += 2,
            [] | [b'\r'] if !window.at_end => return Err(at),
            _ => return Ok(at),
        }
    }
}

/// Returns whether a message can end at an index: at the end of the file, or before the next message, up to
/// `max_breaks` bytes of line breaks later. `None` if more input is needed.
pub(crate) fn ends_before(
    window: &Window<'_>,
    at: usize,
    max_breaks: usize,
    begins: impl FnOnce(usize) -> Option<bool>,
) -> Option<bool> {
    let Some(text) = window.bytes.get(at..) else {
        return window.at_end.then_some(false);
    };
    let breaks = text.iter().take(max_breaks);
    let breaks = breaks.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let next = at + breaks.count();
    if next == window.bytes.len() {
        return window.at_end.then_some(true);
    }
    begins(next)
}
