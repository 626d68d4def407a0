//! What is searched on one thread at a time, and what it reports.

use std::{
    io::{self, Read},
    mem,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::ThreadPool;
use urlsift::Skip;

use super::{
    backpressure::{Backpressure, Permit},
    chunk_writer::{ChunkFactory, ChunkReceiver, ChunkWriter, Destination},
    render::RenderQueue,
    segment::{Segment, SegmentEnd},
};
use crate::{
    error::Error,
    input::source::Input,
    searcher::{Searcher, search_file},
    sink::FileSink,
    sync::lock,
};

/// A task that was begun, for the thread that collects.
pub(super) struct Task<C> {
    pub(super) events: Receiver<TaskEvent<C>>,
    /// The input that it reads, or the first of them.
    pub(super) input: Input,
    /// The segment that it reads; `None` for whole files.
    pub(super) segment: Option<Arc<Segment>>,
    /// The input that is read from start to end, if these files are in one, or are one.
    pub(super) streaming: Option<Arc<StreamingInput>>,
}

/// An input that is read from start to end: a stream, or a packed file.
#[derive(Debug)]
pub(super) struct StreamingInput {
    pub(super) input: Input,
    /// Whether it may never end.
    pub(super) is_stream: bool,
    has_members: AtomicBool,
    is_left: AtomicBool,
}

impl StreamingInput {
    pub(super) fn new(input: Input, is_stream: bool) -> Self {
        Self {
            input,
            is_stream,
            has_members: AtomicBool::new(false),
            is_left: AtomicBool::new(false),
        }
    }

    /// Notes that it is a container.
    pub(super) fn set_has_members(&self) {
        self.has_members.store(true, Ordering::Relaxed);
    }

    /// Notes that no more of it is wanted, or of the file in it that was read last. Returns whether that is
    /// everything.
    pub(super) fn leave(&self, leaves_input: bool) -> bool {
        let leaves_all = leaves_input || !self.has_members.load(Ordering::Relaxed);
        if leaves_all {
            self.is_left.store(true, Ordering::Relaxed);
        }
        leaves_all
    }

    pub(super) fn is_left(&self) -> bool {
        self.is_left.load(Ordering::Relaxed)
    }
}

/// What a task reports.
pub(super) enum TaskEvent<C> {
    /// The offset of the first message.
    First(u64),
    Chunk(C, Permit),
    Ended(SegmentEnd),
    Panicked,
}

/// A file to read whole.
pub(super) enum WholeFile {
    Input(Input),
    /// A small member of a packed input.
    Member(Input, Member),
    /// An input that cannot be read.
    Error(Input, Error),
}

/// The bytes of a small file.
pub(super) struct Member {
    pub(super) path: PathBuf,
    pub(super) bytes: io::Cursor<Vec<u8>>,
    /// Why there are no more of them.
    pub(super) failure: Option<io::Error>,
    /// As [`SplitFile::in_tar`](super::segment::SplitFile::in_tar).
    pub(super) is_in_tar: bool,
}

impl Member {
    /// Creates a file with these bytes.
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            bytes: io::Cursor::new(bytes),
            failure: None,
            is_in_tar: false,
        }
    }
}

impl Read for Member {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.bytes.read(into)? {
            0 if !into.is_empty() => self.failure.take().map_or(Ok(0), Err),
            len => Ok(len),
        }
    }
}

impl WholeFile {
    pub(super) fn input(&self) -> &Input {
        match self {
            Self::Input(input) | Self::Member(input, _) | Self::Error(input, _) => input,
        }
    }

    /// Reads the file. Breaks if no more of its input is wanted.
    pub(super) fn search<C: FileSink + Send + 'static>(
        self,
        searcher: &mut Searcher,
        writer: &mut ChunkWriter<'_, C>,
    ) -> ControlFlow<()> {
        writer.begin_input(self.input())?;
        match self {
            Self::Input(input) => searcher.search(&input, writer),
            Self::Member(_, mut member) => {
                let path = mem::take(&mut member.path);
                let end = search_file(&mut searcher.sifter, &path, &mut member, writer);
                if let Some(failure) = member.failure.take().filter(|_| member.is_in_tar) {
                    writer.error(Error::io(&path, failure));
                }
                if end == ControlFlow::Break(Skip::Input) {
                    return ControlFlow::Break(());
                }
            }
            Self::Error(_, error) => writer.error(error),
        }
        ControlFlow::Continue(())
    }
}

/// What the threads that search share.
pub(super) struct WorkerPool<C> {
    pub(super) factory: Box<ChunkFactory<C>>,
    pub(super) backpressure: Arc<Backpressure>,
    pub(super) rendering: RenderQueue<C>,
    pool: ThreadPool,
    /// The options of all searchers.
    template: Mutex<Searcher>,
    /// The searchers that no thread uses.
    idle: Mutex<Vec<Searcher>>,
}

impl<C: FileSink + Send + 'static> WorkerPool<C> {
    pub(super) fn new(
        factory: Box<ChunkFactory<C>>,
        backpressure: Backpressure,
        pool: ThreadPool,
        template: Searcher,
    ) -> Self {
        Self {
            factory,
            backpressure: Arc::new(backpressure),
            rendering: RenderQueue::new(),
            pool,
            template: Mutex::new(template),
            idle: Mutex::default(),
        }
    }

    /// Takes a searcher that no other thread uses.
    fn take_searcher(&self) -> Searcher {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| lock(&self.template).with_fresh_buffers())
    }

    fn put_back(&self, searcher: Searcher) {
        lock(&self.idle).push(searcher);
    }

    /// Has a chunk rendered if a thread has nothing else to do.
    pub(super) fn wake_for_rendering(self: &Arc<Self>) {
        let workers = Arc::clone(self);
        self.pool.spawn(move || {
            workers.rendering.render_one();
        });
    }

    /// Starts reading files, as the task with a number.
    pub(super) fn begin_files(
        self: &Arc<Self>,
        number: u64,
        files: Vec<WholeFile>,
    ) -> Receiver<TaskEvent<C>> {
        let (sender, events) = channel();
        let workers = Arc::clone(self);
        self.pool.spawn_fifo(move || {
            let task = TaskSender {
                workers: &workers,
                number,
                events: &sender,
                segment: None,
            };
            let writer = ChunkWriter::new(&*workers.factory, Destination::Task(&task));
            // Nothing that a panic leaves behind is used again.
            let search = AssertUnwindSafe(|| workers.search_files(files, writer));
            let event = catch_unwind(search).map_or(TaskEvent::Panicked, TaskEvent::Ended);
            // If nobody receives it, the run is over.
            let _ = sender.send(event);
        });
        events
    }

    fn search_files(&self, files: Vec<WholeFile>, mut writer: ChunkWriter<'_, C>) -> SegmentEnd {
        let mut searcher = self.take_searcher();
        let mut ended = SegmentEnd::default();
        for file in files {
            // Of what a panic leaves behind only the chunk is used: it may hold half of the last link.
            let search = AssertUnwindSafe(|| file.search(&mut searcher, &mut writer));
            let flow = catch_unwind(search).unwrap_or_else(|_| {
                searcher = self.take_searcher();
                writer.fail_by_panic();
                ControlFlow::Continue(())
            });
            if flow.is_break() || writer.is_over() {
                ended = SegmentEnd::left(Skip::Input);
                break;
            }
        }
        self.put_back(searcher);
        // Whether the last chunk is wanted does not matter any more.
        let _ = writer.finish();
        ended
    }

    /// Starts reading a segment, as the task with a number.
    pub(super) fn begin_segment(
        self: &Arc<Self>,
        number: u64,
        segment: Arc<Segment>,
    ) -> Receiver<TaskEvent<C>> {
        let (sender, events) = channel();
        let workers = Arc::clone(self);
        self.pool.spawn_fifo(move || {
            let task = TaskSender {
                workers: &workers,
                number,
                events: &sender,
                segment: Some(&segment),
            };
            let destination = Destination::Task(&task);
            let read = workers.search_segment(&segment, None, destination, &mut |first| {
                // If nobody receives it, the segment is not wanted.
                let _ = sender.send(TaskEvent::First(first));
            });
            let _ = sender.send(match read {
                Ok((ended, _)) => TaskEvent::Ended(ended),
                Err(Panicked) => TaskEvent::Panicked,
            });
        });
        events
    }

    /// Reads a segment, from `known` on if a message is known to begin there. Returns also whether no more
    /// of any input is wanted.
    pub(super) fn search_segment<'w>(
        &'w self,
        segment: &Segment,
        known: Option<u64>,
        destination: Destination<'w, C>,
        first: &mut dyn FnMut(u64),
    ) -> Result<(SegmentEnd, bool), Panicked> {
        // Nothing that a panic leaves behind is used again.
        let search = AssertUnwindSafe(|| {
            let mut writer = ChunkWriter::new(&*self.factory, destination);
            let file = &segment.file;
            if writer.begin_input(&file.input).is_break() {
                return (SegmentEnd::default(), true);
            }
            if segment.start > 0 {
                writer.resume_file(&file.path);
            } else if let ControlFlow::Break(skip) = writer.begin(&file.path) {
                writer.end();
                return (SegmentEnd::left(skip), writer.finish().is_break());
            }
            let mut searcher = self.take_searcher();
            let ended = segment.search(&mut searcher.sifter, known, &mut writer, first);
            self.put_back(searcher);
            (ended, writer.finish().is_break())
        });
        catch_unwind(search).map_err(|_| Panicked)
    }
}

/// A thread has panicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panicked;

/// Sends the chunks of a task to the thread that collects.
struct TaskSender<'s, C> {
    workers: &'s WorkerPool<C>,
    number: u64,
    events: &'s Sender<TaskEvent<C>>,
    segment: Option<&'s Segment>,
}

impl<C: FileSink + Send + 'static> ChunkReceiver<C> for TaskSender<'_, C> {
    fn send(&self, chunk: C) -> ControlFlow<()> {
        let help = || self.workers.rendering.render_one();
        let size = chunk.size();
        let permit = self.workers.backpressure.permit(self.number, size, help)?;
        if self.events.send(TaskEvent::Chunk(chunk, permit)).is_err() {
            return ControlFlow::Break(());
        }
        // Earlier chunks come first: the output waits for them.
        while help() {}
        ControlFlow::Continue(())
    }

    fn before_read(&self, at: u64) -> ControlFlow<(), bool> {
        let is_dropped = self.segment.is_some_and(Segment::is_dropped);
        if is_dropped || self.workers.backpressure.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.segment.is_some_and(|segment| segment.would_wait(at)))
    }
}
