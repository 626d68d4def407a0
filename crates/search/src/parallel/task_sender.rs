//! Sends the results of a task to the thread that collects.

use std::{
    ops::ControlFlow,
    sync::{Arc, mpsc::Sender},
};

use super::{
    backpressure::{Backpressure, Permit, Share},
    chunk::BoxedChunk,
    render::RenderQueue,
    segment::{Segment, SegmentEnd},
};

/// An event of a task.
pub(super) enum TaskEvent {
    /// The offset of the first message of a segment.
    First(u64),
    /// A chunk, and the permit for it, which ends when it is collected.
    Chunk(BoxedChunk, Permit),
    Ended(SegmentEnd),
    Panicked,
}

/// Sends the chunks of a task to the thread that collects.
pub(super) struct TaskSender<'s> {
    pub(super) events: &'s Sender<TaskEvent>,
    /// The number of the task.
    pub(super) number: u64,
    /// The segment that it reads; `None` for whole files.
    pub(super) segment: Option<&'s Segment>,
    pub(super) backpressure: &'s Arc<Backpressure>,
    pub(super) rendering: &'s RenderQueue,
    pub(super) share: Share,
}

impl TaskSender<'_> {
    /// Sends a chunk. Breaks if no more are wanted.
    pub(super) fn send(&self, chunk: BoxedChunk) -> ControlFlow<()> {
        let help = || self.rendering.render_one();
        let permit = self
            .backpressure
            .permit(self.number, chunk.size(), self.share, help)?;
        if self.events.send(TaskEvent::Chunk(chunk, permit)).is_err() {
            return ControlFlow::Break(());
        }
        // Render earlier chunks before continuing, because the output waits for them.
        while self.rendering.render_one() {}
        ControlFlow::Continue(())
    }

    /// Returns whether a read of the current file at an offset may block.
    pub(super) fn may_wait(&self, at: u64) -> bool {
        self.segment.is_some_and(|segment| segment.would_wait(at))
    }

    /// Called before a read of the current file at an offset. Returns whether the read may block, so that everything
    /// has to be sent first. Breaks if the bytes are not wanted.
    pub(super) fn before_read(&self, at: u64) -> ControlFlow<(), bool> {
        if self.segment.is_some_and(Segment::is_dropped) || self.backpressure.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.may_wait(at))
    }
}
