//! Puts the results into the order of the inputs.

use std::{
    collections::VecDeque,
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    },
    time::Duration,
};

use urlsift::{Position, Preceding, Skip};

use super::{
    alone,
    chunk::BoxedChunk,
    chunk_writer::Destination,
    collector::Collector,
    panics::{CallersCollector, Panicked},
    reading::thread::ReadingThread,
    render::RenderSlot,
    segment::{FileRest, Segment, SegmentEnd},
    task::Task,
    task_sender::TaskEvent,
    workers::Workers,
};
use crate::{error::Error, input::source::Input};

/// The maximum number of chunks that are collected and not written.
const MAX_RENDERING: usize = 8;

/// The time between two calls of [`Collector::idle`] during a wait.
const IDLE_INTERVAL: Duration = Duration::from_millis(100);

/// Collects the chunks of one task after another, and writes them once they are rendered.
pub(super) struct Reorder<'r> {
    workers: &'r Arc<Workers>,
    reading: &'r ReadingThread,
    collector: &'r mut dyn Collector<BoxedChunk>,
    /// Chunks that are collected and not written, in order, each with its input.
    rendering: VecDeque<(Arc<RenderSlot>, Input)>,
    /// The current file, if it is read in segments.
    file: FileProgress,
}

/// The progress in collecting a file that is read in segments.
#[derive(Default)]
struct FileProgress {
    /// The offset of the next message that is not collected; `None` if there is none, or it is not wanted.
    next: Option<u64>,
    /// The lines, columns and messages before it.
    preceding: Preceding,
}

impl<'r> Reorder<'r> {
    pub(super) fn new(
        workers: &'r Arc<Workers>,
        reading: &'r ReadingThread,
        collector: &'r mut dyn Collector<BoxedChunk>,
    ) -> Self {
        Self {
            workers,
            reading,
            collector,
            rendering: VecDeque::new(),
            file: FileProgress::default(),
        }
    }

    /// Collects what all tasks report, in the order in which they were begun, and writes it.
    pub(super) fn run(&mut self, tasks: &Receiver<Result<Task, Error>>) -> ControlFlow<()> {
        while let Some(task) = self.receive(tasks)? {
            match task {
                Ok(task) => {
                    self.task(&task)?;
                    self.workers.backpressure.collected();
                }
                Err(error) => {
                    self.report(error)?;
                    return self.search_here();
                }
            }
        }
        self.write_all()
    }

    /// Searches the remaining inputs on this thread, because the one that reads has ended or may be blocked. The tasks
    /// already begun are not wanted.
    fn search_here(&mut self) -> ControlFlow<()> {
        self.write_all()?;
        let mut searcher = self.workers.take_searcher();
        let (inputs, factory) = (self.reading.inputs(), &self.workers.factory);
        alone::search(inputs, &mut searcher, factory, self.collector)
    }

    /// Returns the next event; `None` if there are no more.
    fn receive<T>(&mut self, events: &Receiver<T>) -> ControlFlow<(), Option<T>> {
        match events.try_recv() {
            Ok(event) => return ControlFlow::Continue(Some(event)),
            Err(TryRecvError::Disconnected) => return ControlFlow::Continue(None),
            Err(TryRecvError::Empty) => {}
        }
        self.write_all()?;
        loop {
            self.collector.idle()?;
            match events.recv_timeout(IDLE_INTERVAL) {
                Ok(event) => return ControlFlow::Continue(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Reports an error of an input.
    fn report(&mut self, error: Error) -> ControlFlow<()> {
        let input = Input::Path(error.path().into());
        let chunk = self.error_chunk(&input, error);
        self.collect(chunk, Preceding::default(), &input)
    }

    /// Returns a chunk with an error of an input.
    fn error_chunk(&self, input: &Input, error: Error) -> BoxedChunk {
        let mut chunk = self.workers.factory.create();
        chunk.input(input);
        chunk.error(error);
        chunk
    }

    fn task(&mut self, task: &Task) -> ControlFlow<()> {
        let streaming = task.streaming.as_ref();
        if streaming.is_some_and(|streaming| streaming.is_skipped()) {
            if let Some(segment) = &task.segment {
                // Its errors are not wanted either.
                let _ = segment.file.skip_rest();
            }
            return ControlFlow::Continue(());
        }
        let ended = match &task.segment {
            None => self.files(task)?,
            Some(segment) => self.segment(segment, task)?,
        };
        if let (Some(streaming), FileRest::Skipped(skip)) = (streaming, ended.rest)
            && streaming.skip(skip)
            && self.reading.leave(streaming)
        {
            self.search_here()?;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Collects the files of a task that are read as a whole.
    fn files(&mut self, task: &Task) -> ControlFlow<(), SegmentEnd> {
        self.file = FileProgress::default();
        if let Collected::Ended(ended) = self.chunks(task, 0)? {
            return ControlFlow::Continue(ended);
        }
        self.report(Error::panicked(task.input.path()))?;
        ControlFlow::Continue(SegmentEnd::default())
    }

    fn segment(&mut self, segment: &Segment, task: &Task) -> ControlFlow<(), SegmentEnd> {
        if segment.start == 0 {
            self.file = FileProgress {
                next: Some(0),
                preceding: Preceding::default(),
            };
        }
        let Some(next) = self.file.next.filter(|&next| next < segment.end()) else {
            // No message begins in this segment: one that began earlier extends beyond its end. Or the rest of the
            // file is not wanted.
            segment.drop_links();
            return ControlFlow::Continue(SegmentEnd::default());
        };
        let ended = match self.chunks(task, next)? {
            Collected::Ended(ended) => Some(ended),
            Collected::WrongStart => {
                segment.drop_links();
                self.again(segment, next)?
            }
            Collected::Panicked => None,
        };
        self.end(segment, ended)
    }

    /// Collects the chunks of a task; the chunks of a segment only if they begin with the message at `next`.
    fn chunks(&mut self, task: &Task, next: u64) -> ControlFlow<(), Collected> {
        let Task { input, events, .. } = task;
        let segment = task.segment.as_ref().filter(|segment| segment.start > 0);
        let mut held = Vec::new();
        let mut is_start_verified = segment.is_none();
        while let Some(event) = self.receive(events)? {
            match event {
                // Other bytes may precede the first message of a file.
                TaskEvent::First(_) if is_start_verified => {}
                TaskEvent::First(first) if first == next => {
                    is_start_verified = true;
                    if let Some(segment) = segment {
                        segment.follow();
                    }
                    for chunk in held.drain(..) {
                        self.collect(chunk, self.file.preceding, input)?;
                    }
                }
                TaskEvent::Chunk(chunk, permit) => {
                    // The held chunks are few, all of one read. Their permits are released, because the
                    // task may need them to report where the first message begins.
                    drop(permit);
                    if is_start_verified {
                        self.collect(chunk, self.file.preceding, input)?;
                    } else {
                        held.push(chunk);
                    }
                }
                TaskEvent::Ended(ended) if is_start_verified => {
                    return ControlFlow::Continue(Collected::Ended(ended));
                }
                TaskEvent::First(_) | TaskEvent::Ended(_) => {
                    return ControlFlow::Continue(Collected::WrongStart);
                }
                TaskEvent::Panicked => break,
            }
        }
        ControlFlow::Continue(Collected::Panicked)
    }

    /// Reads a segment on this thread, from where its first message is known to begin.
    fn again(&mut self, segment: &Segment, next: u64) -> ControlFlow<(), Option<SegmentEnd>> {
        // The results found here are written at once.
        self.write_all()?;
        let again = segment.again(next);
        again.follow();
        let (preceding, workers) = (self.file.preceding, self.workers);
        let read = CallersCollector::lend(&mut *self.collector, |collector| {
            let destination = Destination::Here {
                collector,
                preceding,
                may_wait: segment.may_wait(),
            };
            workers.search_segment(&again, Some(next), destination, &mut |_| {})
        });
        match read {
            Ok((_, true)) => ControlFlow::Break(()),
            Ok((ended, false)) => ControlFlow::Continue(Some(ended)),
            Err(Panicked) => ControlFlow::Continue(None),
        }
    }

    /// Ends a segment; `ended` is `None` if reading it has panicked.
    fn end(
        &mut self,
        segment: &Segment,
        mut ended: Option<SegmentEnd>,
    ) -> ControlFlow<(), SegmentEnd> {
        let file = &segment.file;
        let error = match &mut ended {
            None => Some(Error::panicked(&file.path)),
            Some(SegmentEnd {
                rest: FileRest::Unreadable { offset, error },
                ..
            }) => {
                let error = error.take().or_else(|| file.failure());
                let error = error.unwrap_or_else(|| io::ErrorKind::Other.into());
                Some(Error::read(&file.path, *offset, error))
            }
            Some(_) => None,
        };
        let ended = ended.unwrap_or_default();
        if let Some(error) = error {
            let mut chunk = self.workers.factory.create();
            chunk.input(&file.input);
            chunk.resume_after(&file.path, None);
            chunk.error(error);
            chunk.end();
            self.collect(chunk, self.file.preceding, &file.input)?;
        }
        let progress = &mut self.file;
        progress.next = None;
        progress.preceding.messages += ended.messages;
        if let FileRest::Segments { message, position } = ended.rest {
            progress.next = message;
            advance(&mut progress.preceding, position);
        }
        let is_over = matches!(ended.rest, FileRest::Skipped(Skip::Input));
        if progress.next.is_none()
            && let Some(error) = file.skip_rest().filter(|_| !is_over)
        {
            let chunk = self.error_chunk(&file.input, Error::io(&file.path, error));
            self.collect(chunk, self.file.preceding, &file.input)?;
        }
        ControlFlow::Continue(ended)
    }

    /// Collects a chunk and has it rendered.
    fn collect(
        &mut self,
        mut chunk: BoxedChunk,
        preceding: Preceding,
        input: &Input,
    ) -> ControlFlow<()> {
        let collected = self.collector.collect(&mut chunk, preceding);
        if self.rendering.is_empty() && !chunk.needs_render() {
            self.collector.write(chunk)?;
            return collected;
        }
        let workers = self.workers;
        let slot = workers
            .rendering
            .push(chunk, preceding, &workers.backpressure);
        if !slot.is_done() {
            workers.wake_for_rendering();
        }
        self.rendering.push_back((slot, input.clone()));
        if collected.is_break() {
            self.write_all()?;
            return collected;
        }
        while let Some((slot, _)) = self.rendering.front()
            && (slot.is_done() || self.rendering.len() > MAX_RENDERING)
        {
            self.write_first()?;
        }
        ControlFlow::Continue(())
    }

    /// Writes the chunks that are collected.
    fn write_all(&mut self) -> ControlFlow<()> {
        while !self.rendering.is_empty() {
            self.write_first()?;
        }
        ControlFlow::Continue(())
    }

    fn write_first(&mut self) -> ControlFlow<()> {
        let Some((slot, input)) = self.rendering.pop_front() else {
            return ControlFlow::Continue(());
        };
        if let Some(chunk) = slot.finish() {
            return self.collector.write(chunk);
        }
        let mut chunk = self.error_chunk(&input, Error::panicked(input.path()));
        let preceding = Preceding::default();
        let collected = self.collector.collect(&mut chunk, preceding);
        chunk.render(preceding);
        self.collector.write(chunk)?;
        collected
    }
}

impl Drop for Reorder<'_> {
    /// However the run has ended, no more chunks are collected.
    fn drop(&mut self) {
        self.workers.backpressure.close();
        self.reading.stop();
    }
}

/// How the collection of a segment has ended.
enum Collected {
    /// All of it is collected.
    Ended(SegmentEnd),
    /// It does not begin with the right message.
    WrongStart,
    /// Reading it has panicked.
    Panicked,
}

/// Advances to the end of a segment, whose position counts from its first message.
fn advance(preceding: &mut Preceding, position: Option<Position>) {
    let Some(Position { line, column }) = position else {
        return;
    };
    if line > 1 {
        preceding.columns = 0;
    }
    preceding.lines += line - 1;
    preceding.columns += column - 1;
}
