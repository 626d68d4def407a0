//! The inputs of a search.

use std::{
    fs::Metadata,
    path::{Path, PathBuf},
};

use urlsift_search::{Globs, Input, Inputs, PathEnd, PathList};

use crate::term::streams::Streams;

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
    pub(crate) streams: Streams,
}

impl InputOptions {
    /// Returns the inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        let list = self.list.clone();
        named(&self.paths, &self.streams)
            .list(list.map(|(path, end)| PathList::new(path, end)))
            .globs(self.globs.clone())
            .public_inbox(self.public_inbox)
            .follow(self.follow)
    }

    /// Returns the inputs, except the file that is standard output: reading it would not end.
    pub(crate) fn inputs_besides_output(&self) -> Inputs {
        let inputs = self.inputs();
        if self.streams.are_of_process() {
            inputs.without_stdout()
        } else {
            inputs
        }
    }

    /// Returns whether standard input is read.
    pub(crate) fn has_stdin(&self) -> bool {
        self.paths.iter().any(|path| is_stdin(path))
    }

    /// Returns whether there may be several files.
    pub(crate) fn may_be_several(&self) -> bool {
        let is_several = match self.paths.as_slice() {
            [] => false,
            [path] => !is_stdin(path) && path.is_dir(),
            _ => true,
        };
        self.list.is_some() || is_several
    }

    /// Returns whether the files and directories, or the list of their names, can be read again. A path that does not
    /// exist counts as such: it gives the same error again.
    pub(crate) fn are_stored(&self) -> bool {
        match &self.list {
            Some((list, _)) => is_stored(list),
            None => self.paths.iter().all(|path| is_stored(path)),
        }
    }

    /// Returns the first input in the list that is a stream, which cannot be read again. Errors of the list are left to
    /// those who read it.
    pub(crate) fn first_stream(&self) -> Option<Input> {
        self.list.as_ref()?;
        let mut inputs = self.inputs().flatten();
        inputs.find(|input| match input {
            Input::Path(path) => !is_stored(path),
            Input::Stdin | Input::Reader(_) => true,
            _ => false,
        })
    }

    /// Returns whether the inputs can be enumerated twice. A path list may be a pipe.
    pub(crate) fn can_be_counted(&self) -> bool {
        self.list.is_none()
    }
}

/// Returns the inputs that paths name.
pub(super) fn named(paths: &[PathBuf], streams: &Streams) -> Inputs {
    let none = Inputs::new([]);
    paths.iter().fold(none, |inputs, path| {
        match streams.input().filter(|_| is_stdin(path)) {
            Some(stdin) => inputs.reader(stdin),
            None => inputs.path(path.clone()),
        }
    })
}

/// Returns whether a path is standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns whether a path is not a stream, which cannot be read again.
fn is_stored(path: &Path) -> bool {
    let can_be_read_again = |file: Metadata| file.is_file() || file.is_dir();
    !is_stdin(path) && path.metadata().map_or(true, can_be_read_again)
}
