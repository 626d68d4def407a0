//! Inputs that the caller has opened.

use std::{
    fmt,
    hash::{Hash, Hasher},
    io::{self, Read},
    path::{Path, PathBuf},
    ptr,
    sync::{Arc, Mutex},
};

use crate::sync::lock;

/// A stream that the caller has opened, as an [`Input`](crate::Input).
///
/// It is read once, from start to end, on the thread that reads streams. Clones share the stream, and are equal.
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
pub(crate) struct StreamBytes(Box<dyn Read + Send>);

impl InputReader {
    /// Creates the input. `path` is its name.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, bytes: impl Read + Send + 'static) -> Self {
        Self {
            path: path.into().into(),
            bytes: Arc::new(Mutex::new(Some(StreamBytes(Box::new(bytes))))),
        }
    }

    /// Returns its name.
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
        self.0.read(into)
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
