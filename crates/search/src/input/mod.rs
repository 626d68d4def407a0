//! The inputs: files, directories, path lists and standard input.

pub(crate) mod globs;
pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod opened_file;
pub(crate) mod progress;
pub(crate) mod source;
