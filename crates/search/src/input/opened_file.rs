//! A regular file with its length at the time of opening.

use std::{
    error, fmt,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
};

use super::observer::ReadObserver;

/// A regular file that is read from start to end. The end is an error if the file has been truncated since it was
/// opened, because the missing bytes were not read.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    pub(crate) file: File,
    /// Its length in bytes when it was opened.
    pub(crate) len: u64,
    /// The offset of the next read.
    at: u64,
    observer: Option<Arc<dyn ReadObserver>>,
}

impl OpenedFile {
    /// Wraps a file that is at its start.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if the length is not known.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self::at(file, 0, len))
    }

    /// Wraps a file that is at the offset `at`, and had the length `len` when it was opened.
    pub(crate) fn at(file: File, at: u64, len: u64) -> Self {
        Self {
            file,
            len,
            at,
            observer: None,
        }
    }

    /// Sets what receives the bytes that are read through this wrapper.
    pub(crate) fn observe(&mut self, observer: Option<Arc<dyn ReadObserver>>) {
        self.observer = observer;
    }

    /// Calls [`check_end`] with the length when the file was opened.
    pub(crate) fn check_end(&self, at: u64) -> io::Result<()> {
        check_end(|| Ok(self.file.metadata()?.len()), at, self.len)
    }

    /// Returns the first bytes of the file, at most `most`, and whether these are all. The file is at its start before
    /// and after the call.
    ///
    /// # Errors
    ///
    /// Returns an error of seeking. An error of reading is reported where the file is read.
    pub(crate) fn read_head(&mut self, most: usize) -> io::Result<(Vec<u8>, bool)> {
        let mut head = Vec::with_capacity(most);
        let _ = (&self.file).take(most as u64).read_to_end(&mut head);
        // Decoders read from the cursor, which all handles of the file share.
        self.rewind()?;
        let is_all = head.len() < most;
        Ok((head, is_all))
    }
}

impl Read for OpenedFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(into)?;
        if len == 0 && !into.is_empty() {
            self.check_end(self.at)?;
        }
        if let Some(observer) = &self.observer {
            observer.read(self.at, &into[..len]);
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

/// Returns an error if a file that ends at the offset `at` is now shorter than `opened`, its length when it was opened.
/// `len` returns the current length. The end alone proves nothing: some file systems, such as sysfs, state lengths that
/// files do not have, but these do not change.
///
/// # Errors
///
/// Returns [`Shrunk`], or the error of `len`.
pub(crate) fn check_end(
    len: impl FnOnce() -> io::Result<u64>,
    at: u64,
    opened: u64,
) -> io::Result<()> {
    if at >= opened {
        return Ok(());
    }
    let len = len()?;
    if len >= opened {
        return Ok(());
    }
    let error = Shrunk { len, opened };
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, error))
}

/// A file was truncated while it was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shrunk {
    /// The current length in bytes.
    len: u64,
    /// The length in bytes when it was opened.
    opened: u64,
}

impl Shrunk {
    /// Returns whether an I/O error wraps a [`Shrunk`].
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::OpenedFile;

    #[test]
    fn the_head_is_read_again_with_the_rest() {
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(b"0123456789").expect("it takes it");
        let mut opened = OpenedFile::at(file, 10, 10);
        for (most, is_all) in [(4, false), (10, false), (11, true)] {
            std::io::Seek::rewind(&mut opened).expect("it is a file");
            let head = opened.read_head(most).expect("it is a file");
            let len = most.min(10);
            assert_eq!(head, (b"0123456789"[..len].to_vec(), is_all));
            let mut text = String::new();
            opened.read_to_string(&mut text).expect("it is a file");
            assert_eq!(text, "0123456789");
        }
    }
}
