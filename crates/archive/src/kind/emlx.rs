//! One message as Apple Mail keeps it: a line with its length, the message, and a property list.

use crate::{
    frame::{Bounds, Envelope, Framing, MAX_DIGITS, Match, Window, decimal, ends_before},
    recognise::{Head, is_message},
};

#[derive(Debug)]
pub(super) struct Emlx;

impl Framing for Emlx {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        match first_line(head.text, head.at_end).decided(head.at_end)? {
            Match::Yes((line, _)) => is_message(head, line),
            Match::No | Match::Unknown => Some(false),
        }
    }

    /// Skips the length, or everything after the message.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        if window.offset(at) > 0 {
            return Ok(Envelope::none(window.bytes.len()));
        }
        match first_line(&window.bytes[at..], window.at_end) {
            Match::Yes((line, length)) => Ok(Envelope {
                length: Some(length),
                ..Envelope::new(at, at + line)
            }),
            Match::No => Ok(Envelope::none(at)),
            Match::Unknown => Err(at),
        }
    }

    fn ends_at(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        ends_before(window, at, 0, |at| {
            let end = ends_message(&window.bytes[at..], window.at_end);
            Some(end.decided(window.at_end)?.is_yes())
        })
    }
}

/// Matches the first line of an `.emlx` file, the length of the message, and returns the length of
/// the line and of the message.
fn first_line(text: &[u8], at_end: bool) -> Match<(usize, u64)> {
    const MAX_BLANKS: usize = 64;
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let blanks = text[digits..].iter().take_while(|&&byte| byte == b' ');
    let end = digits + blanks.count();
    let is_number = digits > 0 || text.is_empty();
    if !is_number || digits > MAX_DIGITS || end - digits > MAX_BLANKS {
        return Match::No;
    }
    let line_break = match &text[end..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] | [b'\r'] if !at_end => return Match::Unknown,
        _ => return Match::No,
    };
    match decimal(&text[..digits]) {
        Some(length) => Match::Yes((end + line_break, length)),
        None => Match::No,
    }
}

/// Returns whether the message of an `.emlx` file can end at the start of `text`: at the end of the
/// file, or before a property list.
fn ends_message(text: &[u8], at_end: bool) -> Match<()> {
    const LISTS: [&[u8]; 4] = [b"<?xml", b"<!DOCTYPE plist", b"<plist", b"bplist"];
    let breaks = text
        .iter()
        .take(4)
        .take_while(|&&byte| byte == b'\n' || byte == b'\r');
    let text = &text[breaks.count()..];
    if text.is_empty() {
        return if at_end {
            Match::Yes(())
        } else {
            Match::Unknown
        };
    }
    if LISTS.iter().any(|list| text.starts_with(list)) {
        Match::Yes(())
    } else if !at_end && LISTS.iter().any(|list| list.starts_with(text)) {
        Match::Unknown
    } else {
        Match::No
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, first_line};

    #[test]
    fn the_first_line_is_a_number() {
        assert_eq!(
            first_line(b"1795      \nFrom", false),
            Match::Yes((11, 1795))
        );
        assert_eq!(first_line(b"17", false), Match::Unknown);
        assert_eq!(first_line(b"17", true), Match::No);
        assert_eq!(first_line(b" 17\n", true), Match::No);
    }
}
