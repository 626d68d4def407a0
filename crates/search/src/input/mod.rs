//! What is read: files, directories, lists of paths, standard input.

pub(crate) mod globs;
pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod progress;
pub(crate) mod source;
