//! Babyl version 5, the mailbox of Emacs' Rmail: a line of the bytes 0x1F and 0x0C before each message.

use memchr::memchr;

use crate::{
    frame::{
        Bounds, Envelope, FrameToken, Framing, MAX_LINE, Mark, Match, Window, len_of_line_with,
    },
    header::{HeaderEnd, HeaderExtent, header_end},
    recognise::Head,
};

/// The start of a file.
const BABYL: &[u8] = b"BABYL OPTIONS:";

/// The line after the original header of a message.
const END_OF_HEADER: &[u8] = b"*** EOOH ***";

/// The first byte of the line before each message.
const MARK: u8 = 0x1F;

#[derive(Debug)]
pub(super) struct Babyl;

impl Framing for Babyl {
    /// Matches `BABYL OPTIONS:` and the mark at the end of the options. Without it, no message follows.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        if !head.has(0, BABYL)? {
            return Some(false);
        }
        if memchr(MARK, head.text).is_some() {
            return Some(true);
        }
        head.at_end.then_some(false)
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::alone(&[MARK]))
    }

    /// Skips the separators, the line of attributes, and the line after an empty header. The
    /// last separator belongs to the message after it. The options are a preamble.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        let text = &window.bytes[at..];
        if window.offset(at) == 0 {
            if text.starts_with(BABYL) {
                return Ok(Envelope {
                    is_preamble: true,
                    ..Envelope::none(at)
                });
            }
            if !window.at_end && BABYL.starts_with(text) {
                return Err(at);
            }
        }
        let mut message = at;
        let mut header = at;
        loop {
            match separator(&window.bytes[header..], window.at_end) {
                Match::Yes(len) => {
                    message = header;
                    header += len;
                }
                Match::Unknown if !window.at_end => return Err(message),
                Match::Unknown | Match::No => break,
            }
        }
        if header == window.bytes.len() {
            return Ok(Envelope::none(header));
        }
        if header > message {
            let attributes = |first| len_of_line_with(window, header, first).map_err(|_| message);
            header += attributes(b"0,")?.max(attributes(b"1,")?);
            header += len_of_line_with(window, header, END_OF_HEADER).map_err(|_| message)?;
        }
        Ok(Envelope::new(message, header))
    }

    fn token_at(&self, _: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        FrameToken::of_line(window, at, |text| match separator(text, window.at_end) {
            Match::Unknown => None,
            Match::No => Some(false),
            Match::Yes(_) => Some(true),
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        line[0] == MARK
    }

    /// After the original header, a second one follows that Rmail shows, which is not read.
    fn header_end(&self, text: &[u8], is_whole: bool) -> HeaderExtent {
        let extent = header_end(text, is_whole);
        let HeaderExtent::Complete(end) = extent else {
            return extent;
        };
        let rest = &text[end.body..];
        let seen = &rest[..rest.len().min(END_OF_HEADER.len())];
        if !END_OF_HEADER.starts_with(seen) {
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
        if seen != END_OF_HEADER {
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
}

/// Matches the line before a message at the start of `text`, or the mark at the end
/// of the file, and returns its length.
fn separator(text: &[u8], at_end: bool) -> Match<usize> {
    match text {
        [MARK, 0x0C, b'\n', ..] => Match::Yes(3),
        [MARK, 0x0C, b'\r', b'\n', ..] => Match::Yes(4),
        [MARK] | [MARK, b'\n' | b'\r' | 0x0C] | [MARK, b'\r', b'\n'] | [MARK, 0x0C, b'\r'] => {
            if at_end {
                Match::Yes(text.len())
            } else {
                Match::Unknown
            }
        }
        [] => Match::Unknown,
        _ => Match::No,
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, separator};

    #[test]
    fn separators_are_matched() {
        assert_eq!(separator(b"\x1F\x0C\n", false), Match::Yes(3));
        assert_eq!(separator(b"\x1F\n", false), Match::Unknown);
        assert_eq!(separator(b"\x1F\n", true), Match::Yes(2));
        assert_eq!(separator(b"\x1F\na", true), Match::No);
    }
}
