//! Bounds the results that are not collected yet.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use crate::sync::{lock, wait_while};

/// The maximum number of tasks per thread that are begun and not collected when a segment of a file begins.
const SEGMENTS_PER_THREAD: u64 = 3;

/// The maximum size at which a task delivers a chunk, in bytes. Each delivery wakes other threads; larger chunks take
/// more memory and gain nothing.
const MAX_CHUNK: usize = 256 << 10;

/// The minimum number of chunks in the share of a task.
const CHUNKS_PER_SHARE: usize = 16;

/// The minimum share of the first task, in bytes: what it finds while earlier chunks are written.
const MIN_FIRST_SHARE: usize = 1 << 20;

/// The maximum number of bytes that the task of a large compressed file may be ahead of the first task.
const MAX_AHEAD: usize = 8 << 20;

/// The share of the memory that a task has for its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// An equal one.
    Equal,
    /// The one of a large compressed file, which takes long and cannot be cut: 8 MiB besides the memory of the others.
    Ahead,
}

/// Bounds the tasks that are begun, the bytes of chunks that wait to be collected, and the large files that are open.
///
/// Tasks are numbered in the order in which they are collected. A task waits while its chunks take more than its share,
/// or the chunks of all tasks together too many bytes. The first task never waits for the others.
///
/// The shares bound what each thread allocates: the system's allocator keeps freed memory for the thread that freed
/// it, or for the thread that allocated it.
#[derive(Debug)]
pub(super) struct Backpressure {
    state: Mutex<TaskCounts>,
    /// Wakes the thread that begins tasks: one is collected, or a file is closed.
    advanced: Condvar,
    /// Wakes the tasks that wait for a permit. It is separate because it wakes far more often.
    has_room: Condvar,
    max_tasks: u64,
    /// The maximum number of tasks if the next one is a segment of a file.
    max_segments: u64,
    max_bytes: usize,
    max_files: usize,
    /// The share of a task that is not the first, and of the first.
    shares: [usize; 2],
}

#[derive(Debug, Default)]
struct TaskCounts {
    /// The number of tasks that were begun.
    begun: u64,
    /// The number of tasks that are collected.
    collected: u64,
    /// The bytes of the chunks of all tasks that wait.
    bytes: usize,
    /// The number of large files that are open.
    files: usize,
    /// The bytes of the chunks that wait, by task.
    of_tasks: BTreeMap<u64, usize>,
    /// Whether a task that was not the first has waited for memory.
    is_crowded: bool,
    /// Counts the calls of `notify`.
    notified: u64,
    is_closed: bool,
}

impl TaskCounts {
    /// Returns the bytes of the waiting chunks of a task.
    fn bytes_of(&self, task: u64) -> usize {
        self.of_tasks.get(&task).copied().unwrap_or(0)
    }
}

impl Backpressure {
    /// Creates the bounds for a number of threads: of tasks for each, and of bytes and open large files for all.
    pub(super) fn new(threads: usize, tasks: u64, max_bytes: usize, max_files: usize) -> Self {
        let share = max_bytes / threads.max(1);
        Self {
            state: Mutex::default(),
            advanced: Condvar::new(),
            has_room: Condvar::new(),
            max_tasks: tasks * threads as u64,
            max_segments: tasks.min(SEGMENTS_PER_THREAD) * threads as u64,
            max_bytes,
            max_files,
            shares: [share, share.max(MIN_FIRST_SHARE)],
        }
    }

    fn lock(&self) -> MutexGuard<'_, TaskCounts> {
        lock(&self.state)
    }

    /// Returns the size at which a task delivers a chunk, in bytes: at least `least`.
    pub(super) fn chunk_size(&self, least: usize) -> usize {
        (self.shares[0] / CHUNKS_PER_SHARE)
            .min(MAX_CHUNK)
            .max(least)
    }

    /// Waits until a condition holds, which may change whenever `changed` wakes. Breaks if the run is over.
    fn wait_until(
        &self,
        changed: &Condvar,
        holds: impl Fn(&TaskCounts) -> bool,
    ) -> ControlFlow<(), MutexGuard<'_, TaskCounts>> {
        let state = wait_while(changed, self.lock(), |state| {
            !state.is_closed && !holds(state)
        });
        if state.is_closed {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(state)
    }

    /// Begins a task as soon as that is possible, and returns its number.
    pub(super) fn begin(&self) -> ControlFlow<(), u64> {
        let has_few = |state: &TaskCounts| state.begun - state.collected < self.max_tasks;
        let mut state = self.wait_until(&self.advanced, has_few)?;
        state.begun += 1;
        ControlFlow::Continue(state.begun - 1)
    }

    /// Waits until a segment of a file should begin. Fewer of them are begun ahead, so that the next ones can be
    /// smaller if their results take too much memory. Returns whether a task that was not the first has waited for
    /// memory.
    pub(super) fn wait_for_segment(&self) -> ControlFlow<(), bool> {
        let has_few = |state: &TaskCounts| state.begun - state.collected < self.max_segments;
        ControlFlow::Continue(self.wait_until(&self.advanced, has_few)?.is_crowded)
    }

    /// Gets the permit to open a large file as soon as that is possible. Files are closed once their tasks are
    /// collected, which needs no other file.
    pub(super) fn open_file(self: &Arc<Self>) -> ControlFlow<(), FilePermit> {
        let has_few = |state: &TaskCounts| state.files < self.max_files;
        let mut state = self.wait_until(&self.advanced, has_few)?;
        state.files += 1;
        ControlFlow::Continue(FilePermit(Arc::clone(self)))
    }

    /// Returns whether a task can begin without waiting.
    pub(super) fn has_room(&self) -> bool {
        let state = self.lock();
        state.begun - state.collected < self.max_tasks
    }

    /// Gets the permit for a chunk of a task with this share of the memory. While there is none, does other work:
    /// `help` returns whether there was some. Breaks if the run is over.
    pub(super) fn permit(
        self: &Arc<Self>,
        task: u64,
        bytes: usize,
        share: Share,
        help: impl Fn() -> bool,
    ) -> ControlFlow<(), Permit> {
        {
            let mut state = self.lock();
            let waits = !self.has_room_for(&state, task, share);
            state.is_crowded |= waits && share == Share::Equal && state.collected != task;
        }
        let mut state = self.wait_or_help(|state| self.has_room_for(state, task, share), help)?;
        state.bytes += bytes;
        *state.of_tasks.entry(task).or_default() += bytes;
        ControlFlow::Continue(Permit {
            backpressure: Arc::clone(self),
            task,
            bytes,
        })
    }

    fn has_room_for(&self, state: &TaskCounts, task: u64, share: Share) -> bool {
        let own = state.bytes_of(task);
        match share {
            _ if state.collected == task => own < self.shares[1],
            Share::Equal => own < self.shares[0] && state.bytes < self.max_bytes,
            Share::Ahead => own < MAX_AHEAD,
        }
    }

    /// Waits until a condition holds, and helps meanwhile. Breaks if the run is over.
    fn wait_or_help(
        &self,
        holds: impl Fn(&TaskCounts) -> bool,
        help: impl Fn() -> bool,
    ) -> ControlFlow<(), MutexGuard<'_, TaskCounts>> {
        loop {
            let notified = {
                let state = self.lock();
                if state.is_closed {
                    return ControlFlow::Break(());
                }
                if holds(&state) {
                    return ControlFlow::Continue(state);
                }
                state.notified
            };
            if !help() {
                let has_changed = |state: &TaskCounts| holds(state) || state.notified != notified;
                drop(self.wait_until(&self.has_room, has_changed)?);
            }
        }
    }

    /// Wakes the tasks that wait for a permit: there is other work to do.
    pub(super) fn notify(&self) {
        self.lock().notified += 1;
        self.has_room.notify_all();
    }

    /// Notes that the first task is collected.
    pub(super) fn collected(&self) {
        self.lock().collected += 1;
        self.wake_all();
    }

    /// Notes that the run is over: nothing more is collected.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.wake_all();
    }

    fn wake_all(&self) {
        self.advanced.notify_all();
        self.has_room.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }
}

/// The bytes of a chunk that waits, until this is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    backpressure: Arc<Backpressure>,
    task: u64,
    bytes: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.backpressure.lock();
        state.bytes -= self.bytes;
        if let Some(bytes) = state.of_tasks.get_mut(&self.task) {
            *bytes -= self.bytes;
            if *bytes == 0 {
                state.of_tasks.remove(&self.task);
            }
        }
        drop(state);
        self.backpressure.has_room.notify_all();
    }
}

/// A large file that is open, until this is dropped.
#[derive(Debug)]
pub(super) struct FilePermit(Arc<Backpressure>);

impl Drop for FilePermit {
    fn drop(&mut self) {
        self.0.lock().files -= 1;
        self.0.advanced.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow, sync::Arc};

    use super::{Backpressure, MAX_AHEAD, MIN_FIRST_SHARE, Permit, Share};

    /// Takes permits until the task would wait, and returns their bytes.
    fn fill(
        backpressure: &Arc<Backpressure>,
        task: u64,
        share: Share,
        permits: &mut Vec<Permit>,
    ) -> usize {
        let (before, bytes) = (permits.len(), 1 << 10);
        let is_waiting = std::cell::Cell::new(false);
        loop {
            let help = || {
                // Instead of waiting forever.
                is_waiting.set(true);
                backpressure.close();
                true
            };
            match backpressure.permit(task, bytes, share, help) {
                ControlFlow::Continue(permit) => permits.push(permit),
                ControlFlow::Break(()) => break,
            }
        }
        assert!(is_waiting.get());
        backpressure.state.lock().expect("no panic").is_closed = false;
        (permits.len() - before) * bytes
    }

    #[test]
    fn each_task_has_its_share() {
        let share = 2 * MIN_FIRST_SHARE;
        let backpressure = Arc::new(Backpressure::new(4, 8, 4 * share, 1));
        let mut permits = Vec::new();
        for task in 1..5 {
            assert_eq!(fill(&backpressure, task, Share::Equal, &mut permits), share);
        }
        // The tasks have used up the total; the first one has a reserve.
        assert_eq!(fill(&backpressure, 5, Share::Equal, &mut permits), 0);
        assert_eq!(fill(&backpressure, 0, Share::Equal, &mut permits), share);
        assert_eq!(
            fill(&backpressure, 5, Share::Ahead, &mut permits),
            MAX_AHEAD
        );
        permits.clear();
        assert_eq!(fill(&backpressure, 5, Share::Equal, &mut permits), share);
        assert_eq!(backpressure.lock().of_tasks.len(), 1);
    }

    #[test]
    fn the_first_task_has_a_share_that_many_threads_do_not_reduce() {
        let backpressure = Arc::new(Backpressure::new(64, 8, MIN_FIRST_SHARE, 1));
        let mut permits = Vec::new();
        let first = fill(&backpressure, 0, Share::Equal, &mut permits);
        assert_eq!(first, MIN_FIRST_SHARE);
    }
}
