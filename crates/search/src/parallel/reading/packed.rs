//! Decides which thread unpacks a large packed file.
//!
//! A packed file is decoded by one thread from its start to its end, which takes nine tenths of the time of searching
//! it. So each is one task of the pool, which unpacks and searches it, and all threads are busy as long as there are as
//! many files. Two things remain for the last file, since nothing can be cut from it:
//!
//! - The reading thread streams it: it unpacks the file, and the pool searches what it has unpacked. A lone file is
//!   done sooner this way, and one after others as soon as a thread is idle.
//! - If the pool has as many files for each of its threads, the last one would be decoded alone after all others. Then
//!   the reading thread searches it itself, at the same time as the others, and the system shares out the cores.
//!
//! On two cores, three equal files take the time of 1.5, and eight that of 4. The price is paid by files of different
//! sizes, of which the longest may be decoded alone at the end, and where several files remain for many cores: ten
//! equal files take the time of 2 on eight cores. Tasks that take turns on the cores, the one with most left to read
//! first, would come closer to 1.25; they would need a thread for each of the last files, and a lock before each read.

use std::fs::{self, File};

use super::{inputs::RemainingInputs, settings::ReadSettings};
use crate::{input::source::Input, range::file::recognise_file};

/// The maximum number of inputs after a large packed file that are examined.
const MAX_LOOKAHEAD: usize = 64;

/// What searches a large packed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackedPlace {
    /// A thread of the pool.
    Pool,
    /// The reading thread.
    Reader,
    /// The reading thread unpacks it, and the pool searches it.
    Stream,
}

impl PackedPlace {
    /// Returns the place for a file. `running` is the number of packed files before it that `threads` threads have not
    /// searched yet, and `are_followed` says that other large packed files follow.
    pub(super) fn of(running: usize, threads: usize, are_followed: bool) -> Self {
        if are_followed {
            Self::Pool
        } else if running > 0 && running.is_multiple_of(threads) {
            Self::Reader
        } else {
            Self::Stream
        }
    }
}

/// Returns whether the next large files are packed and have at least `bytes` bytes together. Smaller ones would not keep
/// the other threads busy.
pub(super) fn large_ones_follow(
    inputs: &mut RemainingInputs,
    bytes: u64,
    settings: &ReadSettings,
) -> bool {
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
        let recognised = File::open(path)
            .and_then(|mut file| recognise_file(&mut file, &settings.files, &settings.reading));
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
    use super::PackedPlace::{self, Pool, Reader, Stream};

    #[test]
    fn no_file_is_left_alone_at_the_end() {
        for (files, threads, last) in [
            (1, 2, Stream),
            (2, 2, Stream),
            (3, 2, Reader),
            (4, 2, Stream),
            (5, 2, Reader),
            (8, 8, Stream),
            (9, 8, Reader),
            (2, 1, Reader),
        ] {
            let places: Vec<_> = (0..files)
                .map(|before| PackedPlace::of(before, threads, before + 1 < files))
                .collect();
            let (found, others) = places.split_last().expect("some");
            assert_eq!(*found, last, "{files} files, {threads} threads");
            assert!(others.iter().all(|place| *place == Pool));
        }
    }
}
