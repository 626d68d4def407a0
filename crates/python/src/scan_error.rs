//! Errors of inputs, and binary files.

use std::{ffi::CString, sync::Arc};

use pyo3::{
    create_exception,
    exceptions::{PyFileNotFoundError, PyOSError, PyUserWarning},
    prelude::*,
    types::{PyBytes, PyDict, PyTuple},
};
use urlsift::{BatchBuilder, table::ErrorRow};
use urlsift_harvest::Failure;
use urlsift_search::Error;

use crate::argument::ErrorMode;

/// The number of the system's error for a file that does not exist, on all systems.
pub(crate) const ENOENT: i32 = 2;

create_exception!(
    urlsift,
    ScanWarning,
    PyUserWarning,
    "An input of a scan could not be read, or not to its end. The scan goes on with the next one."
);

/// The error of an input that could not be read, or not to its end.
///
/// The attributes are the fields of the object that `--json-errors` prints: see `docs/JSON.md`. `str()` returns the
/// path and the reason.
///
/// >>> import urlsift, warnings
/// >>> with warnings.catch_warnings(action="ignore"):
/// ...     scan = urlsift.scan("/no/such/file")
/// ...     list(scan)
/// []
/// >>> scan.errors
/// [ScanError('/no/such/file', code='not-found', text='No such file or directory')]
#[pyclass(frozen, eq, hash, module = "urlsift._urlsift")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ScanError {
    path: Vec<u8>,
    /// The number of unpacked bytes of the file that were read before the error; `None` if it could not be opened.
    #[pyo3(get)]
    offset: Option<u64>,
    /// The reason: a code of `docs/JSON.md`.
    #[pyo3(get)]
    code: String,
    /// The reason in words, which may change.
    #[pyo3(get)]
    text: String,
}

impl ScanError {
    pub(crate) fn new(error: &Error) -> Self {
        Self {
            path: error.path().as_os_str().as_encoded_bytes().to_vec(),
            offset: error.offset(),
            code: error.code().to_owned(),
            text: error.to_string(),
        }
    }

    /// Creates the error of an input of a harvest.
    pub(crate) fn of_failure(failure: Failure) -> Self {
        Self {
            path: failure.path.into_os_string().into_encoded_bytes(),
            offset: failure.offset,
            code: failure.code.to_owned(),
            text: failure.text,
        }
    }

    /// Appends the row of the error.
    pub(crate) fn append_to(&self, builder: &mut BatchBuilder) {
        let row = ErrorRow {
            shard: "",
            input: 0,
            path: &self.path,
            member: 0,
            offset: self.offset,
            code: &self.code,
            text: &self.text,
        };
        row.write(builder);
        builder.end_row();
    }

    /// Reports the error.
    ///
    /// # Errors
    ///
    /// The `OSError` that it becomes, or the warning if Python's filters make it an exception.
    pub(crate) fn report(&self, py: Python<'_>, mode: ErrorMode) -> PyResult<()> {
        match mode {
            ErrorMode::Raise => Err(self.os_error()),
            ErrorMode::Warn => self.warn(py),
            ErrorMode::Collect => Ok(()),
        }
    }

    /// Returns the error as an `OSError`, which has the number of a missing file.
    pub(crate) fn os_error(&self) -> PyErr {
        match &self.code[..] {
            "not-found" => PyFileNotFoundError::new_err((ENOENT, self.text.clone(), self.path())),
            _ => PyOSError::new_err(self.__str__()),
        }
    }

    /// Issues a [`ScanWarning`].
    ///
    /// # Errors
    ///
    /// The warning itself if Python's filters make it an exception.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        warn(py, &self.__str__())
    }
}

fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = text.replace('\0', "\u{fffd}");
    let text = CString::new(text).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<ScanWarning>(), &text, 1)
}

/// The paths of binary files, and the numbers of their links.
pub(crate) type BinaryFiles = Vec<(Arc<[u8]>, u64)>;

/// Returns the files by their paths, as `os.fsdecode` returns them.
pub(crate) fn binary_dict<'py>(
    py: Python<'py>,
    files: &BinaryFiles,
) -> PyResult<Bound<'py, PyDict>> {
    let (decode, dict) = (py.import("os")?.getattr("fsdecode")?, PyDict::new(py));
    for (path, links) in files {
        dict.set_item(decode.call1((PyBytes::new(py, path),))?, links)?;
    }
    Ok(dict)
}

/// Issues a [`ScanWarning`] for each binary file whose links are left out.
///
/// # Errors
///
/// The warning itself if Python's filters make it an exception.
pub(crate) fn warn_of_binary(py: Python<'_>, files: &BinaryFiles) -> PyResult<()> {
    files.iter().try_for_each(|(path, links)| {
        let (path, s) = (
            String::from_utf8_lossy(path),
            if *links == 1 { "" } else { "s" },
        );
        let text = format!("{path}: binary file: {links} link{s} left out (see binary=\"text\")");
        warn(py, &text)
    })
}

#[pymethods]
impl ScanError {
    /// The file, or the member of a container; `-` is standard input.
    #[getter]
    fn path(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }

    /// The exact bytes of the path; `os.fsdecode` makes a path of them.
    #[getter]
    fn path_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.path)
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.path(), self.text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let path = self.path().into_pyobject(py)?.repr()?;
        let code = self.code.as_str().into_pyobject(py)?.repr()?;
        let text = self.text.as_str().into_pyobject(py)?.repr()?;
        Ok(format!("ScanError({path}, code={code}, text={text})"))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_error")?;
        let state = (
            self.path_bytes(py),
            self.offset,
            self.code.as_str(),
            self.text.as_str(),
        );
        Ok((restore, state.into_pyobject(py)?))
    }
}

/// Restores a pickled error.
#[pyfunction]
#[pyo3(name = "_restore_error")]
pub(crate) fn restore_error(
    path: Vec<u8>,
    offset: Option<u64>,
    code: String,
    text: String,
) -> ScanError {
    ScanError {
        path,
        offset,
        code,
        text,
    }
}
