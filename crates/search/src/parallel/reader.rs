//! The thread that goes through the inputs and begins tasks.

use std::{
    fs::{self, File},
    io::{self, Read},
    mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard,
        mpsc::{Receiver, Sender},
    },
};

use urlsift::{Kind, MessageLayout, ReadOptions, archive::recognise};
use urlsift_unpack::{Format, TempTurn, Visitor};

use super::{
    backpressure::FilePermit,
    remaining::RemainingInputs,
    segment::{Segment, Source, SplitFile, read_at},
    task::{Batch, Member, StreamingInput, Task, WholeFile, WorkerPool},
    task_sender::TaskEvent,
};
use crate::{
    error::Error,
    input::{
        opened_file::OpenedFile,
        source::{Input, Opened},
    },
    sink::FileSink,
    stream_buffer::{MemoryBudget, ReadCursor, StreamBuffer},
    sync::lock,
    threads::IdleThread,
    unpack::{
        files::Files,
        packing::{is_in_tar, is_member, layout_of},
    },
};

/// How inputs are cut, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// A file that is not larger is read whole; a larger one in segments of this size.
    segment: u64,
    /// The minimum size of a segment of a stream.
    stream_segment: u64,
    /// Bytes read of a stream at a time.
    block: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            segment: 4 << 20,
            stream_segment: 1 << 20,
            block: BLOCK,
        }
    }
}

impl Sizes {
    /// Returns the sizes for segments of another size.
    pub(super) fn of_segments(bytes: u64) -> Self {
        Self {
            segment: bytes,
            stream_segment: bytes,
            block: usize::try_from(bytes).map_or(BLOCK, |bytes| bytes.min(BLOCK)),
        }
    }

    /// Returns the maximum size of a file, packed or not, that is searched faster than threads are started: 64 KiB
    /// for segments of the default size.
    pub(super) const fn small_file(self) -> u64 {
        self.segment / 64
    }
}

/// Bytes read of a file to detect its kind.
const HEAD: usize = 64 << 10;

/// The number of bytes of a UTF-16 byte order mark.
const BYTE_ORDER_MARK: usize = 2;

/// Bytes read of a stream at a time. A member of a container that is smaller is read whole.
const BLOCK: usize = 128 << 10;

/// The maximum number of bytes and of files of a batch of small files.
const BATCH_BYTES: u64 = 1 << 20;
const BATCH_FILES: usize = 64;

/// The maximum number of inputs after a large packed file that are looked at to decide which thread unpacks it.
const MAX_LOOKAHEAD: usize = 64;

/// What the reading thread reports.
pub(super) enum Begun<C> {
    Task(Task<C>),
    /// It has panicked; the input that it was reading, if there was one.
    Panicked(Option<Input>),
    /// There are no more inputs.
    Done,
}

/// Starts the thread that goes through the inputs; another one takes over where it may block for ever.
pub(super) struct Readers<C> {
    workers: Arc<WorkerPool<C>>,
    settings: ReadSettings,
    inputs: Arc<Mutex<RemainingInputs>>,
    begun: Arc<Mutex<Sender<Begun<C>>>>,
    /// The handle of the current thread.
    handle: Arc<ReaderHandle>,
    /// The first thread, until it has begun.
    thread: Option<IdleThread>,
}

/// How inputs are read.
pub(super) struct ReadSettings {
    pub(super) files: Files,
    pub(super) reading: ReadOptions,
    /// Whether files are read whole.
    pub(super) reads_whole_files: bool,
    /// Whether files without messages are.
    pub(super) reads_whole_texts: bool,
    pub(super) sizes: Sizes,
    /// The memory for streams.
    pub(super) budget: Arc<MemoryBudget>,
}

impl ReadSettings {
    /// Returns whether a file of this kind is read in segments if it can be cut.
    fn cuts(&self, kind: Kind) -> bool {
        !(self.reads_whole_texts && kind == Kind::Text)
    }

    fn with_fresh_buffers(&self) -> Self {
        Self {
            files: self.files.with_fresh_buffers(),
            reading: self.reading.clone(),
            budget: Arc::clone(&self.budget),
            ..*self
        }
    }
}

/// What the reading thread does, and whether another one has taken over.
#[derive(Debug, Default)]
struct ReaderHandle(Mutex<ReaderState>);

#[derive(Debug, Default)]
struct ReaderState {
    streaming: Option<Arc<StreamingInput>>,
    /// The file that is being written to a stream buffer.
    file: Option<Arc<SplitFile>>,
    /// The turn for temporary files of the current input, if it is read from start to end.
    turn: Option<TempTurn>,
    is_over: bool,
}

impl ReaderState {
    /// Notes that no other thread waits for this one.
    fn stop(&mut self) {
        self.is_over = true;
        if let Some(turn) = self.turn.take() {
            turn.give_up();
        }
    }
}

impl ReaderHandle {
    fn state(&self) -> MutexGuard<'_, ReaderState> {
        lock(&self.0)
    }

    /// Begins an input, or ends one. Breaks if another thread has taken over.
    fn set_streaming(
        &self,
        streaming: Option<Arc<StreamingInput>>,
        turn: Option<TempTurn>,
    ) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.streaming = streaming;
        state.turn = turn;
        ControlFlow::Continue(())
    }

    /// Records the file that is being written to a stream buffer. Breaks if it is not wanted.
    fn set_file(&self, file: &Arc<SplitFile>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.file = Some(Arc::clone(file));
        ControlFlow::Continue(())
    }

    /// Stops the thread, whatever it does.
    fn stop(&self) {
        let mut state = self.state();
        state.stop();
        if let Some(file) = state.file.take() {
            // Its errors are not wanted either.
            let _ = file.leave();
        }
    }

    /// Stops the thread if it is reading this input. Returns whether it was.
    fn stop_at(&self, streaming: &Arc<StreamingInput>) -> bool {
        let mut state = self.state();
        let current = state.streaming.as_ref();
        let is_there = current.is_some_and(|current| Arc::ptr_eq(current, streaming));
        if is_there {
            state.stop();
        }
        is_there
    }
}

impl<C: FileSink + Send + 'static> Readers<C> {
    /// Creates one that reports the tasks it begins over `begun`. `thread` is the first thread.
    pub(super) fn new(
        workers: Arc<WorkerPool<C>>,
        settings: ReadSettings,
        inputs: RemainingInputs,
        begun: Sender<Begun<C>>,
        thread: IdleThread,
    ) -> Self {
        Self {
            workers,
            settings,
            inputs: Arc::new(Mutex::new(inputs)),
            begun: Arc::new(Mutex::new(begun)),
            handle: Arc::default(),
            thread: Some(thread),
        }
    }

    /// Starts a thread for the inputs that are left.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(super) fn start(&mut self) -> io::Result<()> {
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => IdleThread::start("read")?,
        };
        self.handle = Arc::default();
        let mut reader = Reader {
            workers: Arc::clone(&self.workers),
            settings: self.settings.with_fresh_buffers(),
            begun: Arc::clone(&self.begun),
            handle: Arc::clone(&self.handle),
            batch: Vec::new(),
            batch_bytes: 0,
            packed: Vec::new(),
            scratch: Vec::new(),
            streaming: None,
        };
        let inputs = Arc::clone(&self.inputs);
        thread.run(move || {
            let read = catch_unwind(AssertUnwindSafe(|| reader.inputs(&inputs)));
            let last = match read {
                Ok(ControlFlow::Continue(())) => Begun::Done,
                // The run is over, or another thread has taken over.
                Ok(ControlFlow::Break(())) => return,
                Err(_) => {
                    let streaming = reader.streaming.as_ref();
                    Begun::Panicked(streaming.map(|streaming| streaming.input.clone()))
                }
            };
            // A thread that was replaced reports nothing. If there is no receiver, the run is over.
            if reader.handle.set_streaming(None, None).is_continue() {
                let _ = lock(&reader.begun).send(last);
            }
        });
        Ok(())
    }

    /// Returns the inputs that are left.
    pub(super) fn remaining(&self) -> &Mutex<RemainingInputs> {
        &self.inputs
    }

    /// Stops the reading of all inputs.
    pub(super) fn stop(&self) {
        self.handle.stop();
    }

    /// Skips the rest of an input. The thread that reads it may be blocked for ever; another one takes
    /// over.
    pub(super) fn skip(&mut self, streaming: &Arc<StreamingInput>) -> io::Result<()> {
        if streaming.is_stream && self.handle.stop_at(streaming) {
            return self.start();
        }
        Ok(())
    }
}

/// Goes through the inputs, and begins tasks for batches of small files and for segments of others.
struct Reader<C> {
    workers: Arc<WorkerPool<C>>,
    settings: ReadSettings,
    begun: Arc<Mutex<Sender<Begun<C>>>>,
    handle: Arc<ReaderHandle>,
    /// The current batch of small files, and its bytes.
    batch: Vec<WholeFile>,
    batch_bytes: u64,
    /// The large packed files that are tasks and may not be collected yet: the number of each task, and the size.
    packed: Vec<(u64, u64)>,
    /// The buffer into which streams are read.
    scratch: Vec<u8>,
    /// The current input, if it is read from start to end.
    streaming: Option<Arc<StreamingInput>>,
}

impl<C: FileSink + Send + 'static> Reader<C> {
    /// Goes through all inputs. Breaks if the run is over, or another thread has taken over.
    fn inputs(&mut self, inputs: &Mutex<RemainingInputs>) -> ControlFlow<()> {
        loop {
            if lock(inputs).may_wait() {
                // The batch does not wait with it.
                self.begin_batch()?;
            }
            let next = lock(inputs).next();
            match next {
                Some(Ok(input)) => self.input(input, inputs)?,
                Some(Err(file)) => self.add_to_batch(file, 0)?,
                None => return self.begin_batch(),
            }
        }
    }

    fn input(&mut self, input: Input, inputs: &Mutex<RemainingInputs>) -> ControlFlow<()> {
        if let Input::Path(path) | Input::File(path) = &input {
            // A file without metadata cannot be opened either, which is reported where it is tried.
            let small = match fs::metadata(path) {
                Ok(metadata) if metadata.is_file() => Some(metadata.len()),
                Ok(_) => None,
                Err(_) => Some(0),
            };
            if let Some(bytes) = small.filter(|&bytes| bytes <= self.settings.sizes.segment) {
                return self.add_to_batch(WholeFile::Input(input), bytes);
            }
        }
        self.begin_batch()?;
        let permit = self.workers.backpressure.open_file()?;
        match input.open() {
            Ok(Opened::File(file)) => self.file(input, file, permit, inputs),
            Ok(stream) => self.unpack(input, stream),
            Err(error) => {
                let error = Error::io(input.path(), error);
                self.add_to_batch(WholeFile::Error(input, error), 0)
            }
        }
    }

    /// Adds a file to the batch, and begins the batch if it is full.
    fn add_to_batch(&mut self, file: WholeFile, bytes: u64) -> ControlFlow<()> {
        self.batch.push(file);
        self.batch_bytes += bytes;
        // The next file of a stream may take any time.
        let streaming = self.streaming.as_ref();
        let trickles = streaming.is_some_and(|streaming| streaming.is_stream);
        if self.batch_bytes < BATCH_BYTES && self.batch.len() < BATCH_FILES && !trickles {
            return ControlFlow::Continue(());
        }
        self.begin_batch()
    }

    /// Begins the task that reads the batch.
    fn begin_batch(&mut self) -> ControlFlow<()> {
        self.begin_batch_that(false)?;
        ControlFlow::Continue(())
    }

    /// Begins the task that reads the batch. `may_spill` allows its results to go to a temporary file. Returns the
    /// number of the task, unless the batch is empty.
    fn begin_batch_that(&mut self, may_spill: bool) -> ControlFlow<(), Option<u64>> {
        self.batch_bytes = 0;
        let files = mem::take(&mut self.batch);
        let Some(input) = files.first().map(|file| file.input().clone()) else {
            return ControlFlow::Continue(None);
        };
        let may_unpack = files.iter().any(|file| matches!(file, WholeFile::Input(_)));
        let batch = Batch {
            turn: may_unpack
                .then(|| self.settings.files.next_turn())
                .flatten(),
            files,
            may_spill,
        };
        self.begin(input, |workers, number| {
            (workers.begin_files(number, batch), None)
        })
        .map_continue(Some)
    }

    fn begin_segment(&mut self, segment: Segment) -> ControlFlow<(), Arc<Segment>> {
        let segment = Arc::new(segment);
        let begun = Arc::clone(&segment);
        self.begin(segment.file.input.clone(), |workers, number| {
            let events = workers.begin_segment(number, Arc::clone(&begun));
            (events, Some(begun))
        })?;
        ControlFlow::Continue(segment)
    }

    /// Begins a task as soon as that is possible, and returns its number.
    fn begin(
        &mut self,
        input: Input,
        begin: impl FnOnce(&Arc<WorkerPool<C>>, u64) -> (Receiver<TaskEvent<C>>, Option<Arc<Segment>>),
    ) -> ControlFlow<(), u64> {
        // Tasks are reported in the order of their numbers, even where another thread takes over.
        let sender = lock(&self.begun);
        let number = self.workers.backpressure.begin()?;
        let (events, segment) = begin(&self.workers, number);
        let sent = sender.send(Begun::Task(Task {
            events,
            input,
            segment,
            streaming: self.streaming.clone(),
        }));
        sent.map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(number))
    }

    /// Begins a file that is large, or whose size is unknown.
    fn file(
        &mut self,
        input: Input,
        opened: OpenedFile,
        permit: FilePermit,
        inputs: &Mutex<RemainingInputs>,
    ) -> ControlFlow<()> {
        let file = &opened.file;
        let (head, at_end) = read_head(file);
        if self.settings.files.would_unpack(&head, at_end) {
            let len = opened.len;
            if input == Input::Stdin || !self.is_task(len, inputs) {
                return self.unpack(input, Opened::File(opened));
            }
            drop((opened, permit));
            self.batch.push(WholeFile::Input(input));
            let number = self.begin_batch_that(true)?;
            self.packed.extend(number.map(|number| (number, len)));
            return ControlFlow::Continue(());
        }
        let len = opened.len;
        let kind = self
            .kind(&head, at_end)
            .filter(|&kind| self.can_be_cut(kind, &head));
        match kind {
            Some(kind) if !self.settings.reads_whole_files && len > self.settings.sizes.segment => {
                self.segments(input, opened, permit, kind)
            }
            _ => {
                self.add_to_batch(WholeFile::Input(input), len)?;
                self.begin_batch()
            }
        }
    }

    /// Returns whether a packed file of this size becomes a separate task.
    ///
    /// A task unpacks and searches it on one thread. Otherwise this thread unpacks it and the others search it, which
    /// is faster for one file. So it is a task if large packed files follow it, which are unpacked at the same time;
    /// if another one of at least its size is being read and a thread is idle, as it will be done by then; or if the
    /// packed files before it are done sooner if this thread helps with them.
    fn is_task(&mut self, len: u64, inputs: &Mutex<RemainingInputs>) -> bool {
        if self.is_followed_by_packed(len / 2, inputs) {
            return true;
        }
        let has_idle_thread = self.idle_threads().is_some();
        if has_idle_thread {
            return self.packed.iter().any(|&(_, other)| other >= len);
        }
        let (before, threads) = (self.packed.len(), self.workers.threads());
        (before + 1).div_ceil(threads) < before.div_ceil((threads - 1).max(1))
    }

    /// Returns the number of threads that no large packed file keeps busy.
    fn idle_threads(&mut self) -> Option<NonZeroUsize> {
        let collected = self.workers.backpressure.collected_tasks();
        self.packed.retain(|&(number, _)| number >= collected);
        NonZeroUsize::new(self.workers.threads().saturating_sub(self.packed.len()))
    }

    /// Returns whether the next large inputs are packed files of together at least this many bytes.
    fn is_followed_by_packed(&self, bytes: u64, inputs: &Mutex<RemainingInputs>) -> bool {
        let mut sum = 0;
        for others in 0..MAX_LOOKAHEAD {
            let path = match lock(inputs).peek(others) {
                Some(Ok(Input::Path(path) | Input::File(path))) => path.clone(),
                Some(Ok(_)) | None => return false,
                Some(Err(_)) => continue,
            };
            let len = match fs::metadata(&path) {
                Ok(metadata) if !metadata.is_file() => return false,
                metadata => metadata.map_or(0, |metadata| metadata.len()),
            };
            if len <= self.settings.sizes.segment {
                continue;
            }
            let Ok(file) = File::open(&path) else {
                return false;
            };
            let (head, at_end) = read_head(&file);
            if !self.settings.files.would_unpack(&head, at_end) {
                return false;
            }
            sum += len;
            if sum >= bytes {
                return true;
            }
        }
        false
    }

    fn kind(&self, head: &[u8], at_end: bool) -> Option<Kind> {
        let known = self.settings.reading.known_kind();
        known.or_else(|| recognise(head, at_end))
    }

    /// Returns whether a file that begins with `head` can be cut.
    fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        self.settings.cuts(kind)
            && self.settings.reading.can_be_cut(kind, head)
            && seems_cuttable(kind, head)
    }

    /// Begins the segments of a file. None of its bytes are read here.
    fn segments(
        &mut self,
        input: Input,
        opened: OpenedFile,
        permit: FilePermit,
        kind: Kind,
    ) -> ControlFlow<()> {
        let path = input.path().into();
        let progress = self.settings.files.progress();
        let OpenedFile { file, len, .. } = opened;
        let source = Source::File {
            file,
            len,
            _permit: permit,
        };
        let file = SplitFile::new(input, path, source, progress);
        let file = Arc::new(file);
        let size = self.settings.sizes.segment;
        let mut start = 0;
        while !file.is_over() {
            // If the file grows, the new bytes belong to the last segment.
            let is_last = len - start <= size;
            let end = if is_last { u64::MAX } else { start + size };
            self.begin_segment(Segment::new(&file, Some(kind), start, end))?;
            if is_last {
                break;
            }
            start = end;
        }
        ControlFlow::Continue(())
    }

    /// Reads an input that may be packed from start to end.
    fn unpack(&mut self, input: Input, opened: Opened) -> ControlFlow<()> {
        let path: PathBuf = input.path().into();
        let is_stream = !matches!(opened, Opened::File(_) | Opened::PublicInbox(_));
        let streaming = Arc::new(StreamingInput::new(input, is_stream));
        self.streaming = Some(Arc::clone(&streaming));
        let mut files = self.settings.files.with_fresh_buffers();
        let turn = files.next_turn();
        files.set_turn(turn.clone());
        files.set_threads(self.idle_threads().unwrap_or(NonZeroUsize::MIN));
        self.handle
            .set_streaming(Some(Arc::clone(&streaming)), turn)?;
        let visited = files.visit(&path, opened, self);
        drop(files);
        self.handle.set_streaming(None, None)?;
        if !streaming.is_left() {
            visited?;
        }
        self.begin_batch()?;
        self.streaming = None;
        ControlFlow::Continue(())
    }

    /// Reads a stream, and begins its segments as it comes. A message of a known layout is one segment.
    fn stream(
        &mut self,
        path: &Path,
        is_in_tar: bool,
        layout: Option<MessageLayout>,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        self.begin_batch()?;
        let Some(streaming) = &self.streaming else {
            return ControlFlow::Continue(());
        };
        let front = Arc::new(ReadCursor::at(0));
        let buffer = StreamBuffer::new(Arc::clone(&self.settings.budget), Arc::clone(&front));
        let input = streaming.input.clone();
        let file = SplitFile::new(input, path.into(), Source::Stream(buffer), None);
        let file = Arc::new(file.in_tar(is_in_tar).with_layout(layout));
        let Source::Stream(buffer) = &file.source else {
            return ControlFlow::Continue(());
        };
        self.handle.set_file(&file)?;
        let known_kind = self.settings.reading.known_kind();
        let mut segment = Segment::new(&file, known_kind, 0, u64::MAX);
        segment.cursor = front;
        let mut segment = self.begin_segment(segment)?;
        let Sizes {
            stream_segment,
            block: size,
            ..
        } = self.settings.sizes;
        let segment_size = if self.settings.reads_whole_files || layout.is_some() {
            u64::MAX
        } else {
            stream_segment
        };
        let mut cutter = Cutter::new(self.settings.reading.clone(), segment_size);
        let failure = loop {
            self.scratch.resize(size, 0);
            let len = match bytes.read(&mut self.scratch) {
                Ok(0) => break None,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => break Some(error),
            };
            let block = if len < size / 2 {
                self.scratch[..len].to_vec()
            } else {
                self.scratch.truncate(len);
                mem::take(&mut self.scratch)
            };
            let cut = cutter.cut(&block);
            if let Some((kind, start, before)) = cut
                && self.settings.cuts(kind)
                && self.workers.backpressure.has_room()
            {
                // Nothing after it was written yet.
                segment.cut(start);
                cutter.was_cut();
                let mut next = Segment::new(&file, Some(kind), start, u64::MAX);
                next.before = Some(before);
                segment = self.begin_segment(next)?;
            }
            if buffer.write(block).is_break() {
                break None;
            }
        };
        match buffer.close(failure).filter(|_| is_in_tar) {
            Some(failure) => self.fault(path, failure),
            None => ControlFlow::Continue(()),
        }
    }

    /// Reads a member of a container, which may be small.
    fn member(
        &mut self,
        path: &Path,
        is_in_tar: bool,
        layout: Option<MessageLayout>,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        let Some(streaming) = &self.streaming else {
            return ControlFlow::Continue(());
        };
        streaming.set_has_members();
        if streaming.is_stream {
            // The rest of it may take any time.
            return self.stream(path, is_in_tar, layout, bytes);
        }
        let input = streaming.input.clone();
        let mut head = Vec::new();
        let read = bytes.take(BLOCK as u64).read_to_end(&mut head);
        if read.is_ok() && head.len() == BLOCK {
            let mut bytes = io::Cursor::new(head).chain(bytes);
            return self.stream(path, is_in_tar, layout, &mut bytes);
        }
        let len = head.len() as u64;
        let member = Member {
            layout,
            failure: read.err(),
            is_in_tar,
            ..Member::new(path, head)
        };
        self.add_to_batch(WholeFile::Member(input, member), len)
    }
}

impl<C: FileSink + Send + 'static> Visitor for Reader<C> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        let streaming = self.streaming.as_ref();
        if streaming.is_some_and(|streaming| streaming.is_left()) {
            return ControlFlow::Break(());
        }
        if is_member(packing) {
            self.member(path, is_in_tar(packing), None, bytes)
        } else {
            self.stream(path, false, None, bytes)
        }
    }

    fn message(
        &mut self,
        path: &Path,
        packing: &[Format],
        layout: urlsift_unpack::MessageLayout,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        let streaming = self.streaming.as_ref();
        if streaming.is_some_and(|streaming| streaming.is_left()) {
            return ControlFlow::Break(());
        }
        self.member(path, is_in_tar(packing), Some(layout_of(layout)), bytes)
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        let Some(streaming) = &self.streaming else {
            return ControlFlow::Continue(());
        };
        let error = Error::io(path, error);
        let input = streaming.input.clone();
        self.add_to_batch(WholeFile::Error(input, error), 0)
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        if self.workers.backpressure.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Returns the first bytes of a file, and whether they are all.
fn read_head(file: &File) -> (Vec<u8>, bool) {
    let mut head = vec![0; HEAD];
    let mut filled = 0;
    // An error is reported where the file is read.
    while filled < HEAD
        && let Ok(len @ 1..) = read_at(file, &mut head[filled..], filled as u64)
    {
        filled += len;
    }
    head.truncate(filled);
    (head, filled < HEAD)
}

/// Returns whether a file that begins with `head` seems to have places where it can be cut. A text without
/// messages need not have one; if its beginning has none, the rest is not searched for one.
fn seems_cuttable(kind: Kind, head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n');
    let is_place = |line: &[u8]| {
        let after = line
            .iter()
            .rposition(|&byte| byte == b'<')
            .map(|at| &line[at..]);
        matches!(line, b"" | b"\r") || after.is_some_and(|after| after.contains(&b'>'))
    };
    kind != Kind::Text || lines.any(is_place)
}

/// Finds where a stream can be cut.
#[derive(Debug)]
struct Cutter {
    reading: ReadOptions,
    kind: Option<Kind>,
    /// The minimum number of bytes of a segment.
    least: u64,
    /// The first bytes, while the kind of the file is unknown.
    head: Vec<u8>,
    /// The bytes seen, and those of them since the last cut.
    at: u64,
    uncut: u64,
    before: [u8; 3],
}

impl Cutter {
    fn new(reading: ReadOptions, least: u64) -> Self {
        Self {
            kind: reading.known_kind(),
            reading,
            least,
            head: Vec::new(),
            at: 0,
            uncut: 0,
            before: [0; 3],
        }
    }

    /// Returns whether to cut before the next bytes: the kind of the file, the offset, and the three bytes
    /// before it.
    fn cut(&mut self, block: &[u8]) -> Option<(Kind, u64, [u8; 3])> {
        let cut = self.kind.filter(|_| self.uncut >= self.least);
        let cut = cut.filter(|&kind| self.reading.can_be_cut(kind, &self.head));
        let cut = cut.map(|kind| (kind, self.at, self.before));
        if self.kind.is_none() || self.head.len() < BYTE_ORDER_MARK {
            let len = block.len().min(HEAD - self.head.len().min(HEAD));
            self.head.extend_from_slice(&block[..len]);
            // At the end of the stream nothing has to be cut any more.
            self.kind = self.kind.or_else(|| recognise(&self.head, false));
        }
        for &byte in &block[block.len().saturating_sub(3)..] {
            self.before.rotate_left(1);
            self.before[2] = byte;
        }
        self.at += block.len() as u64;
        self.uncut += block.len() as u64;
        cut
    }

    fn was_cut(&mut self) {
        self.uncut = 0;
    }
}
