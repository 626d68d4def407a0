//! The tasks of large packed files, and the threads that are started for the last of them.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
};

use crate::sync::lock;

/// The large files that follow a packed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Successors {
    /// No other large file follows.
    None,
    /// Others may follow.
    Possible,
}

/// Searches one packed file.
type Job = Box<dyn FnOnce() + Send>;

/// The tasks of large packed files that wait for a thread.
///
/// Each thread of the pool runs one task after another. Once the last file is known and fewer than twice as many tasks
/// are left as the pool has threads, each task gets a thread, so that no core is idle at the end. These threads take
/// turns on the cores ([`SharedCores`](crate::cores::SharedCores)).
pub(super) struct PackedQueue {
    state: Mutex<State>,
    /// The number of threads of the pool.
    threads: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The number of tasks that are running.
    running: usize,
    /// The number of threads that were started in addition to those of the pool, and have not ended.
    extra: usize,
    /// Whether no large file follows.
    has_last: bool,
}

impl PackedQueue {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            state: Mutex::default(),
            threads,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Adds the task of a file with these successors.
    pub(super) fn push(&self, job: Job, successors: Successors) {
        let mut state = self.state();
        state.waiting.push_back(job);
        state.has_last |= successors == Successors::None;
    }

    /// Returns whether to start another thread that [takes](Self::take) tasks and then calls
    /// [`end_extra`](Self::end_extra).
    pub(super) fn begin_extra(&self) -> bool {
        let mut state = self.state();
        let left = state.running + state.waiting.len();
        let is_near_end = state.has_last && left < 2 * self.threads;
        let is_needed = is_near_end && left > self.threads + state.extra;
        state.extra += usize::from(is_needed);
        is_needed
    }

    /// Notes that a thread for which [`begin_extra`](Self::begin_extra) returned `true` has ended, or could not be
    /// started.
    pub(super) fn end_extra(&self) {
        self.state().extra -= 1;
    }

    /// Takes the next task, unless other threads have taken all. The caller calls [`end`](Self::end) once it has ended.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self.state();
        let job = state.waiting.pop_front()?;
        state.running += 1;
        Some(job)
    }

    /// Notes that a task that was [taken](Self::take) has ended.
    pub(super) fn end(&self) {
        self.state().running -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{PackedQueue, Successors};

    /// Returns the number of threads that are started in addition to the pool's.
    fn extra(queue: &PackedQueue) -> usize {
        std::iter::repeat_with(|| queue.begin_extra())
            .take_while(|&begins| begins)
            .count()
    }

    fn queue(threads: usize, files: usize) -> PackedQueue {
        let queue = PackedQueue::new(threads);
        for number in 1..=files {
            let successors = match number {
                last if last == files => Successors::None,
                _ => Successors::Possible,
            };
            queue.push(Box::new(|| {}), successors);
        }
        queue
    }

    #[test]
    fn each_of_the_last_files_has_a_thread() {
        for (threads, files, expected) in [
            (2, 1, 0),
            (2, 2, 0),
            (2, 3, 1),
            (2, 4, 0),
            (8, 9, 1),
            (8, 15, 7),
            (8, 16, 0),
        ] {
            assert_eq!(
                extra(&queue(threads, files)),
                expected,
                "{threads}, {files}"
            );
        }
    }

    #[test]
    fn threads_are_started_when_enough_files_are_done() {
        let queue = queue(2, 5);
        for _ in 0..2 {
            assert!(queue.take().is_some());
            assert_eq!(extra(&queue), 0);
        }
        queue.end();
        assert!(queue.take().is_some());
        assert_eq!(extra(&queue), 0);
        queue.end();
        assert_eq!(extra(&queue), 1);
        // The thread of the pool and the new one.
        assert!(queue.take().is_some() && queue.take().is_some() && queue.take().is_none());
        assert_eq!(extra(&queue), 0);
        queue.end_extra();
        queue.end();
        assert_eq!(extra(&queue), 0);
    }

    #[test]
    fn no_thread_is_started_before_the_last_file_is_known() {
        let queue = PackedQueue::new(2);
        for _ in 0..3 {
            queue.push(Box::new(|| {}), Successors::Possible);
            assert_eq!(extra(&queue), 0);
        }
        assert!(queue.take().is_some());
        queue.end();
        queue.push(Box::new(|| {}), Successors::None);
        assert_eq!(extra(&queue), 1);
    }
}
