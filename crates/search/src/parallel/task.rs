//! Tasks, each of which is searched on one thread, and their events.

use std::{
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::ThreadPool;
use urlsift::{MessageLayout, Skip};
use urlsift_unpack::TempTurn;

use super::{
    backpressure::Backpressure,
    chunk_writer::{ChunkFactory, ChunkWriter, Destination},
    packed_queue::{PackedQueue, Successors},
    panics::{self, Panicked},
    render::RenderQueue,
    segment::{Segment, SegmentEnd},
    spill::SpillFile,
    task_sender::{TaskEvent, TaskSender},
};
use crate::{
    cores::{CoreTurns, SharedCores},
    error::Error,
    input::source::Input,
    searcher::{Searcher, search_file},
    sink::FileSink,
    sync::lock,
    threads::IdleThread,
    unpack::{files::Turns, packing::ends_container},
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
    is_skipped: AtomicBool,
}

impl StreamingInput {
    pub(super) fn new(input: Input, is_stream: bool) -> Self {
        Self {
            input,
            is_stream,
            has_members: AtomicBool::new(false),
            is_skipped: AtomicBool::new(false),
        }
    }

    /// Notes that the input is a container.
    pub(super) fn set_has_members(&self) {
        self.has_members.store(true, Ordering::Relaxed);
    }

    /// Notes that no more is wanted of the input, or only of the file in it that was read last. Returns whether nothing
    /// more of the input is wanted.
    pub(super) fn skip(&self, skip: Skip) -> bool {
        let skips_all = skip == Skip::Input || !self.has_members.load(Ordering::Relaxed);
        if skips_all {
            self.is_skipped.store(true, Ordering::Relaxed);
        }
        skips_all
    }

    pub(super) fn is_skipped(&self) -> bool {
        self.is_skipped.load(Ordering::Relaxed)
    }
}

/// A file that is read as a whole.
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
    /// The layout, if it is a message of a known one.
    pub(super) layout: Option<MessageLayout>,
    pub(super) bytes: io::Cursor<Vec<u8>>,
    /// The error after these bytes, if there is one.
    pub(super) failure: Option<io::Error>,
    /// Whether the container around the file is [read as a stream](crate::unpack::packing::is_in_stream).
    pub(super) is_in_stream: bool,
}

impl Member {
    /// Creates a file with these bytes.
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            layout: None,
            bytes: io::Cursor::new(bytes),
            failure: None,
            is_in_stream: false,
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
                let (sifter, layout) = (&mut searcher.sifter, member.layout);
                let is_in_stream = member.is_in_stream;
                let end = search_file(sifter, &path, layout, is_in_stream, &mut member, writer);
                if end == ControlFlow::Break(Skip::Input) {
                    return ControlFlow::Break(());
                }
                let failure = member.failure.take();
                if let Some(error) = failure.filter(|error| ends_container(is_in_stream, error)) {
                    writer.error(Error::io(&path, error));
                }
            }
            Self::Error(_, error) => writer.error(error),
        }
        ControlFlow::Continue(())
    }
}

/// Files that one task reads, one after another.
pub(super) struct Batch {
    pub(super) files: Vec<WholeFile>,
    /// The turn for temporary files, if the batch may need one. Turns are taken in the order of the tasks.
    pub(super) turn: Option<TempTurn>,
    pub(super) kind: BatchKind,
}

/// The files of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchKind {
    /// Any files, which are read as one task of many.
    Files,
    /// A large packed file. Its results may go to a temporary file, so that it can be read far ahead of the first task.
    Packed(Successors),
}

/// The state that the searching threads share.
pub(super) struct WorkerPool<C> {
    pub(super) factory: Box<ChunkFactory<C>>,
    pub(super) backpressure: Arc<Backpressure>,
    pub(super) rendering: RenderQueue<C>,
    pub(super) spill: Arc<SpillFile>,
    packed: PackedQueue,
    /// The cores that the tasks of packed files share.
    cores: Arc<SharedCores>,
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
        spill: SpillFile,
        pool: ThreadPool,
        template: Searcher,
    ) -> Self {
        Self {
            factory,
            backpressure: Arc::new(backpressure),
            rendering: RenderQueue::new(),
            spill: Arc::new(spill),
            packed: PackedQueue::new(pool.current_num_threads()),
            cores: SharedCores::new(pool.current_num_threads()),
            pool,
            template: Mutex::new(template),
            idle: Mutex::default(),
        }
    }

    /// Returns the number of threads that search.
    pub(super) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Takes a searcher that no other thread uses.
    pub(super) fn take_searcher(&self) -> Searcher {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| lock(&self.template).with_fresh_buffers())
    }

    /// Takes a searcher for the task that has these turns.
    fn take_searcher_with(&self, turns: &Turns) -> Searcher {
        let mut searcher = self.take_searcher();
        searcher.files.set_turns(turns.clone());
        searcher
    }

    fn put_back(&self, searcher: Searcher) {
        lock(&self.idle).push(searcher);
    }

    /// Queues the rendering of a chunk for a thread that has nothing else to do.
    pub(super) fn wake_for_rendering(self: &Arc<Self>) {
        let workers = Arc::clone(self);
        self.pool.spawn(move || {
            workers.rendering.render_one();
        });
    }

    fn task_sender<'s>(
        &'s self,
        number: u64,
        events: &'s Sender<TaskEvent<C>>,
        segment: Option<&'s Segment>,
    ) -> TaskSender<'s, C> {
        TaskSender {
            events,
            number,
            segment,
            backpressure: &self.backpressure,
            rendering: &self.rendering,
            spill: None,
        }
    }

    /// Notes that the first task is collected.
    pub(super) fn collected(&self) {
        self.backpressure.collected();
        self.cores.set_first(self.backpressure.collected_tasks());
    }

    /// Starts reading a batch of files, as the task with a number.
    pub(super) fn begin_files(
        self: &Arc<Self>,
        number: u64,
        batch: Batch,
    ) -> Receiver<TaskEvent<C>> {
        let kind = batch.kind;
        let (job, events) = self.job(number, None, move |workers, task| {
            let is_packed = kind != BatchKind::Files;
            let task = TaskSender {
                spill: is_packed.then_some(&workers.spill),
                ..task
            };
            let cores = is_packed.then(|| Arc::new(workers.cores.join(number)));
            let writer = ChunkWriter::new(&*workers.factory, Destination::Task(task));
            panics::catch(|| workers.search_files(batch, cores, writer))
        });
        match kind {
            BatchKind::Files => self.pool.spawn_fifo(job),
            BatchKind::Packed(successors) => {
                self.packed.push(Box::new(job), successors);
                let workers = Arc::clone(self);
                self.pool.spawn_fifo(move || workers.run_packed());
                self.start_extra_threads();
            }
        }
        events
    }

    /// Runs the next task of a packed file, unless another thread has taken it.
    fn run_packed(self: &Arc<Self>) {
        if let Some(job) = self.packed.take() {
            self.start_extra_threads();
            job();
            self.packed.end();
        }
    }

    /// Starts threads in addition to those of the pool, if the last packed files need them. If none can be started, the
    /// files wait for the pool.
    fn start_extra_threads(self: &Arc<Self>) {
        while self.packed.begin_extra() {
            let Ok(thread) = IdleThread::start("search-packed") else {
                self.packed.end_extra();
                return;
            };
            let workers = Arc::clone(self);
            thread.run(move || {
                workers.run_packed();
                workers.packed.end_extra();
            });
        }
    }

    /// Starts reading a segment, as the task with a number.
    pub(super) fn begin_segment(
        self: &Arc<Self>,
        number: u64,
        segment: Arc<Segment>,
    ) -> Receiver<TaskEvent<C>> {
        let of_task = Some(Arc::clone(&segment));
        let (job, events) = self.job(number, of_task, move |workers, task| {
            let events = task.events;
            let mut first = |offset| {
                // If there is no receiver, the segment is not wanted.
                let _ = events.send(TaskEvent::First(offset));
            };
            let destination = Destination::Task(task);
            let read = workers.search_segment(&segment, None, destination, &mut first);
            read.map(|(ended, _)| ended)
        });
        self.pool.spawn_fifo(job);
        events
    }

    /// Returns a job that runs the task with a number, and the receiver of its events. `search` reads the files or the
    /// segment of the task.
    fn job(
        self: &Arc<Self>,
        number: u64,
        segment: Option<Arc<Segment>>,
        search: impl FnOnce(&Self, TaskSender<'_, C>) -> Result<SegmentEnd, Panicked> + Send + 'static,
    ) -> (impl FnOnce() + Send + 'static, Receiver<TaskEvent<C>>) {
        let (sender, events) = channel();
        let workers = Arc::clone(self);
        let job = move || {
            let task = workers.task_sender(number, &sender, segment.as_deref());
            let event = search(&workers, task)
                .map_or_else(|Panicked| TaskEvent::Panicked, TaskEvent::Ended);
            // If there is no receiver, the run is over, or the segment is not wanted.
            let _ = sender.send(event);
        };
        (job, events)
    }

    fn search_files(
        &self,
        batch: Batch,
        cores: Option<Arc<CoreTurns>>,
        mut writer: ChunkWriter<'_, C>,
    ) -> SegmentEnd {
        let Batch { files, turn, .. } = batch;
        let turns = Turns { temp: turn, cores };
        let mut searcher = self.take_searcher_with(&turns);
        let mut ended = SegmentEnd::default();
        for file in files {
            // After a panic only the chunk is used: it may hold half of the last link.
            let search = panics::catch(|| file.search(&mut searcher, &mut writer));
            let flow = search.unwrap_or_else(|Panicked| {
                searcher = self.take_searcher_with(&turns);
                writer.fail_by_panic();
                ControlFlow::Continue(())
            });
            if flow.is_break() || writer.is_over() {
                ended = SegmentEnd::skipped(Skip::Input);
                break;
            }
        }
        searcher.files.set_turns(Turns::default());
        drop(turns);
        self.put_back(searcher);
        // Whether the last chunk is wanted does not matter any more.
        let _ = writer.finish();
        ended
    }

    /// Reads a segment, from `known` on if a message is known to begin there. Also returns whether no more of any input
    /// is wanted.
    pub(super) fn search_segment<'w>(
        &'w self,
        segment: &Segment,
        known: Option<u64>,
        destination: Destination<'w, C>,
        first: &mut dyn FnMut(u64),
    ) -> Result<(SegmentEnd, bool), Panicked> {
        panics::catch(|| {
            let mut writer = ChunkWriter::new(&*self.factory, destination);
            let file = &segment.file;
            if writer.begin_input(&file.input).is_break() {
                return (SegmentEnd::default(), true);
            }
            if segment.start > 0 {
                writer.resume_file(&file.path);
            } else if let ControlFlow::Break(skip) = writer.begin(&file.path) {
                writer.end();
                return (SegmentEnd::skipped(skip), writer.finish().is_break());
            }
            let mut searcher = self.take_searcher();
            let ended = segment.search(&mut searcher.sifter, known, &mut writer, first);
            self.put_back(searcher);
            (ended, writer.finish().is_break())
        })
    }
}
