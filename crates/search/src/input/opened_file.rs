//! A regular file with its length at the time of opening.

use std::{
    error, fmt,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
};

use crate::cores::CoreTurns;

/// A regular file that is read from start to end. The end is an error if the file has been truncated since it was
/// opened, because the missing bytes were not read.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    pub(crate) file: File,
    /// Its length when it was opened.
    pub(crate) len: u64,
    /// The offset of the next read.
    at: u64,
    /// The turns of the task that reads it, if it shares the cores with others.
    turns: Option<Arc<CoreTurns>>,
}

impl OpenedFile {
    /// Creates one for a file at its start.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self::at(file, 0, len))
    }

    /// Creates one for a file at an offset that had a length when it was opened.
    pub(crate) fn at(file: File, at: u64, len: u64) -> Self {
        Self {
            file,
            len,
            at,
            turns: None,
        }
    }

    /// Sets the turns in which it is read.
    pub(crate) fn set_turns(&mut self, turns: Option<Arc<CoreTurns>>) {
        self.turns = turns;
    }
}

impl Read for OpenedFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(turns) = &self.turns {
            turns.wait(self.len.saturating_sub(self.at));
        }
        let len = self.file.read(into)?;
        if len == 0 && !into.is_empty() {
            check_end(&self.file, self.at, self.len)?;
        }
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for OpenedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

/// Returns an error if a file that seems to end at an offset is shorter than the length that it had when it was
/// opened. Files of some systems state lengths that they do not have, and do not change them.
///
/// # Errors
///
/// Those of the system, and [`Shrunk`].
pub(crate) fn check_end(file: &File, at: u64, opened: u64) -> io::Result<()> {
    if at >= opened {
        return Ok(());
    }
    let len = file.metadata()?.len();
    if len >= opened {
        return Ok(());
    }
    let error = Shrunk { len, opened };
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, error))
}

/// A file was truncated while it was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shrunk {
    /// Its length in bytes, now and when it was opened.
    len: u64,
    opened: u64,
}

impl Shrunk {
    /// Returns whether an error is one.
    pub(crate) fn is(error: &io::Error) -> bool {
        let error = error
            .get_ref()
            .and_then(|error| error.downcast_ref::<Self>());
        error.is_some()
    }
}

impl fmt::Display for Shrunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { len, opened } = self;
        write!(
            f,
            "is shorter than when it was opened: {len} of {opened} bytes"
        )
    }
}

impl error::Error for Shrunk {}
