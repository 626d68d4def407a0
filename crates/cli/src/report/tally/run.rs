//! Sorted texts and their counts in a temporary file.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
};

use super::counted::{Counted, OwnedCounted};

/// The size of the buffer of a file, in bytes.
const BUFFER: usize = 64 << 10;

/// A sorted run in an unnamed temporary file, which the system removes with the last handle.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    entries: u64,
}

/// Writes a [`Run`].
#[derive(Debug)]
pub(super) struct RunWriter {
    file: BufWriter<File>,
    entries: u64,
}

impl RunWriter {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be created.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, tempfile::tempfile()?),
            entries: 0,
        })
    }

    /// Writes the next text.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn push(&mut self, counted: Counted<'_>) -> io::Result<()> {
        let Counted { text, count } = counted;
        self.file.write_all(&count.to_le_bytes())?;
        self.file.write_all(&(text.len() as u64).to_le_bytes())?;
        self.file.write_all(text)?;
        self.entries += 1;
        Ok(())
    }

    /// Ends the run.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn finish(self) -> io::Result<Run> {
        Ok(Run {
            file: self.file.into_inner()?,
            entries: self.entries,
        })
    }
}

impl Run {
    /// Returns what reads the texts.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(super) fn read(mut self) -> io::Result<ReadRun> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(ReadRun {
            file: BufReader::with_capacity(BUFFER, self.file),
            entries: self.entries,
        })
    }
}

/// The texts of a [`Run`] that are not read yet. An item is an error if the file cannot be read.
#[derive(Debug)]
pub(super) struct ReadRun {
    file: BufReader<File>,
    entries: u64,
}

impl ReadRun {
    fn read(&mut self) -> io::Result<OwnedCounted> {
        let count = number(&mut self.file)?;
        let mut text = vec![0; number(&mut self.file)? as usize];
        self.file.read_exact(&mut text)?;
        let text = text.into();
        Ok(OwnedCounted { text, count })
    }
}

impl Iterator for ReadRun {
    type Item = io::Result<OwnedCounted>;

    fn next(&mut self) -> Option<Self::Item> {
        self.entries = self.entries.checked_sub(1)?;
        Some(self.read())
    }
}

fn number(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; size_of::<u64>()];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
