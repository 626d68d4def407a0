//! The number of files that can be open at once.

/// The files that are open at once besides those that are searched: a list of paths, a directory, a compressed file and
/// the next one, the temporary copy of one, and the output that waits.
const OTHERS: usize = 6;

/// The number of threads that search, and the maximum number of large files that are open for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenFiles {
    pub(super) threads: usize,
    pub(super) large: usize,
}

impl OpenFiles {
    /// Returns the files that this many threads need, or as many as the process may open if that is less; `None` if
    /// these are too few for more than one thread. A thread that searches has `each` files open, 1 or more.
    pub(super) fn of(threads: usize, each: usize) -> Option<Self> {
        let large = threads + 2;
        let wanted = threads * each + large + OTHERS;
        Self::within(available(wanted), threads, large, each)
    }

    fn within(available: usize, threads: usize, large: usize, each: usize) -> Option<Self> {
        let all = available.checked_sub(OTHERS)?;
        // The threads get at most two thirds of the files, so that a third is left for large files.
        let threads = threads
            .min(all.saturating_sub(1))
            .min((2 * all).div_ceil(3) / each);
        let large = large.min(all - threads * each);
        (threads > 0 && large > 0).then_some(Self { threads, large })
    }
}

/// Returns how many of `wanted` more files this process can open now.
#[cfg(unix)]
fn available(wanted: usize) -> usize {
    use std::{io, os::fd::AsFd};

    /// `EMFILE` of Linux, macOS and the BSDs.
    const TOO_MANY_OPEN_FILES: i32 = 24;

    let stream = io::stderr();
    let mut open = Vec::new();
    while open.len() < wanted {
        match stream.as_fd().try_clone_to_owned() {
            Ok(file) => open.push(file),
            Err(error) if error.raw_os_error() == Some(TOO_MANY_OPEN_FILES) => return open.len(),
            // Any other error does not mean that the limit of open files is reached.
            Err(_) => return wanted,
        }
    }
    wanted
}

/// Returns `wanted`, because the limits of other systems are not known.
#[cfg(not(unix))]
fn available(wanted: usize) -> usize {
    wanted
}

#[cfg(test)]
mod tests {
    use super::{OTHERS, OpenFiles};

    #[test]
    fn threads_and_large_files_share_what_can_be_opened() {
        for threads in [2, 3, 8, 64, 256] {
            for each in [1, 2] {
                let large = threads + 2;
                let mut last = 0;
                for available in 0..=threads * each + large + OTHERS {
                    let Some(files) = OpenFiles::within(available, threads, large, each) else {
                        assert!(available < OTHERS + 2 * each + 1, "{available}");
                        continue;
                    };
                    let sum = files.threads * each + files.large + OTHERS;
                    assert!(
                        sum <= available && files.large > 0,
                        "{available}: {files:?}"
                    );
                    assert!(files.threads >= last && files.threads <= threads);
                    last = files.threads;
                }
                assert_eq!(last, threads);
            }
        }
    }
}
