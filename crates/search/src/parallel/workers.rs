//! The threads that search, and what they share.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};

use urlsift::Skip;

use super::{
    backpressure::{Backpressure, Share},
    chunk::ChunkFactory,
    chunk_writer::{ChunkWriter, Destination},
    panics::{self, Panicked},
    render::RenderQueue,
    segment::{Segment, SegmentEnd},
    task::{Batch, TaskContent},
    task_sender::{TaskEvent, TaskSender},
};
use crate::{
    searcher::Searcher,
    sink::FileSink,
    sync::lock,
    threads::{ThreadPool, Work},
};

/// The threads that search, and what they share.
pub(super) struct Workers {
    pub(super) factory: ChunkFactory,
    pub(super) backpressure: Arc<Backpressure>,
    pub(super) rendering: RenderQueue,
    pub(super) pool: ThreadPool,
    /// The options of all searchers.
    template: Mutex<Searcher>,
    /// The searchers that no thread uses.
    idle: Mutex<Vec<Searcher>>,
}

impl Workers {
    pub(super) fn new(
        factory: ChunkFactory,
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
    pub(super) fn take_searcher(&self) -> Searcher {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| lock(&self.template).with_fresh_buffers())
    }

    fn put_back(&self, searcher: Searcher) {
        lock(&self.idle).push(searcher);
    }

    /// Queues the rendering of a chunk for a thread that has nothing else to do.
    pub(super) fn wake_for_rendering(self: &Arc<Self>) {
        let workers = Arc::clone(self);
        self.pool.queue(Box::new(move || {
            workers.rendering.render_one();
        }));
    }

    /// Returns the work of the task with a number, and the receiver of its events.
    pub(super) fn task(
        self: &Arc<Self>,
        number: u64,
        content: TaskContent,
    ) -> (Work, Receiver<TaskEvent>) {
        let (sender, events) = channel();
        let workers = Arc::clone(self);
        let work = move || {
            let ended = workers.search(number, content, &sender);
            let event = ended.map_or_else(|Panicked| TaskEvent::Panicked, TaskEvent::Ended);
            // If there is no receiver, the run is over, or the segment is not wanted.
            let _ = sender.send(event);
        };
        (Box::new(work), events)
    }

    fn search(
        &self,
        number: u64,
        content: TaskContent,
        events: &Sender<TaskEvent>,
    ) -> Result<SegmentEnd, Panicked> {
        let task = TaskSender {
            events,
            number,
            segment: None,
            backpressure: &self.backpressure,
            rendering: &self.rendering,
            share: Share::Equal,
        };
        match content {
            TaskContent::Files(batch) => {
                let share = match batch.compressed {
                    Some(_) => Share::Ahead,
                    None => Share::Equal,
                };
                let task = TaskSender { share, ..task };
                let writer = ChunkWriter::new(&self.factory, Destination::Task(task));
                panics::catch(|| self.search_files(batch, writer))
            }
            TaskContent::Segment(segment) => {
                let task = TaskSender {
                    segment: Some(&segment),
                    ..task
                };
                let mut first = |offset| {
                    // If there is no receiver, the segment is not wanted.
                    let _ = events.send(TaskEvent::First(offset));
                };
                let destination = Destination::Task(task);
                let read = self.search_segment(&segment, None, destination, &mut first);
                read.map(|(ended, _)| ended)
            }
        }
    }

    fn search_files(&self, batch: Batch, mut writer: ChunkWriter<'_>) -> SegmentEnd {
        let Batch {
            files,
            compressed: _compressed,
        } = batch;
        let mut searcher = self.take_searcher();
        let mut ended = SegmentEnd::default();
        for file in files {
            if file.search(&mut searcher, &mut writer).is_break() || writer.is_over() {
                ended = SegmentEnd::skipped(Skip::Input);
                break;
            }
        }
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
        destination: Destination<'w>,
        first: &mut dyn FnMut(u64),
    ) -> Result<(SegmentEnd, bool), Panicked> {
        panics::catch(|| {
            let mut writer = ChunkWriter::new(&self.factory, destination);
            let file = &segment.file;
            if writer.begin_input(&file.input).is_break() {
                return (SegmentEnd::default(), true);
            }
            if segment.start > 0 {
                writer.resume_file(&file.path);
            } else if let ControlFlow::Break(skip) = writer.begin(&file.path, &file.packing) {
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
