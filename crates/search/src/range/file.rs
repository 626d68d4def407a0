//! Finds the first message of a range in a file that can be read at any offset.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use urlsift::{
    Kind, ReadOptions,
    archive::{self, Before},
};

use super::block_reader::BlockReader;
use crate::{
    head::{HEAD, kind_of},
    input::{
        opened_file::{OpenedFile, check_end},
        reader::SeekableBytes,
        source::Input,
    },
    unpack::files::Files,
};

/// A file of which a range is read.
pub(crate) trait RangeFile: Read {
    /// Seeks to the first message at `start` or after it. Returns its offset, and the bytes before it.
    fn seek_to_message(&mut self, kind: Kind, start: u64) -> io::Result<Option<(u64, Before)>>;
}

impl RangeFile for OpenedFile {
    fn seek_to_message(&mut self, kind: Kind, start: u64) -> io::Result<Option<(u64, Before)>> {
        let len = self.file.metadata()?.len();
        let first = seek_to_message(&mut self.file, kind, start, len)?;
        match first {
            Some((offset, _)) => self.seek(SeekFrom::Start(offset)).map(|_| ())?,
            None => self.check_end(0)?,
        }
        Ok(first)
    }
}

impl RangeFile for SeekableBytes {
    fn seek_to_message(&mut self, kind: Kind, start: u64) -> io::Result<Option<(u64, Before)>> {
        let len = self.seek(SeekFrom::End(0))?;
        seek_to_message(self, kind, start, len)
    }
}

fn seek_to_message(
    file: &mut (impl Read + Seek),
    kind: Kind,
    start: u64,
    len: u64,
) -> io::Result<Option<(u64, Before)>> {
    // The system may refuse to seek so far past the end.
    if start > len {
        return Ok(None);
    }
    let Some(first) = archive::first_message(BlockReader::new(&mut *file), kind, start)? else {
        return Ok(None);
    };
    Ok(Some((first, seek_to(file, first)?)))
}

/// What the first bytes of a file that is neither compressed nor a container show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecognisedFile {
    pub(crate) kind: Kind,
    /// Whether its ranges can be read separately. Otherwise it belongs as a whole to the range that includes 0.
    pub(crate) can_be_cut: bool,
}

/// Opens an input that can be read at any offset, and recognises it. Also returns `None` for an input that cannot be
/// opened or read; reading it from its start reports the error.
pub(crate) fn open(
    input: &Input,
    files: &Files,
    reading: &ReadOptions,
) -> Option<(OpenedFile, RecognisedFile)> {
    let mut file = input.open_file().ok()??;
    let recognised = recognise_file(&mut file, input.path(), files, reading).ok()?;
    let mut file = OpenedFile::new(file).ok()?;
    file.observe(files.observer().cloned());
    Some((file, recognised?))
}

/// Recognises a file; `None` if the file would be unpacked. The file is at its start before and after the call.
pub(crate) fn recognise_file(
    file: &mut (impl Read + Seek),
    path: &Path,
    files: &Files,
    reading: &ReadOptions,
) -> io::Result<Option<RecognisedFile>> {
    let mut head = Vec::new();
    let read = file.by_ref().take(HEAD as u64).read_to_end(&mut head);
    file.rewind()?;
    let at_end = read? < HEAD;
    if files.would_unpack(&head, at_end) {
        return Ok(None);
    }
    let kind = kind_of(reading, path, &head, at_end);
    Ok(kind.map(|kind| RecognisedFile {
        kind,
        can_be_cut: reading.can_be_cut(kind, &head),
    }))
}

/// Seeks to an offset of a file, and returns the bytes before it.
fn seek_to(file: &mut (impl Read + Seek), offset: u64) -> io::Result<Before> {
    Before::read(offset, |from, before| {
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(before)
    })
}

/// A file whose ranges are searched for.
#[derive(Debug)]
pub(super) enum CutFile {
    File(File),
    /// One that the caller has opened.
    Reader(SeekableBytes),
}

impl CutFile {
    /// Returns the number of bytes. The file is at its start before and after the call.
    pub(super) fn size(&mut self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Reader(bytes) => {
                let size = bytes.seek(SeekFrom::End(0))?;
                bytes.rewind()?;
                Ok(size)
            }
        }
    }

    /// Returns an error if the file has been truncated since it was opened; see [`check_end`]. For a file that the
    /// caller has opened, this is not known, and is no error.
    pub(super) fn check_end(&self, at: u64, opened: u64) -> io::Result<()> {
        match self {
            Self::File(file) => check_end(|| Ok(file.metadata()?.len()), at, opened),
            Self::Reader(_) => Ok(()),
        }
    }
}

impl Read for CutFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Reader(bytes) => bytes.read(into),
        }
    }
}

impl Seek for CutFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Reader(bytes) => bytes.seek(to),
        }
    }
}
