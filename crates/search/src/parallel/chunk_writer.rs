//! Fills one chunk after another with the results of a thread.

use std::{
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift::{
    ContextLine, Kind, Link, Message, MessageEnd, Preceding, ReadStats, Rejected, Sink, Skip,
    archive::{ArchiveWarning, Place, TextUnit},
};
use urlsift_unpack::Format;

use super::{
    chunk::{BoxedChunk, ChunkFactory},
    panics::CallersCollector,
    task_sender::TaskSender,
};
use crate::{error::Error, input::source::Input, sink::FileSink};

/// The size at which a chunk is delivered on the same thread, in bytes, and the minimum on another.
const MIN_CHUNK: usize = 60 << 10;

/// Where chunks go when they are full.
pub(super) enum Destination<'d> {
    /// The thread that collects.
    Task(TaskSender<'d>),
    /// The collector of this thread.
    Here {
        collector: CallersCollector<'d>,
        preceding: Preceding,
        /// Whether a read of the current input may block.
        may_wait: bool,
    },
}

impl Destination<'_> {
    /// Delivers a chunk. Breaks if no more are wanted.
    fn deliver(&mut self, mut chunk: BoxedChunk) -> ControlFlow<()> {
        match self {
            Self::Task(sender) => sender.send(chunk),
            Self::Here {
                collector,
                preceding,
                ..
            } => {
                let collected =
                    collector.call(|collector| collector.collect(&mut chunk, *preceding));
                chunk.render(*preceding);
                collector.call(|collector| collector.write(chunk))?;
                collected
            }
        }
    }

    /// Returns the size at which a chunk is delivered, in bytes.
    fn chunk_size(&self) -> usize {
        match self {
            Self::Task(sender) => sender.backpressure.chunk_size(MIN_CHUNK),
            Self::Here { .. } => MIN_CHUNK,
        }
    }

    /// See [`TaskSender::may_wait`].
    fn may_wait(&self, at: u64) -> bool {
        match self {
            Self::Task(sender) => sender.may_wait(at),
            Self::Here { may_wait, .. } => *may_wait,
        }
    }

    /// See [`TaskSender::before_read`].
    fn before_read(&self, at: u64) -> ControlFlow<(), bool> {
        match self {
            Self::Task(sender) => sender.before_read(at),
            Self::Here { may_wait, .. } => ControlFlow::Continue(*may_wait),
        }
    }

    /// Notifies the collector before a read that may block, after everything is delivered.
    fn idle(&mut self) -> ControlFlow<()> {
        match self {
            Self::Task(_) => ControlFlow::Continue(()),
            Self::Here { collector, .. } => collector.call(|collector| collector.idle()),
        }
    }
}

/// A sink that fills one chunk after another.
pub(super) struct ChunkWriter<'w> {
    factory: &'w ChunkFactory,
    chunk: BoxedChunk,
    destination: Destination<'w>,
    /// The size at which a chunk is delivered, in bytes.
    chunk_size: usize,
    input: Option<Input>,
    /// The current file, if there is one.
    file: Option<PathBuf>,
    /// The offset of the next read of the current file.
    offset: u64,
    /// Whether the chunk wants no more of the current input: the collector may want no more at all.
    has_enough: bool,
    /// Whether the chunk that received the last link wants the lines around it.
    wants_context: bool,
    /// Whether no more chunks are wanted.
    is_over: bool,
}

impl<'w> ChunkWriter<'w> {
    pub(super) fn new(factory: &'w ChunkFactory, destination: Destination<'w>) -> Self {
        Self {
            factory,
            chunk: factory.create(),
            chunk_size: factory
                .chunk_size
                .unwrap_or_else(|| destination.chunk_size()),
            destination,
            input: None,
            file: None,
            offset: 0,
            has_enough: false,
            wants_context: false,
            is_over: false,
        }
    }

    /// Begins an input. Breaks if it is not wanted.
    pub(super) fn begin_input(&mut self, input: &Input) -> ControlFlow<()> {
        self.input = Some(input.clone());
        if mem::take(&mut self.has_enough) {
            return self.next_chunk().map_break(|_| ());
        }
        self.chunk.input(input);
        ControlFlow::Continue(())
    }

    /// Sets whether a read of the current input may block.
    pub(super) fn set_may_wait(&mut self, value: bool) {
        if let Destination::Here { may_wait, .. } = &mut self.destination {
            *may_wait = value;
        }
    }

    /// Continues a file that another chunk has begun.
    pub(super) fn resume_file(&mut self, path: &Path) {
        self.chunk.resume_after(path, None);
        self.file = Some(path.into());
    }

    /// Sets the offset of the next read.
    pub(super) fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// Returns whether no more chunks are wanted.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Delivers the current chunk before an operation that may block. Breaks if no more is wanted.
    pub(super) fn flush(&mut self) -> ControlFlow<()> {
        self.next_chunk().map_break(|_| ())?;
        let idle = self.destination.idle();
        self.or_over(idle).map_break(|_| ())
    }

    /// Reports that the rest of the current file cannot be read.
    fn fail(&mut self, error: Error) {
        self.chunk.error(error);
        if self.file.is_some() {
            self.end();
        }
    }

    /// Reports that reading the current file, or else the current input, has panicked.
    pub(super) fn fail_by_panic(&mut self) {
        let input = self.input.as_ref().map(Input::path);
        if let Some(path) = self.file.as_deref().or(input) {
            self.fail(Error::panicked(path));
        }
    }

    /// Delivers the last chunk.
    pub(super) fn finish(mut self) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        self.destination.deliver(self.chunk)
    }

    /// Delivers the chunk and begins the next one.
    fn next_chunk(&mut self) -> ControlFlow<Skip> {
        let mut chunk = self.factory.create();
        if let Some(input) = &self.input {
            chunk.input(input);
        }
        if let Some(path) = &self.file {
            chunk.resume_after(path, Some(&*self.chunk));
        }
        let full = mem::replace(&mut self.chunk, chunk);
        let delivered = self.destination.deliver(full);
        self.or_over(delivered)
    }

    fn next_chunk_if_full(&mut self, flow: ControlFlow<Skip>) -> ControlFlow<Skip> {
        self.has_enough |= flow == ControlFlow::Break(Skip::Input);
        if self.chunk.size() >= self.chunk_size {
            self.next_chunk()?;
        }
        flow
    }

    fn or_over<T>(&mut self, flow: ControlFlow<(), T>) -> ControlFlow<Skip, T> {
        flow.map_break(|()| {
            self.is_over = true;
            Skip::Input
        })
    }
}

impl Sink for ChunkWriter<'_> {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.chunk.wants_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.chunk.wants_text(place)
    }

    fn begin_text(&mut self, text: &TextUnit<'_>) {
        self.chunk.begin_text(text);
    }

    fn text(&mut self, decoded: &[u8]) {
        self.chunk.text(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let flow = self.chunk.link(link);
        self.wants_context = self.chunk.wants_context();
        self.next_chunk_if_full(flow)
    }

    fn wants_link_text(&self) -> bool {
        self.chunk.wants_link_text()
    }

    fn wants_context(&self) -> bool {
        self.wants_context
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        let flow = self.chunk.context(line);
        self.next_chunk_if_full(flow)
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let flow = self.chunk.rejected(rejected);
        self.next_chunk_if_full(flow)
    }

    fn recognised(&mut self, kind: Kind) {
        self.chunk.recognised(kind);
    }

    fn cannot_be_cut(&mut self) {
        self.chunk.cannot_be_cut();
    }

    fn message_end(&mut self, end: &MessageEnd) {
        self.chunk.message_end(end);
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.chunk.warning(offset, warning);
    }

    fn may_wait(&self, at: u64) -> bool {
        self.destination.may_wait(at)
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        let may_wait = self.destination.before_read(self.offset);
        if !self.or_over(may_wait)? {
            return self.next_chunk_if_full(ControlFlow::Continue(()));
        }
        if self.chunk.size() > 0 {
            self.next_chunk()?;
        }
        let idle = self.destination.idle();
        self.or_over(idle)
    }
}

impl FileSink for ChunkWriter<'_> {
    fn begin(&mut self, path: &Path, packing: &[Format]) -> ControlFlow<Skip> {
        self.next_chunk_if_full(ControlFlow::Continue(()))?;
        self.file = Some(path.into());
        self.chunk.begin(path, packing)
    }

    fn error(&mut self, error: Error) {
        self.chunk.error(error);
    }

    fn read(&mut self, stats: ReadStats) {
        self.chunk.read(stats);
    }

    fn end(&mut self) {
        self.chunk.end();
        self.file = None;
    }
}
