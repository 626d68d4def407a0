//! The bytes of a zip file, at any offset.

use std::{
    fs::File,
    io::{self, BufRead, Read, Write},
    ops::Range,
};

use rawzip::{FileReader, ReaderAt};

use crate::{Fault, FaultKind, Format, peek::PeekReader};

/// How much of a stream is kept in memory, in bytes. What is longer goes to a temporary file.
pub(super) const MOST_IN_MEMORY: usize = 1 << 20;

/// A zip file that can be read at any offset.
pub(super) struct Store {
    backing: Backing,
    len: u64,
    /// How many bytes were read.
    #[cfg(test)]
    pub(super) read: std::cell::Cell<u64>,
}

enum Backing {
    Memory(Vec<u8>),
    File(FileReader),
}

impl Store {
    /// A file as it is. Its length is the one that it has now.
    pub(super) fn of_file(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let len = file.metadata()?.len();
        Ok(Self::in_file(file, len))
    }

    /// Everything that a stream gives, little more than `most` bytes at most, and why this is not all, if it is not.
    pub(super) fn copy(bytes: &mut PeekReader<'_>, most: u64) -> (Self, Option<io::Error>) {
        let mut memory = Vec::new();
        let in_memory = MOST_IN_MEMORY as u64;
        let read = bytes.by_ref().take(in_memory).read_to_end(&mut memory);
        let rest = read.and_then(|_| bytes.peek(1).map(<[u8]>::len));
        match rest {
            Err(error) => (Self::in_memory(memory), Some(error)),
            Ok(0) => (Self::in_memory(memory), None),
            Ok(_) => match to_disk(&memory) {
                Err(error) => (Self::in_memory(memory), Some(error)),
                Ok(mut file) => {
                    let mut len = memory.len() as u64;
                    drop(memory);
                    let failed = copy_rest(bytes, &mut file, &mut len, most).err();
                    (Self::in_file(file, len), failed)
                }
            },
        }
    }

    fn in_memory(bytes: Vec<u8>) -> Self {
        let len = bytes.len() as u64;
        Self::new(Backing::Memory(bytes), len)
    }

    fn in_file(file: File, len: u64) -> Self {
        Self::new(Backing::File(FileReader::from(file)), len)
    }

    fn new(backing: Backing, len: u64) -> Self {
        Self {
            backing,
            len,
            #[cfg(test)]
            read: std::cell::Cell::default(),
        }
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Reads what stands at `offset`, as much as `into` holds or there is. How much that was.
    pub(super) fn fill(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < into.len() {
            match self.read_at(&mut into[filled..], offset.saturating_add(filled as u64))? {
                0 => break,
                len => filled += len,
            }
        }
        Ok(filled)
    }

    /// A part of it, as a stream.
    pub(super) fn section(&self, range: Range<u64>) -> Section<'_> {
        Section { store: self, range }
    }

    #[cfg(test)]
    pub(super) fn is_in_memory(&self) -> bool {
        matches!(self.backing, Backing::Memory(_))
    }
}

fn to_disk(memory: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(memory)?;
    Ok(file)
}

/// Copies and counts what was copied for sure.
fn copy_rest(
    bytes: &mut PeekReader<'_>,
    file: &mut File,
    len: &mut u64,
    most: u64,
) -> io::Result<()> {
    loop {
        let chunk = bytes.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        if *len >= most {
            let kind = FaultKind::TooLarge { allowed: *len };
            return Err(Fault::new(Format::Zip, *len, kind).into());
        }
        file.write_all(chunk)?;
        let copied = chunk.len();
        *len += copied as u64;
        bytes.consume(copied);
    }
}

impl ReaderAt for Store {
    /// Nothing is read after the end: there offsets may be larger than the system can take.
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
            Backing::File(file) => loop {
                match file.read_at(into, offset) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => return read,
                }
            },
        }
    }
}

/// A part of a zip file. It ends where the file does, if that is earlier.
pub(super) struct Section<'s> {
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
