//! Files in ranges of bytes, each for a job of its own.

use std::{
    fs::File,
    io::{self, Read, Seek},
    num::NonZeroU64,
};

use urlsift_archive::{Kind, first_message, next_message};

use crate::{Error, Input, files::Files, seek};

/// A shorter range is read to find where the next one begins. Of a longer one, no more is looked at than
/// about so much around its end.
const SHORT: u64 = 16 << 20;

/// Cuts inputs into [`ByteRange`]s, each of which can be read on its own: together, what a
/// [`Sifter`](crate::Sifter) finds in the [ranges](crate::Sifter::range) of a file is what it finds in
/// the file.
///
/// ```
/// use std::num::NonZeroU64;
/// use urlsift::{Input, Split};
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

/// A range of the bytes of a file: what begins in it is read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteRange {
    /// Offset of its first byte. A message begins there, or, in a [`Kind::Text`], what stands behind an
    /// empty line; or the file does.
    pub start: u64,
    /// Offset behind its last byte: where the next range begins, or the file ends. `None` if that is not
    /// known: the range is all there is of an input that is packed, or that is no file.
    pub end: Option<u64>,
}

impl Split {
    /// How long ranges are if nothing else is said: 128 MiB.
    pub const DEFAULT_SIZE: NonZeroU64 = NonZeroU64::new(128 << 20).expect("not zero");

    /// Cuts files as what they are by their content, into ranges of the default size.
    #[must_use]
    pub fn new() -> Self {
        Self {
            size: Self::DEFAULT_SIZE,
            kind: None,
            files: Files::new(),
        }
    }

    /// How many bytes a range has at least: it ends where the first message behind begins. What is left of the
    /// file is part of the last one if that is less than half as much.
    #[must_use]
    pub fn size(mut self, bytes: NonZeroU64) -> Self {
        self.size = bytes;
        self
    }

    /// What every file is taken for, whatever it looks like.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.kind = kind;
        self
    }

    /// How compressed files and containers would be taken apart: they are not cut. Without an unpacker
    /// they are files like any other.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<crate::Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Opens an input, and looks at what it is. A stream is neither opened nor read.
    ///
    /// # Errors
    ///
    /// If it is a file that cannot be opened, or read.
    pub fn ranges(&self, input: &Input) -> Result<Ranges, Error> {
        let told = |error| Error::io(input.path(), error);
        let Some(file) = input.open_file().map_err(told)? else {
            return Ok(Ranges::one(input, None));
        };
        let len = file.metadata().map_err(told)?.len();
        let (file, kind) = seek::look(file, &self.files, self.kind).map_err(told)?;
        Ok(match kind {
            None => Ranges::one(input, None),
            Some(kind) if !kind.can_be_cut() => Ranges::one(input, Some(len)),
            Some(kind) => Ranges {
                input: input.clone(),
                next: Some(0),
                len: Some(len),
                cutter: Some(Cutter {
                    file,
                    kind,
                    size: self.size.get(),
                }),
            },
        })
    }
}

impl Default for Split {
    fn default() -> Self {
        Self::new()
    }
}

/// The ranges of an input, in their order, without gaps: at least one. After an error there are no more.
///
/// Where a range ends is looked for when it is asked for. That takes no longer than to read the range, and
/// far less if it is long, unless messages are as long as it. It keeps at most twice
/// [`Walker::MOST_HELD`](urlsift_archive::Walker::MOST_HELD).
#[derive(Debug)]
pub struct Ranges {
    input: Input,
    /// Where the next one begins, if there is one.
    next: Option<u64>,
    len: Option<u64>,
    /// `None` if it cannot be cut.
    cutter: Option<Cutter>,
}

impl Ranges {
    /// The only range of an input.
    fn one(input: &Input, len: Option<u64>) -> Self {
        Self {
            input: input.clone(),
            next: Some(0),
            len,
            cutter: None,
        }
    }

    /// Where the range ends that begins at an offset, if that is not where the file does.
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
        // Where the file has grown, what has come belongs to the last one.
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
struct Cutter {
    file: File,
    kind: Kind,
    size: u64,
}

impl Cutter {
    /// Where the first message begins at `end` or behind, if one does at `start`.
    fn next_message(&mut self, start: u64, end: u64) -> io::Result<Option<u64>> {
        if self.size > SHORT {
            let mut few = Few {
                file: &mut self.file,
                left: self.size,
            };
            match first_message(&mut few, self.kind, end) {
                Err(error) if is_too_much(&error) => {}
                found => return found,
            }
        }
        // Every byte of the range is read once.
        next_message(&self.file, self.kind, start, end)
    }
}

/// A file of which only so many more bytes may be read. Where messages tell lengths, to know where one
/// begins may take to read all that is before.
struct Few<'f> {
    file: &'f mut File,
    left: u64,
}

/// More would have to be read.
#[derive(Debug)]
struct TooMuch;

impl std::fmt::Display for TooMuch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("more would have to be read")
    }
}

impl std::error::Error for TooMuch {}

fn is_too_much(error: &io::Error) -> bool {
    error
        .get_ref()
        .is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooMuch>)
}

impl Read for Few<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other(TooMuch));
        }
        let read = self.file.read(into)?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl Seek for Few<'_> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests;
