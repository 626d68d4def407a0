//! The batches of a scan, as a stream.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::{PyErr, exceptions::PyRuntimeError, prelude::*};
use urlsift::BatchBuilder;
use urlsift_search::NextPage;

use super::page::ArrowRows;
use crate::{
    argument::ErrorMode,
    inputs::{Named, Raised, inputs},
    interpreter::{call, is_in_foreign},
    options::Options,
    page::Page,
    run::Run,
    scan_error::{BinaryFiles, ScanError, warn_of_binary},
};

/// The approximate size in bytes of a row with all columns.
const ROW_BYTES: usize = 256;

/// The maximum size of a page in bytes. The driver buffers several.
const MAX_PAGE: usize = 2 << 20;

/// The inputs and options of a scan, which each stream runs anew.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) inputs: Vec<Named>,
    pub(super) options: Arc<Options>,
    /// The columns.
    pub(super) builder: BatchBuilder,
    /// The maximum number of rows of a batch.
    pub(super) batch_size: usize,
    /// What the stream that was begun last has reported.
    pub(super) log: Mutex<Arc<Mutex<Log>>>,
    /// Whether all streams end.
    pub(super) is_closed: AtomicBool,
}

/// What a stream has reported.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) errors: Vec<ScanError>,
    pub(super) binary: BinaryFiles,
}

/// The batches of a scan. It starts with the first batch.
#[derive(Debug)]
pub(super) struct ArrowStream {
    source: Arc<Source>,
    schema: SchemaRef,
    search: Search,
    batches: VecDeque<RecordBatch>,
    /// The thread that may call Python: the one that has requested the stream. Any other thread might wait for the GIL
    /// while the thread that holds the GIL waits for the batch.
    caller: ThreadId,
}

#[derive(Debug)]
enum Search {
    NotStarted,
    Running(Run<Page<ArrowRows>>, Arc<Mutex<Log>>),
    Ended,
}

impl Source {
    /// Returns what the stream that was begun last has reported so far.
    pub(super) fn logged(&self) -> Log {
        let log = Arc::clone(&self.log.lock().unwrap_or_else(PoisonError::into_inner));
        let log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.clone()
    }

    /// Starts a search. From now on, the log is about this search.
    fn start(&self) -> PyResult<Search> {
        let options = Arc::clone(&self.options);
        let builder = Mutex::new(self.builder.with_fresh_buffers());
        let factory = move || {
            let builder = builder.lock().unwrap_or_else(PoisonError::into_inner);
            let builder = builder.with_fresh_buffers();
            Page::new(Arc::clone(&options), ArrowRows::new(builder))
        };
        let page_size = self.batch_size.saturating_mul(ROW_BYTES).min(MAX_PAGE);
        let driver = self.options.driver(false)?.chunk_size(page_size);
        let run = Run::start(
            driver,
            inputs(self.inputs.iter().cloned(), &self.options),
            factory,
        )?;
        let log = Arc::new(Mutex::default());
        let mut latest = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Arc::clone(&log);
        Ok(Search::Running(run, log))
    }
}

impl ArrowStream {
    pub(super) fn new(source: Arc<Source>) -> Self {
        Self {
            schema: source.builder.schema(),
            source,
            search: Search::NotStarted,
            batches: VecDeque::new(),
            caller: thread::current().id(),
        }
    }

    /// Returns the next batch. After an error there are no more.
    fn next_batch(&mut self) -> PyResult<Option<RecordBatch>> {
        loop {
            if self.source.is_closed.load(Ordering::Relaxed) {
                return Err(PyRuntimeError::new_err("the scan was closed"));
            }
            if let Some(batch) = self.batches.pop_front() {
                return Ok(Some(batch));
            }
            let page = match &self.search {
                Search::NotStarted => {
                    self.search = self.source.start()?;
                    continue;
                }
                Search::Running(run, _) => {
                    run.check_process()?;
                    run.try_next()
                }
                Search::Ended => return Ok(None),
            };
            match page {
                NextPage::Ready(page) => self.add(page)?,
                NextPage::Pending => self.wait()?,
                NextPage::End => self.search = Search::Ended,
            }
        }
    }

    /// Adds the batches and errors of a page.
    fn add(&mut self, page: Page<ArrowRows>) -> PyResult<()> {
        let size = self.source.batch_size;
        for batch in page.rows.batches {
            if batch.num_rows() <= size {
                self.batches.push_back(batch);
                continue;
            }
            let starts = (0..batch.num_rows()).step_by(size);
            let slice = |start| batch.slice(start, size.min(batch.num_rows() - start));
            self.batches.extend(starts.map(slice));
        }
        if page.errors.is_empty() && page.binary.is_empty() {
            return Ok(());
        }
        if let Search::Running(_, log) = &self.search {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.errors.extend_from_slice(&page.errors);
            log.binary.extend_from_slice(&page.binary);
        }
        if let Some(exception) = Raised::of(&self.source.inputs).take() {
            return Err(exception);
        }
        let options = &self.source.options;
        let mode = options.error_mode();
        let report = |py: Python<'_>| {
            if options.warns_of_binary() {
                warn_of_binary(py, &page.binary)?;
            }
            page.errors
                .iter()
                .try_for_each(|error| error.report(py, mode))
        };
        // On another thread, an error must not be lost; warnings are.
        match self.call_python(report) {
            Some(reported) => reported,
            None if mode == ErrorMode::Raise => page
                .errors
                .first()
                .map_or(Ok(()), |error| Err(error.os_error())),
            None => Ok(()),
        }
    }

    /// Waits for the next page, for a short time.
    fn wait(&self) -> PyResult<()> {
        let Search::Running(run, _) = &self.search else {
            return Ok(());
        };
        // The caller may hold the GIL, which the threads that read file objects need: `Run::wait` releases it.
        self.call_python(|py| run.wait(py)).unwrap_or_else(|| {
            run.wait_step();
            Ok(())
        })
    }

    /// Calls Python if that cannot block forever.
    fn call_python<R>(&self, function: impl FnOnce(Python<'_>) -> R) -> Option<R> {
        if thread::current().id() != self.caller || is_in_foreign() {
            return None;
        }
        call(function)
    }
}

/// Raises `KeyboardInterrupt` once more.
fn interrupt_again(py: Python<'_>, error: &PyErr) {
    if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
        // The exception is raised in any case, by the stream.
        let _ = py
            .import("_thread")
            .and_then(|thread| thread.call_method0("interrupt_main"));
    }
}

impl Iterator for ArrowStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.next_batch();
        if batch.is_err() {
            self.search = Search::Ended;
        }
        let batch = batch.map_err(|error| {
            // Made first: after the interrupt is raised again, it could hit the code that makes the text.
            let text = error.to_string();
            // The reader of the stream may replace the exception: it is raised again after that.
            self.call_python(|py| interrupt_again(py, &error));
            ArrowError::ExternalError(text.into())
        });
        batch.transpose()
    }
}

impl RecordBatchReader for ArrowStream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
