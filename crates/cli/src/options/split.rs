//! The options of `split`.

use std::path::PathBuf;

use urlsift_search::{Inputs, Split};

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
}

impl SplitOptions {
    /// Returns the inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs::new(self.paths.iter().cloned()).follow(self.follow)
    }
}
