//! Ranges of files: reading one, and cutting files into ranges.

pub(crate) mod file;
pub(crate) mod split;
