//! MMDF: a line of four bytes 0x01 before and after each message.

use crate::{
    frame::{Bounds, Envelope, FrameToken, Framing, Line, Mark, Window},
    recognise::Head,
};

const SEPARATOR: &[u8] = b"\x01\x01\x01\x01";

#[derive(Debug)]
pub(super) struct Mmdf;

impl Framing for Mmdf {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        Some(head.has(0, SEPARATOR)? && head.line_break(SEPARATOR.len())? > 0)
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::alone(SEPARATOR))
    }

    /// Skips separators. The last one belongs to the message after it.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        const LINE: &[u8] = b"\x01\x01\x01\x01\r\n";
        let mut message = at;
        let mut header = at;
        loop {
            if header == window.bytes.len() && window.at_end {
                return Ok(Envelope::none(header));
            }
            match window.short_line(header) {
                Line::Whole(line) if is_separator(line) => {
                    message = header;
                    header += line.len();
                }
                Line::Unfinished if LINE.starts_with(&window.bytes[header..]) => {
                    return Err(message);
                }
                _ => return Ok(Envelope::new(message, header)),
            }
        }
    }

    fn token_at(&self, _: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        FrameToken::of_line(window, at, |_| match window.short_line(at) {
            Line::Unfinished => None,
            Line::Whole(line) => Some(is_separator(line)),
            Line::Long => Some(false),
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        line[0] == SEPARATOR[0]
    }
}

/// Returns whether a line is a separator: four Control-A.
fn is_separator(line: &[u8]) -> bool {
    matches!(line.strip_prefix(SEPARATOR), Some(b"" | b"\n" | b"\r\n"))
}
