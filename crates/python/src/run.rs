//! A search that runs while Python waits for its results.

use std::{mem, num::NonZeroUsize, process, time::Duration};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use urlsift_search::{Driver, FileSink, Inputs, NextPage, Pages};

/// How long to wait for results between two checks for signals.
const STEP: Duration = Duration::from_millis(50);

/// The maximum number of pages that wait to be taken.
const AHEAD: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");

/// A search that runs on other threads. Dropping it ends them.
#[derive(Debug)]
pub(crate) struct Run<C> {
    /// `None` only while it is dropped.
    pages: Option<Pages<C>>,
    process: Process,
}

/// The process in which a search runs: a process that is created by `fork` does not have its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn current() -> Self {
        Self(process::id())
    }

    pub(crate) fn is_current(self) -> bool {
        self.0 == process::id()
    }

    /// Returns an error in another process. There, not even a mutex of the search may be locked: a thread that does not
    /// exist may hold it.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.is_current() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "the scan was started in another process, before a fork; start one in this process",
        ))
    }
}

impl<C: FileSink + Send + 'static> Run<C> {
    /// Starts a search.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(crate) fn start(
        driver: Driver,
        inputs: Inputs,
        factory: impl Fn() -> C + Send + Sync + 'static,
    ) -> PyResult<Self> {
        Ok(Self {
            pages: Some(driver.pages(inputs, factory, AHEAD)?),
            process: Process::current(),
        })
    }

    /// Returns the next page, if it was found.
    pub(crate) fn try_next(&self) -> NextPage<C> {
        self.pages.as_ref().map_or(NextPage::End, Pages::try_next)
    }

    /// Waits for the next page, for a short time. Handles signals after it.
    ///
    /// # Errors
    ///
    /// The exception that the handler of a signal raises, such as `KeyboardInterrupt`.
    pub(crate) fn wait(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.wait_step());
        py.check_signals()
    }

    /// Waits for the next page, for a short time.
    pub(crate) fn wait_step(&self) {
        if let Some(pages) = &self.pages {
            pages.wait(STEP);
        }
    }
}

impl<C> Drop for Run<C> {
    fn drop(&mut self) {
        let pages = self.pages.take();
        if !self.process.is_current() {
            mem::forget(pages);
        }
    }
}
