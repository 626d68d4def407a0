//! Bounds what is found and not collected yet.

use std::{
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use crate::sync::lock;

/// Bounds the tasks that are begun and the bytes of chunks that wait to be collected.
///
/// Tasks are numbered in the order in which they are collected. A task waits while the chunks take too many
/// bytes; the first task while they take twice as many, so that it never waits for the others.
#[derive(Debug)]
pub(super) struct Backpressure {
    state: Mutex<State>,
    changed: Condvar,
    max_tasks: u64,
    max_bytes: usize,
}

#[derive(Debug, Default)]
struct State {
    /// The tasks that were begun, and those of them that are collected.
    begun: u64,
    collected: u64,
    /// The bytes of the chunks that wait.
    bytes: usize,
    /// Counts the calls of `notify`.
    notified: u64,
    is_closed: bool,
}

impl Backpressure {
    pub(super) fn new(max_tasks: u64, max_bytes: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            max_tasks,
            max_bytes,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Waits until a condition holds. Breaks if the run is over.
    fn wait_until(&self, holds: impl Fn(&State) -> bool) -> ControlFlow<(), MutexGuard<'_, State>> {
        let waited = self
            .changed
            .wait_while(self.lock(), |state| !state.is_closed && !holds(state));
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(state)
    }

    /// Begins a task as soon as that is possible, and returns its number.
    pub(super) fn begin(&self) -> ControlFlow<(), u64> {
        let mut state = self.wait_until(|state| state.begun - state.collected < self.max_tasks)?;
        state.begun += 1;
        ControlFlow::Continue(state.begun - 1)
    }

    /// Returns whether a task can begin without waiting.
    pub(super) fn has_room(&self) -> bool {
        let state = self.lock();
        state.begun - state.collected < self.max_tasks
    }

    /// Gets the permit for a chunk of a task. While there is none, does other work: `help` returns whether
    /// there was some.
    pub(super) fn permit(
        self: &Arc<Self>,
        task: u64,
        bytes: usize,
        help: impl Fn() -> bool,
    ) -> ControlFlow<(), Permit> {
        let has_room = |state: &State| {
            let is_first = state.collected == task;
            state.bytes < self.max_bytes * (1 + usize::from(is_first))
        };
        loop {
            let notified = {
                let mut state = self.lock();
                if state.is_closed {
                    return ControlFlow::Break(());
                }
                if has_room(&state) {
                    state.bytes += bytes;
                    break;
                }
                state.notified
            };
            if !help() {
                drop(self.wait_until(|state| has_room(state) || state.notified != notified)?);
            }
        }
        ControlFlow::Continue(Permit {
            backpressure: Arc::clone(self),
            bytes,
        })
    }

    /// Wakes those who wait for a permit: there is other work to do.
    pub(super) fn notify(&self) {
        self.lock().notified += 1;
        self.changed.notify_all();
    }

    /// The first task is collected.
    pub(super) fn collected(&self) {
        self.lock().collected += 1;
        self.changed.notify_all();
    }

    /// The run is over: nothing more is collected.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }
}

/// The bytes of a chunk that waits, until this is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    backpressure: Arc<Backpressure>,
    bytes: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.backpressure.lock().bytes -= self.bytes;
        self.backpressure.changed.notify_all();
    }
}
