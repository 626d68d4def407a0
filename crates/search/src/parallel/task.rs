//! Tasks, each of which is searched on one thread, and what they read.

use std::{
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
};

use urlsift::{MessageLayout, Skip};
use urlsift_unpack::Format;

use super::{
    chunk_writer::ChunkWriter,
    panics::{self, Panicked},
    segment::Segment,
    task_sender::TaskEvent,
};
use crate::{
    error::Error,
    input::source::Input,
    searcher::{Searcher, search_file},
    sink::FileSink,
    unpack::packing::ends_container,
};

/// A task that was begun, for the thread that collects.
pub(super) struct Task {
    pub(super) events: Receiver<TaskEvent>,
    /// The input that it reads, or the first of them.
    pub(super) input: Input,
    /// The segment that it reads; `None` for whole files.
    pub(super) segment: Option<Arc<Segment>>,
    /// The input that is read from start to end, if these files are in one, or are one.
    pub(super) streaming: Option<Arc<StreamingInput>>,
}

/// What a task reads.
pub(super) enum TaskContent {
    Files(Batch),
    Segment(Arc<Segment>),
}

/// Files that one task reads, one after another.
pub(super) struct Batch {
    pub(super) files: Vec<WholeFile>,
    /// Set if the only file is a large compressed one, which may be read far ahead of the first task.
    pub(super) compressed: Option<Arc<()>>,
}

/// An input that is read from start to end: a stream, or a compressed file.
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
    /// A small member of a compressed input.
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
    /// The formats around it, the outermost first.
    pub(super) packing: Vec<Format>,
}

impl Member {
    /// Creates a file with these bytes.
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            layout: None,
            bytes: io::Cursor::new(bytes),
            failure: None,
            packing: Vec::new(),
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

    /// Reads the file, and reports if that has panicked. Breaks if no more of its input is wanted.
    pub(super) fn search(
        self,
        searcher: &mut Searcher,
        writer: &mut ChunkWriter<'_>,
    ) -> ControlFlow<()> {
        let result = panics::catch(|| self.search_input(searcher, writer));
        result.unwrap_or_else(|Panicked| {
            // Only the chunk is used again: it may hold half of the last link.
            *searcher = searcher.with_fresh_buffers();
            writer.fail_by_panic();
            ControlFlow::Continue(())
        })
    }

    fn search_input(
        self,
        searcher: &mut Searcher,
        writer: &mut ChunkWriter<'_>,
    ) -> ControlFlow<()> {
        writer.begin_input(self.input())?;
        match self {
            Self::Input(input) => searcher.search(&input, writer),
            Self::Member(_, mut member) => {
                let path = mem::take(&mut member.path);
                let (sifter, layout) = (&mut searcher.sifter, member.layout);
                let packing = mem::take(&mut member.packing);
                let end = search_file(sifter, &path, &packing, layout, &mut member, writer);
                if end == ControlFlow::Break(Skip::Input) {
                    return ControlFlow::Break(());
                }
                let failure = member.failure.take();
                if let Some(error) = failure.filter(|error| ends_container(&packing, error)) {
                    writer.error(Error::io(&path, error));
                }
            }
            Self::Error(_, error) => writer.error(error),
        }
        ControlFlow::Continue(())
    }
}
