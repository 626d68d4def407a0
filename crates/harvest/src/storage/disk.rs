//! The only module that changes the file system.

use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::digest::Digest;

/// The number of bytes of a file that are written at a time.
const BUFFER: usize = 256 << 10;

/// An effect on the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect<'e> {
    /// Creates a directory.
    CreateDir(&'e Path),
    /// Creates a file.
    Create(&'e Path),
    /// Appends bytes to a file.
    Write(&'e Path),
    /// Makes the content of a file durable.
    Sync(&'e Path),
    /// Renames a file to this path.
    Rename(&'e Path),
    /// Makes the names in a directory durable.
    SyncDir(&'e Path),
    /// Removes a file or directory.
    Remove(&'e Path),
}

/// The moment at which an observer is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the effect.
    Before,
    /// After the effect.
    After,
}

/// Observes the effects on the file system. An error that is returned before an effect prevents it.
pub trait Observer: Send + Sync {
    /// Called before or after an effect.
    ///
    /// # Errors
    ///
    /// An error is returned in place of the result of the effect, and ends the step.
    fn effect(&self, moment: Moment, effect: Effect<'_>) -> io::Result<()>;

    /// Returns whether files and directories are made durable. Tests that do not simulate a power failure need not wait
    /// for this.
    fn syncs(&self) -> bool {
        true
    }
}

/// The file system, with an optional observer of all effects.
#[derive(Clone, Default)]
pub struct Disk {
    observer: Option<Arc<dyn Observer>>,
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").finish_non_exhaustive()
    }
}

impl Disk {
    /// Creates a file system with an observer.
    #[must_use]
    pub fn observed(observer: Arc<dyn Observer>) -> Self {
        Self {
            observer: Some(observer),
        }
    }

    fn apply<T>(&self, effect: Effect<'_>, apply: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let Some(observer) = &self.observer else {
            return apply();
        };
        observer.effect(Moment::Before, effect)?;
        let result = apply()?;
        observer.effect(Moment::After, effect)?;
        Ok(result)
    }

    fn syncs(&self) -> bool {
        self.observer
            .as_ref()
            .is_none_or(|observer| observer.syncs())
    }

    /// Creates a directory that does not exist.
    pub(crate) fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.apply(Effect::CreateDir(path), || fs::create_dir(path))
    }

    /// Creates a directory unless it exists.
    pub(crate) fn ensure_dir(&self, path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        self.apply(Effect::CreateDir(path), || fs::create_dir_all(path))
    }

    /// Opens a lock file, and creates it if necessary.
    pub(crate) fn open_lock(&self, path: &Path) -> io::Result<File> {
        self.apply(Effect::Create(path), || {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false).open(path)
        })
    }

    /// Creates a file that does not exist.
    pub(crate) fn create(&self, path: PathBuf) -> io::Result<DiskFile> {
        let file = self.apply(Effect::Create(&path), || File::create_new(&path))?;
        Ok(DiskFile {
            disk: self.clone(),
            path,
            file,
            buffer: Vec::with_capacity(BUFFER),
            hasher: blake3::Hasher::new(),
            len: 0,
        })
    }

    /// Renames a file, replacing another one.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.apply(Effect::Rename(to), || fs::rename(from, to))
    }

    /// Makes the names in a directory durable.
    pub(crate) fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.apply(Effect::SyncDir(path), || {
            // Directories can only be opened on Unix.
            if cfg!(unix) && self.syncs() {
                File::open(path)?.sync_all()?;
            }
            Ok(())
        })
    }

    /// Removes a file.
    pub(crate) fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.apply(Effect::Remove(path), || fs::remove_file(path))
    }

    /// Removes a directory that is empty.
    pub(crate) fn remove_empty_dir(&self, path: &Path) -> io::Result<()> {
        self.apply(Effect::Remove(path), || fs::remove_dir(path))
    }

    /// Removes a directory and the files in it, the one with this name last.
    pub(crate) fn remove_dir(&self, path: &Path, last: &str) -> io::Result<()> {
        self.apply(Effect::Remove(path), || {
            for entry in fs::read_dir(path)? {
                let entry = entry?;
                if entry.file_name() != last {
                    fs::remove_file(entry.path())?;
                }
            }
            fs::remove_file(path.join(last))?;
            fs::remove_dir(path)
        })
    }
}

/// A new file. It is durable once it is [finished](Self::finish).
#[derive(Debug)]
pub(crate) struct DiskFile {
    disk: Disk,
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
    hasher: blake3::Hasher,
    len: u64,
}

/// A file that was written.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) path: PathBuf,
    pub(crate) size: u64,
    pub(crate) digest: Digest,
}

impl DiskFile {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the rest, and makes the file durable.
    pub(crate) fn finish(mut self) -> io::Result<Written> {
        self.write_buffer()?;
        let (disk, path, file) = (&self.disk, &self.path, &self.file);
        disk.apply(Effect::Sync(path), || {
            if disk.syncs() {
                file.sync_all()
            } else {
                Ok(())
            }
        })?;
        Ok(Written {
            path: self.path,
            size: self.len,
            digest: Digest::finish(&self.hasher),
        })
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let (file, buffer) = (&mut self.file, &self.buffer);
        self.disk
            .apply(Effect::Write(&self.path), || file.write_all(buffer))?;
        self.hasher.update(&self.buffer);
        self.len += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() >= BUFFER {
            self.write_buffer()?;
        }
        let len = bytes.len().min(BUFFER - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        // The buffer is written when it is full, and at the end.
        Ok(())
    }
}
