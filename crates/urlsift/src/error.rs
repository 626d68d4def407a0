//! What can go wrong with an input. A job's errors belong to its result.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

/// An input could not be read, or not to its end.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Io(io::Error),
    Read(ReadError),
    Loop { ancestor: PathBuf },
}

impl Error {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self {
            path: path.into(),
            kind: Kind::Io(error),
        }
    }

    pub(crate) fn read(path: &Path, error: ReadError) -> Self {
        Self {
            path: path.into(),
            kind: Kind::Read(error),
        }
    }

    pub(crate) fn walk(root: &Path, error: walkdir::Error) -> Self {
        let path = error.path().unwrap_or(root).to_path_buf();
        let ancestor = error.loop_ancestor().map(Path::to_path_buf);
        let kind = match (ancestor, error.into_io_error()) {
            (Some(ancestor), _) => Kind::Loop { ancestor },
            (None, Some(error)) => Kind::Io(error),
            (None, None) => Kind::Io(io::ErrorKind::Other.into()),
        };
        Self { path, kind }
    }

    /// The input; `-` is standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes of it were read before, if it could be opened.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        match &self.kind {
            Kind::Read(error) => Some(error.offset()),
            Kind::Io(_) | Kind::Loop { .. } => None,
        }
    }

    /// What the system said, unless it is a loop of directories.
    #[must_use]
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.kind {
            Kind::Io(error) => Some(error),
            Kind::Read(error) => Some(error.io_error()),
            Kind::Loop { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    /// The reason; the caller says which input it is about.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Io(error) => SystemReason(error).fmt(f),
            Kind::Read(error) => error.fmt(f),
            Kind::Loop { ancestor } => {
                write!(f, "directory loop, back to {}", ancestor.display())
            }
        }
    }
}

// What the system said is part of what is displayed, and so no source.
impl error::Error for Error {}

/// Reading failed before the end.
#[derive(Debug)]
pub struct ReadError {
    offset: u64,
    error: io::Error,
}

impl ReadError {
    pub(crate) fn new(offset: u64, error: io::Error) -> Self {
        Self { offset, error }
    }

    /// How many bytes were read before.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// What the system said.
    #[must_use]
    pub fn io_error(&self) -> &io::Error {
        &self.error
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => SystemReason(&self.error).fmt(f),
            offset => write!(f, "at byte {offset}: {}", SystemReason(&self.error)),
        }
    }
}

impl error::Error for ReadError {}

/// What the system says, without the number that only programmers know.
#[derive(Clone, Copy, Debug)]
pub struct SystemReason<'e>(pub &'e io::Error);

impl fmt::Display for SystemReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let number = self.0.raw_os_error();
        let number = number.map(|number| format!(" (os error {number})"));
        let reason = number.and_then(|number| text.strip_suffix(&number));
        f.write_str(reason.unwrap_or(&text))
    }
}
