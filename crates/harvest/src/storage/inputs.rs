//! The inputs of a data set: files, and objects in a store.

use std::{
    fmt,
    fs::{self, File, Metadata},
    io::{self, Read, Seek},
    path::Path,
    sync::Arc,
};

use urlsift_search::{Input, InputReader};

use super::fingerprint::Stat;

/// A store of objects, such as S3, which a program opens for [`Harvest::objects`](crate::Harvest::objects). The path of
/// an object is its URL.
pub trait ObjectStore: Send + Sync {
    /// Returns whether a path names an object, and not a file.
    fn has(&self, path: &Path) -> bool;

    /// Returns the state of an object.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such object, or if it cannot be read.
    fn state(&self, path: &Path) -> io::Result<ObjectState>;

    /// Opens an object.
    ///
    /// # Errors
    ///
    /// Returns an error if the object cannot be read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAnywhere>>;
}

/// The state of an object, by which a change of it is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectState {
    /// The size in bytes.
    pub size: u64,
    /// A number that changes when the object is replaced, such as a hash of its `ETag`.
    pub version: u64,
}

/// Bytes that can be read at any offset.
pub trait ReadAnywhere: Read + Seek + Send {}

impl<B: Read + Seek + Send> ReadAnywhere for B {}

/// Opens inputs.
#[derive(Clone, Default)]
pub(crate) struct InputFiles {
    objects: Option<Arc<dyn ObjectStore>>,
}

impl fmt::Debug for InputFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputFiles").finish_non_exhaustive()
    }
}

/// What is known about an input that was not read.
#[derive(Debug)]
pub(crate) struct FileState {
    pub(crate) stat: Stat,
    /// Whether it is a directory.
    pub(crate) is_dir: bool,
    /// Whether it is a regular file or an object.
    pub(crate) is_file: bool,
    /// The device and inode of a file.
    pub(crate) identity: Option<(u64, u64)>,
}

impl InputFiles {
    pub(crate) fn new(objects: Arc<dyn ObjectStore>) -> Self {
        Self {
            objects: Some(objects),
        }
    }

    /// Returns the store of an object; `None` for a file.
    fn store(&self, path: &Path) -> Option<&dyn ObjectStore> {
        self.objects.as_deref().filter(|objects| objects.has(path))
    }

    /// Returns whether a path names an object.
    pub(crate) fn is_object(&self, path: &Path) -> bool {
        self.store(path).is_some()
    }

    pub(crate) fn state(&self, path: &Path) -> io::Result<FileState> {
        let Some(store) = self.store(path) else {
            let metadata = fs::metadata(path)?;
            return Ok(FileState {
                stat: Stat::of(&metadata),
                is_dir: metadata.is_dir(),
                is_file: metadata.is_file(),
                identity: identity(&metadata),
            });
        };
        let ObjectState { size, version } = store.state(path)?;
        Ok(FileState {
            stat: Stat {
                size,
                modified: 0,
                // As signed numbers have it.
                changed: version.cast_signed(),
                inode: 0,
            },
            is_dir: false,
            is_file: true,
            identity: None,
        })
    }

    /// Returns whether there is no such file or object any more.
    pub(crate) fn is_gone(&self, path: &Path) -> bool {
        let state = self.state(path);
        state.is_err_and(|error| is_missing(error.kind()))
    }

    pub(crate) fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAnywhere>> {
        match self.store(path) {
            Some(store) => store.open(path),
            None => Ok(Box::new(File::open(path)?)),
        }
    }

    /// Returns the input that a searcher reads.
    pub(crate) fn input(&self, path: &Path) -> io::Result<Input> {
        match self.store(path) {
            Some(store) => Ok(Input::Reader(InputReader::seekable(
                path,
                store.open(path)?,
            ))),
            None => Ok(Input::File(path.into())),
        }
    }
}

/// Returns whether an error says that there is no such file.
pub(crate) fn is_missing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}
