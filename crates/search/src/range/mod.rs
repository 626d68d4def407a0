//! Ranges of files: reading one, and cutting files into ranges and jobs.

pub(crate) mod file;
pub(crate) mod jobs;
pub(crate) mod split;
