//! The process in which an object was created. A process that `fork` creates from it lacks its other threads, whose
//! locks stay locked there.

use std::process;

use pyo3::{exceptions::PyRuntimeError, prelude::*};

/// A process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn current() -> Self {
        Self(process::id())
    }

    pub(crate) fn is_current(self) -> bool {
        self.0 == process::id()
    }

    /// Returns an error in another process than a scan's. There, not even a mutex of the scan may be locked: a thread
    /// that does not exist may hold it.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.is_current() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "the scan was started in another process, before a fork; start one in this process",
        ))
    }
}
