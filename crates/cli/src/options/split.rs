//! The options of `split`.

use std::path::PathBuf;

use urlsift_search::{Inputs, Split};

use super::input::named;
use crate::term::streams::Streams;

/// The options of `split`.
#[derive(Debug)]
pub(crate) struct SplitOptions {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    pub(crate) split: Split,
    /// Whether ranges are grouped into jobs.
    pub(crate) pack: bool,
    /// Whether errors are printed as JSON objects.
    pub(crate) json_errors: bool,
    pub(crate) streams: Streams,
}

impl SplitOptions {
    /// Returns the inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        named(&self.paths, &self.streams).follow(self.follow)
    }
}
