//! Starts the thread that reads, and another one where it may block forever.

use std::{
    io,
    ops::ControlFlow,
    sync::{Arc, Mutex, mpsc::Sender},
};

use super::{
    handle::ReaderHandle,
    inputs::RemainingInputs,
    reader::{Reader, ReaderEvent},
    settings::ReadSettings,
};
use crate::{
    parallel::{
        panics::{self, Panicked},
        task::StreamingInput,
        workers::Workers,
    },
    sync::lock,
    threads::IdleThread,
};

/// Starts the thread that goes through the inputs; another one takes over where it may block forever.
pub(in crate::parallel) struct Readers {
    workers: Arc<Workers>,
    settings: Arc<ReadSettings>,
    inputs: Arc<Mutex<RemainingInputs>>,
    events: Arc<Mutex<Sender<ReaderEvent>>>,
    /// The handle of the current thread.
    handle: Arc<ReaderHandle>,
    /// The first thread, until it is started.
    thread: Option<IdleThread>,
}

impl Readers {
    /// Prepares threads that send the tasks that they begin over `events`. `thread` is the first one.
    pub(in crate::parallel) fn new(
        workers: Arc<Workers>,
        settings: ReadSettings,
        inputs: RemainingInputs,
        events: Sender<ReaderEvent>,
        thread: IdleThread,
    ) -> Self {
        Self {
            workers,
            settings: Arc::new(settings),
            inputs: Arc::new(Mutex::new(inputs)),
            events: Arc::new(Mutex::new(events)),
            handle: Arc::default(),
            thread: Some(thread),
        }
    }

    /// Starts a thread for the inputs that are left.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(in crate::parallel) fn start(&mut self) -> io::Result<()> {
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => IdleThread::start("read")?,
        };
        self.handle = Arc::default();
        let mut reader = Reader::new(
            Arc::clone(&self.workers),
            Arc::clone(&self.settings),
            Arc::clone(&self.inputs),
            Arc::clone(&self.events),
            Arc::clone(&self.handle),
        );
        let events = Arc::clone(&self.events);
        thread.run(move || {
            let read = panics::catch(|| reader.inputs());
            let last = match read {
                Ok(ControlFlow::Continue(())) => ReaderEvent::Done,
                // After a break, the run is over or another thread has taken over, and this is not received. A break
                // for another reason would be a defect: it is reported, and the thread that collects does not wait
                // forever.
                Ok(ControlFlow::Break(())) | Err(Panicked) => {
                    // What was read before is complete.
                    let _ = panics::catch(|| reader.begin_batch());
                    let streaming = reader.streaming();
                    ReaderEvent::Failed(streaming.map(|streaming| streaming.input.clone()))
                }
            };
            // A thread that was replaced reports nothing. If there is no receiver, the run is over.
            if reader.end().is_continue() {
                let _ = lock(&events).send(last);
            }
        });
        Ok(())
    }

    /// Returns the inputs that are left.
    pub(in crate::parallel) fn remaining(&self) -> &Mutex<RemainingInputs> {
        &self.inputs
    }

    /// Stops the reading of all inputs.
    pub(in crate::parallel) fn stop(&self) {
        self.handle.stop();
    }

    /// Skips the rest of an input. The thread that reads it may be blocked forever; another one takes over.
    pub(in crate::parallel) fn skip(&mut self, streaming: &Arc<StreamingInput>) -> io::Result<()> {
        if streaming.is_stream && self.handle.stop_at(streaming) {
            return self.start();
        }
        Ok(())
    }
}
