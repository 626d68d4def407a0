//! Ranges of files: reading one, and cutting files into ranges and jobs.

mod block_reader;
pub(crate) mod file;
pub(crate) mod jobs;
pub(crate) mod split;
