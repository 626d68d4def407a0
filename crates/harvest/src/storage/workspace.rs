//! The temporary directory in which a process writes files before they are published.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::disk::{Disk, DiskFile, Written};
use crate::error::Error;

/// The name of the lock in a temporary directory.
const LOCK: &str = "lock";

/// A temporary directory, `tmp/RANDOM` of the data set. The process holds a lock in it, which ends with the process, so
/// that other processes know that the directory is in use. It is removed on drop.
#[derive(Debug)]
pub(crate) struct Workspace {
    disk: Disk,
    root: PathBuf,
    path: PathBuf,
    _lock: File,
}

impl Workspace {
    /// Creates a temporary directory, and removes the directories of processes that have ended.
    pub(crate) fn new(root: &Path, disk: &Disk) -> Result<Self, Error> {
        let all = root.join("tmp");
        disk.ensure_dir(&all).map_err(Error::io(&all))?;
        sweep(&all, disk);
        loop {
            // Each `RandomState` has random bytes of the system as its key.
            let name = format!("{:016x}", RandomState::new().build_hasher().finish());
            let path = all.join(name);
            match Self::claim(&path, disk) {
                Ok(Some(lock)) => {
                    return Ok(Self {
                        disk: disk.clone(),
                        root: root.to_owned(),
                        path,
                        _lock: lock,
                    });
                }
                // Another process has removed the directory as abandoned.
                Ok(None) => {}
                Err(error) => return Err(Error::io(&path)(error)),
            }
        }
    }

    /// Creates a directory and locks it. `None` if another process removes it at the same time.
    fn claim(path: &Path, disk: &Disk) -> io::Result<Option<File>> {
        disk.create_dir(path)?;
        let lock_path = path.join(LOCK);
        let lock = match disk.open_lock(&lock_path) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Without locks, nobody removes the directory either.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(lock_path.exists().then_some(lock))
    }

    /// Creates a file in the directory.
    pub(crate) fn create(&self, name: &str) -> Result<DiskFile, Error> {
        let path = self.path.join(name);
        // A shard may be tried again.
        if path.exists() {
            self.disk.remove_file(&path).map_err(Error::io(&path))?;
        }
        let created = self.disk.create(path.clone());
        created.map_err(Error::io(&path))
    }

    /// Removes a file from the directory, so that it takes no space until the process ends. Errors are ignored.
    pub(crate) fn discard(&self, name: &str) {
        let _ = self.disk.remove_file(&self.path.join(name));
    }

    /// Moves a file to its path in the data set, and makes its name durable.
    pub(crate) fn publish(&self, written: &Written, path: &str) -> Result<(), Error> {
        let to = self.root.join(path);
        let dir = to.parent().unwrap_or(&self.root);
        let wrap = Error::io(&to);
        let published = (|| {
            if !dir.is_dir() {
                self.disk.ensure_dir(dir)?;
                self.disk.sync_dir(&self.root)?;
            }
            self.disk.rename(&written.path, &to)?;
            self.disk.sync_dir(dir)
        })();
        published.map_err(wrap)
    }

    /// Replaces a small file of the data set.
    pub(crate) fn replace(&self, path: &str, content: &[u8]) -> Result<(), Error> {
        let name = path.replace('/', "-");
        let mut file = self.create(&name)?;
        let temporary = self.path.join(name);
        file.write_all(content).map_err(Error::io(&temporary))?;
        let written = file.finish().map_err(Error::io(&temporary))?;
        self.publish(&written, path)
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // If this fails, the next process removes the directory.
        let _ = self.disk.remove_dir(&self.path, LOCK);
    }
}

/// Returns whether a name is that of a temporary directory of a process.
pub(crate) fn is_workspace_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The temporary directories that are left.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Nothing,
    /// Processes are at work.
    InUse,
    /// The lock of this directory cannot be tested, for example because another user owns it.
    Unknown(PathBuf),
}

impl Left {
    fn or_unknown(self, path: PathBuf) -> Self {
        match self {
            Self::InUse => self,
            Self::Nothing | Self::Unknown(_) => Self::Unknown(path),
        }
    }
}

/// Removes the temporary directories of processes that have ended, and returns whether there are others. Errors are
/// ignored.
pub(crate) fn sweep(all: &Path, disk: &Disk) -> Left {
    let Ok(entries) = fs::read_dir(all) else {
        return Left::Nothing;
    };
    let mut left = Left::Nothing;
    for entry in entries.flatten() {
        let path = entry.path();
        // Not one of ours.
        if !entry.file_name().to_str().is_some_and(is_workspace_name) {
            continue;
        }
        // NFS locks only files that are open for writing.
        let lock = match OpenOptions::new().write(true).open(path.join(LOCK)) {
            Ok(lock) => lock,
            // Its process has not created the lock yet, and makes another directory if this one has gone; or it ended
            // before it did so. All other files are removed before the lock.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let _ = disk.remove_empty_dir(&path);
                continue;
            }
            Err(_) => {
                left = left.or_unknown(path);
                continue;
            }
        };
        match lock.try_lock() {
            Ok(()) => {
                let _ = disk.remove_dir(&path, LOCK);
            }
            Err(TryLockError::WouldBlock) => left = Left::InUse,
            Err(TryLockError::Error(_)) => left = left.or_unknown(path),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::{Disk, LOCK, Left, Workspace, sweep};

    #[test]
    fn directories_of_processes_that_have_ended_are_removed() {
        let dir = tempfile::tempdir().expect("a directory");
        let all = dir.path();
        for (name, files) in [
            ("0000000000000001", &["a", LOCK, "z"][..]),
            ("0000000000000002", &[]),
        ] {
            fs::create_dir(all.join(name)).expect("a directory");
            for file in files {
                fs::write(all.join(name).join(file), "").expect("written");
            }
        }
        fs::create_dir(all.join("000000000000000a")).expect("a directory");
        let lock = File::create_new(all.join("000000000000000a").join(LOCK)).expect("a lock");
        lock.lock().expect("locked");
        assert_eq!(sweep(all, &Disk::default()), Left::InUse);
        let left = || fs::read_dir(all).expect("a directory").count();
        assert_eq!(left(), 1);
        drop(lock);
        assert_eq!(sweep(all, &Disk::default()), Left::Nothing);
        assert_eq!(left(), 0);
        // A lock that cannot be opened may be held.
        let unknown = all.join("000000000000000b");
        fs::create_dir_all(unknown.join(LOCK)).expect("a directory");
        assert_eq!(sweep(all, &Disk::default()), Left::Unknown(unknown));
        assert_eq!(left(), 1);
    }

    /// A directory that has no lock yet must not get one from another process, which would then remove what follows.
    #[test]
    fn a_directory_that_is_swept_at_its_creation_is_not_claimed() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("000000000000000c");
        fs::create_dir(&path).expect("a directory");
        sweep(dir.path(), &Disk::default());
        assert!(!path.exists());
        let claimed = Workspace::claim(&path, &Disk::default()).expect("claimed");
        assert!(claimed.is_some());
        sweep(dir.path(), &Disk::default());
        assert!(path.join(LOCK).exists());
    }
}
