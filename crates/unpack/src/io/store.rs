//! Random access to the bytes of a container.
//!
//! A note to maintainers: a zip has its directory at the end, and an Outlook file is a file system. A file is read in
//! place; a stream is copied first, up to 1 MiB to memory and else to a file without a name. The alternative for zip,
//! to read local headers as they come, is what streaming readers do, but reports members that were deleted or replaced,
//! and cannot tell where a stored member with a data descriptor ends. The price is the space on disk,
//! which is limited; a container beyond the limit is read as far as it was copied. Not worth doing: to map
//! files into memory, as another process may truncate them, which kills the reader.

use std::{
    fs::File,
    io::{self, BufRead, Read, Write},
    ops::Range,
};

#[cfg(feature = "outlook")]
use std::io::{Seek, SeekFrom};

use rawzip::{FileReader, ReaderAt};

use crate::{
    Fault, FaultKind, Format,
    io::{
        peek::PeekReader,
        temp::{self, Reservation, TempSpace},
    },
};

/// The maximum size of a stream that is copied to memory, in bytes. A larger one is copied to a temporary file.
pub(crate) const MAX_IN_MEMORY: usize = 1 << 20;

/// The location of a container.
#[derive(Clone, Copy)]
pub(crate) enum Location<'l> {
    /// A file, copied only if it cannot be opened again.
    File(&'l File, &'l TempSpace),
    /// A stream, copied to memory or to a temporary file in this space.
    Stream(&'l TempSpace),
}

impl<'l> Location<'l> {
    /// The location of a container that is the whole of `file`, or else of a stream.
    pub(crate) fn of(file: Option<&'l File>, space: &'l TempSpace) -> Self {
        match file {
            Some(file) => Self::File(file, space),
            None => Self::Stream(space),
        }
    }
}

/// The bytes of a container, readable at any offset.
pub(crate) struct Store {
    backing: Backing,
    len: u64,
    /// Whether the copy is incomplete.
    is_partial: bool,
    /// The number of bytes read.
    #[cfg(test)]
    pub(crate) read: std::cell::Cell<u64>,
}

enum Backing {
    Memory(Vec<u8>),
    File {
        file: FileReader,
        /// The space of a copy.
        _space: Option<Reservation>,
    },
}

impl Store {
    /// Opens a container, and copies it if it is a stream. Returns an error, too, if the copy is incomplete.
    pub(crate) fn open(
        bytes: &mut PeekReader<'_>,
        format: Format,
        location: Location<'_>,
    ) -> (Self, Option<io::Error>) {
        // A file that cannot be opened again can still be copied.
        let (in_place, space) = match location {
            Location::File(file, space) => (Self::of_file(file).ok(), space),
            Location::Stream(space) => (None, space),
        };
        match in_place {
            Some(store) => (store, None),
            None => Self::copy(bytes, format, space),
        }
    }

    /// Creates a store of a file, with its current length.
    fn of_file(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let len = file.metadata()?.len();
        Ok(Self::new(
            Backing::File {
                file: FileReader::from(file),
                _space: None,
            },
            len,
        ))
    }

    /// Copies a stream. Returns the copy, and an error if it is incomplete.
    pub(crate) fn copy(
        bytes: &mut PeekReader<'_>,
        format: Format,
        space: &TempSpace,
    ) -> (Self, Option<io::Error>) {
        let mut memory = Vec::new();
        let in_memory = MAX_IN_MEMORY as u64;
        let read = bytes.by_ref().take(in_memory).read_to_end(&mut memory);
        let rest = read.and_then(|_| bytes.peek(1).map(<[u8]>::len));
        let (mut store, copied) = match rest {
            Err(error) => (Self::in_memory(memory), Err(CopyError::Source(error))),
            Ok(0) => (Self::in_memory(memory), Ok(())),
            Ok(_) => match TempCopy::begin(&memory, format, space) {
                Err(error) => (Self::in_memory(memory), Err(error)),
                Ok(mut copy) => {
                    drop(memory);
                    let copied = copy.rest(bytes);
                    (copy.into_store(), copied)
                }
            },
        };
        let failed = copied.err().map(|error| match error {
            CopyError::Source(error) => error,
            CopyError::Copy(error) => {
                store.is_partial = true;
                error
            }
        });
        (store, failed)
    }

    fn in_memory(bytes: Vec<u8>) -> Self {
        let len = bytes.len() as u64;
        Self::new(Backing::Memory(bytes), len)
    }

    fn new(backing: Backing, len: u64) -> Self {
        Self {
            backing,
            len,
            is_partial: false,
            #[cfg(test)]
            read: std::cell::Cell::default(),
        }
    }

    /// Returns whether the copy is incomplete, because of the temporary file.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Returns the length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Reads bytes at `offset` until `into` is full or the store ends. Returns the number of bytes read.
    pub(crate) fn fill(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < into.len() {
            match self.read_at(&mut into[filled..], offset.saturating_add(filled as u64))? {
                0 => break,
                len => filled += len,
            }
        }
        Ok(filled)
    }

    /// Returns a reader of a range.
    pub(crate) fn section(&self, range: Range<u64>) -> Section<'_> {
        Section { store: self, range }
    }

    /// Returns a reader from the start that can seek.
    #[cfg(feature = "outlook")]
    pub(crate) fn reader(&self) -> StoreReader<'_> {
        StoreReader { store: self, at: 0 }
    }
}

/// Why a copy is incomplete.
enum CopyError {
    /// The source cannot be read.
    Source(io::Error),
    /// The temporary file cannot be created or written, or would exceed the limit.
    Copy(io::Error),
}

/// A copy in a temporary file.
struct TempCopy {
    format: Format,
    file: File,
    space: Reservation,
    /// The number of bytes completely written.
    len: u64,
}

impl TempCopy {
    fn begin(memory: &[u8], format: Format, space: &TempSpace) -> Result<Self, CopyError> {
        let mut space = Reservation::new(space);
        let len = memory.len() as u64;
        reserve(&mut space, format, len, len)?;
        let mut file = temp::create_temp_file().map_err(CopyError::Copy)?;
        let written = file.write_all(memory);
        written.map_err(|error| CopyError::Copy(temp::explain_temp_error(&error)))?;
        Ok(Self {
            format,
            file,
            space,
            len,
        })
    }

    fn rest(&mut self, bytes: &mut PeekReader<'_>) -> Result<(), CopyError> {
        loop {
            let chunk = bytes.fill_buf().map_err(CopyError::Source)?;
            if chunk.is_empty() {
                return Ok(());
            }
            let copied = chunk.len();
            reserve(&mut self.space, self.format, copied as u64, self.len)?;
            let written = self.file.write_all(chunk);
            written.map_err(|error| CopyError::Copy(temp::explain_temp_error(&error)))?;
            self.len += copied as u64;
            bytes.consume(copied);
        }
    }

    fn into_store(self) -> Store {
        let Self {
            file, space, len, ..
        } = self;
        Store::new(
            Backing::File {
                file: FileReader::from(file),
                _space: Some(space),
            },
            len,
        )
    }
}

/// Reserves space for `bytes` more bytes of a copy of `len` bytes.
fn reserve(space: &mut Reservation, format: Format, bytes: u64, len: u64) -> Result<(), CopyError> {
    if space.grow(bytes) {
        return Ok(());
    }
    let allowed = space.max();
    let fault = Fault::new(format, len, FaultKind::TooLarge { allowed });
    Err(CopyError::Copy(fault.into()))
}

impl ReaderAt for Store {
    /// Does not read after the end: such offsets may be too large for the system.
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = self.len.saturating_sub(offset);
        let most = rest.min(into.len() as u64) as usize;
        if most == 0 {
            return Ok(0);
        }
        #[cfg(test)]
        self.read.set(self.read.get() + most as u64);
        let into = &mut into[..most];
        match &self.backing {
            Backing::Memory(bytes) => bytes.read_at(into, offset),
            Backing::File { file, .. } => loop {
                match file.read_at(into, offset) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => return read,
                }
            },
        }
    }
}

/// A reader of a range of a store, up to its end.
pub(crate) struct Section<'s> {
    store: &'s Store,
    range: Range<u64>,
}

impl Read for Section<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = self.range.end.saturating_sub(self.range.start);
        let most = rest.min(into.len() as u64) as usize;
        let len = self.store.read_at(&mut into[..most], self.range.start)?;
        self.range.start += len as u64;
        Ok(len)
    }
}

/// A reader of a store that can seek.
#[cfg(feature = "outlook")]
pub(crate) struct StoreReader<'s> {
    store: &'s Store,
    at: u64,
}

#[cfg(feature = "outlook")]
impl Read for StoreReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.store.read_at(into, self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

#[cfg(feature = "outlook")]
impl Seek for StoreReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.store.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
