//! What archives put in front of each message.

use crate::{
    Kind,
    framer::{Framer, is_separator, rnews_length},
    from_line::{Boundary, FROM},
    window::{Line, Window},
};

/// What stands in front of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    /// The index at which the message begins, this included.
    pub(crate) message: usize,
    /// The index at which its header begins.
    pub(crate) header: usize,
    /// How many bytes it says that follow.
    pub(crate) length: Option<u64>,
    /// Whether it may be none.
    pub(crate) is_doubtful: bool,
}

impl Envelope {
    /// Reads what stands in front of the message that begins at an index. If more bytes are needed,
    /// tells the index up to which they are not needed again.
    pub(crate) fn at(framer: &Framer, window: &Window<'_>, at: usize) -> Result<Self, usize> {
        match framer.kind() {
            Kind::Mmdf => after_separators(window, at),
            Kind::Rnews => after_rnews_line(window, at),
            Kind::Nntp => after_status_line(window, at),
            Kind::Message | Kind::Text => after_empty_lines(window, at),
            _ => after_from_line(framer, window, at),
        }
    }

    fn new(message: usize, header: usize) -> Self {
        Self {
            message,
            header,
            length: None,
            is_doubtful: false,
        }
    }

    /// Whether it announces no message.
    pub(crate) fn is_nothing(&self) -> bool {
        self.message == self.header
    }
}

/// Passes over a `From ` line, and at the start of a file over empty lines before it.
fn after_from_line(framer: &Framer, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let at = after_empty_lines(window, at)?.header;
    let text = &window.bytes[at..];
    let head = text.len().min(FROM.len());
    if !FROM.starts_with(&text[..head]) || head == 0 {
        return Ok(Envelope::new(at, at));
    }
    Ok(match framer.read_from_line(window, at).ok_or(at)? {
        Boundary::No => Envelope::new(at, at),
        Boundary::Yes { doubtful, line } => Envelope {
            is_doubtful: doubtful,
            ..Envelope::new(at, at + line)
        },
    })
}

/// Passes over the separators of MMDF; the last of them belongs to the message that follows.
fn after_separators(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    const LINE: &[u8] = b"\x01\x01\x01\x01\r\n";
    let mut message = at;
    let mut header = at;
    loop {
        if header == window.bytes.len() && window.at_end {
            return Ok(Envelope::new(header, header));
        }
        match window.short_line(header) {
            Line::Whole(line) if is_separator(line) => {
                message = header;
                header += line.len();
            }
            Line::Unfinished if LINE.starts_with(&window.bytes[header..]) => return Err(message),
            _ => return Ok(Envelope::new(message, header)),
        }
    }
}

/// Passes over a line `#! rnews N`.
fn after_rnews_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let mut envelope = Envelope::new(at, at);
    if window.bytes[at..].first() == Some(&b'#') {
        match window.short_line(at) {
            Line::Unfinished => return Err(at),
            Line::Long => {}
            Line::Whole(line) => {
                if let Some(length) = rnews_length(line) {
                    envelope.header += line.len();
                    envelope.length = Some(length);
                }
            }
        }
    }
    Ok(envelope)
}

/// Passes over the lines that end an article, and the status line of the next one (RFC 3977 §6.2).
fn after_status_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    const STATUS: &[u8] = b"22";
    let mut at = at;
    // Empty lines and ends come in any order, so that it does not matter which were seen before.
    loop {
        at = after_empty_lines(window, at)?.header;
        let end = match window.short_line(at) {
            Line::Whole(line @ (b"." | b".\n" | b".\r\n")) => line.len(),
            Line::Unfinished if b".\r\n".starts_with(&window.bytes[at..]) => return Err(at),
            _ => break,
        };
        at += end;
    }
    let status = len_of_line_with(window, at, STATUS)?;
    Ok(Envelope::new(at, at + status))
}

/// The length of the line at an index if it begins so; 0 if it does not, or is too long.
fn len_of_line_with(window: &Window<'_>, at: usize, start: &[u8]) -> Result<usize, usize> {
    let text = &window.bytes[at..];
    let seen = &text[..text.len().min(start.len())];
    if !start.starts_with(seen) {
        return Ok(0);
    }
    match window.short_line(at) {
        Line::Whole(line) if line.starts_with(start) => Ok(line.len()),
        Line::Whole(_) | Line::Long => Ok(0),
        Line::Unfinished => Err(at),
    }
}

/// Passes over empty lines, which no header section begins with, and a byte order mark.
fn after_empty_lines(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
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
            _ => return Ok(Envelope::new(at, at)),
        }
    }
}
