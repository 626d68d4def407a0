//! Starts the thread that reads, and stops it.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, mpsc::Sender},
};

use super::{
    handle::ReaderHandle, inputs::RemainingInputs, reader::Reader, settings::ReadSettings,
};
use crate::{
    error::Error,
    input::source::Input,
    parallel::{
        panics::{self, Panicked},
        task::{StreamingInput, Task},
        workers::Workers,
    },
    threads::IdleThread,
};

/// The thread that goes through the inputs.
pub(in crate::parallel) struct ReadingThread {
    inputs: Arc<Mutex<RemainingInputs>>,
    handle: Arc<ReaderHandle>,
}

impl ReadingThread {
    /// Starts the thread, which sends the tasks that it begins over `tasks`, and an error if it ends early by a defect.
    pub(in crate::parallel) fn start(
        thread: IdleThread,
        workers: Arc<Workers>,
        settings: ReadSettings,
        inputs: RemainingInputs,
        tasks: Sender<Result<Task, Error>>,
    ) -> Self {
        let inputs = Arc::new(Mutex::new(inputs));
        let handle = Arc::<ReaderHandle>::default();
        let mut reader = Reader::new(
            workers,
            settings,
            Arc::clone(&inputs),
            tasks.clone(),
            Arc::clone(&handle),
        );
        thread.run(move || {
            // After a break, the run is over, or this thread was left, and what it sends is not received. A break for
            // another reason would be a defect.
            if let Ok(ControlFlow::Break(())) | Err(Panicked) = panics::catch(|| reader.inputs()) {
                // What was read before is complete.
                let _ = panics::catch(|| reader.begin_batch());
                let input = reader.streaming().unwrap_or(&Input::Stdin);
                let _ = tasks.send(Err(Error::panicked(input.path())));
            }
        });
        Self { inputs, handle }
    }

    /// Returns the inputs that are left.
    pub(in crate::parallel) fn inputs(&self) -> &Mutex<RemainingInputs> {
        &self.inputs
    }

    /// Stops the reading of all inputs.
    pub(in crate::parallel) fn stop(&self) {
        let mut state = self.handle.state();
        state.is_over = true;
        if let Some(file) = state.file.take() {
            // Its errors are not wanted either.
            let _ = file.skip_rest();
        }
    }

    /// Leaves the thread if it is reading this stream, where it may be blocked forever. Returns whether it was left:
    /// then it takes no more inputs.
    pub(in crate::parallel) fn leave(&self, streaming: &Arc<StreamingInput>) -> bool {
        let mut state = self.handle.state();
        let current = state.streaming.as_ref();
        let is_there = current.is_some_and(|current| Arc::ptr_eq(current, streaming));
        state.is_over |= is_there && streaming.is_stream;
        is_there && streaming.is_stream
    }
}
