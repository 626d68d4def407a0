//! `scan` and the class `Scan`.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use urlsift_search::{NextPage, OffsetUnit};

use crate::{
    argument::ErrorMode,
    inputs::{Raised, inputs, named},
    interpreter::check_signals,
    link::Link,
    options::{Options, Scope},
    page::{LinkRows, Page},
    process::Process,
    run::Run,
    scan_error::{BinaryFiles, ScanError, binary_dict, warn_of_binary},
    split::Split,
};

/// The links of files: an iterator.
///
/// Other threads search while this one works, a bounded number of links ahead. They end when the scan is closed or
/// dropped. An input that cannot be read adds a `ScanError` to `errors`, and issues a `ScanWarning`; the scan goes on
/// (the option `errors` has other ways). An exception of a file object that is not an `Exception`, such as
/// `KeyboardInterrupt`, ends the scan and is raised.
///
/// Several threads may iterate over one scan; each link is returned once. A scan does not survive `fork`.
///
/// >>> import tempfile, urlsift
/// >>> with tempfile.NamedTemporaryFile() as file:
/// ...     _ = file.write(b"<http://a.example/> <http://b.example/>")
/// ...     file.flush()
/// ...     with urlsift.scan(file.name) as scan:
/// ...         next(scan)
/// Link('http://a.example/', start=0, end=19)
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct Scan {
    /// Locked only briefly: no thread waits for anything or calls Python while it holds the lock.
    state: Mutex<State>,
    errors: ErrorMode,
    warns_of_binary: bool,
    process: Process,
}

#[derive(Debug, Default)]
struct State {
    /// `None` if the scan has ended or was closed.
    run: Option<Arc<Run<Page<LinkRows>>>>,
    raised: Raised,
    links: VecDeque<urlsift::Link<'static>>,
    errors: Vec<ScanError>,
    binary: BinaryFiles,
}

/// The result of [`State::next`].
enum Next {
    Link(Box<urlsift::Link<'static>>),
    /// More links, new errors and binary files.
    Page(Vec<ScanError>, BinaryFiles),
    Pending(Arc<Run<Page<LinkRows>>>),
    End,
}

/// Returns an iterator over the links of files.
///
/// A path may be a file, a directory, a FIFO, or `-` for standard input; compressed files and containers are unpacked.
/// A path with `*`, `?` or `[` that does not exist is a pattern of the module `glob`, in which `**` is any directories.
/// Instead, or in an iterable with paths, there may be file objects in binary mode, which are read from where they are.
/// A `range` counts from the start of one that can seek, and is read without the bytes before it, except a few
/// megabytes; where a scan leaves it is undefined. A `Split` is read by itself. Links are in the order of the inputs,
/// whatever the number of threads.
///
/// >>> import io, urlsift
/// >>> file = io.BytesIO(b"From a@b Mon Jan 30 09:12:04 1995\nSubject: x\n\n<http://a.example/>\n")
/// >>> [(link.url, link.message["subject"]) for link in urlsift.scan(file)]
/// [('http://a.example/', 'x')]
#[doc = include_str!("docs/text.md")]
#[doc = include_str!("docs/message.md")]
#[doc = include_str!("docs/files.md")]
#[doc = include_str!("docs/filters.md")]
#[pyfunction]
#[pyo3(
    signature = (paths, /, **options),
    text_signature = "(paths, /, *, conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, rejoin=True, width=None, \
                      unwrap=False, base=None, max_len=8192, schemes=(), headers=True, bodies=True, html=True, read_as=None, \
                      encoding=None, binary='skip', unpack=True, max_window=134217728, max_temp=4294967296, follow=False, \
                      include=(), exclude=(), threads=None, range=None, \
                      scheme=(), host=(), domain=(), exclude_scheme=(), exclude_host=(), no_mailto=False, \
                      host_file=(), exclude_host_file=(), newsgroup=(), from_=(), subject=(), header=(), message_id=(), thread=(), \
                      since=None, until=None, local=False, type=(), quoted=None, joined=False, warn=(), errors=None)"
)]
pub(crate) fn scan(
    paths: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Scan> {
    let mut options = Options::new("scan", options, Scope::Files)?;
    let named = match paths.cast::<Split>() {
        Ok(split) => split.get().select(paths.py(), &mut options)?,
        Err(_) => named(paths)?,
    };
    let raised = Raised::of(&named);
    let inputs = inputs(named, &options);
    let driver = options.driver(true)?;
    let (errors, warns_of_binary) = (options.error_mode(), options.warns_of_binary());
    let options = Arc::new(options);
    let factory = move || Page::new(Arc::clone(&options), LinkRows::default());
    let run = Run::start(driver, inputs, factory)?;
    Ok(Scan {
        state: Mutex::new(State {
            run: Some(Arc::new(run)),
            raised,
            ..State::default()
        }),
        errors,
        warns_of_binary,
        process: Process::current(),
    })
}

impl State {
    /// Returns the next link, or why there is none yet.
    fn next(&mut self) -> Next {
        loop {
            if let Some(link) = self.links.pop_front() {
                return Next::Link(Box::new(link));
            }
            let Some(run) = &self.run else {
                return Next::End;
            };
            match run.try_next() {
                NextPage::Ready(page) => {
                    self.links = page.rows.links.into();
                    self.errors.extend_from_slice(&page.errors);
                    self.binary.extend_from_slice(&page.binary);
                    return Next::Page(page.errors, page.binary);
                }
                NextPage::Pending => return Next::Pending(Arc::clone(run)),
                NextPage::End => self.run = None,
            }
        }
    }
}

impl Scan {
    /// Reports new errors. An exception ends the scan.
    fn report(&self, py: Python<'_>, errors: &[ScanError]) -> PyResult<()> {
        let raised = self.state().raised.take();
        if let Some(exception) = raised {
            self.close()?;
            return Err(exception);
        }
        let reported = errors
            .iter()
            .try_for_each(|error| error.report(py, self.errors));
        if reported.is_err() && self.errors == ErrorMode::Raise {
            self.close()?;
        }
        reported
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Scan {
    /// The errors so far: a new list.
    #[getter]
    fn errors(&self) -> PyResult<Vec<ScanError>> {
        self.process.check()?;
        Ok(self.state().errors.clone())
    }

    /// The paths of the binary files so far, and the numbers of their links: a new `dict`. With `binary="skip"`, these
    /// links are left out. A file has NULs if it is binary, and no known format; standard input never is.
    #[getter]
    fn binary_files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.process.check()?;
        let files = self.state().binary.clone();
        binary_dict(py, &files)
    }

    /// Ends the scan and its threads. There are no more links. `errors` remains.
    fn close(&self) -> PyResult<()> {
        self.process.check()?;
        let mut state = self.state();
        let ended = (state.run.take(), mem::take(&mut state.links));
        drop(state);
        drop(ended);
        Ok(())
    }

    fn __repr__(&self) -> PyResult<String> {
        self.process.check()?;
        let state = self.state();
        let end = if state.run.is_some() { "" } else { ", ended" };
        Ok(format!("Scan(errors={}{end})", state.errors.len()))
    }

    /// Returns a note for notebooks. No link is taken.
    fn _repr_html_(&self) -> PyResult<String> {
        let text = self.__repr__()?;
        Ok(format!(
            "<p><code>{text}</code>: an iterator; <code>list(scan)</code> has the links</p>"
        ))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Link>> {
        self.process.check()?;
        loop {
            let next = self.state().next();
            match next {
                Next::Link(link) => return Ok(Some(Link::new(*link, OffsetUnit::Utf8))),
                Next::Page(errors, binary) => {
                    // `list` calls this function again and again, without a check of its own.
                    check_signals(py)?;
                    if !errors.is_empty() {
                        self.report(py, &errors)?;
                    }
                    if self.warns_of_binary {
                        warn_of_binary(py, &binary)?;
                    }
                }
                Next::Pending(run) => run.wait(py)?,
                Next::End => return Ok(None),
            }
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close()
    }
}

impl Drop for Scan {
    fn drop(&mut self) {
        if !self.process.is_current() {
            // Mutexes in the state may be locked by threads that do not exist in this process.
            let state = self.state.get_mut();
            mem::forget(mem::take(state.unwrap_or_else(PoisonError::into_inner)));
        }
    }
}
