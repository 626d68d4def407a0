//! Renders chunks on whichever thread has time.
//!
//! A chunk can be rendered once its predecessors are collected; they need not be rendered. The threads that
//! search render chunks after each chunk that they search, and instead of waiting. The thread that collects renders
//! the chunk that it needs next, unless another thread has begun it, so no thread waits for a chunk that none renders.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Condvar, Mutex},
};

use urlsift::Preceding;

use super::{backpressure::Backpressure, chunk::BoxedChunk, panics};
use crate::sync::{lock, wait_while};

/// The chunks that wait to be rendered.
pub(super) struct RenderQueue {
    waiting: Mutex<VecDeque<Arc<RenderSlot>>>,
}

/// A chunk that waits to be rendered, is being rendered, or was.
pub(super) struct RenderSlot {
    state: Mutex<SlotState>,
    done: Condvar,
}

enum SlotState {
    /// With the counts before it.
    Waiting(BoxedChunk, Preceding),
    /// A thread has it.
    Running,
    Done(BoxedChunk),
    /// Rendering it has panicked, or it was taken.
    Gone,
}

impl RenderQueue {
    pub(super) fn new() -> Self {
        Self {
            waiting: Mutex::default(),
        }
    }

    /// Adds a chunk, and wakes the threads that wait, one of which renders it.
    pub(super) fn push(
        &self,
        chunk: BoxedChunk,
        preceding: Preceding,
        backpressure: &Backpressure,
    ) -> Arc<RenderSlot> {
        let needs_render = chunk.needs_render();
        let slot = Arc::new(RenderSlot {
            state: Mutex::new(if needs_render {
                SlotState::Waiting(chunk, preceding)
            } else {
                SlotState::Done(chunk)
            }),
            done: Condvar::new(),
        });
        if needs_render {
            lock(&self.waiting).push_back(Arc::clone(&slot));
            backpressure.notify();
        }
        slot
    }

    /// Renders a chunk, if one waits. Returns whether one did.
    pub(super) fn render_one(&self) -> bool {
        let slot = lock(&self.waiting).pop_front();
        slot.inspect(|slot| slot.render()).is_some()
    }
}

impl RenderSlot {
    /// Renders the chunk, unless another thread has it.
    fn render(&self) {
        let (mut chunk, preceding) = {
            let mut state = lock(&self.state);
            match mem::replace(&mut *state, SlotState::Running) {
                SlotState::Waiting(chunk, preceding) => (chunk, preceding),
                other => {
                    *state = other;
                    return;
                }
            }
        };
        // A chunk whose rendering has panicked is not used again.
        let rendered = panics::catch(|| {
            chunk.render(preceding);
            chunk
        });
        *lock(&self.state) = rendered.map_or(SlotState::Gone, SlotState::Done);
        self.done.notify_all();
    }

    /// Returns whether the chunk can be taken without waiting.
    pub(super) fn is_done(&self) -> bool {
        !matches!(
            *lock(&self.state),
            SlotState::Waiting(..) | SlotState::Running
        )
    }

    /// Takes the rendered chunk; renders it here if no other thread does. `None` if that has panicked.
    pub(super) fn finish(&self) -> Option<BoxedChunk> {
        let is_waiting = matches!(*lock(&self.state), SlotState::Waiting(..));
        if is_waiting {
            self.render();
        }
        let is_running = |state: &mut SlotState| matches!(state, SlotState::Running);
        let mut state = wait_while(&self.done, lock(&self.state), is_running);
        match mem::replace(&mut *state, SlotState::Gone) {
            SlotState::Done(chunk) => Some(chunk),
            _ => None,
        }
    }
}
