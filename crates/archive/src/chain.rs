//! Where messages begin in archives whose messages tell their lengths.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use crate::{
    Kind, Message, Reading, Rest, Visitor, Walker,
    frames::{End, Frames, rnews_length},
    from_line::Boundary,
    header::{Content, header_end},
    window::{FILE_START, Line, Window},
};

/// How much is read of a message to see its header.
const HEAD: usize = 64 << 10;

/// How much is read to see whether a message ends somewhere: a `From ` line and a name behind it.
const END: usize = 4 << 10;

/// The offsets at which the messages of an archive begin, found by their lengths.
///
/// In [`Kind::Mboxcl2`] and [`Kind::Rnews`] what looks like a boundary may be part of a message
/// that is longer. So a boundary cannot be told by what stands around it, but by the length of the
/// message before it, and so on from the start of the file. The bodies are not read, but where a
/// length is missing or wrong: it counts only if it leads to a boundary or to the end of the file.
///
/// ```
/// use std::io::Cursor;
/// use urlsift_archive::{Chain, Kind};
///
/// let batch = b"#! rnews 6\nA: b\n\n#! rnews 21\nC: d\n\n#! rnews 2\nabc\n";
/// let starts: Result<Vec<u64>, _> = Chain::new(Cursor::new(batch), Kind::Rnews).collect();
/// assert_eq!(starts.unwrap(), [0, 17]);
/// ```
#[derive(Debug)]
pub struct Chain<F> {
    file: F,
    kind: Kind,
    /// Where the next message begins, or where the first one may.
    next: Next,
}

#[derive(Clone, Copy, Debug)]
enum Next {
    First,
    At(u64),
    None,
}

impl<F: Read + Seek> Chain<F> {
    /// The messages of a file of this kind.
    pub fn new(file: F, kind: Kind) -> Self {
        Self {
            file,
            kind,
            next: Next::First,
        }
    }

    /// The first message that begins behind the one at `start`.
    fn behind(&mut self, start: u64) -> io::Result<Option<u64>> {
        if let Some(end) = self.end_of(start)? {
            // The bytes before tell whether a line begins there.
            let from = end.saturating_sub(FILE_START.len() as u64);
            let (text, at_end) = self.read_at(from, END)?;
            let window = Window::new(&text, from, at_end, FILE_START);
            let frames = Frames::new(self.kind);
            match frames.end(&window, (end - from) as usize) {
                Some(End::Before(next)) => return Ok(Some(window.offset(next))),
                Some(End::OfFile) => return Ok(None),
                Some(End::No) | None => {}
            }
        }
        self.search(start, start + 1)
    }

    /// Where the message at `start` ends by its own account.
    fn end_of(&mut self, start: u64) -> io::Result<Option<u64>> {
        let (head, at_end) = self.read_at(start, HEAD)?;
        let window = Window::new(&head, start, at_end, FILE_START);
        if self.kind == Kind::Rnews {
            let Line::Whole(line) = window.short_line(0) else {
                return Ok(None);
            };
            let behind = start + line.len() as u64;
            return Ok(rnews_length(line).and_then(|length| behind.checked_add(length)));
        }
        let header = match Frames::new(self.kind).read_from_line(&window, 0) {
            Some(Boundary::Yes { line, .. }) => line,
            _ => 0,
        };
        let end = header_end(&head[header..], at_end).and_then(|end| {
            let length = Content::of(&head[header..header + end.header]).length?;
            window.offset(header + end.body).checked_add(length)
        });
        Ok(end)
    }

    /// The first message that begins at `least` or behind it, found by walking through the file
    /// from `start` on, where a message begins.
    fn search(&mut self, start: u64, least: u64) -> io::Result<Option<u64>> {
        let reading = Reading::new().headers(false).bodies(false);
        // The length of the message at `start` has led nowhere.
        let mut walker = Walker::within(reading, self.kind, start, FILE_START).without_lengths();
        let mut found = Search { least, found: None };
        let mut at = start;
        let mut most = HEAD;
        loop {
            let (text, at_end) = self.read_at(at, most)?;
            let ControlFlow::Continue(used) = walker.push(&text, Rest::of(at_end), &mut found)
            else {
                return Ok(found.found);
            };
            if at_end {
                return Ok(None);
            }
            most = match used {
                0 => (2 * most).min(Walker::MOST_HELD + HEAD),
                _ => HEAD,
            };
            at += used as u64;
        }
    }

    /// Up to `most` bytes of the file from `offset` on, and whether it ends with them.
    fn read_at(&mut self, offset: u64, most: usize) -> io::Result<(Vec<u8>, bool)> {
        self.file.seek(SeekFrom::Start(offset))?;
        let mut text = Vec::new();
        self.file
            .by_ref()
            .take(most as u64)
            .read_to_end(&mut text)?;
        let at_end = text.len() < most;
        Ok((text, at_end))
    }
}

impl<F: Read + Seek> Iterator for Chain<F> {
    type Item = io::Result<u64>;

    fn next(&mut self) -> Option<io::Result<u64>> {
        let start = match self.next {
            Next::None => return None,
            Next::First => match self.search(0, 0) {
                Ok(first) => first?,
                Err(error) => {
                    self.next = Next::None;
                    return Some(Err(error));
                }
            },
            Next::At(start) => start,
        };
        let behind = self.behind(start);
        self.next = match behind {
            Ok(Some(next)) => Next::At(next),
            _ => Next::None,
        };
        Some(behind.map(|_| start))
    }
}

/// Waits for a message that begins far enough in the file.
struct Search {
    least: u64,
    found: Option<u64>,
}

impl Visitor for Search {
    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        if message.offset() < self.least {
            return ControlFlow::Continue(());
        }
        self.found = Some(message.offset());
        ControlFlow::Break(())
    }
}
