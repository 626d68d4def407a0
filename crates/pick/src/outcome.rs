//! The result of picking.

use std::{
    io,
    path::{Path, PathBuf},
};

use urlsift_search::{Error, archive::Warning};

/// The result of a [`pick`](crate::pick).
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// How the picker ended.
    pub end: End,
    /// The number of links that were listed.
    pub links: usize,
    /// The number of inputs, or rests of inputs, that could not be read.
    pub errors: usize,
    /// The first 100 diagnostics of the inputs, in the order of the inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of diagnostics after these.
    pub more_diagnostics: usize,
}

/// How a picker ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum End {
    /// There was no link to list; nothing was shown.
    NoLinks,
    /// The user quit.
    Quit,
    /// The user chose these URLs to print, in the order of the inputs. They may drive a terminal.
    Print(Vec<Vec<u8>>),
    /// The user pressed the key that interrupts programs.
    Interrupted,
    /// The [host](crate::Host::is_ending) was about to end.
    HostEnding,
    /// The terminal failed.
    Failed(io::Error),
}

/// A problem of an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Diagnostic {
    /// The input, or the rest of it, could not be read.
    Error(Error),
    /// The archive is not as it should be. It was read all the same.
    Warning {
        /// The path of the file; `-` is standard input.
        path: PathBuf,
        /// The offset in the file, in bytes.
        offset: u64,
        /// The problem.
        warning: Warning,
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
