//! Inputs that the caller has opened.

use std::{
    fmt,
    hash::{Hash, Hasher},
    io::{self, Read, Seek},
    path::{Path, PathBuf},
    ptr,
    sync::{Arc, Mutex},
};

use crate::sync::lock;

/// A stream or a file that the caller has opened, as an [`Input`](crate::Input).
///
/// A stream is read once, from start to end, on the thread that reads streams. A [range](crate::Searcher::range) of a
/// [file](Self::seekable) can be read on any thread. Clones share the bytes, and are equal.
///
/// ```
/// use urlsift_search::{Input, InputReader, Inputs};
///
/// let reader = InputReader::new("mail", &b"<http://a.example/>"[..]);
/// let mut inputs = Inputs::new(["a.mbox".into()]).reader(reader.clone());
/// assert_eq!(inputs.nth(1).unwrap().unwrap(), Input::Reader(reader));
/// ```
#[derive(Clone)]
pub struct InputReader {
    path: Arc<Path>,
    bytes: Arc<Mutex<Option<StreamBytes>>>,
}

/// The bytes of a stream that the caller has opened.
pub(crate) enum StreamBytes {
    Stream(Box<dyn Read + Send>),
    File(SeekableBytes),
}

/// The bytes of a file that the caller has opened, at its start.
pub(crate) type SeekableBytes = Box<dyn ReadSeek + Send>;

/// Bytes that can be read at any offset.
pub(crate) trait ReadSeek: Read + Seek {}

impl<B: Read + Seek> ReadSeek for B {}

impl InputReader {
    /// Creates the input. `path` is its name.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, bytes: impl Read + Send + 'static) -> Self {
        Self::with(path.into(), StreamBytes::Stream(Box::new(bytes)))
    }

    /// Creates the input of a file, which is at its start. `path` is its name.
    ///
    /// To find the first message of a range, at most 10 MiB of the file are held in memory; they are read in blocks of
    /// 1 MiB.
    #[must_use]
    pub fn seekable(path: impl Into<PathBuf>, file: impl Read + Seek + Send + 'static) -> Self {
        Self::with(path.into(), StreamBytes::File(Box::new(file)))
    }

    fn with(path: PathBuf, bytes: StreamBytes) -> Self {
        Self {
            path: path.into(),
            bytes: Arc::new(Mutex::new(Some(bytes))),
        }
    }

    /// Returns whether the bytes can be read at any offset and have not been taken.
    pub(crate) fn is_seekable(&self) -> bool {
        matches!(*lock(&self.bytes), Some(StreamBytes::File(_)))
    }

    /// Takes the bytes if they can be read at any offset.
    pub(crate) fn take_seekable(&self) -> Option<SeekableBytes> {
        match lock(&self.bytes).take_if(|bytes| matches!(bytes, StreamBytes::File(_)))? {
            StreamBytes::File(file) => Some(file),
            StreamBytes::Stream(_) => None,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the bytes.
    ///
    /// # Errors
    ///
    /// If they were taken before.
    pub(crate) fn take(&self) -> io::Result<StreamBytes> {
        let bytes = lock(&self.bytes).take();
        bytes.ok_or_else(|| io::Error::other("the stream was read before"))
    }
}

impl Read for StreamBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stream(bytes) => bytes.read(into),
            Self::File(file) => file.read(into),
        }
    }
}

impl PartialEq for InputReader {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes)
    }
}

impl Eq for InputReader {}

impl Hash for InputReader {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(Arc::as_ptr(&self.bytes), state);
    }
}

impl fmt::Debug for InputReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InputReader").field(&self.path).finish()
    }
}

impl fmt::Debug for StreamBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StreamBytes")
    }
}

impl fmt::Debug for dyn ReadSeek + Send {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeekableBytes")
    }
}
