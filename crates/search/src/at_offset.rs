//! Reads and writes files at offsets.

use std::{
    fs::File,
    io::{self, Read, Write},
};

/// A file that is read or written from an offset on. The offset that all readers of the file share does not matter; on
/// Unix it does not change either.
#[derive(Debug)]
pub(crate) struct AtOffset<'f> {
    file: &'f File,
    offset: u64,
}

impl<'f> AtOffset<'f> {
    pub(crate) const fn new(file: &'f File, offset: u64) -> Self {
        Self { file, offset }
    }

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

impl Write for AtOffset<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let written = std::os::unix::fs::FileExt::write_at(self.file, bytes, self.offset);
        #[cfg(windows)]
        let written = std::os::windows::fs::FileExt::seek_write(self.file, bytes, self.offset);
        written.map(|len| self.advance(len))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
