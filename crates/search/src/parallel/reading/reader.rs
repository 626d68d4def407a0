//! The thread that goes through the inputs and begins tasks.

use std::{
    fs,
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, mpsc::Sender},
};

use urlsift::{Kind, MessageLayout};
use urlsift_unpack::{Format, UnpackedFile, Visitor};

use super::{
    cutter::StreamCutter,
    handle::ReaderHandle,
    inputs::RemainingInputs,
    settings::ReadSettings,
    sizes::{BLOCK, Sizes},
};
use crate::{
    at_offset::OffsetFile,
    error::Error,
    head::{HEAD, reading_of},
    input::{
        opened_file::OpenedFile,
        source::{Input, OpenedInput},
    },
    parallel::{
        backpressure::FilePermit,
        segment::{FileSource, Segment, SplitFile},
        task::{Batch, Member, StreamingInput, Task, TaskContent, WholeFile},
        workers::Workers,
    },
    stream_buffer::{ReadCursor, StreamBuffer},
    sync::lock,
    unpack::packing::{ends_container, is_member, layout_of},
};

/// The maximum number of bytes and of files of a batch of small files.
const BATCH_BYTES: u64 = 1 << 20;
const BATCH_FILES: usize = 64;

/// Goes through the inputs, and begins tasks for batches of small files and for segments of others.
pub(super) struct Reader {
    workers: Arc<Workers>,
    settings: ReadSettings,
    inputs: Arc<Mutex<RemainingInputs>>,
    tasks: Sender<Result<Task, Error>>,
    handle: Arc<ReaderHandle>,
    /// The current batch of small files, and its bytes.
    batch: Vec<WholeFile>,
    batch_bytes: u64,
    /// Each task that searches a large compressed file holds a clone.
    compressed: Arc<()>,
    /// The buffer into which streams are read.
    scratch: Vec<u8>,
    /// The current input, if it is read from start to end.
    streaming: Option<Arc<StreamingInput>>,
}

impl Reader {
    /// Creates a reader that sends the tasks that it begins over `tasks`.
    pub(super) fn new(
        workers: Arc<Workers>,
        settings: ReadSettings,
        inputs: Arc<Mutex<RemainingInputs>>,
        tasks: Sender<Result<Task, Error>>,
        handle: Arc<ReaderHandle>,
    ) -> Self {
        Self {
            compressed: Arc::default(),
            workers,
            settings,
            inputs,
            tasks,
            handle,
            batch: Vec::new(),
            batch_bytes: 0,
            scratch: Vec::new(),
            streaming: None,
        }
    }

    /// Returns the input that is being read from start to end, if there is one.
    pub(super) fn streaming(&self) -> Option<&Input> {
        self.streaming.as_ref().map(|streaming| &streaming.input)
    }

    /// Goes through all inputs. Breaks if the run is over, or the thread was left.
    pub(super) fn inputs(&mut self) -> ControlFlow<()> {
        loop {
            if lock(&self.inputs).may_wait() {
                // The batch does not wait with it.
                self.begin_batch()?;
            }
            let next = lock(&self.inputs).next();
            match next {
                Some(Ok(input)) => self.input(input)?,
                Some(Err(file)) => self.add_to_batch(file, 0)?,
                None => return self.begin_batch(),
            }
        }
    }

    fn input(&mut self, input: Input) -> ControlFlow<()> {
        if let Input::Path(path) | Input::File(path) = &input {
            // A file without metadata cannot be opened either, which is reported where it is tried.
            let small = match fs::metadata(path) {
                Ok(metadata) if metadata.is_file() => Some(metadata.len()),
                Ok(_) => None,
                Err(_) => Some(0),
            };
            if let Some(bytes) = small.filter(|&bytes| bytes <= self.settings.sizes.whole_file) {
                return self.add_to_batch(WholeFile::Input(input), bytes);
            }
        }
        self.begin_batch()?;
        if let Input::Reader(reader) = &input
            && self.settings.reads_whole_files
            && reader.is_seekable()
        {
            // The task seeks to the range.
            self.add_to_batch(WholeFile::Input(input), 0)?;
            return self.begin_batch();
        }
        let permit = self.workers.backpressure.open_file()?;
        match input.open() {
            Ok(OpenedInput::File(file)) => self.file(input, file, permit),
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
    pub(super) fn begin_batch(&mut self) -> ControlFlow<()> {
        self.batch_bytes = 0;
        let files = mem::take(&mut self.batch);
        if let Some(first) = files.first() {
            return self.begin_files(first.input().clone(), files, None);
        }
        ControlFlow::Continue(())
    }

    /// Begins the task that reads these files, the first of which is or is in `input`, `compressed` is as in
    /// [`Batch`].
    fn begin_files(
        &mut self,
        input: Input,
        files: Vec<WholeFile>,
        compressed: Option<Arc<()>>,
    ) -> ControlFlow<()> {
        self.begin(input, TaskContent::Files(Batch { files, compressed }))
    }

    fn begin_segment(&mut self, segment: Segment) -> ControlFlow<(), Arc<Segment>> {
        let segment = Arc::new(segment);
        let content = TaskContent::Segment(Arc::clone(&segment));
        self.begin(segment.file.input.clone(), content)?;
        ControlFlow::Continue(segment)
    }

    /// Begins a task as soon as that is possible.
    fn begin(&mut self, input: Input, content: TaskContent) -> ControlFlow<()> {
        let number = self.workers.backpressure.begin()?;
        let segment = match &content {
            TaskContent::Files(_) => None,
            TaskContent::Segment(segment) => Some(Arc::clone(segment)),
        };
        let (work, events) = self.workers.task(number, content);
        let sent = self.tasks.send(Ok(Task {
            events,
            input,
            segment,
            streaming: self.streaming.clone(),
        }));
        if sent.is_err() {
            return ControlFlow::Break(());
        }
        self.workers.pool.queue(work);
        ControlFlow::Continue(())
    }

    /// Begins a file that is large, or whose size is unknown.
    fn file(
        &mut self,
        input: Input,
        mut opened: OpenedFile,
        permit: FilePermit,
    ) -> ControlFlow<()> {
        let (head, at_end) = match opened.read_head(HEAD) {
            Ok(head) => head,
            Err(error) => {
                let error = Error::io(input.path(), error);
                return self.add_to_batch(WholeFile::Error(input, error), 0);
            }
        };
        if self.settings.files.would_unpack(&head, at_end) {
            return self.compressed(input, opened, permit);
        }
        let len = opened.len;
        let kind = self
            .settings
            .kind(input.path(), &head, at_end)
            .filter(|&kind| self.settings.can_be_cut(kind, &head));
        match kind {
            Some(kind)
                if !self.settings.reads_whole_files && len > self.settings.sizes.whole_file =>
            {
                self.segments(input, opened, permit, kind)
            }
            _ => {
                self.add_to_batch(WholeFile::Input(input), len)?;
                self.begin_batch()
            }
        }
    }

    /// Begins a large compressed file, which one thread decodes from its start to its end. So it is one task of the
    /// pool, which unpacks and searches it. A lone file is streamed instead: this thread unpacks it, and the pool
    /// searches what is unpacked.
    fn compressed(
        &mut self,
        input: Input,
        opened: OpenedFile,
        permit: FilePermit,
    ) -> ControlFlow<()> {
        let is_alone =
            Arc::strong_count(&self.compressed) == 1 && lock(&self.inputs).peek(0).is_none();
        if is_alone || input == Input::Stdin {
            return self.unpack(input, OpenedInput::File(opened));
        }
        // The task opens the file again.
        drop((opened, permit));
        let files = vec![WholeFile::Input(input.clone())];
        self.begin_files(input, files, Some(Arc::clone(&self.compressed)))
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
        let source = FileSource::File {
            file: OffsetFile::new(file),
            len,
            _permit: permit,
        };
        let file = SplitFile::new(input, path, source, progress);
        let file = Arc::new(file);
        let (sizes, threads) = (self.settings.sizes, self.workers.pool.threads());
        let (mut start, mut before) = (0, 0);
        while !file.is_over() {
            let is_crowded = self.workers.backpressure.wait_for_segment()?;
            let size = sizes.segment(before, threads, is_crowded);
            // If the file grows, the new bytes belong to the last segment.
            let is_last = len - start <= size;
            let end = if is_last { u64::MAX } else { start + size };
            self.begin_segment(Segment::new(&file, Some(kind), start, end))?;
            if is_last {
                break;
            }
            start = end;
            before += 1;
        }
        ControlFlow::Continue(())
    }

    /// Reads an input that may be a compressed file or a container, from start to end.
    fn unpack(&mut self, input: Input, opened: OpenedInput) -> ControlFlow<()> {
        let path: PathBuf = input.path().into();
        let is_stream = !matches!(opened, OpenedInput::File(_) | OpenedInput::PublicInbox(_));
        let streaming = Arc::new(StreamingInput::new(input, is_stream));
        self.streaming = Some(Arc::clone(&streaming));
        let mut files = self.settings.files.with_fresh_buffers();
        self.handle.set_streaming(Some(Arc::clone(&streaming)))?;
        let visited = files.visit(&path, opened, self);
        drop(files);
        self.handle.set_streaming(None)?;
        if !streaming.is_skipped() {
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
        packing: &[Format],
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
        let mut file = SplitFile::new(input, path.into(), FileSource::Stream(buffer), None);
        (file.layout, file.packing) = (layout, packing.into());
        let file = Arc::new(file);
        let FileSource::Stream(buffer) = &file.source else {
            return ControlFlow::Continue(());
        };
        // A panic is reported as an error of the input.
        let _closing = buffer.close_on_drop();
        self.handle.set_file(&file)?;
        let known_kind = self.settings.reading.known_kind();
        let mut segment = Segment::new(&file, known_kind, 0, u64::MAX);
        segment.cursor = front;
        let first = self.begin_segment(segment)?;
        let failure = self.fill(&file, buffer, first, bytes)?;
        match buffer.close(failure) {
            Some(error) if ends_container(packing, &error) => self.fault(path, error),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes a stream to the buffer of its file, and begins a segment where it can be cut. Returns the error that ends
    /// the stream.
    fn fill(
        &mut self,
        file: &Arc<SplitFile>,
        buffer: &StreamBuffer,
        mut segment: Arc<Segment>,
        bytes: &mut dyn Read,
    ) -> ControlFlow<(), Option<io::Error>> {
        let Sizes {
            stream_segment,
            block: size,
            ..
        } = self.settings.sizes;
        let segment_size = if self.settings.reads_whole_files || file.layout.is_some() {
            u64::MAX
        } else {
            stream_segment
        };
        let mut cutter =
            StreamCutter::new(reading_of(&self.settings.reading, &file.path), segment_size);
        loop {
            self.scratch.resize(size, 0);
            let len = match bytes.read(&mut self.scratch) {
                Ok(0) => return ControlFlow::Continue(None),
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return ControlFlow::Continue(Some(error)),
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
                let mut next = Segment::new(file, Some(kind), start, u64::MAX);
                next.before = Some(before);
                segment = self.begin_segment(next)?;
            }
            if buffer.write(block).is_break() {
                return ControlFlow::Continue(None);
            }
        }
    }

    /// Reads a member of a container, which may be small.
    fn member(
        &mut self,
        path: &Path,
        packing: &[Format],
        layout: Option<MessageLayout>,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        let Some(streaming) = &self.streaming else {
            return ControlFlow::Continue(());
        };
        streaming.set_has_members();
        if streaming.is_stream {
            // The rest of it may take any time.
            return self.stream(path, packing, layout, bytes);
        }
        let input = streaming.input.clone();
        let mut head = Vec::new();
        let read = bytes.take(BLOCK as u64).read_to_end(&mut head);
        if read.is_ok() && head.len() == BLOCK {
            let mut bytes = io::Cursor::new(head).chain(bytes);
            return self.stream(path, packing, layout, &mut bytes);
        }
        let len = head.len() as u64;
        let member = Member {
            layout,
            failure: read.err(),
            packing: packing.into(),
            ..Member::new(path, head)
        };
        self.add_to_batch(WholeFile::Member(input, member), len)
    }
}

impl Visitor for Reader {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let UnpackedFile {
            path,
            packing,
            layout,
            bytes,
        } = file;
        let streaming = self.streaming.as_ref();
        if streaming.is_some_and(|streaming| streaming.is_skipped()) {
            return ControlFlow::Break(());
        }
        if is_member(packing) {
            let layout = layout.map(layout_of);
            self.member(path, packing, layout, bytes)
        } else {
            self.stream(path, packing, None, bytes)
        }
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
