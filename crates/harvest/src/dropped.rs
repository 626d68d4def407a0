//! The files of a data set that a new plan drops.

use std::{fmt, path::PathBuf};

/// The files of the last plan that a new one does not have, without those that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// The number of files.
    pub files: usize,
    /// The number of those that are gone from disk. The others exist, and are not named any more.
    pub gone: usize,
    /// The first files, those that exist before the others.
    pub names: Vec<PathBuf>,
}

impl Dropped {
    /// Returns whether no file is dropped.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.files == 0
    }
}

impl fmt::Display for Dropped {
    /// Writes the number of files and the first names, such as `2 files (a, b)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.files == 1 { "" } else { "s" };
        let names: Vec<_> = self
            .names
            .iter()
            .map(|name| name.display().to_string())
            .collect();
        let more = if self.files > names.len() {
            ", ..."
        } else {
            ""
        };
        write!(
            f,
            "{} file{plural} ({}{more})",
            self.files,
            names.join(", ")
        )
    }
}
