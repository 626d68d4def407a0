//! Finds the first message of a range in a file that can be read at any offset.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use urlsift::{
    Kind, ReadOptions,
    archive::{self, recognise},
};

use crate::{
    input::{
        opened_file::{OpenedFile, check_end},
        source::Input,
    },
    unpack::files::Files,
};

/// Bytes read of a file to detect its kind.
const HEAD: u64 = 64 << 10;

/// Line breaks in place of the bytes before a file.
const FILE_START: [u8; 3] = *b"\n\n\n";

/// Opens an input that can be read at any offset, and returns its kind. Also returns `None` for an input that cannot
/// be opened or read; reading it from its start reports the error.
pub(crate) fn open(
    input: &Input,
    files: &Files,
    reading: &ReadOptions,
) -> Option<(OpenedFile, Kind)> {
    let file = input.open_file().ok()??;
    let (file, kind) = recognise_file(file, files, reading.known_kind()).ok()?;
    Some((OpenedFile::new(file).ok()?, kind?))
}

/// Returns the kind of a file; `None` if the file is packed. The file is at its start before and after the call.
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

/// Returns the offset of the first message at `start` or after it, the three bytes before it, and the file from
/// there on.
pub(crate) fn first_message(
    opened: OpenedFile,
    kind: Kind,
    start: u64,
) -> io::Result<Option<(u64, [u8; 3], OpenedFile)>> {
    let OpenedFile { mut file, len, .. } = opened;
    // The system may refuse to seek so far past the end.
    let first = if start > file.metadata()?.len() {
        None
    } else {
        archive::first_message(&mut file, kind, start)?
    };
    let Some(first) = first else {
        check_end(&file, 0, len)?;
        return Ok(None);
    };
    let before = seek_to(&mut file, first)?;
    Ok(Some((first, before, OpenedFile::at(file, first, len))))
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
