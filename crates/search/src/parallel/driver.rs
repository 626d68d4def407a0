//! The driver: searches inputs on several threads.

use std::{
    iter,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Mutex, mpsc::channel},
    thread,
};

use super::{
    alone,
    backpressure::Backpressure,
    chunk::{BoxedChunk, ChunkFactory, TypedCollector},
    collector::Collector,
    open_files::OpenFiles,
    reading::{
        inputs::RemainingInputs, settings::ReadSettings, sizes::Sizes, thread::ReadingThread,
    },
    reorder::Reorder,
    workers::Workers,
};
use crate::{
    input::{inputs::Inputs, progress::Progress},
    searcher::Searcher,
    sink::FileSink,
    stream_buffer::MemoryBudget,
    threads::{IdleThread, ThreadPool},
};

/// The maximum number of tasks per thread that are begun and not collected.
const MAX_TASKS: u64 = 8;

/// The maximum number of bytes of chunks that wait to be collected; each thread has an equal share.
const MAX_CHUNK_BYTES: usize = 8 << 20;

/// The number of bytes of streams that are buffered per thread, and for four more threads.
const STREAM_BYTES: usize = 2 << 20;

/// Searches inputs on several threads, and collects the results in the order of the inputs.
///
/// The results do not depend on the number of threads. Each thread buffers what a [`Searcher`] buffers. In addition,
/// the driver buffers up to 9 MiB of chunks that wait to be collected, up to 8 chunks that wait to be written, and 8
/// MiB of streams and uncompressed files, with 2 MiB more for each thread. Several large compressed files are unpacked
/// by one thread each. Chunks of each of these
/// files take up to 8 MiB more.
#[derive(Debug)]
pub struct Driver {
    searcher: Searcher,
    threads: NonZeroUsize,
    reads_whole_files: bool,
    sizes: Sizes,
    chunk_size: Option<usize>,
}

impl Driver {
    /// The maximum number of threads that can be [set](Self::threads): 256. The cost of idle threads grows faster than
    /// their number, and an absurd number could take the system down.
    pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

    /// Creates a driver that searches as `searcher` does. The default number of threads is the number of cores
    /// available to the process.
    #[must_use]
    pub fn new(searcher: Searcher) -> Self {
        Self {
            searcher,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            reads_whole_files: false,
            sizes: Sizes::default(),
            chunk_size: None,
        }
    }

    /// Sets the number of threads. With 1, everything runs on the caller's thread. With more, this number of threads
    /// search, one more reads streams and unpacks, and the caller's collects. If the system provides fewer threads,
    /// or limits open files, fewer are used, and for a single file of at most 64 KiB none; the results are the same. A
    /// number above [`MAX_THREADS`](Self::MAX_THREADS) is treated as this one.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads.min(Self::MAX_THREADS);
        self
    }

    /// Sets whether each file is read by one thread from its start, which suits sinks that need only the first links
    /// of each file. Always true if the searcher has a [range](Searcher::range).
    #[must_use]
    pub fn whole_files(mut self, whole: bool) -> Self {
        self.reads_whole_files = whole;
        self
    }

    /// Sets the number of bytes per segment of a file, at least 1. By default, segments have 512 KiB at first, and 4
    /// MiB as long as their results fit into the memory for them; segments of streams have 1 MiB. Smaller files are
    /// read as a whole; by default, files up to 4 MiB. The size does not affect the results.
    #[must_use]
    pub fn segment_size(mut self, bytes: u64) -> Self {
        self.sizes = Sizes::of_segments(bytes.max(1));
        self
    }

    /// Sets the [size](FileSink::size) at which a chunk is delivered, in bytes. By default, it is 60 KiB, or up to 256
    /// KiB where another thread takes the chunk. A larger one takes more memory on each thread.
    #[must_use]
    pub fn chunk_size(mut self, bytes: usize) -> Self {
        self.chunk_size = Some(bytes);
        self
    }

    /// Sets a counter of the bytes that have been read.
    #[must_use]
    pub fn progress(mut self, progress: Arc<Progress>) -> Self {
        self.searcher.set_progress(progress);
        self
    }

    /// Searches the inputs until they end or the collector ends the run. `factory` creates empty chunks, on any
    /// thread.
    ///
    /// The thread that reads streams is not joined, because it may be blocked in a read forever.
    pub fn run<C: FileSink + Send + 'static>(
        self,
        inputs: Inputs,
        factory: impl Fn() -> C + Send + Sync + 'static,
        collector: &mut impl Collector<C>,
    ) {
        let factory = ChunkFactory::new(factory, self.chunk_size);
        // A break only means that the collector ended the run.
        let _ = self.drive(inputs, factory, &mut TypedCollector(collector));
    }

    fn drive(
        self,
        inputs: Inputs,
        factory: ChunkFactory,
        collector: &mut dyn Collector<BoxedChunk>,
    ) -> ControlFlow<()> {
        let mut inputs = RemainingInputs::new(inputs);
        if inputs.is_one_small_file(self.sizes.small_file()) {
            return self.alone(inputs, &factory, collector);
        }
        // A file whose progress is tracked is open twice.
        let each = 1 + usize::from(self.searcher.files.progress().is_some());
        let files = Some(self.threads.get())
            .filter(|&threads| threads > 1)
            .and_then(|threads| OpenFiles::of(threads, each));
        let Some(OpenFiles { threads, large }) = files else {
            return self.alone(inputs, &factory, collector);
        };
        let Some((reader, pool)) = start(threads, collector) else {
            return self.alone(inputs, &factory, collector);
        };
        let threads = pool.threads();
        let sifter = &self.searcher.sifter;
        let settings = ReadSettings {
            files: self.searcher.files.with_fresh_buffers(),
            reading: sifter.read_options().clone(),
            reads_whole_files: self.reads_whole_files || sifter.has_range(),
            reads_whole_texts: sifter.wants_context(),
            sizes: self.sizes,
            budget: Arc::new(MemoryBudget::new(STREAM_BYTES * (threads + 4))),
        };
        let backpressure = Backpressure::new(threads, MAX_TASKS, MAX_CHUNK_BYTES, large);
        let workers = Workers::new(factory, backpressure, pool, self.searcher);
        let workers = Arc::new(workers);
        let (sender, tasks) = channel();
        let reading = ReadingThread::start(reader, Arc::clone(&workers), settings, inputs, sender);
        Reorder::new(&workers, &reading, collector).run(&tasks)
    }

    /// Does everything on one thread.
    fn alone(
        self,
        inputs: RemainingInputs,
        factory: &ChunkFactory,
        collector: &mut dyn Collector<BoxedChunk>,
    ) -> ControlFlow<()> {
        let mut searcher = self.searcher.with_fresh_buffers();
        alone::search(&Mutex::new(inputs), &mut searcher, factory, collector)
    }
}

/// Starts the thread that reads and this many that search: fewer if the system has no more, and `None` if it has
/// fewer than two.
fn start(
    threads: usize,
    collector: &mut dyn Collector<BoxedChunk>,
) -> Option<(IdleThread, ThreadPool)> {
    let reader = IdleThread::start("read");
    let searching = (0..threads).map(|number| IdleThread::start(&format!("search-{number}")));
    let mut idle = Vec::new();
    for thread in iter::once(reader).chain(searching) {
        match thread {
            Ok(thread) => idle.push(thread),
            Err(error) => {
                collector.thread_shortage(error);
                break;
            }
        }
    }
    let searching = idle.split_off(idle.len().min(1));
    let reader = idle.pop()?;
    Some((reader, ThreadPool::new(searching)?))
}

#[cfg(test)]
mod tests {
    use std::{fs, io, num::NonZeroUsize, ops::ControlFlow, path::Path};

    use urlsift::{Link, Sink, Skip};

    use super::Driver;
    use crate::{
        Collector, Error, FileSink, Format, Inputs, Searcher, threads::limit::with_threads,
    };

    #[derive(Default)]
    struct Lines(Vec<String>);

    impl Sink for Lines {
        fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
            let url = String::from_utf8_lossy(link.candidate().url()).into_owned();
            let is_last = url == "http://last/";
            self.0.push(url);
            if is_last {
                return ControlFlow::Break(Skip::Input);
            }
            ControlFlow::Continue(())
        }
    }

    impl FileSink for Lines {
        fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
            self.0.push(path.display().to_string());
            ControlFlow::Continue(())
        }

        fn error(&mut self, error: Error) {
            self.0.push(error.to_string());
        }

        fn size(&self) -> usize {
            64 * self.0.len()
        }
    }

    #[derive(Default)]
    struct All {
        lines: Vec<String>,
        shortages: usize,
    }

    impl Collector<Lines> for All {
        fn write(&mut self, chunk: Lines) -> ControlFlow<()> {
            self.lines.extend(chunk.0);
            ControlFlow::Continue(())
        }

        fn thread_shortage(&mut self, _: io::Error) {
            self.shortages += 1;
        }
    }

    /// Searches paths with at most `most` threads in addition to the caller's.
    fn search(paths: &[std::path::PathBuf], threads: usize, most: usize) -> All {
        let threads = NonZeroUsize::new(threads).expect("some");
        let driver = Driver::new(Searcher::new())
            .threads(threads)
            .segment_size(1 << 10);
        let inputs = Inputs::new(paths.iter().cloned());
        let mut all = All::default();
        with_threads(most, || driver.run(inputs, Lines::default, &mut all));
        all
    }

    #[test]
    fn as_many_threads_search_as_there_are() {
        let dir = tempfile::tempdir().expect("a directory");
        let mbox = |number| {
            let message = format!("From a@b Mon Jan 30 09:12:04 1995\n\n<http://{number}/>\n\n");
            message.repeat(100).into_bytes()
        };
        // Stored (RFC 1951 §3.2.4) and cut off, which is an error at its end.
        let gzip = |text: Vec<u8>| {
            let [low, high] = u16::try_from(text.len())
                .expect("a short text")
                .to_le_bytes();
            let head = *b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01";
            [&head[..], &[low, high, !low, !high], &text].concat()
        };
        let paths: Vec<_> = (0..8)
            .map(|number| {
                let path = dir.path().join(number.to_string());
                // The third and those from the sixth on are compressed.
                let is_compressed = number == 2 || number >= 5;
                let text = mbox(number);
                fs::write(&path, if is_compressed { gzip(text) } else { text }).expect("a file");
                path
            })
            .collect();
        let expected = search(&paths, 1, 0);
        assert_eq!((expected.lines.len(), expected.shortages), (812, 0));
        for most in 0..=5 {
            let found = search(&paths, 4, most);
            assert_eq!(found.lines, expected.lines, "{most}");
            assert_eq!(found.shortages, usize::from(most < 5), "{most}");
        }
    }

    /// The thread that reads a stream cannot be waited for.
    #[cfg(unix)]
    #[test]
    fn inputs_after_a_stream_that_is_skipped_are_read_without_another_thread() {
        use std::{io::Write, process::Command, thread};

        let dir = tempfile::tempdir().expect("a directory");
        let after = dir.path().join("after");
        fs::write(&after, "<http://after/>").expect("a file");
        for most in [3, 4] {
            // A separate FIFO: the abandoned thread still reads the other one, and would receive what is written.
            let fifo = dir.path().join(most.to_string());
            let made = Command::new("mkfifo").arg(&fifo).status();
            assert!(made.expect("mkfifo runs").success());
            let name = fifo.clone();
            let writer = thread::spawn(move || {
                let mut pipe = fs::File::options().write(true).open(fifo).expect("a FIFO");
                pipe.write_all(b"<http://last/>").expect("a reader");
                pipe
            });
            let found = search(&[name.clone(), after.clone()], 2, most);
            let names = [&name, &after].map(|path| path.display().to_string());
            let expected = [&names[0], "http://last/", &names[1], "http://after/"];
            assert_eq!(found.lines, expected, "{most}");
            assert_eq!(found.shortages, 0, "{most}");
            drop(writer.join().expect("a FIFO"));
        }
    }
}
