//! The state that the reading thread shares with its owner.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard},
};

use crate::{
    parallel::{segment::SplitFile, task::StreamingInput},
    sync::lock,
};

/// What the reading thread is doing, and whether it shall end.
#[derive(Debug, Default)]
pub(super) struct ReaderHandle(Mutex<ReaderState>);

#[derive(Debug, Default)]
pub(super) struct ReaderState {
    pub(super) streaming: Option<Arc<StreamingInput>>,
    /// The file that is being written to a stream buffer.
    pub(super) file: Option<Arc<SplitFile>>,
    pub(super) is_over: bool,
}

impl ReaderHandle {
    pub(super) fn state(&self) -> MutexGuard<'_, ReaderState> {
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
