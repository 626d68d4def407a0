//! Errors of inputs. An error concerns one input; the search continues.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

use crate::input::opened_file::Shrunk;

/// The error of an input that could not be read, or not to its end.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Io {
        error: io::Error,
        offset: Option<u64>,
    },
    Loop {
        ancestor: PathBuf,
    },
    List {
        line: u64,
        reason: &'static str,
    },
}

impl Error {
    /// An error for a file that could not be opened, or is damaged as a whole.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self {
            path: path.into(),
            kind: Kind::Io {
                error,
                offset: None,
            },
        }
    }

    /// An error for a file that could not be read from an offset on.
    pub(crate) fn read(path: &Path, offset: u64, error: io::Error) -> Self {
        Self {
            path: path.into(),
            kind: Kind::Io {
                error,
                offset: Some(offset),
            },
        }
    }

    /// An error for a file whose reading panicked.
    pub(crate) fn panicked(path: &Path) -> Self {
        let error = "reading it has failed, by a defect of this program";
        Self::io(path, io::Error::other(error))
    }

    pub(crate) fn walk(root: &Path, error: walkdir::Error) -> Self {
        let path = error.path().unwrap_or(root).to_path_buf();
        let ancestor = error.loop_ancestor().map(Path::to_path_buf);
        let kind = match (ancestor, error.into_io_error()) {
            (Some(ancestor), _) => Kind::Loop { ancestor },
            (None, error) => Kind::Io {
                error: error.unwrap_or_else(|| io::ErrorKind::Other.into()),
                offset: None,
            },
        };
        Self { path, kind }
    }

    /// An error for a line of a path list.
    pub(crate) fn list(path: &Path, line: u64, reason: &'static str) -> Self {
        Self {
            path: path.into(),
            kind: Kind::List { line, reason },
        }
    }

    /// Returns the path of the file: an input (`-` for standard input), a container member, or a path list.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of uncompressed bytes of the file that were read before the error; `None` if the file could
    /// not be opened or is a damaged container.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        match self.kind {
            Kind::Io { offset, .. } => offset,
            Kind::Loop { .. } | Kind::List { .. } => None,
        }
    }

    /// Returns the I/O error; `None` for a directory loop and for a line of a path list. For damaged compressed data,
    /// it wraps a [`Fault`](urlsift_unpack::Fault).
    #[must_use]
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.kind {
            Kind::Io { error, .. } => Some(error),
            Kind::Loop { .. } | Kind::List { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    /// Formats the reason without the path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Io { error, offset } => {
                let offset = offset.filter(|&offset| offset > 0 && !Shrunk::is(error));
                if let Some(offset) = offset {
                    write!(f, "at byte {offset}: ")?;
                }
                SystemReason(error).fmt(f)
            }
            Kind::List { line, reason } => write!(f, "line {line}: {reason}"),
            Kind::Loop { ancestor } => {
                write!(f, "directory loop, back to {}", ancestor.display())
            }
        }
    }
}

// The I/O error is part of the message, and so no source.
impl error::Error for Error {}

/// Formats an I/O error without the number that the standard library appends to system errors.
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
