//! What receives the chunks.

use std::ops::ControlFlow;

/// Receives the chunks of a [`Driver`](crate::Driver) in the inputs' order, on the thread that runs it.
pub trait Collector<C> {
    /// Takes note of the next chunk, and completes it with what only its predecessors determine. It is
    /// [rendered](crate::FileSink::render) next, perhaps on another thread. A break ends the run after the
    /// chunks collected before, and this one, were written.
    fn collect(&mut self, _chunk: &mut C, _preceding: Preceding) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Writes the next chunk, which was rendered. A break ends the run.
    fn write(&mut self, chunk: C) -> ControlFlow<()>;

    /// The next chunk is not ready, and may take any time. A break ends the run.
    fn idle(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a file holds before the place from which a chunk that was [resumed](crate::FileSink::resume)
/// counts. Zero for all files that the chunk began itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preceding {
    /// The number of line breaks.
    pub lines: u64,
    /// The number of bytes since the last of them.
    pub columns: u64,
    /// The number of messages.
    pub messages: u64,
}
