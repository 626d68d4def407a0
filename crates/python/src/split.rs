//! `plan_splits` and the class `Split`.

use std::{
    ffi::OsStr,
    io, mem,
    num::NonZeroU64,
    ops::Range,
    path::{Path, PathBuf},
};

use pyo3::{
    exceptions::{PyFileNotFoundError, PyOSError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyTuple},
};
use urlsift_search::{Error, Input, Job, Ranges, Split as Splitter};

use crate::{
    argument::{named, unknown},
    file_object::FileObject,
    inputs::{self, Named, is_object},
    interpreter::SignalChecks,
    options::{Options, Scope},
    scan_error::ENOENT,
};

/// The default size of a split: 512 MiB.
const SIZE: u64 = 512 << 20;

/// Files, or a range of a file, for `scan` and `scan_arrow` in a separate job.
///
/// The links of all splits are those of all files. Splits can be compared and pickled.
#[pyclass(frozen, eq, hash, module = "urlsift._urlsift")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Split {
    files: Vec<PathBuf>,
    /// The bytes of the only file in which messages begin that belong to the split; `None` for whole files.
    range: Option<(u64, u64)>,
    /// The number of bytes, compressed; `None` if it is not known, as of a pipe.
    #[pyo3(get)]
    bytes: Option<u64>,
    /// Whether the split is of a file object, whose name is then the only path.
    is_of_object: bool,
    /// Whether the file could not be read when the split was made: its scan reports the error.
    is_unreadable: bool,
}

/// Cuts files into splits that can be read in separate processes, or on separate machines that see the same files.
///
/// A large file is cut where messages begin, small files are grouped. Compressed files and containers are not cut.
/// `size` is the minimum number of bytes of a split, except the last ones. Other options are those of `scan`, and must
/// be the same there. Paths of splits are absolute. Raises `OSError` for a file that cannot be read; with
/// `errors="keep"`, such a file is a separate split instead, whose scan has the error.
///
/// The splits of a file object in binary mode have its name in `paths`. Each is read as the `range` of a file object
/// for the same bytes, such as one of fsspec that another machine opens: `scan(file, range=split.range)`.
///
/// >>> import tempfile, urlsift
/// >>> with tempfile.NamedTemporaryFile() as file:
/// ...     for number in range(9):
/// ...         _ = file.write(b"From a@b Mon Jan 30 09:12:04 1995\n\n<http://%d.example/>\n\n" % number)
/// ...     file.flush()
/// ...     splits = urlsift.plan_splits(file.name, size=100)
/// ...     [len(list(urlsift.scan(split))) for split in splits]
/// [2, 2, 2, 2, 1]
#[pyfunction]
#[pyo3(
    signature = (paths, /, *, size = None, errors = None, **options),
    text_signature = "(paths, /, *, size=536870912, errors='raise', **options)"
)]
pub(crate) fn plan_splits(
    paths: &Bound<'_, PyAny>,
    size: Option<u64>,
    errors: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Split>> {
    let py = paths.py();
    let keeps_errors =
        errors.map(|errors| keeps(errors).map_err(|error| named(errors, "errors", error)));
    let keeps_errors = keeps_errors.transpose()?.unwrap_or_default();
    let size = NonZeroU64::new(size.unwrap_or(SIZE))
        .ok_or_else(|| PyValueError::new_err("the argument 'size': it is zero"))?;
    let options = Options::new("plan_splits", options, Scope::Files)?;
    options.check_no_range()?;
    let splitter = Splitter::new()
        .size(size)
        .kind(options.read_as)
        .unpacking(options.unpacker());
    let mut plan = Plan {
        splitter,
        keeps_errors,
        splits: Vec::new(),
    };
    // Consecutive paths are planned together.
    let mut together = Vec::new();
    for input in inputs::named(paths)? {
        match input {
            Named::Path(path) if is_object(&path) => {
                let path = path.display();
                let reason = format!("'{path}' is in a store: pass a file object of it");
                return Err(PyValueError::new_err(reason));
            }
            Named::Path(path) => together.push(Named::Path(absolute(path)?)),
            Named::Object(object) => {
                plan.add_paths(py, mem::take(&mut together), &options)?;
                plan.add_object(py, &object)?;
            }
        }
    }
    plan.add_paths(py, together, &options)?;
    Ok(plan.splits)
}

/// The splits so far.
struct Plan {
    splitter: Splitter,
    keeps_errors: bool,
    splits: Vec<Split>,
}

impl Plan {
    /// Adds the splits of paths.
    fn add_paths(&mut self, py: Python<'_>, paths: Vec<Named>, options: &Options) -> PyResult<()> {
        let begin = self.splits.len();
        // A job may have many small files.
        let signals = SignalChecks::new();
        let inputs = inputs::inputs(paths, options);
        let inputs = inputs.take_while(|_| !signals.is_stopped(|_| Ok(())));
        let mut jobs = self.splitter.jobs(inputs);
        while let Some(job) = py.detach(|| jobs.next()) {
            if let Some(exception) = signals.take() {
                return Err(exception);
            }
            let split = match job {
                Ok(job) => Split::of_job(job),
                Err(error) if self.keeps_errors => Split::unreadable(&error),
                Err(error) => return Err(os_error(&error)),
            };
            self.splits.push(split);
            py.check_signals()?;
        }
        remove_whole_ranges(&mut self.splits[begin..]);
        Ok(())
    }

    /// Adds the splits of a file object, and restores its position.
    fn add_object(&mut self, py: Python<'_>, object: &FileObject) -> PyResult<()> {
        let begin = self.splits.len();
        let input = Input::Reader(object.input(true));
        let found = match py.detach(|| self.splitter.ranges(&input)) {
            Ok(mut ranges) => self.add_ranges(py, input.path(), &mut ranges),
            Err(error) => self.add_error(&error),
        };
        let rewound = object.rewind(py);
        if let Some(exception) = object.raised().take() {
            return Err(exception);
        }
        rewound?;
        found?;
        remove_whole_ranges(&mut self.splits[begin..]);
        Ok(())
    }

    fn add_ranges(&mut self, py: Python<'_>, name: &Path, ranges: &mut Ranges) -> PyResult<()> {
        let size = ranges.file_size();
        while let Some(range) = py.detach(|| ranges.next()) {
            match range {
                Ok(range) => self.splits.push(Split {
                    files: vec![name.to_owned()],
                    range: range.end.map(|end| (range.start, end)),
                    bytes: range.end.map(|end| end - range.start).or(size),
                    is_of_object: true,
                    is_unreadable: false,
                }),
                Err(error) => self.add_error(&error)?,
            }
            py.check_signals()?;
        }
        Ok(())
    }

    /// Adds the split of a file object that cannot be read, or returns the error.
    fn add_error(&mut self, error: &Error) -> PyResult<()> {
        if !self.keeps_errors {
            return Err(os_error(error));
        }
        self.splits.push(Split {
            is_of_object: true,
            ..Split::unreadable(error)
        });
        Ok(())
    }
}

/// Returns the absolute path: the processes that read a split may have other working directories.
fn absolute(path: PathBuf) -> PyResult<PathBuf> {
    if path.as_os_str() == "-" || path.as_os_str().is_empty() {
        return Ok(path);
    }
    Ok(std::path::absolute(path)?)
}

/// Returns whether unreadable files become splits.
fn keeps(errors: &Bound<'_, PyAny>) -> PyResult<bool> {
    let name: String = errors.extract()?;
    match &name[..] {
        "raise" => Ok(false),
        "keep" => Ok(true),
        _ => Err(unknown("mode", &name, ["raise", "keep"].into_iter())),
    }
}

fn os_error(error: &Error) -> PyErr {
    let number = error
        .io_error()
        .and_then(io::Error::raw_os_error)
        .unwrap_or_default();
    PyOSError::new_err((
        number,
        error.to_string(),
        error.path().as_os_str().to_owned(),
    ))
}

/// Removes the ranges of files that were not cut: several threads may read such a file.
fn remove_whole_ranges(splits: &mut [Split]) {
    let mut next_start = 0;
    for split in splits.iter_mut().rev() {
        let start = split.range.map_or(0, |(start, _)| start);
        if start == 0 && next_start == 0 {
            split.range = None;
        }
        next_start = start;
    }
}

impl Split {
    /// Creates the split of a job.
    fn of_job(job: Job) -> Self {
        let range = match &job.ranges[..] {
            [only] => only.range.end.map(|end| (only.range.start, end)),
            _ => None,
        };
        Self {
            files: job.ranges.into_iter().map(|range| range.path).collect(),
            range,
            bytes: job.bytes,
            is_of_object: false,
            is_unreadable: false,
        }
    }

    /// Creates the split of a file that could not be read, which reports the error again.
    fn unreadable(error: &Error) -> Self {
        Self {
            files: vec![error.path().to_owned()],
            range: None,
            bytes: None,
            is_of_object: false,
            is_unreadable: true,
        }
    }

    /// Returns its files, and sets the range that is read of them.
    ///
    /// # Errors
    ///
    /// `ValueError` if another range is set, or the split is of a file object. `FileNotFoundError` if a file is missing
    /// that was there when the split was made, and no option says how errors are handled.
    pub(crate) fn select(&self, py: Python<'_>, options: &mut Options) -> PyResult<Vec<Named>> {
        if self.is_of_object {
            return Err(PyValueError::new_err(
                "the split is of a file object: pass a file object, and the range of the split",
            ));
        }
        options.check_no_range()?;
        if !self.is_unreadable && options.errors.is_none() {
            let is_missing = |path: &&PathBuf| {
                let metadata = path.metadata();
                metadata.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
            };
            if let Some(path) = py.detach(|| self.files.iter().find(is_missing)) {
                let text = "No such file or directory, which a split names";
                return Err(PyFileNotFoundError::new_err((ENOENT, text, path.clone())));
            }
        }
        options.range = self.range.map(|(start, end)| Range { start, end });
        Ok(self.files.iter().cloned().map(Named::Path).collect())
    }
}

#[pymethods]
impl Split {
    /// The paths of the files: a new list.
    #[getter]
    fn paths(&self) -> Vec<&OsStr> {
        self.files.iter().map(|path| path.as_os_str()).collect()
    }

    /// The offsets of the first byte and after the last one; `None` for whole files.
    #[getter]
    const fn range(&self) -> Option<(u64, u64)> {
        self.range
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let paths = self.paths().into_pyobject(py)?.repr()?;
        Ok(match self.range {
            Some((start, end)) => format!("Split({paths}, range=({start}, {end}))"),
            None => format!("Split({paths})"),
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_split")?;
        let paths = self.files.iter();
        let paths = paths.map(|path| PyBytes::new(py, path.as_os_str().as_encoded_bytes()));
        let paths = PyTuple::new(py, paths)?;
        let state = (
            paths,
            self.range,
            self.bytes,
            self.is_of_object,
            self.is_unreadable,
        );
        Ok((restore, state.into_pyobject(py)?))
    }
}

/// Restores a pickled split.
#[pyfunction]
#[pyo3(name = "_restore_split")]
pub(crate) fn restore_split(
    paths: &Bound<'_, PyTuple>,
    range: Option<(u64, u64)>,
    bytes: Option<u64>,
    is_of_object: bool,
    is_unreadable: bool,
) -> PyResult<Split> {
    Ok(Split {
        files: inputs::paths(paths)?,
        range,
        bytes,
        is_of_object,
        is_unreadable,
    })
}
