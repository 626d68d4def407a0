//! Reads files at offsets.

use std::{
    fs::File,
    io::{self, Read},
};

/// A file that is read only at offsets, by any number of threads.
///
/// On Unix, reading at an offset does not move the cursor of the file; on Windows it does. So the file is
/// private: nothing can read from a cursor that has moved.
#[derive(Debug)]
pub(crate) struct OffsetFile(File);

impl OffsetFile {
    pub(crate) const fn new(file: File) -> Self {
        Self(file)
    }

    /// Returns a reader that begins at an offset.
    pub(crate) const fn at(&self, offset: u64) -> AtOffset<'_> {
        AtOffset {
            file: &self.0,
            offset,
        }
    }

    /// Returns the current length of the file.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }
}

/// Reads a file from an offset on.
#[derive(Debug)]
pub(crate) struct AtOffset<'f> {
    file: &'f File,
    offset: u64,
}

impl AtOffset<'_> {
    fn advance(&mut self, len: usize) -> usize {
        self.offset += len as u64;
        len
    }
}

impl Read for AtOffset<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(self.file, into, self.offset);
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(self.file, into, self.offset);
        read.map(|len| self.advance(len))
    }
}
