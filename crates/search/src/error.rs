//! Errors of inputs. An error concerns one input; the search continues.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

use urlsift_unpack::{Fault, FaultKind};

use crate::input::opened_file::Shrunk;

/// The error of an input that could not be read, or not to its end.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
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
    Panicked,
}

/// The codes of errors that are not [`Fault`]s.
const OWN_CODES: [&str; 7] = [
    "not-found",
    "permission-denied",
    "io",
    "no-space",
    "changed-input",
    "directory-loop",
    "path-list",
];

/// The codes of all errors: [`OWN_CODES`], and the codes of [`FaultKind`].
const ALL_CODES: [&str; OWN_CODES.len() + FaultKind::CODES.len()] = {
    let mut all = [""; OWN_CODES.len() + FaultKind::CODES.len()];
    let (own, faults) = all.split_at_mut(OWN_CODES.len());
    own.copy_from_slice(&OWN_CODES);
    faults.copy_from_slice(FaultKind::CODES);
    all
};

impl Error {
    /// Creates an error for a file that could not be opened, or is damaged as a whole.
    #[must_use]
    pub fn io(path: &Path, error: io::Error) -> Self {
        Self {
            path: path.into(),
            cause: Cause::Io {
                error,
                offset: None,
            },
        }
    }

    /// Creates an error for a file that could not be read from an offset on.
    pub(crate) fn read(path: &Path, offset: u64, error: io::Error) -> Self {
        Self {
            path: path.into(),
            cause: Cause::Io {
                error,
                offset: Some(offset),
            },
        }
    }

    /// Creates an error for a file whose reading panicked.
    #[must_use]
    pub fn panicked(path: &Path) -> Self {
        Self {
            path: path.into(),
            cause: Cause::Panicked,
        }
    }

    /// Creates an error for a directory that could not be walked.
    pub(crate) fn walk(root: &Path, error: walkdir::Error) -> Self {
        let path = error.path().unwrap_or(root).to_path_buf();
        let ancestor = error.loop_ancestor().map(Path::to_path_buf);
        let cause = match (ancestor, error.into_io_error()) {
            (Some(ancestor), _) => Cause::Loop { ancestor },
            (None, error) => Cause::Io {
                error: error.unwrap_or_else(|| io::ErrorKind::Other.into()),
                offset: None,
            },
        };
        Self { path, cause }
    }

    /// Creates an error for a line of a path list.
    pub(crate) fn list(path: &Path, line: u64, reason: &'static str) -> Self {
        Self {
            path: path.into(),
            cause: Cause::List { line, reason },
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
        match self.cause {
            Cause::Io { offset, .. } => offset,
            Cause::Loop { .. } | Cause::List { .. } | Cause::Panicked => None,
        }
    }

    /// All codes that [`code`](Self::code) returns.
    pub const CODES: &'static [&'static str] = &ALL_CODES;

    /// Returns the stable code of the error. `docs/JSON.md` describes the codes.
    #[must_use]
    pub fn code(&self) -> &'static str {
        let error = match &self.cause {
            Cause::Io { error, .. } => error,
            Cause::Loop { .. } => return "directory-loop",
            Cause::List { .. } => return "path-list",
            Cause::Panicked => return FaultKind::Defect.code(),
        };
        if let Some(fault) = Fault::of(error) {
            return fault.kind().code();
        }
        match error.kind() {
            _ if Shrunk::is(error) => "changed-input",
            io::ErrorKind::NotFound => "not-found",
            io::ErrorKind::PermissionDenied => "permission-denied",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "no-space",
            _ => "io",
        }
    }

    /// Returns whether the data are damaged or exceed a limit, so that reading them again gives the same result.
    /// Otherwise the file could not be read, and may be readable later, perhaps by a later version.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        let fault = self.io_error().and_then(Fault::of);
        fault.is_some_and(|fault| *fault.kind() != FaultKind::Defect)
    }

    /// Returns the I/O error; `None` for a defect of this program, a directory loop or a line of a path list. For
    /// damaged compressed data, it wraps a [`Fault`].
    #[must_use]
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.cause {
            Cause::Io { error, .. } => Some(error),
            Cause::Loop { .. } | Cause::List { .. } | Cause::Panicked => None,
        }
    }
}

impl fmt::Display for Error {
    /// Formats the reason without the path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Io { error, offset } => {
                let offset = offset.filter(|&offset| offset > 0 && !Shrunk::is(error));
                if let Some(offset) = offset {
                    write!(f, "at byte {offset}: ")?;
                }
                SystemReason(error).fmt(f)
            }
            Cause::List { line, reason } => write!(f, "line {line}: {reason}"),
            Cause::Panicked => f.write_str("internal error while reading it: please report"),
            Cause::Loop { ancestor } => {
                write!(f, "directory loop, back to {}", ancestor.display())
            }
        }
    }
}

// The I/O error is part of the message, so it is not also the source.
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

#[cfg(test)]
mod tests {
    use std::{io, path::Path};

    use urlsift_unpack::FaultKind;

    use super::Error;

    fn io_error(error: io::Error) -> Error {
        Error::io(Path::new("a"), error)
    }

    #[test]
    fn codes_are_listed() {
        for (error, code) in [
            (
                io_error(io::Error::from(io::ErrorKind::NotFound)),
                "not-found",
            ),
            (
                io_error(io::ErrorKind::PermissionDenied.into()),
                "permission-denied",
            ),
            (io_error(io::ErrorKind::StorageFull.into()), "no-space"),
            (io_error(io::Error::other("x")), "io"),
            (Error::list(Path::new("a"), 1, "x"), "path-list"),
            (Error::panicked(Path::new("a")), "defect"),
        ] {
            assert_eq!(error.code(), code);
            assert!(Error::CODES.contains(&code));
            assert!(!error.is_damage(), "{code}");
        }
    }

    #[test]
    fn codes_are_distinct_and_include_those_of_faults() {
        let mut codes: Vec<_> = Error::CODES.to_vec();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Error::CODES.len());
        for code in FaultKind::CODES.iter().chain(&["truncated", "not-copied"]) {
            assert!(codes.binary_search(code).is_ok(), "{code}");
        }
        assert!(!codes.contains(&""));
    }

    #[test]
    fn damage_has_the_code_of_the_fault() {
        let mut errors = Vec::new();
        let unpacker = urlsift_unpack::Unpacker::new();
        let mut visitor = Faults(&mut errors);
        let cut: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b";
        let source = urlsift_unpack::ByteSource::Stream(&mut &*cut);
        let _ = unpacker.unpack(Path::new("a"), source, &mut visitor);
        assert_eq!(errors.len(), 1, "{errors:?}");
        let error = io_error(errors.remove(0));
        assert_eq!((error.code(), error.is_damage()), ("truncated", true));
        assert!(Error::CODES.contains(&error.code()));
    }

    struct Faults<'f>(&'f mut Vec<io::Error>);

    impl urlsift_unpack::Visitor for Faults<'_> {
        fn file(&mut self, file: urlsift_unpack::UnpackedFile<'_>) -> std::ops::ControlFlow<()> {
            self.0.extend(file.bytes.read_to_end(&mut Vec::new()).err());
            std::ops::ControlFlow::Continue(())
        }

        fn fault(&mut self, _: &Path, error: io::Error) -> std::ops::ControlFlow<()> {
            self.0.push(error);
            std::ops::ControlFlow::Continue(())
        }
    }
}
