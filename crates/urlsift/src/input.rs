//! What is read: files, directories, standard input.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

#[cfg(feature = "globs")]
use crate::Globs;
use crate::{Error, PathList, files::Opened};

/// Without globs every file is wanted.
#[cfg(not(feature = "globs"))]
#[derive(Debug, Default)]
struct Globs {}

#[cfg(not(feature = "globs"))]
#[expect(clippy::unused_self, reason = "there is nothing to know")]
impl Globs {
    fn takes(&self, _: &Path) -> bool {
        true
    }

    fn prunes(&self, _: &Path) -> bool {
        false
    }
}

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// Standard input, called `-`.
    Stdin,
    /// What was named: a file, a FIFO or a device.
    Path(PathBuf),
    /// A regular file, come upon in a directory.
    File(PathBuf),
}

impl Input {
    /// Its path; `-` for standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Stdin => Path::new("-"),
            Self::Path(path) | Self::File(path) => path,
        }
    }

    /// Whether more of it may come any time later: whether it is not known to be a file.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        match self {
            Self::Stdin => true,
            Self::Path(path) => fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()),
            Self::File(_) => false,
        }
    }

    /// Opens it if it is a regular file, and if nothing of it was read yet.
    ///
    /// # Errors
    ///
    /// As the system gives them.
    pub(crate) fn open_file(&self) -> io::Result<Option<File>> {
        match self {
            Self::Stdin => Ok(stdin_as_file()),
            // To open a FIFO would be to wait for its writer.
            Self::Path(path) if !fs::metadata(path)?.is_file() => Ok(None),
            Self::Path(path) | Self::File(path) => File::open(path).map(Some),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// As the system gives them.
    pub(crate) fn open(&self) -> io::Result<Opened> {
        match self {
            Self::Stdin => Ok(stdin_as_file().map_or_else(stdin, Opened::File)),
            Self::Path(path) => {
                let file = File::open(path)?;
                Ok(if file.metadata()?.is_file() {
                    Opened::File(file)
                } else {
                    Opened::Stream(file)
                })
            }
            Self::File(path) => File::open(path).map(Opened::File),
        }
    }
}

fn stdin() -> Opened {
    Opened::Stdin(io::stdin())
}

/// Standard input, if it is a file of which nothing was read yet: it can be read anywhere.
#[cfg(unix)]
fn stdin_as_file() -> Option<File> {
    use std::{io::Seek, os::fd::AsFd};

    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let is_file = file.metadata().ok()?.is_file();
    (is_file && file.stream_position().ok()? == 0).then_some(file)
}

#[cfg(not(unix))]
fn stdin_as_file() -> Option<File> {
    None
}

/// The inputs that paths stand for, one after the other.
///
/// A path is read if it is a file, a FIFO or a device; `-` is standard input; a directory is
/// walked, hidden files included, the names of each directory in bytewise order. What is named may
/// be a link to any of these. On a walk only regular files are read, and links are not followed
/// unless asked. What a walk keeps in memory is the names in the directories that lead to the file
/// at hand. Paths that come from a [`PathList`] are taken in the same way, behind all others.
///
/// ```
/// use urlsift::{Input, Inputs};
///
/// let mut inputs = Inputs::new(["-", "/no/such/file"].map(Into::into));
/// assert_eq!(inputs.next().unwrap().unwrap(), Input::Stdin);
/// let error = inputs.next().unwrap().unwrap_err();
/// assert_eq!(error.path().to_str(), Some("/no/such/file"));
/// ```
#[derive(Debug)]
pub struct Inputs {
    paths: std::vec::IntoIter<PathBuf>,
    list: Option<PathList>,
    follow: bool,
    globs: Globs,
    walk: Option<(PathBuf, walkdir::IntoIter)>,
    /// The next file of the walk, if that was looked for already.
    ready: Option<Result<Input, Error>>,
}

impl Inputs {
    /// The inputs that `paths` stand for.
    #[must_use]
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self {
            paths: paths.into_iter().collect::<Vec<_>>().into_iter(),
            list: None,
            follow: false,
            globs: Globs::default(),
            walk: None,
            ready: None,
        }
    }

    /// Whether walks follow links. A link back to a directory that is being walked is an error of
    /// that path.
    #[must_use]
    pub fn follow(mut self, follow: bool) -> Self {
        self.follow = follow;
        self
    }

    /// Which files are read of those in directories. What is named is read, whatever its path is.
    #[cfg(feature = "globs")]
    #[must_use]
    pub fn globs(mut self, globs: Globs) -> Self {
        self.globs = globs;
        self
    }

    /// The paths of a list behind all others.
    #[must_use]
    pub fn list(mut self, list: Option<PathList>) -> Self {
        self.list = list;
        self
    }

    /// Whether to find the next one may take any time: whether it comes from a list that is no file,
    /// and that has not told it yet.
    #[must_use]
    pub fn may_wait(&mut self) -> bool {
        if !self.list.as_ref().is_some_and(PathList::may_wait) {
            return false;
        }
        self.ready = self.ready.take().or_else(|| self.next_of_walk());
        self.ready.is_none() && self.paths.as_slice().is_empty()
    }

    /// The next path of those that are named.
    fn next_path(&mut self) -> Option<Result<PathBuf, Error>> {
        let path = self.paths.next().map(Ok);
        path.or_else(|| self.list.as_mut()?.next())
    }

    /// The next file of the walk at hand that is to be read.
    fn next_of_walk(&mut self) -> Option<Result<Input, Error>> {
        let (root, walk) = self.walk.as_mut()?;
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(Error::walk(root, error))),
            };
            if entry.depth() == 0 {
                // What is named may be a link.
                if !entry.path().is_dir() {
                    return Some(Ok(Input::Path(entry.into_path())));
                }
            } else if entry.file_type().is_dir() {
                if self.globs.prunes(entry.path()) {
                    walk.skip_current_dir();
                }
            } else if entry.file_type().is_file() && self.globs.takes(entry.path()) {
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
        loop {
            let found = self.ready.take().or_else(|| self.next_of_walk());
            if found.is_some() {
                return found;
            }
            let path = match self.next_path()? {
                Ok(path) => path,
                Err(error) => return Some(Err(error)),
            };
            if path.as_os_str() == "-" {
                return Some(Ok(Input::Stdin));
            }
            let walk = WalkDir::new(&path)
                .follow_links(self.follow)
                // Of files in one directory no more than the names differ.
                .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()));
            self.walk = Some((path, walk.into_iter()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::{Input, Inputs};
    use crate::{PathEnd, PathList};

    fn names(root: &std::path::Path, inputs: Inputs) -> Vec<String> {
        inputs
            .map(|input| match input {
                Ok(input) => input
                    .path()
                    .strip_prefix(root)
                    .map_or_else(|_| "-".into(), |path| path.display().to_string()),
                Err(error) => format!("{error}"),
            })
            .collect()
    }

    #[test]
    fn walks_go_in_bytewise_order_and_take_hidden_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b")).expect("a directory");
        for name in ["a", "B", ".h", "b/x", "b/.y", "é"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let paths = [PathBuf::from("-"), root.to_path_buf(), root.join("a")];
        let found = names(root, Inputs::new(paths));
        assert_eq!(found, ["-", ".h", "B", "a", "b/.y", "b/x", "é", "a"]);
    }

    #[test]
    fn paths_of_a_list_come_behind_all_others() {
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
        // Nobody knows yet what the list is.
        assert!(inputs.may_wait());
        let second = inputs.next().expect("an input").expect("a file");
        assert_eq!(second.path(), root.join("b/x"));
        assert!(!inputs.may_wait(), "it is a file");
        let empty = "line 2: an empty line names no file";
        assert_eq!(names(root, inputs), ["b/y", empty, "a"]);
    }

    #[cfg(feature = "globs")]
    #[test]
    fn globs_are_for_what_walks_come_upon() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b")).expect("a directory");
        fs::create_dir(root.join("c")).expect("a directory");
        for name in ["a", "a.x", "b/y.x", "c/z.x"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let globs = crate::Globs::new(&["*.x"], &["c"]).expect("globs");
        let paths = [root.join("a"), root.to_path_buf(), root.join("c")];
        let found = names(root, Inputs::new(paths).globs(globs));
        assert_eq!(found, ["a", "a.x", "b/y.x", "c/z.x"]);
    }

    #[cfg(unix)]
    #[test]
    fn walks_follow_links_only_when_asked_and_tell_loops() {
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
        assert_eq!(Input::Path(root.join("z")).path(), root.join("z"));
    }
}
