//! Progress of a search in bytes.

use std::{
    fs::File,
    io::Seek,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::sync::lock;

/// The maximum size in bytes of a file within which the progress is not tracked.
const SMALL: u64 = 1 << 20;

/// Counts the bytes that a [`Searcher`](crate::Searcher) or [`Driver`](crate::Driver) has finished reading, as stored
/// on disk.
///
/// Any thread can call [`bytes`](Self::bytes) at any time. Counting costs little: it is done per block, and the
/// offset in a compressed file is computed only when `bytes` is called.
#[derive(Debug, Default)]
pub struct Progress {
    /// The bytes of finished files and segments.
    done: AtomicU64,
    /// Files that are being read from start to end.
    files: Mutex<Vec<Arc<File>>>,
}

impl Progress {
    /// Creates a counter at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of bytes done. A file that is partly skipped counts as a whole at its end. Bytes that are
    /// read twice may count twice. A zip file counts only at its end.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let files = self.files();
        let at = files.iter().map(|file| {
            // The duplicated handle shares the file's offset.
            (&**file).stream_position().unwrap_or(0)
        });
        at.fold(self.done.load(Ordering::Relaxed), u64::saturating_add)
    }

    /// Adds bytes that are done.
    pub fn add(&self, bytes: u64) {
        self.done.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Tracks a file until the returned guard is dropped.
    pub(crate) fn track(self: &Arc<Self>, file: &File) -> Tracked {
        let len = file.metadata().map_or(0, |metadata| metadata.len());
        let shared = (len > SMALL).then(|| file.try_clone().ok()).flatten();
        let shared = shared.map(Arc::new);
        self.files().extend(shared.clone());
        Tracked {
            progress: Arc::clone(self),
            file: shared,
            len,
        }
    }

    fn files(&self) -> MutexGuard<'_, Vec<Arc<File>>> {
        lock(&self.files)
    }
}

/// A guard for a file that is being read. When it is dropped, the file is done.
#[derive(Debug)]
pub(crate) struct Tracked {
    progress: Arc<Progress>,
    file: Option<Arc<File>>,
    len: u64,
}

impl Drop for Tracked {
    fn drop(&mut self) {
        let mut files = self.progress.files();
        if let Some(done) = &self.file {
            files.retain(|file| !Arc::ptr_eq(file, done));
        }
        self.progress.add(self.len);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        io::Read,
        sync::Arc,
    };

    use super::{Progress, SMALL};
    use crate::input::source::OpenedInput;

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
            let tracked = progress.track(&file);
            assert_eq!(progress.bytes(), expected);
            read(&mut file, 5);
            let seen = if len > SMALL { 5 } else { 0 };
            assert_eq!(progress.bytes(), expected + seen);
            drop(tracked);
            expected += len;
            assert_eq!(progress.bytes(), expected);
        }
        let file = OpenedInput::Stream(File::open(&path).expect("a file"));
        let mut stream = OpenedInput::Counted(Box::new(file), Arc::clone(&progress));
        read(&mut stream, 7);
        assert_eq!(progress.bytes(), expected + 7);
    }
}
