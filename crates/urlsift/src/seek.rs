//! Where the first message of a range begins.

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    ops::ControlFlow,
};

use urlsift_archive::{Kind, ReadOptions, Rest, Visitor, Walker, first_message, recognise};

use crate::{Input, feed::Feed, files::Files};

/// So much of a file is looked at to see what it is.
const HEAD: u64 = 64 << 10;

/// What stands in front of a file.
const FILE_START: [u8; 3] = *b"\n\n\n";

/// Opens an input if it is a file that can be read from anywhere on, and tells what it is. What cannot
/// be opened or looked at is `None`, too: whoever reads it from its beginning is told why.
pub(crate) fn open(input: &Input, files: &Files, reading: &ReadOptions) -> Option<(File, Kind)> {
    let file = input.open_file().ok()??;
    let looked = look(file, files, reading.known_kind());
    let (file, kind) = looked.ok()?;
    Some((file, kind?))
}

/// What a file is; `None` if it is packed. It is at its beginning before and after.
pub(crate) fn look(
    mut file: File,
    files: &Files,
    known: Option<Kind>,
) -> io::Result<(File, Option<Kind>)> {
    let mut head = Vec::new();
    let read = file.by_ref().take(HEAD).read_to_end(&mut head);
    file.rewind()?;
    let at_end = (read? as u64) < HEAD;
    let kind = if files.would_unpack(&head, at_end) {
        None
    } else {
        known.or_else(|| recognise(&head, at_end))
    };
    Ok((file, kind))
}

/// Where the first message begins at an offset of a file or behind, and the three bytes before. It is
/// what is read next.
pub(crate) fn first(file: &mut File, kind: Kind, start: u64) -> io::Result<Option<(u64, [u8; 3])>> {
    // So far behind the end that the system would not go there.
    if start > file.metadata()?.len() {
        return Ok(None);
    }
    let Some(first) = first_message(&mut *file, kind, start)? else {
        return Ok(None);
    };
    let before = before(file, first)?;
    Ok(Some((first, before)))
}

/// Goes to an offset of a file, and tells the three bytes before.
fn before(file: &mut File, offset: u64) -> io::Result<[u8; 3]> {
    let mut before = FILE_START;
    let known = offset.min(before.len() as u64);
    file.seek(SeekFrom::Start(offset - known))?;
    let missing = before.len() - known as usize;
    file.read_exact(&mut before[missing..])?;
    Ok(before)
}

/// The same kind of file, and nothing but where messages begin.
pub(crate) fn framing(reading: &ReadOptions) -> ReadOptions {
    let framing = ReadOptions::new().headers(false).bodies(false);
    framing.kind(reading.known_kind())
}

/// The search for the first message of a range in what can only be read from its beginning on.
#[derive(Debug)]
pub(crate) struct Seek {
    kind: Option<Kind>,
    /// The three bytes in front of what is at hand.
    before: [u8; 3],
}

/// What a search has come upon.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// A message, in a file of this kind, where it begins, and the three bytes before.
    Message(Kind, u64, [u8; 3]),
    /// That there is nothing to be found.
    Nothing,
    /// Nothing yet.
    NotYet,
}

impl Default for Seek {
    fn default() -> Self {
        Self {
            kind: None,
            before: FILE_START,
        }
    }
}

impl Seek {
    /// Looks for it in what is at hand, with a walker for [`framing`] that goes through the file. What is
    /// in front of it is used up.
    pub(crate) fn push(
        &mut self,
        walker: &mut Walker,
        feed: &mut Feed,
        rest: Rest,
        start: u64,
    ) -> Found {
        walker.stop_at(start);
        // Nobody asks for a break.
        let pushed = walker.push(feed.window(), rest, self);
        let used = match pushed {
            ControlFlow::Continue(used) => used,
            ControlFlow::Break(()) => feed.window().len(),
        };
        match (self.kind, walker.next()) {
            (Some(kind), Some(next)) => {
                // It was come upon in this window.
                self.pass(feed, (next.saturating_sub(feed.start())) as usize);
                Found::Message(kind, next, self.before)
            }
            (Some(kind), None) if !kind.can_be_cut() => Found::Nothing,
            _ => {
                self.pass(feed, used);
                Found::NotYet
            }
        }
    }

    fn pass(&mut self, feed: &mut Feed, used: usize) {
        for &byte in &feed.window()[used.saturating_sub(3)..used] {
            self.before.rotate_left(1);
            self.before[2] = byte;
        }
        feed.consume(used);
    }
}

impl Visitor for Seek {
    fn recognised(&mut self, kind: Kind) {
        self.kind = Some(kind);
    }
}
