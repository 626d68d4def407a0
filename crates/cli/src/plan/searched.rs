//! Which files are searched.

use std::path::{Path, PathBuf};

use urlsift_search::{Globs, Inputs, PathEnd, PathList};

use super::or_stdin;
use crate::args::Lists;

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Which files are searched.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    paths: Vec<PathBuf>,
    /// What names more of them.
    list: Option<(PathBuf, PathEnd)>,
    globs: Globs,
    follow: bool,
}

impl Searched {
    /// Resolves the flags, or says which value is no good.
    pub(super) fn resolve(lists: Lists, null: bool, paths: Vec<PathBuf>) -> Result<Self, String> {
        let globs = Globs::new(&lists.include, &lists.exclude).map_err(|invalid| {
            let glob = invalid.glob();
            let is_included = lists.include.iter().any(|given| given == glob);
            let flag = if is_included { "include" } else { "exclude" };
            format!("'{glob}' for '--{flag} <GLOB>': {invalid}")
        })?;
        let Some(list) = lists.files_from else {
            return Ok(Self {
                paths: or_stdin(paths),
                list: None,
                globs,
                follow: lists.follow,
            });
        };
        if is_stdin(&list) && paths.iter().any(|path| is_stdin(path)) {
            return Err("'-' for '--files-from <FILE>': it is also a PATH".into());
        }
        let end = if null { PathEnd::Nul } else { PathEnd::Line };
        Ok(Self {
            paths,
            list: Some((list, end)),
            globs,
            follow: lists.follow,
        })
    }

    pub(crate) fn inputs(&self) -> Inputs {
        let list = self.list.clone();
        Inputs::new(self.paths.iter().cloned())
            .list(list.map(|(path, end)| PathList::new(path, end)))
            .globs(self.globs.clone())
            .follow(self.follow)
    }

    /// Whether standard input is read.
    pub(crate) fn has_stdin(&self) -> bool {
        self.paths.iter().any(|path| is_stdin(path))
    }

    /// Whether the inputs can be gone through twice: a list may be a pipe.
    pub(crate) fn can_be_counted(&self) -> bool {
        self.list.is_none()
    }
}
