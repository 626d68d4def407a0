//! The result of picking.

use std::{
    io,
    path::{Path, PathBuf},
};

use urlsift_search::{Error, archive::ArchiveWarning};

/// The result of a [`pick`](crate::pick).
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// How the picker ended.
    pub end: PickEnd,
    /// The number of links listed.
    pub links: usize,
    /// The number of inputs that could not be read, in whole or in part.
    pub errors: usize,
    /// The first 100 diagnostics of the inputs, in the order of the inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of further diagnostics.
    pub more_diagnostics: usize,
    /// The error if a thread could not be started. The links are unaffected, only slower to arrive.
    pub thread_shortage: Option<io::Error>,
}

/// How a picker ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum PickEnd {
    /// There were no links, and nothing was shown.
    NoLinks,
    /// The user quit.
    Quit,
    /// The user chose to print these URLs, in the order of the inputs. They may contain terminal control sequences.
    Print(Vec<Vec<u8>>),
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The [host](crate::Host::is_ending) was about to end.
    HostEnding,
    /// The terminal failed.
    Failed(io::Error),
}

/// A problem with an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Diagnostic {
    /// The input could not be read, in whole or in part.
    Error(Error),
    /// The archive is malformed, but was read.
    Warning {
        /// The path of the file; `-` is standard input.
        path: PathBuf,
        /// The offset in the file, in bytes.
        offset: u64,
        /// The problem.
        warning: ArchiveWarning,
    },
}

impl Diagnostic {
    /// Returns the path of the file; `-` is standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Error(error) => error.path(),
            Self::Warning { path, .. } => path,
        }
    }
}
