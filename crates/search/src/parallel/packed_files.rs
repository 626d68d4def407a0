//! Decides which threads unpack large packed files.

use std::{
    fs::{self, File},
    num::NonZeroUsize,
    sync::Mutex,
};

use super::{
    packed_queue::Successors, read_settings::ReadSettings, remaining::RemainingInputs,
    task::BatchKind,
};
use crate::{
    head::HEAD,
    input::{opened_file::OpenedFile, source::Input},
    sync::lock,
};

/// The maximum number of inputs after a large packed file that are examined.
const MAX_LOOKAHEAD: usize = 64;

/// The large packed files that are tasks and may not be collected yet.
#[derive(Debug)]
pub(super) struct PackedFiles {
    /// The number of each task, and the size of its file in bytes.
    tasks: Vec<(u64, u64)>,
    /// The number of threads that search.
    threads: usize,
}

impl PackedFiles {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            tasks: Vec::new(),
            threads,
        }
    }

    /// Adds a file of `len` bytes that is the task with this number.
    pub(super) fn add(&mut self, number: u64, len: u64) {
        self.tasks.push((number, len));
    }

    /// Removes the files of the first `collected` tasks, which are collected.
    pub(super) fn remove_collected(&mut self, collected: u64) {
        self.tasks.retain(|&(number, _)| number >= collected);
    }

    /// Returns the number of threads that no file keeps busy, at least 1.
    pub(super) fn idle_threads(&self) -> NonZeroUsize {
        let idle = self.threads.saturating_sub(self.tasks.len());
        NonZeroUsize::new(idle).unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the kind of the task that a packed file of this size becomes, if it becomes one.
    ///
    /// A task unpacks and searches it on one thread. Otherwise the reading thread unpacks it and the others search it,
    /// which is faster for one file. So it is a task if large packed files follow it, which are unpacked at the same
    /// time; if another one of at least its size is being read and a thread is idle, as it will be done by then; if it
    /// is the last large file, and no thread is idle; or if the packed files before it are done sooner if the reading
    /// thread helps with them.
    pub(super) fn task_of(&self, len: u64, following: Following) -> Option<BatchKind> {
        let (before, threads) = (self.tasks.len(), self.threads);
        let is_task = match following {
            Following::Packed => true,
            _ if before < threads => self.tasks.iter().any(|&(_, other)| other >= len),
            Following::Nothing => true,
            Following::Others => {
                (before + 1).div_ceil(threads) < before.div_ceil((threads - 1).max(1))
            }
        };
        let successors = match following {
            Following::Nothing => Successors::None,
            Following::Packed | Following::Others => Successors::Possible,
        };
        is_task.then_some(BatchKind::Packed(successors))
    }
}

/// What follows an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Following {
    /// Large packed files.
    Packed,
    /// No large file.
    Nothing,
    /// Something else, or too many files to examine.
    Others,
}

impl Following {
    /// Returns what follows an input. `bytes` is the minimum total size of the large packed files that count as
    /// [`Packed`](Self::Packed).
    pub(super) fn of(inputs: &Mutex<RemainingInputs>, bytes: u64, settings: &ReadSettings) -> Self {
        let mut sum = 0;
        for others in 0..MAX_LOOKAHEAD {
            let path = match lock(inputs).peek(others) {
                Some(Ok(Input::Path(path) | Input::File(path))) => path.clone(),
                Some(Err(_)) => continue,
                // A list that is a stream may name more inputs later; they are searched after these.
                None if sum == 0 => return Self::Nothing,
                Some(Ok(_)) | None => return Self::Others,
            };
            let len = match fs::metadata(&path) {
                Ok(metadata) if !metadata.is_file() => return Self::Others,
                metadata => metadata.map_or(0, |metadata| metadata.len()),
            };
            if len <= settings.sizes.whole_file {
                continue;
            }
            let opened = File::open(&path).and_then(OpenedFile::new);
            let Ok((head, at_end)) = opened.and_then(|mut file| file.read_head(HEAD)) else {
                return Self::Others;
            };
            if !settings.files.would_unpack(&head, at_end) {
                return Self::Others;
            }
            sum += len;
            if sum >= bytes {
                return Self::Packed;
            }
        }
        Self::Others
    }
}
