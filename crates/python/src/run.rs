//! A search that runs while Python waits for its results.

use std::{mem, num::NonZeroUsize, time::Duration};

use pyo3::prelude::*;
use urlsift_search::{Driver, FileSink, Inputs, NextPage, Pages};

use crate::process::Process;

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

    /// Returns an error in another process, as [`Process::check`] does.
    pub(crate) fn check_process(&self) -> PyResult<()> {
        self.process.check()
    }

    /// Returns the next page, if it is ready.
    pub(crate) fn try_next(&self) -> NextPage<C> {
        self.pages.as_ref().map_or(NextPage::End, Pages::try_next)
    }

    /// Waits for the next page, for a short time. Then handles signals.
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
