//! Notebooks of LISTSERV: a line of 73 `=` before each message.

use crate::{
    decode::without_line_break,
    frame::{Bounds, Envelope, FrameToken, Framing, Line, Mark, Window, may_begin_with},
    recognise::{Head, is_known_field},
};

/// The line, after the line break before it.
const AFTER_BREAK: &[u8] = &{
    let mut line = [b'='; 74];
    line[0] = b'\n';
    line
};

/// The line without its line break.
const LINE: &[u8] = AFTER_BREAK.split_at(1).1;

#[derive(Debug)]
pub(super) struct Listserv;

impl Framing for Listserv {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        if !head.has(0, LINE)? {
            return Some(false);
        }
        match head.line_break(LINE.len())? {
            0 => Some(false),
            len => is_known_field(head.from(LINE.len() + len), head.at_end),
        }
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::alone(AFTER_BREAK))
    }

    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        Ok(match window.short_line(at) {
            Line::Whole(line) if is_separator(line) => Envelope::new(at, at + line.len()),
            Line::Unfinished if window.bytes[at..].first() == Some(&b'=') => return Err(at),
            _ => Envelope::none(at),
        })
    }

    /// The line is not escaped in a body. It precedes a message if a well-known field follows.
    fn token_at(&self, _: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        FrameToken::of_line(window, at, |text| {
            if !text.starts_with(LINE) {
                return Some(false);
            }
            match window.short_line(at) {
                Line::Unfinished => None,
                Line::Whole(line) if is_separator(line) => {
                    is_known_field(&text[line.len()..], window.at_end)
                }
                Line::Whole(_) | Line::Long => Some(false),
            }
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        may_begin_with(line, LINE)
    }
}

/// Returns whether a line with its line break is the one before a message.
fn is_separator(line: &[u8]) -> bool {
    without_line_break(line) == LINE
}

#[cfg(test)]
mod tests {
    use super::is_separator;

    #[test]
    fn the_line_has_73_characters() {
        assert!(is_separator(&[&[b'='; 73][..], b"\r\n"].concat()));
        assert!(is_separator(&[b'='; 73]));
        assert!(!is_separator(&[b'='; 72]));
        assert!(!is_separator(&[b'='; 74]));
    }
}
