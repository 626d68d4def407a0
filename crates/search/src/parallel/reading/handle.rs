//! The handle by which a reading thread is stopped.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard},
};

use urlsift_unpack::TempTurn;

use crate::{
    parallel::{segment::SplitFile, task::StreamingInput},
    sync::lock,
};

/// What the reading thread is doing, and whether another one has taken over.
#[derive(Debug, Default)]
pub(super) struct ReaderHandle(Mutex<ReaderState>);

#[derive(Debug, Default)]
struct ReaderState {
    streaming: Option<Arc<StreamingInput>>,
    /// The file that is being written to a stream buffer.
    file: Option<Arc<SplitFile>>,
    /// The turn for temporary files of the current input, if it is read from start to end.
    turn: Option<TempTurn>,
    /// Whether another thread has taken over, or the run is over.
    is_over: bool,
}

impl ReaderState {
    /// Stops the thread, and gives up its turn, so that no other thread waits for it.
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
    pub(super) fn set_streaming(
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
    pub(super) fn set_file(&self, file: &Arc<SplitFile>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.file = Some(Arc::clone(file));
        ControlFlow::Continue(())
    }

    /// Stops the thread, whatever it is doing.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.stop();
        if let Some(file) = state.file.take() {
            // Its errors are not wanted either.
            let _ = file.skip_rest();
        }
    }

    /// Stops the thread if it is reading this input. Returns whether it was.
    pub(super) fn stop_at(&self, streaming: &Arc<StreamingInput>) -> bool {
        let mut state = self.state();
        let current = state.streaming.as_ref();
        let is_there = current.is_some_and(|current| Arc::ptr_eq(current, streaming));
        if is_there {
            state.stop();
        }
        is_there
    }
}
