//! Failures to read inputs.

use std::{
    io,
    path::{Path, PathBuf},
};

use urlsift_search::Error as InputError;

/// A failure to read an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The file or directory.
    pub path: PathBuf,
    /// The number of bytes that were read before the error, if the file could be opened.
    pub offset: Option<u64>,
    /// The stable code; see [`Error::code`](urlsift_search::Error::code).
    pub code: &'static str,
    /// The reason.
    pub text: String,
}

impl Failure {
    /// Returns the failure of an input.
    pub(crate) fn of(error: &InputError) -> Self {
        Self {
            path: error.path().into(),
            offset: error.offset(),
            code: error.code(),
            text: error.to_string(),
        }
    }

    /// Returns the failure of an input that cannot be read.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::of(&InputError::io(path, error))
    }

    /// Returns the failure of an input that has changed while it was read, or since the plan was made.
    pub(crate) fn changed(path: &Path) -> Self {
        Self::changed_because(
            path,
            "it has changed since the plan was made, or while it was read",
        )
    }

    /// Returns the failure of an input that can be read now, but could not be read when the plan was made.
    pub(crate) fn readable_now(path: &Path) -> Self {
        Self::changed_because(
            path,
            "it could not be read when the plan was made; a new plan includes it",
        )
    }

    fn changed_because(path: &Path, text: &str) -> Self {
        Self {
            path: path.into(),
            offset: None,
            code: "changed-input",
            text: text.to_owned(),
        }
    }
}
