//! How far the reading of inputs has come.

use std::{
    fs::File,
    io::{self, Read, Seek},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::files::Opened;

/// A file that is not larger is not looked at while it is read.
const SMALL: u64 = 1 << 20;

/// Counts the bytes of the inputs that are done, as they lie on disk, while a
/// [`Driver`](crate::Driver) reads them.
///
/// It may be asked from any thread, at any time. It costs next to nothing: bytes are counted as they are
/// read, a block at a time; what is packed is asked how far it is only when this is.
#[derive(Debug, Default)]
pub struct Progress {
    /// What is done for good.
    done: AtomicU64,
    /// Files that are read from their beginning to their end.
    files: Mutex<Vec<Arc<File>>>,
}

impl Progress {
    /// Nothing is done yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes are done. A file that is passed over in part counts whole in the end, and what
    /// is read twice may count twice. A zip file counts when it is done.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let files = self.files();
        let at = files.iter().map(|file| {
            // A file's place is that of all that share it.
            (&**file).stream_position().unwrap_or(0)
        });
        at.fold(self.done.load(Ordering::Relaxed), u64::saturating_add)
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.done.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Watches a file until what is given back is dropped.
    pub(crate) fn watch(self: &Arc<Self>, file: &File) -> Watched {
        let len = file.metadata().map_or(0, |metadata| metadata.len());
        let shared = (len > SMALL).then(|| file.try_clone().ok()).flatten();
        let shared = shared.map(Arc::new);
        self.files().extend(shared.clone());
        Watched {
            progress: Arc::clone(self),
            file: shared,
            len,
        }
    }

    fn files(&self) -> MutexGuard<'_, Vec<Arc<File>>> {
        // A thread that panics here leaves nothing half done.
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file that is being read. When this is dropped, it is done.
#[derive(Debug)]
pub(crate) struct Watched {
    progress: Arc<Progress>,
    file: Option<Arc<File>>,
    len: u64,
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut files = self.progress.files();
        if let Some(done) = &self.file {
            files.retain(|file| !Arc::ptr_eq(file, done));
        }
        self.progress.add(self.len);
    }
}

/// A stream, the bytes of which are counted as they come.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) stream: Box<Opened>,
    pub(crate) progress: Arc<Progress>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.stream.read(into)?;
        self.progress.add(len as u64);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        io::Read,
        sync::Arc,
    };

    use super::{Counted, Progress, SMALL};
    use crate::files::Opened;

    fn read(from: &mut impl Read, bytes: usize) {
        from.read_exact(&mut vec![0; bytes])
            .expect("they are there");
    }

    #[test]
    fn files_count_as_they_are_read_and_whole_when_they_are_done() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a");
        let progress = Arc::new(Progress::new());
        let mut expected = 0;
        for len in [10, SMALL + 10] {
            fs::write(&path, vec![0; len as usize]).expect("a file");
            let mut file = File::open(&path).expect("a file");
            let watched = progress.watch(&file);
            assert_eq!(progress.bytes(), expected);
            read(&mut file, 5);
            let seen = if len > SMALL { 5 } else { 0 };
            assert_eq!(progress.bytes(), expected + seen);
            drop(watched);
            expected += len;
            assert_eq!(progress.bytes(), expected);
        }
        let mut stream = Counted {
            stream: Box::new(Opened::Stream(File::open(&path).expect("a file"))),
            progress: Arc::clone(&progress),
        };
        read(&mut stream, 7);
        assert_eq!(progress.bytes(), expected + 7);
    }
}
