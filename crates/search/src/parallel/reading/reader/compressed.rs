//! Decides which thread unpacks a large compressed file.
//!
//! A compressed file is decoded by one thread from its start to its end, which takes up to nine tenths of the time of
//! searching it. So each is one task of the pool, which unpacks and searches it, and all threads are busy as long as
//! there are as many files. Two things remain for the last file, which cannot be cut:
//!
//! - A lone file is streamed: the reading thread unpacks it while the pool searches what it has unpacked. So is one
//!   that is larger than those before it. Others are not, because the bytes of a stream are dropped only as its results
//!   are collected: it waits until those before it are done.
//! - If each thread of the pool has as many files as the others, the last one would be decoded alone after them. Then
//!   the reading thread searches it at the same time, and the system shares out the cores.
//!
//! On two cores, three equal files take as long as 1.5, and eight as long as 4. The price is paid by files of different
//! sizes, of which the longest may be decoded alone at the end, and where several files remain for many cores: ten
//! equal files take as long as 2 on eight cores. Tasks that take turns on the cores, the one with most left to read
//! first, would come closer to 1.25. They would need a thread for each of the last files, and a lock before each read.

use std::{
    fs::{self, File},
    ops::ControlFlow,
    sync::Arc,
};

use super::Reader;
use crate::{
    input::{
        opened_file::OpenedFile,
        source::{Input, OpenedInput},
    },
    parallel::{
        backpressure::FilePermit,
        reading::{inputs::RemainingInputs, settings::ReadSettings},
        task::WholeFile,
    },
    range::file::recognise_file,
    sync::lock,
};

/// The maximum number of inputs after a large compressed file that are examined.
const MAX_LOOKAHEAD: usize = 64;

impl Reader {
    /// Begins a large compressed file.
    pub(super) fn compressed(
        &mut self,
        input: Input,
        opened: OpenedFile,
        permit: FilePermit,
    ) -> ControlFlow<()> {
        let len = opened.len;
        let place = if input == Input::Stdin {
            CompressedPlace::Stream
        } else {
            let threads = self.workers.pool.threads();
            let are_followed = large_ones_follow(&mut lock(&self.inputs), len / 2, &self.settings);
            CompressedPlace::of(len, &self.running(), threads, are_followed)
        };
        if place == CompressedPlace::Stream {
            return self.unpack(input, OpenedInput::File(opened));
        }
        // The task opens the file again.
        drop((opened, permit));
        let compressed = Arc::new(len);
        self.compressed.push(Arc::clone(&compressed));
        let files = vec![WholeFile::Input(input.clone())];
        let work = self.begin_files(input, files, Some(compressed))?;
        if place == CompressedPlace::Reader {
            work();
        } else {
            self.workers.pool.queue(work);
        }
        ControlFlow::Continue(())
    }

    /// Returns the sizes of the large compressed files that are tasks and not searched yet.
    pub(super) fn running(&mut self) -> Vec<u64> {
        self.compressed.retain(|len| Arc::strong_count(len) > 1);
        self.compressed.iter().map(|len| **len).collect()
    }
}

/// What searches a large compressed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CompressedPlace {
    /// A thread of the pool.
    Pool,
    /// The reading thread.
    Reader,
    /// The reading thread unpacks it, and the pool searches it.
    Stream,
}

impl CompressedPlace {
    /// Returns the place for a file of `len` bytes. `running` are the sizes of the compressed files before it that are
    /// not searched yet by the pool, which has this number of threads; `are_followed` says that other large compressed
    /// files follow.
    fn of(len: u64, running: &[u64], threads: usize, are_followed: bool) -> Self {
        if are_followed {
            Self::Pool
        } else if running.iter().all(|&other| other < len) {
            Self::Stream
        } else if running.len().is_multiple_of(threads) {
            Self::Reader
        } else {
            Self::Pool
        }
    }
}

/// Returns whether the next large files would be unpacked and have at least `bytes` bytes together. Smaller ones would
/// not keep the other threads busy.
fn large_ones_follow(inputs: &mut RemainingInputs, bytes: u64, settings: &ReadSettings) -> bool {
    let mut left = bytes;
    for others in 0..MAX_LOOKAHEAD {
        let path = match inputs.peek(others) {
            Some(Ok(Input::Path(path) | Input::File(path))) => path,
            Some(Err(_)) => continue,
            Some(Ok(_)) | None => return false,
        };
        // A file that cannot be examined is small: it is only reported.
        let len = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            Ok(_) => return false,
            Err(_) => 0,
        };
        if len <= settings.sizes.whole_file {
            continue;
        }
        let recognised = File::open(path).and_then(|mut file| {
            recognise_file(&mut file, path, &settings.files, &settings.reading)
        });
        left = left.saturating_sub(len);
        match recognised {
            Ok(None) if left == 0 => return true,
            Ok(None) => {}
            Ok(Some(_)) | Err(_) => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::CompressedPlace::{self, Pool, Reader, Stream};

    #[test]
    fn no_file_is_left_alone_at_the_end() {
        for (sizes, threads, last) in [
            (&[9][..], 2, Stream),
            (&[9; 2], 2, Pool),
            (&[9; 3], 2, Reader),
            (&[9; 4], 2, Pool),
            (&[9; 5], 2, Reader),
            (&[9; 8], 8, Pool),
            (&[9; 9], 8, Reader),
            (&[9; 2], 1, Reader),
            (&[8, 9], 2, Stream),
            (&[10, 8, 9], 2, Reader),
        ] {
            let places: Vec<_> = (0..sizes.len())
                .map(|before| {
                    let are_followed = before + 1 < sizes.len();
                    CompressedPlace::of(sizes[before], &sizes[..before], threads, are_followed)
                })
                .collect();
            let (found, others) = places.split_last().expect("some");
            assert_eq!(*found, last, "{sizes:?}, {threads} threads");
            assert!(others.iter().all(|place| *place == Pool));
        }
    }
}
