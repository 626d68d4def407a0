//! What is done and not bound yet is bounded.

use std::{
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use super::lock;

/// Where pages wait for those before them.
///
/// Tasks are numbered in the order in which they are to be bound. They wait as long as there is too
/// much; the one in front as long as there is twice as much, so that it has room whatever the others
/// have put down.
#[derive(Debug)]
pub(super) struct Shelf {
    state: Mutex<State>,
    changed: Condvar,
    most_tasks: u64,
    most_bytes: usize,
}

#[derive(Debug, Default)]
struct State {
    /// How many tasks were begun, and how many of them are bound.
    begun: u64,
    bound: u64,
    /// How many bytes the pages take that lie here.
    bytes: usize,
    is_closed: bool,
}

impl Shelf {
    pub(super) fn new(most_tasks: u64, most_bytes: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            most_tasks,
            most_bytes,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Waits until a condition holds. A break if the shelf is closed.
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

    /// Begins a task as soon as there is room, and tells its number.
    pub(super) fn begin(&self) -> ControlFlow<(), u64> {
        let mut state = self.wait_until(|state| state.begun - state.bound < self.most_tasks)?;
        state.begun += 1;
        ControlFlow::Continue(state.begun - 1)
    }

    /// Whether a task can begin without waiting.
    pub(super) fn has_room(&self) -> bool {
        let state = self.lock();
        state.begun - state.bound < self.most_tasks
    }

    /// Finds the room for a page of a task, as soon as there is some.
    pub(super) fn room(self: &Arc<Self>, task: u64, bytes: usize) -> ControlFlow<(), Room> {
        let is_room = |state: &State| {
            let is_in_front = state.bound == task;
            state.bytes < self.most_bytes * (1 + usize::from(is_in_front))
        };
        self.wait_until(is_room)?.bytes += bytes;
        ControlFlow::Continue(Room {
            shelf: Arc::clone(self),
            bytes,
        })
    }

    /// The task in front is bound.
    pub(super) fn bound(&self) {
        self.lock().bound += 1;
        self.changed.notify_all();
    }

    /// Nobody is interested any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }
}

/// The room that a page takes on the shelf, as long as it lies there.
#[derive(Debug)]
pub(super) struct Room {
    shelf: Arc<Shelf>,
    bytes: usize,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.shelf.lock().bytes -= self.bytes;
        self.shelf.changed.notify_all();
    }
}
