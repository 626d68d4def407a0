//! The rights of a process in the sandbox.

use std::path::PathBuf;

/// What a process in the sandbox may still do, apart from reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rights {
    /// The directories in which files may be created, changed and removed. Those that do not exist are ignored.
    pub(crate) writable: Vec<PathBuf>,
    /// The directories whose programs may be run, in the same sandbox; none if no program may be run.
    pub(crate) programs: Vec<PathBuf>,
}
