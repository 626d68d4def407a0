//! Chunks of any type.
//!
//! Everything in the driver but [`Driver::run`](super::driver::Driver::run) handles boxed chunks. A driver that is
//! generic in its chunk would spare one allocation a chunk and one virtual call a link, which cannot be measured, and
//! would be compiled again, with the core's search of a file, for each type of chunk: 5 s for each.

use std::{any::Any, io, ops::ControlFlow, path::Path};

use urlsift::Preceding;

use super::collector::Collector;
use crate::sink::FileSink;

/// A chunk of any type. All chunks of a run have the same type.
pub(super) trait Chunk: FileSink + Any + Send {
    /// See [`FileSink::resume`].
    fn resume_after(&mut self, path: &Path, last: Option<&dyn Chunk>);
}

pub(super) type BoxedChunk = Box<dyn Chunk>;

/// Makes empty chunks, on any thread.
pub(super) struct ChunkFactory {
    create: Box<dyn Fn() -> BoxedChunk + Send + Sync>,
    /// The size at which a chunk is delivered, in bytes, if the caller has set it.
    pub(super) chunk_size: Option<usize>,
}

impl ChunkFactory {
    pub(super) fn new<C: FileSink + Send + 'static>(
        create: impl Fn() -> C + Send + Sync + 'static,
        chunk_size: Option<usize>,
    ) -> Self {
        Self {
            create: Box::new(move || Box::new(create())),
            chunk_size,
        }
    }

    pub(super) fn create(&self) -> BoxedChunk {
        (self.create)()
    }
}

impl<C: FileSink + Send + 'static> Chunk for C {
    fn resume_after(&mut self, path: &Path, last: Option<&dyn Chunk>) {
        let last = last.and_then(|last| (last as &dyn Any).downcast_ref());
        self.resume(path, last);
    }
}

/// The collector of the caller, whose chunks have the type `C`.
pub(super) struct TypedCollector<'c, C>(pub(super) &'c mut dyn Collector<C>);

impl<C: FileSink + Send + 'static> Collector<BoxedChunk> for TypedCollector<'_, C> {
    fn collect(&mut self, chunk: &mut BoxedChunk, preceding: Preceding) -> ControlFlow<()> {
        match (&mut **chunk as &mut dyn Any).downcast_mut() {
            Some(chunk) => self.0.collect(chunk, preceding),
            None => ControlFlow::Continue(()),
        }
    }

    fn write(&mut self, chunk: BoxedChunk) -> ControlFlow<()> {
        match (chunk as Box<dyn Any>).downcast() {
            Ok(chunk) => self.0.write(*chunk),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    fn thread_shortage(&mut self, error: io::Error) {
        self.0.thread_shortage(error);
    }

    fn idle(&mut self) -> ControlFlow<()> {
        self.0.idle()
    }
}
