//! Cuts files into ranges of bytes for separate jobs.

use std::{
    io::{self, Read, Seek},
    num::NonZeroU64,
    path::Path,
};

use urlsift::{
    Kind, ReadOptions,
    archive::{first_message, next_message},
};
use urlsift_unpack::Unpacker;

use super::{
    block_reader::BlockReader,
    file::{CutFile, recognise_file},
};
use crate::{error::Error, input::source::Input, unpack::files::Files};

/// The length in bytes below which a range is read completely to find where the next one begins. If the range is
/// longer, only about this many bytes around its end are read.
const SHORT: u64 = 16 << 20;

/// Cuts inputs into [`ByteRange`]s that can be read separately. The [ranges](crate::Searcher::range) of a file
/// together give a [`Searcher`](crate::Searcher) exactly the links of the file.
///
/// ```
/// use std::num::NonZeroU64;
/// use urlsift_search::{Input, Split};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("a.mbox");
/// # std::fs::write(&path, "From a@b Mon Jan 30 09:12:04 1995\n\n\nFrom a@b Mon Jan 30 09:12:05 1995\n\n\n")?;
/// let split = Split::new().size(NonZeroU64::MIN);
/// let ranges = split.ranges(&Input::Path(path))?.collect::<Result<Vec<_>, _>>()?;
/// let ranges: Vec<_> = ranges.iter().map(|range| (range.start, range.end)).collect();
/// assert_eq!(ranges, [(0, Some(36)), (36, Some(72))]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Split {
    size: NonZeroU64,
    kind: Option<Kind>,
    files: Files,
}

/// A range of the bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteRange {
    /// The offset of the first byte: the start of the file, of a message or, in a [`Kind::Text`], of the text after
    /// an empty line.
    pub start: u64,
    /// The offset after the last byte: the start of the next range, or the end of the file. `None` if the range is a
    /// whole input that is compressed, a container or not a regular file, whose end is unknown.
    pub end: Option<u64>,
}

impl Split {
    /// The default size of a range: 128 MiB.
    pub const DEFAULT_SIZE: NonZeroU64 = NonZeroU64::new(128 << 20).expect("not zero");

    /// Creates a splitter that detects the kind of each file and makes ranges of the default size.
    #[must_use]
    pub fn new() -> Self {
        Self {
            size: Self::DEFAULT_SIZE,
            kind: None,
            files: Files::new(),
        }
    }

    /// Sets the minimum number of bytes of a range: it ends where the next message begins. The remainder of
    /// the file is part of the last range if it is less than half as long.
    #[must_use]
    pub fn size(mut self, bytes: NonZeroU64) -> Self {
        self.size = bytes;
        self
    }

    /// Sets the kind of every file; with `None`, the kind is detected.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the unpacker that recognises compressed files and containers, which are not cut. With `None`, they are
    /// treated like other files.
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Returns the minimum number of bytes of a range.
    pub(super) fn min_size(&self) -> u64 {
        self.size.get()
    }

    /// Opens an input, detects its kind, and returns its ranges. A stream is neither opened nor read. A
    /// [file](crate::InputReader::seekable) that the caller has opened is taken: it cannot be read by this input again.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is a file that cannot be opened or read.
    pub fn ranges(&self, input: &Input) -> Result<Ranges, Error> {
        let wrap = |error| Error::io(input.path(), error);
        let opened = match input {
            Input::Reader(reader) => reader.take_seekable().map(CutFile::Reader),
            _ => input.open_file().map_err(wrap)?.map(CutFile::File),
        };
        let Some(mut file) = opened else {
            return Ok(Ranges::one(input, None, None));
        };
        let len = file.size().map_err(wrap)?;
        let reading = ReadOptions::new().kind(self.kind);
        let recognised =
            recognise_file(&mut file, input.path(), &self.files, &reading).map_err(wrap)?;
        let kind = match recognised {
            None => return Ok(Ranges::one(input, None, Some(len))),
            Some(whole) if !whole.can_be_cut => {
                return Ok(Ranges::one(input, Some(len), Some(len)));
            }
            Some(cuttable) => cuttable.kind,
        };
        Ok(Ranges {
            input: input.clone(),
            next: Some(0),
            len: Some(len),
            file_size: Some(len),
            cutter: Some(FileCutter {
                file,
                kind,
                size: self.size.get(),
            }),
        })
    }
}

impl Default for Split {
    fn default() -> Self {
        Self::new()
    }
}

/// An iterator over the ranges of an input: at least one, in order, without gaps. After an error it ends.
///
/// Each call of `next` searches for the end of one range. It takes at most as long as reading the range, and far less
/// if the range is much longer than a message. It buffers at most 10 MiB, and twice
/// [`Walker::MAX_HELD`](urlsift::archive::Walker::MAX_HELD).
#[derive(Debug)]
pub struct Ranges {
    input: Input,
    /// The start of the next range, if there is one.
    next: Option<u64>,
    len: Option<u64>,
    /// The size of the file as stored, not decompressed. `None` for a stream.
    file_size: Option<u64>,
    /// `None` if the input cannot be cut.
    cutter: Option<FileCutter>,
}

impl Ranges {
    /// Creates the only range of an input.
    fn one(input: &Input, len: Option<u64>, file_size: Option<u64>) -> Self {
        Self {
            input: input.clone(),
            next: Some(0),
            len,
            file_size,
            cutter: None,
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.input.path()
    }

    /// Returns the size of the file as stored, not decompressed. `None` for a stream.
    #[must_use]
    pub fn file_size(&self) -> Option<u64> {
        self.file_size
    }

    /// Returns the end of the range that begins at `start`, unless it is the end of the file.
    fn end_of(&mut self, start: u64) -> io::Result<Option<u64>> {
        let (Some(cutter), Some(len)) = (&mut self.cutter, self.len) else {
            return Ok(None);
        };
        let size = cutter.size;
        let is_last = len.saturating_sub(start) < size.saturating_add(size.div_ceil(2));
        if is_last {
            return Ok(None);
        }
        let end = cutter.next_message(start, start + size)?;
        cutter.file.check_end(end.unwrap_or(start), len)?;
        // If the file has grown, the new bytes belong to the last range.
        Ok(end.filter(|&end| end < len && len - end >= size / 2))
    }
}

impl Iterator for Ranges {
    type Item = Result<ByteRange, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next.take()?;
        match self.end_of(start) {
            Ok(end) => {
                self.next = end;
                Some(Ok(ByteRange {
                    start,
                    end: end.or(self.len),
                }))
            }
            Err(error) => Some(Err(Error::io(self.input.path(), error))),
        }
    }
}

/// Cuts one file.
#[derive(Debug)]
struct FileCutter {
    file: CutFile,
    kind: Kind,
    size: u64,
}

impl FileCutter {
    /// Returns the offset of the first message at `end` or after it; a message begins at `start`.
    fn next_message(&mut self, start: u64, end: u64) -> io::Result<Option<u64>> {
        if self.size > SHORT {
            let mut limited = LimitedFile {
                file: &mut self.file,
                left: self.size,
            };
            match first_message(BlockReader::new(&mut limited), self.kind, end) {
                Err(_) if limited.left == 0 => {}
                found => return found,
            }
        }
        // Every byte of the range is read once.
        next_message(&mut self.file, self.kind, start, end)
    }
}

/// A file of which only a limited number of bytes may be read; then, reading it is an error. Where messages state their
/// lengths, finding the beginning of one may take reading everything before it.
struct LimitedFile<'f> {
    file: &'f mut CutFile,
    left: u64,
}

impl Read for LimitedFile<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::Other.into());
        }
        let read = self.file.read(into)?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl Seek for LimitedFile<'_> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests;
