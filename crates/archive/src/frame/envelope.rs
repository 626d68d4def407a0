//! Envelopes: the lines that archives put before each message.

use crate::{
    Kind,
    frame::{
        framer::Framer,
        from_line::{Boundary, FROM},
        lines::{is_separator, rnews_length},
        record_lines::{
            BABYL_END_OF_HEADER, DBOX_MESSAGE, MBX, MBX_HEADER, Match, article_line,
            babyl_separator, dbox_length, emlx_line, is_listserv_line, mbx_line,
        },
        window::{Line, MAX_LINE, Window},
    },
};

/// The envelope of a message. Indices are into the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    /// The index at which the message begins, envelope included.
    pub(crate) message: usize,
    /// The index at which the header begins.
    pub(crate) header: usize,
    /// The length of the message that the envelope declares, in bytes.
    pub(crate) length: Option<u64>,
    /// Whether the message boundary is doubtful.
    pub(crate) is_doubtful: bool,
}

impl Envelope {
    /// Reads the envelope at an index. If more input is needed, returns the index before which no
    /// bytes are needed again.
    pub(crate) fn at(framer: &Framer, window: &Window<'_>, at: usize) -> Result<Self, usize> {
        match framer.kind() {
            Kind::Mmdf => after_separators(window, at),
            Kind::Rnews => after_rnews_line(window, at),
            Kind::Nntp => after_status_line(window, at),
            Kind::Listserv => after_listserv_line(window, at),
            Kind::Emlx => after_emlx_line(window, at),
            Kind::Babyl => after_babyl_lines(window, at),
            Kind::Mbx => after_mbx_line(window, at),
            Kind::Dbox => after_dbox_line(window, at),
            Kind::Message | Kind::Rn => after_article_line(window, at),
            Kind::Text | Kind::Html => after_empty_lines(window, at),
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

    /// Returns whether the envelope is empty.
    pub(crate) fn is_nothing(&self) -> bool {
        self.message == self.header
    }
}

/// Skips a `From ` line, and empty lines before it at the start of a file.
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

/// Skips the separators of MMDF. The last one belongs to the message after it.
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

/// Skips a line `#! rnews N`.
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

/// Skips empty lines and the line that rn puts before an article.
fn after_article_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let at = after_empty_lines(window, at)?.header;
    match article_line(&window.bytes[at..], window.at_end) {
        Match::Yes(len) => Ok(Envelope::new(at, at + len)),
        Match::No => Ok(Envelope::new(at, at)),
        Match::Unknown if window.at_end => Ok(Envelope::new(at, at)),
        Match::Unknown => Err(at),
    }
}

/// Skips a line of 73 `=`.
fn after_listserv_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    Ok(match window.short_line(at) {
        Line::Whole(line) if is_listserv_line(line) => Envelope::new(at, at + line.len()),
        Line::Unfinished if window.bytes[at..].first() == Some(&b'=') => return Err(at),
        _ => Envelope::new(at, at),
    })
}

/// Skips the length before a message of `.emlx`, or everything after the message.
fn after_emlx_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    if window.offset(at) > 0 {
        let end = window.bytes.len();
        return Ok(Envelope::new(end, end));
    }
    match emlx_line(&window.bytes[at..], window.at_end) {
        Match::Yes((line, length)) => Ok(Envelope {
            length: Some(length),
            ..Envelope::new(at, at + line)
        }),
        Match::No => Ok(Envelope::new(at, at)),
        Match::Unknown => Err(at),
    }
}

/// Skips the separators of Babyl, the line of attributes, and the line after an empty header. The
/// last separator belongs to the message after it.
fn after_babyl_lines(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let mut message = at;
    let mut header = at;
    loop {
        match babyl_separator(&window.bytes[header..], window.at_end) {
            Match::Yes(len) => {
                message = header;
                header += len;
            }
            Match::Unknown if !window.at_end => return Err(message),
            Match::Unknown | Match::No => break,
        }
    }
    if header == window.bytes.len() {
        return Ok(Envelope::new(header, header));
    }
    if header > message {
        let attributes = |first| len_of_line_with(window, header, first).map_err(|_| message);
        header += attributes(b"0,")?.max(attributes(b"1,")?);
        header += len_of_line_with(window, header, BABYL_END_OF_HEADER).map_err(|_| message)?;
    }
    Ok(Envelope::new(message, header))
}

/// Skips the line before a message of mbx, and the header of the file before the first one.
fn after_mbx_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let mut line = at;
    let text = &window.bytes[at..];
    if window.offset(at) == 0 && MBX.starts_with(&text[..text.len().min(MBX.len())]) {
        if text.len() <= MBX_HEADER && !window.at_end {
            return Err(at);
        }
        if text.starts_with(MBX) {
            line += text.len().min(MBX_HEADER);
        }
        if line == window.bytes.len() {
            return Ok(Envelope::new(line, line));
        }
    }
    match mbx_line(&window.bytes[line..]) {
        Match::Yes(found) => Ok(Envelope {
            length: Some(found.size),
            ..Envelope::new(at, line + found.len)
        }),
        Match::Unknown if !window.at_end => Err(at),
        Match::Unknown | Match::No => Ok(Envelope::new(at, line)),
    }
}

/// Skips the first line of a dbox file or the metadata of the message before, and the line before
/// the next message.
fn after_dbox_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let mut at = at;
    while at < window.bytes.len() {
        let line = match window.short_line(at) {
            Line::Whole(line) => line,
            Line::Unfinished => return Err(at),
            Line::Long => &window.bytes[at..at + MAX_LINE],
        };
        let header = at + line.len();
        if line.starts_with(DBOX_MESSAGE) && window.begins_line(at) {
            return Ok(Envelope {
                length: dbox_length(line),
                ..Envelope::new(at, header)
            });
        }
        at = header;
    }
    Ok(Envelope::new(at, at))
}

/// Skips the lines that end an article, and the status line of the next one (RFC 3977 §6.2).
fn after_status_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    const STATUS: &[u8] = b"22";
    let mut at = at;
    // Accept empty lines and terminators in any order, so that the result does not depend on how
    // many of them were already consumed.
    loop {
        at = after_empty_lines(window, at)?.header;
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

/// Returns the length of the line at an index if it begins with `start` and is not too long, and 0
/// otherwise.
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

/// Skips empty lines, which no header begins with, and a byte order mark.
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
