//! The driver: searches inputs on several threads.

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, mpsc::channel},
    thread,
};

use rayon::ThreadPoolBuilder;
use urlsift::record::Preceding;

use super::{
    backpressure::Backpressure,
    chunk_writer::{ChunkFactory, ChunkWriter, Destination},
    collector::Collector,
    reader::{ReadSettings, Readers, Sizes},
    reorder::Reorder,
    task::{WholeFile, WorkerPool},
};
use crate::{
    input::{inputs::Inputs, progress::Progress, source::Input},
    searcher::Searcher,
    sink::FileSink,
    stream_buffer::MemoryBudget,
};

/// The maximum number of tasks per thread that are begun and not collected.
const MAX_TASKS: u64 = 8;

/// The maximum number of bytes of chunks that wait to be collected, and of those of the first task besides.
const MAX_CHUNK_BYTES: usize = 8 << 20;

/// Bytes of streams that are buffered per thread; four times as many are buffered besides.
const STREAM_BYTES: usize = 2 << 20;

/// Searches inputs on several threads, and collects what is found in the inputs' order.
///
/// What is found does not depend on the number of threads. Each thread retains what a [`Searcher`] retains.
/// Besides, up to 16 MiB of chunks wait to be collected, up to 32 chunks to be written, and 8 MiB of streams
/// and uncompressed files are buffered, and 2 MiB more for each thread.
#[derive(Debug)]
pub struct Driver {
    searcher: Searcher,
    threads: NonZeroUsize,
    reads_whole_files: bool,
    sizes: Sizes,
}

impl Driver {
    /// Creates a driver that finds what a searcher finds, on as many threads as the system has cores for
    /// this process.
    #[must_use]
    pub fn new(searcher: Searcher) -> Self {
        Self {
            searcher,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            reads_whole_files: false,
            sizes: Sizes::default(),
        }
    }

    /// Sets the number of threads. With one, everything is done on the caller's; with more, there are this
    /// many, the caller's, and one that reads streams and unpacks.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets whether each file is read by one thread, from its start: for chunks that want only the first
    /// links of each. It always is where the searcher reads a [range](Searcher::range).
    #[must_use]
    pub fn whole_files(mut self, whole: bool) -> Self {
        self.reads_whole_files = whole;
        self
    }

    /// Sets the bytes per segment of a file, at least 1. The default is 4 MiB, and 1 MiB for a stream. A file
    /// that is not larger is read whole. What is found does not depend on it.
    #[must_use]
    pub fn segment_size(mut self, bytes: u64) -> Self {
        self.sizes = Sizes::of_segments(bytes.max(1));
        self
    }

    /// Sets the counter of the bytes that are done.
    #[must_use]
    pub fn progress(mut self, progress: Arc<Progress>) -> Self {
        self.searcher.set_progress(progress);
        self
    }

    /// Searches the inputs, until they end or the collector has had enough. `factory` makes empty chunks, on
    /// any thread.
    ///
    /// The thread that reads streams is not joined: it may be blocked in a read for ever.
    pub fn run<C: FileSink + Send + 'static>(
        self,
        inputs: Inputs,
        factory: impl Fn() -> C + Send + Sync + 'static,
        collector: &mut impl Collector<C>,
    ) {
        // A break says only that the collector has had enough.
        let _ = self.drive(inputs, Box::new(factory), collector);
    }

    fn drive<C: FileSink + Send + 'static>(
        self,
        inputs: Inputs,
        factory: Box<ChunkFactory<C>>,
        collector: &mut dyn Collector<C>,
    ) -> ControlFlow<()> {
        let threads = self.threads.get();
        if threads == 1 {
            return self.alone(inputs, &*factory, collector);
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("search-{number}"))
            // A task that panics reports it itself.
            .panic_handler(|_| {})
            .build();
        // Where no threads are to be had, there is still this one.
        let Ok(pool) = pool else {
            return self.alone(inputs, &*factory, collector);
        };
        let sifter = &self.searcher.sifter;
        let settings = ReadSettings {
            files: self.searcher.files.with_fresh_buffers(),
            reading: sifter.read_options().clone(),
            reads_whole_files: self.reads_whole_files || sifter.has_range(),
            reads_whole_texts: sifter.wants_context(),
            sizes: self.sizes,
            budget: Arc::new(MemoryBudget::new(STREAM_BYTES * (threads + 4))),
        };
        let backpressure = Backpressure::new(MAX_TASKS * threads as u64, MAX_CHUNK_BYTES);
        let workers = WorkerPool::new(factory, backpressure, pool, self.searcher);
        let workers = Arc::new(workers);
        let (sender, begun) = channel();
        let mut readers = Readers::new(Arc::clone(&workers), settings, inputs, sender);
        Reorder::new(&workers, &mut readers, collector).run(&begun)
    }

    /// Does everything on one thread.
    fn alone<C: FileSink + Send + 'static>(
        self,
        mut inputs: Inputs,
        factory: &ChunkFactory<C>,
        collector: &mut dyn Collector<C>,
    ) -> ControlFlow<()> {
        let mut searcher = self.searcher.with_fresh_buffers();
        let destination = Destination::Here {
            collector,
            preceding: Preceding::default(),
            may_wait: false,
        };
        let mut writer = ChunkWriter::new(factory, destination);
        loop {
            if inputs.may_wait() {
                writer.flush()?;
            }
            let Some(input) = inputs.next() else {
                break;
            };
            let file = match input {
                Ok(input) => {
                    let may_wait = input.may_wait();
                    if may_wait {
                        // Opening a FIFO waits for its writer.
                        writer.flush()?;
                    }
                    writer.set_may_wait(may_wait);
                    WholeFile::Input(input)
                }
                Err(error) => WholeFile::Error(Input::Path(error.path().into()), error),
            };
            // A break says only that no more of this input is wanted.
            let _ = file.search(&mut searcher, &mut writer);
            if writer.is_over() {
                return ControlFlow::Break(());
            }
        }
        writer.finish()
    }
}
