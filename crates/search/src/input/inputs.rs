//! The inputs that paths, directories and path lists name.

use std::{collections::VecDeque, io, path::PathBuf};

use same_file::Handle;
use walkdir::WalkDir;

use super::{globs::Globs, list::PathList, reader::InputReader, source::Input};
use crate::{error::Error, public_inbox::layout::Inbox};

/// An iterator over the inputs that paths name, in a stable order.
///
/// A path may be a file, a FIFO, a device, a directory, a symbolic link to one of these, or `-` for standard input.
/// Directories are searched recursively, including hidden files, in bytewise order of the names. In directories, only
/// regular files are read, and symbolic links are followed only with [`follow`](Self::follow). The names in all
/// directories above the current file are held in memory. The paths of a [`PathList`] follow all others and are
/// treated in the same way.
///
/// ```
/// use urlsift_search::{Input, Inputs};
///
/// let mut inputs = Inputs::new(["-", "/no/such/file"].map(Into::into));
/// assert_eq!(inputs.next().unwrap().unwrap(), Input::Stdin);
/// let error = inputs.next().unwrap().unwrap_err();
/// assert_eq!(error.path().to_str(), Some("/no/such/file"));
/// ```
#[derive(Debug)]
pub struct Inputs {
    named: VecDeque<Named>,
    list: Option<PathList>,
    follow: bool,
    public_inbox: bool,
    globs: Globs,
    walk: Option<(PathBuf, walkdir::IntoIter)>,
    /// The next file of the walk, if it is known already.
    ready: Option<Result<Input, Error>>,
    /// Standard output, if it is a file that must not be read.
    output: Option<Handle>,
}

/// An input that the caller has named.
#[derive(Debug)]
enum Named {
    Path(PathBuf),
    Reader(InputReader),
}

impl Inputs {
    /// Creates the iterator over the inputs that `paths` name.
    #[must_use]
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self {
            named: paths.into_iter().map(Named::Path).collect(),
            list: None,
            follow: false,
            public_inbox: false,
            globs: Globs::default(),
            walk: None,
            ready: None,
            output: None,
        }
    }

    /// Adds a path after those that are named already.
    #[must_use]
    pub fn path(mut self, path: PathBuf) -> Self {
        self.named.push_back(Named::Path(path));
        self
    }

    /// Adds a stream after the paths that are named already.
    #[must_use]
    pub fn reader(mut self, reader: InputReader) -> Self {
        self.named.push_back(Named::Reader(reader));
        self
    }

    /// Sets whether symbolic links in directories are followed. A link to a directory that contains it is an error
    /// for that path.
    #[must_use]
    pub fn follow(mut self, follow: bool) -> Self {
        self.follow = follow;
        self
    }

    /// Sets whether every named path is a public-inbox repository. Otherwise a named directory is read as one only if
    /// it has the layout of one; directories that are found in others are not.
    #[must_use]
    pub fn public_inbox(mut self, public_inbox: bool) -> Self {
        self.public_inbox = public_inbox;
        self
    }

    /// Sets which files of directories are read. Paths that are named directly are always read.
    #[must_use]
    pub fn globs(mut self, globs: Globs) -> Self {
        self.globs = globs;
        self
    }

    /// Adds the paths of a list after all others.
    #[must_use]
    pub fn list(mut self, list: Option<PathList>) -> Self {
        self.list = list;
        self
    }

    /// Makes an input that is the same file as standard output an error, because reading it would not end. Has no
    /// effect if standard output is not a regular file.
    #[must_use]
    pub fn without_stdout(mut self) -> Self {
        let is_file = |handle: &Handle| {
            let metadata = handle.as_file().metadata();
            metadata.is_ok_and(|metadata| metadata.is_file())
        };
        self.output = Handle::stdout().ok().filter(is_file);
        self
    }

    /// Returns whether git may be run to read the inputs: whether a path that is named is a public-inbox repository, or
    /// paths have yet to be read from a list.
    #[must_use]
    pub fn may_run_git(&self) -> bool {
        let is_inbox = |named: &Named| match named {
            Named::Path(path) => Inbox::is_at(path),
            Named::Reader(_) => false,
        };
        self.public_inbox || self.list.is_some() || self.named.iter().any(is_inbox)
    }

    /// Returns whether finding the next input may block: whether its path has yet to be read from a list that is not
    /// a regular file.
    #[must_use]
    pub fn may_wait(&mut self) -> bool {
        if !self.list.as_ref().is_some_and(PathList::may_wait) {
            return false;
        }
        self.ready = self.ready.take().or_else(|| self.next_of_walk());
        self.ready.is_none() && self.named.is_empty()
    }

    /// Returns the next input that is named.
    fn next_named(&mut self) -> Option<Result<Named, Error>> {
        let named = self.named.pop_front().map(Ok);
        named.or_else(|| Some(self.list.as_mut()?.next()?.map(Named::Path)))
    }

    /// Returns the next file of the current walk.
    fn next_of_walk(&mut self) -> Option<Result<Input, Error>> {
        let (root, walk) = self.walk.as_mut()?;
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(Error::walk(root, error))),
            };
            if entry.depth() == 0 {
                // A named path may be a link.
                if !entry.path().is_dir() {
                    return Some(Ok(Input::Path(entry.into_path())));
                }
            } else if entry.file_type().is_dir() {
                if self.globs.prunes(entry.path()) {
                    walk.skip_current_dir();
                }
            } else if entry.file_type().is_file() && self.globs.includes(entry.path()) {
                return Some(Ok(Input::File(entry.into_path())));
            }
        }
        self.walk = None;
        None
    }
}

impl Iterator for Inputs {
    type Item = Result<Input, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_input()?;
        Some(next.and_then(|input| match &self.output {
            Some(output) if is_same_file(&input, output) => {
                let error = io::Error::other("it is also the output");
                Err(Error::io(input.path(), error))
            }
            _ => Ok(input),
        }))
    }
}

/// Returns whether an input is the same file as an open one.
fn is_same_file(input: &Input, file: &Handle) -> bool {
    let handle = match input {
        // Opening a FIFO to examine it would lose its content.
        Input::Path(_) if input.may_wait() => return false,
        Input::Path(path) | Input::File(path) => Handle::from_path(path),
        Input::Stdin => Handle::stdin(),
        Input::PublicInbox(_) | Input::Reader(_) => return false,
    };
    handle.is_ok_and(|handle| handle == *file)
}

impl Inputs {
    fn next_input(&mut self) -> Option<Result<Input, Error>> {
        loop {
            let found = self.ready.take().or_else(|| self.next_of_walk());
            if found.is_some() {
                return found;
            }
            let path = match self.next_named()? {
                Ok(Named::Path(path)) => path,
                Ok(Named::Reader(reader)) => return Some(Ok(Input::Reader(reader))),
                Err(error) => return Some(Err(error)),
            };
            if path.as_os_str() == "-" {
                return Some(Ok(Input::Stdin));
            }
            if self.public_inbox || Inbox::is_at(&path) {
                return Some(Ok(Input::PublicInbox(path)));
            }
            let walk = WalkDir::new(&path)
                .follow_links(self.follow)
                // The paths of files in one directory differ only in their names.
                .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()));
            self.walk = Some((path, walk.into_iter()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{MAIN_SEPARATOR, PathBuf},
    };

    use super::Inputs;
    use crate::{Globs, PathEnd, PathList};

    fn names(root: &std::path::Path, inputs: Inputs) -> Vec<String> {
        inputs
            .map(|input| match input {
                Ok(input) => input.path().strip_prefix(root).map_or_else(
                    |_| "-".into(),
                    |path| path.display().to_string().replace(MAIN_SEPARATOR, "/"),
                ),
                Err(error) => format!("{error}"),
            })
            .collect()
    }

    #[test]
    fn walks_are_in_bytewise_order_and_include_hidden_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b")).expect("a directory");
        for name in ["a", "C", ".h", "b/x", "b/.y", "é"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let paths = [PathBuf::from("-"), root.to_path_buf(), root.join("a")];
        let found = names(root, Inputs::new(paths));
        assert_eq!(found, ["-", ".h", "C", "a", "b/.y", "b/x", "é", "a"]);
    }

    #[test]
    fn paths_of_a_list_come_after_all_others() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b")).expect("a directory");
        for name in ["a", "b/x", "b/y"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let list = root.join("list");
        let lines = format!("{0}/b\n\n{0}/a\n", root.display());
        fs::write(&list, lines).expect("a file");
        let list = PathList::new(list, PathEnd::Line);
        let mut inputs = Inputs::new([root.join("a")]).list(Some(list));
        assert!(!inputs.may_wait(), "a path is known");
        let first = inputs.next().expect("an input").expect("a file");
        assert_eq!(first.path(), root.join("a"));
        // The list is not open yet, and may be a FIFO.
        assert!(inputs.may_wait());
        let second = inputs.next().expect("an input").expect("a file");
        assert_eq!(second.path(), root.join("b/x"));
        assert!(!inputs.may_wait(), "it is a file");
        let empty = "line 2: an empty line names no file";
        assert_eq!(names(root, inputs), ["b/y", empty, "a"]);
    }

    #[test]
    fn globs_apply_only_to_files_found_in_directories() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b")).expect("a directory");
        fs::create_dir(root.join("c")).expect("a directory");
        for name in ["a", "a.x", "b/y.x", "c/z.x"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let globs = Globs::new(&["*.x"], &["c"]).expect("globs");
        let paths = [root.join("a"), root.to_path_buf(), root.join("c")];
        let found = names(root, Inputs::new(paths).globs(globs));
        assert_eq!(found, ["a", "a.x", "b/y.x", "c/z.x"]);
    }

    #[cfg(unix)]
    #[test]
    fn walks_follow_links_only_when_asked_and_report_loops() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::write(root.join("a"), "").expect("a file");
        std::os::unix::fs::symlink(root, root.join("loop")).expect("a link");
        std::os::unix::fs::symlink(root.join("a"), root.join("z")).expect("a link");
        let walk = |follow| names(root, Inputs::new([root.to_path_buf()]).follow(follow));
        assert_eq!(walk(false), ["a"]);
        let followed = walk(true);
        assert_eq!((&followed[0][..], &followed[2][..]), ("a", "z"));
        assert!(
            followed[1].starts_with("directory loop, back to "),
            "{followed:?}"
        );
        // A link that is named is read, or walked.
        let named = names(root, Inputs::new([root.join("z"), root.join("loop")]));
        assert_eq!(named, ["z", "loop/a"]);
        assert_eq!(super::Input::Path(root.join("z")).path(), root.join("z"));
    }
}
