//! Sends the results of a task to the thread that collects.

use std::{
    ops::ControlFlow,
    sync::{Arc, mpsc::Sender},
};

use super::{
    backpressure::Backpressure,
    chunk::BoxedChunk,
    render::RenderQueue,
    segment::{Segment, SegmentEnd},
    spill::{SpillFile, WaitingChunk},
};

/// An event of a task.
pub(super) enum TaskEvent {
    /// The offset of the first message of a segment.
    First(u64),
    Chunk(WaitingChunk),
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
    /// The file for chunks that exceed the memory; `None` if the task waits instead.
    pub(super) spill: Option<&'s Arc<SpillFile>>,
}

impl TaskSender<'_> {
    /// Sends a chunk. Breaks if no more are wanted.
    pub(super) fn send(&self, chunk: BoxedChunk) -> ControlFlow<()> {
        let chunk = self.admit(chunk)?;
        if self.events.send(TaskEvent::Chunk(chunk)).is_err() {
            return ControlFlow::Break(());
        }
        // Render earlier chunks before continuing, because the output waits for them.
        while self.rendering.render_one() {}
        ControlFlow::Continue(())
    }

    /// Gets the permit for a chunk. If there is none for now, spills the chunk if possible, and otherwise waits. Breaks
    /// if no more are wanted.
    fn admit(&self, mut chunk: BoxedChunk) -> ControlFlow<(), WaitingChunk> {
        let help = || self.rendering.render_one();
        let mut spill = self.spill;
        loop {
            let (size, may_spill) = (chunk.size(), spill.is_some());
            let permit = self
                .backpressure
                .permit(self.number, size, may_spill, help)?;
            if let Some(permit) = permit {
                return ControlFlow::Continue(WaitingChunk::new(chunk, None, permit));
            }
            if let Some(spill) = spill.take()
                && let Some(bytes) = chunk.spillable().filter(|bytes| !bytes.is_empty())
                && let Some(spilled) = spill.store(bytes)
            {
                *bytes = Vec::new();
                let rest = size_of_val(&*chunk) + chunk.size();
                let permit = self.backpressure.extra_permit(self.number, rest);
                return ControlFlow::Continue(WaitingChunk::new(chunk, Some(spilled), permit));
            }
        }
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
