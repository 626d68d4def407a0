//! The inputs of a search.

use std::path::PathBuf;

use urlsift_search::{Globs, Inputs, PathEnd, PathList};

/// The inputs of a search.
#[derive(Clone, Debug)]
pub(crate) struct InputOptions {
    pub(crate) paths: Vec<PathBuf>,
    /// A file with more paths, and how each path ends.
    pub(crate) list: Option<(PathBuf, PathEnd)>,
    pub(crate) globs: Globs,
    pub(crate) follow: bool,
    /// Whether every path is a public-inbox repository.
    pub(crate) public_inbox: bool,
}

impl InputOptions {
    /// Returns the inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        let list = self.list.clone();
        Inputs::new(self.paths.iter().cloned())
            .list(list.map(|(path, end)| PathList::new(path, end)))
            .globs(self.globs.clone())
            .public_inbox(self.public_inbox)
            .follow(self.follow)
    }

    /// Returns whether standard input is read.
    pub(crate) fn has_stdin(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    /// Returns whether there may be several files.
    pub(crate) fn may_be_several(&self) -> bool {
        self.list.is_some() || self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir())
    }

    /// Returns whether the inputs can be enumerated twice. A path list may be a pipe.
    pub(crate) fn can_be_counted(&self) -> bool {
        self.list.is_none()
    }
}
