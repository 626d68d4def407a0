//! Starts the thread that reads, and stops it.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, mpsc::Sender},
};

use super::{inputs::RemainingInputs, reader::Reader, settings::ReadSettings};
use crate::{
    error::Error,
    input::source::Input,
    parallel::{
        panics::{self, Panicked},
        segment::SplitFile,
        task::{StreamingInput, Task},
        workers::Workers,
    },
    sync::lock,
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

    /// Leaves the thread if it is reading this stream, where it may be blocked forever. Returns whether it was left: then
    /// it takes no more inputs.
    pub(in crate::parallel) fn leave(&self, streaming: &Arc<StreamingInput>) -> bool {
        let mut state = self.handle.state();
        let current = state.streaming.as_ref();
        let is_there = current.is_some_and(|current| Arc::ptr_eq(current, streaming));
        state.is_over |= is_there && streaming.is_stream;
        is_there && streaming.is_stream
    }
}

/// What the reading thread is doing, and whether it shall end.
#[derive(Debug, Default)]
pub(super) struct ReaderHandle(Mutex<ReaderState>);

#[derive(Debug, Default)]
struct ReaderState {
    streaming: Option<Arc<StreamingInput>>,
    /// The file that is being written to a stream buffer.
    file: Option<Arc<SplitFile>>,
    is_over: bool,
}

impl ReaderHandle {
    fn state(&self) -> MutexGuard<'_, ReaderState> {
        lock(&self.0)
    }

    /// Begins an input, or ends one. Breaks if the thread shall end.
    pub(super) fn set_streaming(&self, streaming: Option<Arc<StreamingInput>>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.streaming = streaming;
        ControlFlow::Continue(())
    }

    /// Records the file that is being written to a stream buffer. Breaks if the thread shall end.
    pub(super) fn set_file(&self, file: &Arc<SplitFile>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.file = Some(Arc::clone(file));
        ControlFlow::Continue(())
    }
}
