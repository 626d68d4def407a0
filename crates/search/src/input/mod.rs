//! The inputs: files, directories, path lists, standard input and other streams.

pub(crate) mod globs;
pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod observer;
pub(crate) mod opened_file;
pub(crate) mod progress;
pub(crate) mod reader;
pub(crate) mod source;
