//! Finds the repositories of an inbox.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// An inbox: one bare repository (version 1), or one for each epoch (version 2).
#[derive(Debug)]
pub(crate) struct Inbox {
    /// The repositories, oldest first.
    pub(super) repositories: Vec<PathBuf>,
}

impl Inbox {
    /// Returns whether a directory has the layout of an inbox. A repository is one of version 1 if it has the folder of
    /// its indices or the lock of ssoma, and an epoch if it has the path of one; any other repository has to be
    /// requested.
    pub(crate) fn is_at(path: &Path) -> bool {
        if is_repository(path) {
            return path.join("public-inbox").is_dir()
                || path.join("ssoma.lock").is_file()
                || epoch(path).is_some() && path.parent().is_some_and(|git| git.ends_with("git"));
        }
        epochs(path).is_ok_and(|epochs| !epochs.is_empty())
    }

    /// Finds the repositories of an inbox that was requested.
    ///
    /// # Errors
    ///
    /// If there are none, or if one borrows objects or settings from another repository.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let inner = path.join(".git");
        let repositories = if is_repository(path) {
            vec![path.into()]
        } else if is_repository(&inner) {
            vec![inner]
        } else {
            epochs(path)?
        };
        if repositories.is_empty() {
            return Err(io::Error::other("it is not a public-inbox repository"));
        }
        for repository in &repositories {
            refuse_links(repository)?;
        }
        Ok(Self { repositories })
    }
}

/// Returns whether a directory is a git repository without a working tree (gitrepository-layout(5)).
#[must_use]
pub fn is_repository(path: &Path) -> bool {
    path.join("HEAD").is_file() && path.join("objects").is_dir() && path.join("refs").is_dir()
}

/// Returns the repositories of the epochs, `git/0.git` and so on. Old ones may be missing.
fn epochs(path: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(path.join("git")) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut epochs = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if let Some(number) = epoch(&path).filter(|_| is_repository(&path)) {
            epochs.push((number, path));
        }
    }
    epochs.sort_unstable();
    Ok(epochs.into_iter().map(|(_, path)| path).collect())
}

/// Returns the number of the epoch that a path names, such as `0.git`.
fn epoch(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.strip_suffix(".git")?;
    number.parse().ok()
}

/// Refuses a repository that would make git read another one.
fn refuse_links(repository: &Path) -> io::Result<()> {
    for (name, what) in [
        ("objects/info/alternates", "objects"),
        ("commondir", "settings"),
    ] {
        // An empty list of alternates, as in an inbox without epochs, is refused, too.
        if fs::symlink_metadata(repository.join(name)).is_ok() {
            let repository = repository.display();
            return Err(io::Error::other(format!(
                "{repository} borrows {what} from another repository ({name}); it is not read"
            )));
        }
    }
    Ok(())
}
