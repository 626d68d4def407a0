//! Articles as NNTP transmits them (RFC 3977): a line with a dot ends each, and a dot escapes lines that begin with
//! one.

use crate::{
    frame::{
        Bounds, Envelope, FrameToken, Framing, Line, Mark, Window, after_empty_lines,
        from_line::LineStart, len_of_line_with,
    },
    recognise::{Head, HeaderLines},
};

/// The maximum length of a response's status line with its line break, in bytes (RFC 3977 §3.1).
const MAX_STATUS_LINE: usize = 512;

#[derive(Debug)]
pub(super) struct Nntp;

impl Framing for Nntp {
    /// Matches a status line and a field after it. A body alone (222) has no field and is text.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        match status_line(head.text) {
            StatusLine::Ends(len) => {
                let lines = HeaderLines { head, at: len };
                Some(matches!(lines.next_start()?, LineStart::Field { .. }))
            }
            StatusLine::Other => Some(false),
            _ => head.at_end.then_some(false),
        }
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::alone(b"\n."))
    }

    /// Skips the lines that end an article, and the status line of the next one (RFC 3977 §6.2).
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        const STATUS: &[u8] = b"22";
        let mut at = at;
        // Accept empty lines and terminators in any order, so that the result does not depend on how
        // many of them were already consumed.
        loop {
            at = after_empty_lines(window, at)?;
            let end = match window.short_line(at) {
                Line::Whole(line @ (b"." | b".\n" | b".\r" | b".\r\n")) => line.len(),
                Line::Unfinished if b".\r\n".starts_with(&window.bytes[at..]) => return Err(at),
                _ => break,
            };
            at += end;
        }
        let status = len_of_line_with(window, at, STATUS)?;
        Ok(Envelope::new(at, at + status))
    }

    /// Classifies a line that begins with a dot (RFC 3977 §3.1.1).
    fn token_at(&self, _: &mut Bounds, window: &Window<'_>, line: usize) -> Option<FrameToken> {
        if !window.begins_line(line) {
            return None;
        }
        match window.bytes.get(line..)? {
            [b'.', b'\n', ..] | [b'.', b'\r', b'\n', ..] => Some(FrameToken::boundary(line)),
            [b'.'] | [b'.', b'\r'] if window.at_end => Some(FrameToken::boundary(line)),
            [b'.'] | [b'.', b'\r'] => Some(FrameToken::incomplete(line)),
            // A dot at the start of a line is never part of the article (§3.1.1, the fifth rule).
            [b'.', ..] => Some(FrameToken::escape(line, false)),
            _ => None,
        }
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        line[0] == b'.'
    }
}

/// The state of the status line parser.
#[derive(Clone, Copy)]
enum StatusLine {
    /// The number of digits of the code.
    Code(usize),
    /// The number of digits of the article number.
    Number(usize),
    Id,
    InId,
    AfterId,
    Comment,
    /// The length of the complete line with its line break.
    Ends(usize),
    Other,
}

/// Parses `"220" SP article-number SP message-id [SP trailing-comment] CRLF`, or 221 or 222 (RFC
/// 3977 §9.4.2).
fn status_line(text: &[u8]) -> StatusLine {
    /// §9.8: `article-number = 1*16DIGIT`.
    const MAX_DIGITS: usize = 16;
    let mut state = StatusLine::Code(0);
    for (at, byte) in text.iter().enumerate().take(MAX_STATUS_LINE) {
        state = match (state, byte) {
            (StatusLine::Code(digits @ 0..=1), b'2') => StatusLine::Code(digits + 1),
            (StatusLine::Code(2), b'0'..=b'2') => StatusLine::Code(3),
            (StatusLine::Code(3), b' ') => StatusLine::Number(0),
            (StatusLine::Number(digits), b'0'..=b'9') if digits < MAX_DIGITS => {
                StatusLine::Number(digits + 1)
            }
            (StatusLine::Number(1..), b' ') => StatusLine::Id,
            (StatusLine::Id, b'<') | (StatusLine::InId, b'!'..=b'=' | b'?'..=b'~') => {
                StatusLine::InId
            }
            (StatusLine::InId, b'>') => StatusLine::AfterId,
            (StatusLine::AfterId | StatusLine::Comment, b'\n') => StatusLine::Ends(at + 1),
            (StatusLine::AfterId, b' ' | b'\r') | (StatusLine::Comment, _) => StatusLine::Comment,
            _ => StatusLine::Other,
        };
        if matches!(state, StatusLine::Ends(_) | StatusLine::Other) {
            return state;
        }
    }
    if text.len() < MAX_STATUS_LINE {
        state
    } else {
        StatusLine::Other
    }
}
