//! Dovecot's dbox: a line with the length before each message, and metadata after it.

use memchr::memchr;

use crate::{
    frame::{
        Bounds, Envelope, FrameToken, Framing, Line, MAX_LINE, MAX_LINE_BREAKS, Mark, Match,
        Window, ends_before, may_begin_with,
    },
    recognise::Head,
};

/// The start of the line before a message.
const MESSAGE: &[u8] = b"\x01\x02";

/// The line between a message and its metadata, without its line break.
const METADATA: &[u8] = b"\x01\x03";

#[derive(Debug)]
pub(super) struct Dbox;

impl Framing for Dbox {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        Some(first_line(head.text).decided(head.at_end)?.is_yes())
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::alone(METADATA))
    }

    /// Skips the first line of the file or the metadata of the message before, and the line before
    /// the next message.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        let mut at = at;
        while at < window.bytes.len() {
            let line = match window.short_line(at) {
                Line::Whole(line) => line,
                Line::Unfinished => return Err(at),
                Line::Long => &window.bytes[at..at + MAX_LINE],
            };
            let header = at + line.len();
            if line.starts_with(MESSAGE) && window.begins_line(at) {
                return Ok(Envelope {
                    length: declared_length(line),
                    ..Envelope::new(at, header)
                });
            }
            at = header;
        }
        Ok(Envelope::none(at))
    }

    /// Classifies the line before the metadata of a message.
    fn token_at(&self, bounds: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        if !window.begins_line(at) {
            return None;
        }
        match window.bytes.get(at + METADATA.len()) {
            Some(b'\n') => bounds.token_at_boundary(window, at, |end| self.ends_at(window, end)),
            Some(_) => None,
            None => (!window.at_end).then_some(FrameToken::incomplete(at)),
        }
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        may_begin_with(line, METADATA)
    }

    fn ends_at(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        ends_before(window, at, MAX_LINE_BREAKS, |next| {
            let text = &window.bytes[next..];
            if !window.begins_line(next) {
                return Some(false);
            }
            if !window.at_end && METADATA.starts_with(text) {
                return None;
            }
            Some(text.starts_with(METADATA))
        })
    }
}

/// Returns the length of a message as the line before it in a dbox file states it: `0x01 0x02`, a
/// type, a space, 8 bytes, a space, and 16 hexadecimal digits.
fn declared_length(line: &[u8]) -> Option<u64> {
    let digits = line.get(13..29).filter(|_| line.starts_with(MESSAGE))?;
    let digits = str::from_utf8(digits).ok()?.trim_ascii();
    u64::from_str_radix(digits, 16).ok()
}

/// Matches the first line of a dbox file, such as `2 M1e C4c5d5e6f`, before the line of a message.
fn first_line(text: &[u8]) -> Match<()> {
    const VERSION: &[u8] = b"2 M";
    if !text.starts_with(VERSION) {
        return if VERSION.starts_with(text) {
            Match::Unknown
        } else {
            Match::No
        };
    }
    let near = &text[..text.len().min(MAX_LINE)];
    let lf = memchr(b'\n', near);
    let line = &near[..lf.unwrap_or(near.len())];
    if !line
        .iter()
        .all(|&byte| byte == b' ' || byte.is_ascii_alphanumeric())
    {
        return Match::No;
    }
    let Some(lf) = lf else {
        return if near.len() == MAX_LINE {
            Match::No
        } else {
            Match::Unknown
        };
    };
    let next = &text[lf + 1..];
    if next.starts_with(MESSAGE) {
        Match::Yes(())
    } else if MESSAGE.starts_with(next) {
        Match::Unknown
    } else {
        Match::No
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, declared_length, first_line};

    #[test]
    fn lines_are_matched() {
        let line = b"\x01\x02N          00000000000001f4\n";
        assert_eq!(declared_length(line), Some(0x1F4));
        assert_eq!(declared_length(&line[..20]), None);
        assert_eq!(first_line(b"2 M1e C4c5d5e6f\n\x01\x02N"), Match::Yes(()));
        assert_eq!(first_line(b"2 M1e C4c5d5e6f\n\x01"), Match::Unknown);
        assert_eq!(first_line(b"2 M1e C4c5d5e6f\nx"), Match::No);
        assert_eq!(first_line(b"2 Meals, please\n"), Match::No);
    }
}
