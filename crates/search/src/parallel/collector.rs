//! The trait that receives the chunks of a driver.

use std::{io, ops::ControlFlow};

use urlsift::Preceding;

/// Receives the chunks of a [`Driver`](crate::Driver) in the order of the inputs, on the thread that called
/// [`Driver::run`](crate::Driver::run).
pub trait Collector<C> {
    /// Receives the next chunk, and completes it with whatever depends on earlier chunks. The chunk is then
    /// [rendered](crate::FileSink::render), perhaps on another thread. A break ends the run after this chunk is
    /// written.
    ///
    /// `preceding` counts what precedes the chunk in the file with which it [resumed](crate::FileSink::resume). It
    /// applies only to that file, not to files that begin in the chunk.
    fn collect(&mut self, _chunk: &mut C, _preceding: Preceding) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Writes the next rendered chunk. A break ends the run.
    fn write(&mut self, chunk: C) -> ControlFlow<()>;

    /// Called if a thread could not be started. The search continues with fewer threads, if necessary only the
    /// caller's, and finds the same links. This happens at most once in a run.
    fn thread_shortage(&mut self, _error: io::Error) {}

    /// Called before a wait for the next chunk, which may take any time, and ten times a second during the wait. With
    /// one thread, it is called before each read that may block, but not during the read. A break ends the run.
    fn idle(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
