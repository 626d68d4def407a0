//! The steps of a harvest, for `_harvest.py` and the engines.

use std::{
    io, mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use pyo3::{
    exceptions::{PyException, PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use urlsift_harvest::{
    Digest, Dropped, Error, Failure, Format, Harvest, MissingShards, ObjectState, ObjectStore,
    Options as DataSet, PlanOptions, ReadAnywhere, RunObserver, RunOptions, ShardDone, ShardSubset,
};
use urlsift_search::{Error as InputError, Input, InputReader, SystemReason};

use crate::{
    argument::{named, strings, unknown},
    file_object::{FileObject, RaisedException},
    inputs::{self, Named, is_object},
    interpreter::{SignalChecks, call},
    options::{Options, Scope},
    scan_error::{ENOENT, ScanError},
};

/// Objects in a store of Python: an object with the methods `state(url)`, which returns the size and a version, and
/// `open(url)`, which returns a file object. Its method `check_stopped()` raises an exception if nobody waits for it.
struct PythonStore {
    store: Py<PyAny>,
    raised: RaisedException,
}

impl PythonStore {
    fn call<R>(&self, function: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<R>) -> io::Result<R> {
        let result = call(|py| {
            let result = function(self.store.bind(py));
            if let Err(exception) = &result {
                self.raised.keep_unless::<PyException>(py, exception);
            }
            result
        });
        let result = result.unwrap_or_else(|| Err(io::Error::other("the interpreter ends").into()));
        Ok(result?)
    }
}

impl ObjectStore for PythonStore {
    fn has(&self, path: &Path) -> bool {
        is_object(path)
    }

    fn state(&self, path: &Path) -> io::Result<ObjectState> {
        let (size, version) =
            self.call(|store| store.call_method1("state", (path.as_os_str(),))?.extract())?;
        Ok(ObjectState { size, version })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAnywhere>> {
        self.call(|store| {
            let object = store.call_method1("open", (path.as_os_str(),))?;
            let object = FileObject::new(&object, path.to_owned(), self.raised.clone())?;
            let reader = object.reader();
            reader.ok_or_else(|| PyValueError::new_err("expected a file object that can seek"))
        })
    }
}

/// A data set, with the objects that it reads.
struct DataSetAt {
    harvest: Harvest,
    store: Option<Arc<PythonStore>>,
}

impl DataSetAt {
    fn new(root: PathBuf, store: Option<Py<PyAny>>) -> Self {
        let harvest = Harvest::new(root);
        let store = store.map(|store| {
            let raised = RaisedException::default();
            Arc::new(PythonStore { store, raised })
        });
        let harvest = match &store {
            Some(store) => harvest.objects(Arc::clone(store) as _),
            None => harvest,
        };
        Self { harvest, store }
    }

    /// Returns the exception that the store has raised and that is no error of an input, or the result.
    fn result<R>(&self, result: Result<R, Error>) -> PyResult<R> {
        match self.store.as_ref().and_then(|store| store.raised.take()) {
            Some(exception) => Err(exception),
            None => result.map_err(exception),
        }
    }

    /// Returns the inputs that paths name. Objects are opened when they are planned.
    fn inputs(&self, paths: Vec<Named>, options: &Options) -> NamedInputs {
        let store = self.store.clone();
        let options = options.clone();
        let inputs = paths.into_iter().flat_map(move |path| -> NamedInputs {
            match (&path, &store) {
                (Named::Path(path), Some(store)) if is_object(path) => {
                    let opened = store.open(path);
                    let input =
                        opened.map(|reader| Input::Reader(InputReader::seekable(path, reader)));
                    let path = path.clone();
                    Box::new(std::iter::once(
                        input.map_err(|error| InputError::io(&path, error)),
                    ))
                }
                _ => Box::new(inputs::inputs([path], &options)),
            }
        });
        Box::new(inputs)
    }
}

type NamedInputs = Box<dyn Iterator<Item = Result<Input, InputError>> + Send>;

/// What [`plan_harvest`] returns.
type Planned = (String, Vec<u64>, Vec<ScanError>, Option<String>);

/// Plans a harvest. Returns the digest of the plan, the bytes of each shard, the failures, and which files of the last
/// plan it drops.
#[pyfunction]
#[pyo3(name = "_plan_harvest", signature = (root, paths, store, options))]
pub(crate) fn plan_harvest(
    py: Python<'_>,
    root: PathBuf,
    paths: &Bound<'_, PyAny>,
    store: Option<Py<PyAny>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Planned> {
    let options = options.copy()?;
    let planning = planning(&options)?;
    let mut data_set = data_set(&options)?;
    let options = Options::new("harvest", Some(&options), Scope::Files)?;
    data_set.search = options.search_settings();
    let named = inputs::named(paths)?;
    let at = DataSetAt::new(root, store);
    for path in &named {
        if let Named::Path(path) = path {
            at.harvest.check_input(path).map_err(exception)?;
        }
    }
    let observer = StepObserver::new(at.store.clone());
    let planned = py.detach(|| {
        let inputs = at.inputs(named, &options);
        at.harvest
            .plan_observed(inputs, &data_set, planning, &observer)
    });
    let Observed {
        failures, dropped, ..
    } = observer.end()?;
    let plan = at.result(planned)?;
    let failures = failures.into_iter().map(ScanError::of_failure).collect();
    let sizes = plan.shard_bytes().collect();
    Ok((plan.digest().to_string(), sizes, failures, dropped))
}

/// Takes an option out of the others. `None` is not given.
fn take<T>(
    options: &Bound<'_, PyDict>,
    name: &str,
    read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    let Some(value) = options.get_item(name)? else {
        return Ok(None);
    };
    options.del_item(name)?;
    if value.is_none() {
        return Ok(None);
    }
    read(&value)
        .map(Some)
        .map_err(|error| named(&value, name, error))
}

/// Takes the options of planning out of all options.
fn planning(options: &Bound<'_, PyDict>) -> PyResult<PlanOptions> {
    let take = |name| take(options, name, |value| value.extract::<bool>());
    Ok(PlanOptions {
        into_existing: take("into_existing")?.unwrap_or_default(),
        drop_missing: take("drop_missing")?.unwrap_or_default(),
        add: take("add")?.unwrap_or_default(),
        ..PlanOptions::default()
    })
}

/// Takes the options of the data set out of all options; what is found has no options here.
fn data_set(options: &Bound<'_, PyDict>) -> PyResult<DataSet> {
    let format = |value: &Bound<'_, PyAny>| {
        let name: String = value.extract()?;
        let names = Format::ALL.iter().map(|format| format.name());
        name.parse().map_err(|_| unknown("format", &name, names))
    };
    let default = DataSet::default();
    Ok(DataSet {
        format: take(options, "format", format)?.unwrap_or(default.format),
        without: take(options, "without", strings)?.unwrap_or(default.without),
        wide: take(options, "wide", |value| value.extract())?.unwrap_or(default.wide),
        shard_size: take(options, "shard_size", |value| value.extract())?
            .unwrap_or(default.shard_size),
        search: default.search,
    })
}

/// Writes the tables of the shards of a plan from an index to another one that are not done. Returns the number of
/// links and messages, the failures, the number of shards that are not done, and whether a new plan would divide a
/// group.
#[pyfunction]
#[pyo3(name = "_run_harvest", signature = (root, digest, shards, threads, store))]
pub(crate) fn run_harvest(
    py: Python<'_>,
    root: PathBuf,
    digest: &str,
    shards: (usize, usize),
    threads: Option<NonZeroUsize>,
    store: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, Vec<ScanError>, usize, bool)> {
    let at = DataSetAt::new(root, store);
    let digest = plan_digest(digest)?;
    let observer = StepObserver::new(at.store.clone());
    let options = RunOptions {
        threads,
        only: Some(ShardSubset::range(shards.0..shards.1)),
    };
    let outcome = py.detach(|| {
        let plan = at.harvest.read_plan(Some(digest))?;
        at.harvest.run(&plan, &options, &observer)
    });
    let Observed {
        links, messages, ..
    } = observer.end()?;
    let outcome = at.result(outcome)?;
    let failures = outcome
        .failures
        .into_iter()
        .map(ScanError::of_failure)
        .collect();
    Ok((
        links,
        messages,
        failures,
        outcome.open,
        outcome.divides_groups,
    ))
}

/// Finishes the data set of a plan, and writes its report.
#[pyfunction]
#[pyo3(name = "_finish_harvest", signature = (root, digest, partial))]
pub(crate) fn finish_harvest(
    py: Python<'_>,
    root: PathBuf,
    digest: &str,
    partial: bool,
) -> PyResult<()> {
    let missing = if partial {
        MissingShards::Allow
    } else {
        MissingShards::Refuse
    };
    let digest = plan_digest(digest)?;
    interruptible(py, |observer| {
        let harvest = Harvest::new(root).stopped_by(observer);
        let plan = harvest.read_plan(Some(digest))?;
        harvest.finish(&plan, missing)?;
        harvest.report()
    })?;
    Ok(())
}

/// Removes the files that are no longer part of the data set. Returns the numbers of files and bytes.
#[pyfunction]
#[pyo3(name = "_prune_harvest", signature = (root))]
pub(crate) fn prune_harvest(py: Python<'_>, root: PathBuf) -> PyResult<(u64, u64)> {
    let pruned = interruptible(py, |observer| {
        Harvest::new(root).stopped_by(observer).prune()
    })?;
    Ok((pruned.files, pruned.bytes))
}

/// A change as Python has it: what, how, the old and the new number of links, and the name.
type Change = (&'static str, &'static str, u64, u64, String);

/// Returns the changes between two data sets.
#[pyfunction]
#[pyo3(name = "_diff_harvest", signature = (old, new))]
pub(crate) fn diff_harvest(py: Python<'_>, old: PathBuf, new: PathBuf) -> PyResult<Vec<Change>> {
    let mut changes = Vec::new();
    interruptible(py, |observer| {
        Harvest::new(new).stopped_by(observer).diff(&old, |change| {
            let name = change.name.to_owned();
            changes.push((change.what, change.change, change.old, change.new, name));
            ControlFlow::Continue(())
        })
    })?;
    Ok(changes)
}

/// Runs a step without inputs, which the handler of a signal can stop.
fn interruptible<R: Send>(
    py: Python<'_>,
    step: impl FnOnce(Arc<StepObserver>) -> Result<R, Error> + Send,
) -> PyResult<R> {
    let observer = Arc::new(StepObserver::new(None));
    let ended = py.detach(|| step(Arc::clone(&observer)));
    observer.end()?;
    ended.map_err(exception)
}

fn plan_digest(text: &str) -> PyResult<Digest> {
    let digest = text.parse();
    digest.map_err(|_| PyValueError::new_err("expected the digest of a plan"))
}

/// Counts the rows of shards that are done, and stops a step if the handler of a signal raises an exception, or if the
/// caller does not wait for it any more.
struct StepObserver {
    observed: Mutex<Observed>,
    signals: SignalChecks,
    store: Option<Arc<PythonStore>>,
}

/// What was observed in a step.
#[derive(Default)]
struct Observed {
    links: u64,
    messages: u64,
    failures: Vec<Failure>,
    dropped: Option<String>,
}

impl RunObserver for StepObserver {
    fn shard_done(&self, done: &ShardDone) {
        let mut observed = self.observed();
        observed.links += done.links;
        observed.messages += done.messages;
    }

    fn failed(&self, failure: &Failure) {
        self.observed().failures.push(failure.clone());
    }

    fn dropped(&self, dropped: &Dropped) {
        self.observed().dropped = Some(dropped.to_string());
    }

    fn is_stopped(&self) -> bool {
        let store = self.store.as_deref();
        if store.is_some_and(|store| store.raised.is_some()) {
            return true;
        }
        self.signals.is_stopped(|py| {
            let Some(store) = store else { return Ok(()) };
            store.store.call_method0(py, "check_stopped").map(drop)
        })
    }
}

impl StepObserver {
    fn new(store: Option<Arc<PythonStore>>) -> Self {
        Self {
            observed: Mutex::default(),
            signals: SignalChecks::new(),
            store,
        }
    }

    fn observed(&self) -> MutexGuard<'_, Observed> {
        self.observed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what was observed, or the exception that has stopped the step.
    fn end(&self) -> PyResult<Observed> {
        match self.signals.take() {
            Some(exception) => Err(exception),
            None => Ok(mem::take(&mut self.observed())),
        }
    }
}

/// Returns the exception for an error of a data set.
fn exception(error: Error) -> PyErr {
    match error {
        Error::Option(reason) => PyValueError::new_err(reason),
        Error::UnsupportedInput { .. } => PyValueError::new_err(error.to_string()),
        Error::Io { path, error } => {
            let of_kind = (error.kind() == io::ErrorKind::NotFound).then_some(ENOENT);
            let number = error.raw_os_error().or(of_kind).unwrap_or_default();
            let reason = SystemReason(&error).to_string();
            PyOSError::new_err((number, reason, path.into_os_string()))
        }
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
