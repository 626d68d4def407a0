//! What receives the chunks.

use std::ops::ControlFlow;

use urlsift::record::Preceding;

/// Receives the chunks of a [`Driver`](crate::Driver) in the inputs' order, on the thread that runs it.
pub trait Collector<C> {
    /// Takes note of the next chunk, and completes it with what only its predecessors determine. It is
    /// [rendered](crate::FileSink::render) next, perhaps on another thread. A break ends the run after this
    /// chunk was written.
    ///
    /// `preceding` is what stands in the file before the place from which a chunk that was
    /// [resumed](crate::FileSink::resume) counts; it is for the file that was resumed, and for no file that
    /// the chunk began itself.
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
