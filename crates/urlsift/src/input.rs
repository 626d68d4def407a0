//! What is read: files, directories, standard input.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::{Error, files::Opened};

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
/// at hand.
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
    follow: bool,
    walk: Option<(PathBuf, walkdir::IntoIter)>,
}

impl Inputs {
    /// The inputs that `paths` stand for.
    #[must_use]
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self {
            paths: paths.into_iter().collect::<Vec<_>>().into_iter(),
            follow: false,
            walk: None,
        }
    }

    /// Whether walks follow links. A link back to a directory that is being walked is an error of
    /// that path.
    #[must_use]
    pub fn follow(mut self, follow: bool) -> Self {
        self.follow = follow;
        self
    }
}

impl Iterator for Inputs {
    type Item = Result<Input, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((root, walk)) = &mut self.walk {
                for entry in walk {
                    match entry {
                        // What is named may be a link.
                        Ok(entry) if entry.depth() == 0 => {
                            if !entry.path().is_dir() {
                                return Some(Ok(Input::Path(entry.into_path())));
                            }
                        }
                        Ok(entry) if entry.file_type().is_file() => {
                            return Some(Ok(Input::File(entry.into_path())));
                        }
                        Ok(_) => {}
                        Err(error) => return Some(Err(Error::walk(root, error))),
                    }
                }
                self.walk = None;
            }
            let path = self.paths.next()?;
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
