//! What archives put in front of each message.

use crate::{
    Kind,
    frames::{Frames, is_separator, rnews_length},
    from_line::Boundary,
    window::Window,
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
    /// Reads what stands in front of the message that begins at an index. `None` if more bytes are
    /// needed.
    pub(crate) fn at(frames: &Frames, window: &Window<'_>, at: usize) -> Option<Self> {
        match frames.kind() {
            Kind::Mmdf => behind_separators(window, at),
            Kind::Rnews => behind_rnews_line(window, at),
            Kind::Nntp => behind_status_line(window, at),
            Kind::Message | Kind::Text => behind_empty_lines(window, at),
            _ => behind_from_line(frames, window, at),
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
fn behind_from_line(frames: &Frames, window: &Window<'_>, at: usize) -> Option<Envelope> {
    let at = behind_empty_lines(window, at)?.header;
    let text = &window.bytes[at..];
    let head = text.len().min(5);
    if !b"From ".starts_with(&text[..head]) || head == 0 {
        return Some(Envelope::new(at, at));
    }
    Some(match frames.read_from_line(window, at)? {
        Boundary::No => Envelope::new(at, at),
        Boundary::Yes { doubtful, line } => Envelope {
            is_doubtful: doubtful,
            ..Envelope::new(at, at + line)
        },
    })
}

/// Passes over the separators of MMDF; the last of them belongs to the message that follows.
fn behind_separators(window: &Window<'_>, at: usize) -> Option<Envelope> {
    let mut message = at;
    let mut header = at;
    loop {
        if header == window.bytes.len() {
            return window.at_end.then(|| Envelope::new(header, header));
        }
        if window.bytes[header] != 1 {
            return Some(Envelope::new(message, header));
        }
        let line = window.line(header)?;
        if !is_separator(line) {
            return Some(Envelope::new(message, header));
        }
        message = header;
        header += line.len();
    }
}

/// Passes over a line `#! rnews N`.
fn behind_rnews_line(window: &Window<'_>, at: usize) -> Option<Envelope> {
    if window.bytes[at..].first() != Some(&b'#') {
        return Some(Envelope::new(at, at));
    }
    let line = window.line(at)?;
    let mut envelope = Envelope::new(at, at);
    if let Some(length) = rnews_length(line) {
        envelope.header += line.len();
        envelope.length = Some(length);
    }
    Some(envelope)
}

/// Passes over the line that ends an article, and the status line of the next one (RFC 3977 §6.2).
fn behind_status_line(window: &Window<'_>, at: usize) -> Option<Envelope> {
    const STATUS: &[u8] = b"22";
    let mut at = at;
    if window.bytes[at..].first() == Some(&b'.') {
        at += window.line(at)?.len();
    }
    let at = behind_empty_lines(window, at)?.header;
    let mut envelope = Envelope::new(at, at);
    let text = &window.bytes[at..];
    if text.len() < STATUS.len() && !window.at_end && STATUS.starts_with(text) {
        return None;
    }
    if text.starts_with(STATUS) {
        envelope.header += window.line(at)?.len();
    }
    Some(envelope)
}

/// Passes over empty lines, which no header section begins with, and a byte order mark.
fn behind_empty_lines(window: &Window<'_>, at: usize) -> Option<Envelope> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut at = at;
    if window.offset(at) == 0 {
        if window.bytes.starts_with(MARK) {
            at += MARK.len();
        } else if !window.at_end && MARK.starts_with(window.bytes) {
            return None;
        }
    }
    loop {
        match &window.bytes[at..] {
            [b'\n', ..] => at += 1,
            [b'\r', b'\n', ..] => at += 2,
            [] | [b'\r'] if !window.at_end => return None,
            _ => return Some(Envelope::new(at, at)),
        }
    }
}
