//! Finds the first message of a range in a file that can be read at any offset.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use urlsift::{
    Kind, ReadOptions,
    archive::{self, recognise},
};

use crate::{input::source::Input, unpack::files::Files};

/// Bytes read of a file to see what it is.
const HEAD: u64 = 64 << 10;

/// The bytes that stand for those before a file.
const FILE_START: [u8; 3] = *b"\n\n\n";

/// Opens an input that can be read at any offset, and returns what it is. Returns `None` also for an input
/// that cannot be opened or read: reading it from its start reports why.
pub(crate) fn open(input: &Input, files: &Files, reading: &ReadOptions) -> Option<(File, Kind)> {
    let file = input.open_file().ok()??;
    let (file, kind) = recognise_file(file, files, reading.known_kind()).ok()?;
    Some((file, kind?))
}

/// Returns what a file is; `None` if it is packed. The file is at its start before and after.
pub(crate) fn recognise_file(
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

/// Returns the offset of the first message at `start` or after it, and the three bytes before it. The file
/// is then at that offset.
pub(crate) fn first_message(
    file: &mut File,
    kind: Kind,
    start: u64,
) -> io::Result<Option<(u64, [u8; 3])>> {
    // The system may refuse to seek so far past the end.
    if start > file.metadata()?.len() {
        return Ok(None);
    }
    let Some(first) = archive::first_message(&mut *file, kind, start)? else {
        return Ok(None);
    };
    let before = seek_to(file, first)?;
    Ok(Some((first, before)))
}

/// Seeks to an offset of a file, and returns the three bytes before it.
fn seek_to(file: &mut File, offset: u64) -> io::Result<[u8; 3]> {
    let mut before = FILE_START;
    let known = offset.min(before.len() as u64);
    file.seek(SeekFrom::Start(offset - known))?;
    let missing = before.len() - known as usize;
    file.read_exact(&mut before[missing..])?;
    Ok(before)
}
