//! The inputs that an argument names.

use std::path::{Path, PathBuf};

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{IntoPyDict, PyBytes, PyString},
};
use urlsift_search::Inputs;

use crate::{
    file_object::{FileObject, RaisedException},
    interpreter::foreign,
    options::Options,
};

/// A path or a file object.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Path(PathBuf),
    Object(FileObject),
}

/// The exceptions that file objects have raised, and that are not errors of inputs.
#[derive(Debug, Default)]
pub(crate) struct Raised(Vec<RaisedException>);

impl Raised {
    /// Returns those of the file objects among inputs.
    pub(crate) fn of(named: &[Named]) -> Self {
        let objects = named.iter().filter_map(|item| match item {
            Named::Path(_) => None,
            Named::Object(object) => Some(object.raised()),
        });
        Self(objects.collect())
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.iter().find_map(RaisedException::take)
    }
}

/// Returns what an argument names: a path or a file object, or an iterable of them. Patterns are expanded.
///
/// # Errors
///
/// `TypeError` for other objects.
pub(crate) fn named(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Named>> {
    foreign(|| all_named(argument))
}

fn all_named(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Named>> {
    let mut named = Vec::new();
    if let Some(item) = one(argument)? {
        add(argument.py(), &mut named, item)?;
        return Ok(named);
    }
    if argument.hasattr("get_payload")? {
        return Err(is_message());
    }
    let items = argument
        .try_iter()
        .map_err(|error| not_paths(argument, error))?;
    for item in items {
        let item = item?;
        let item = match one(&item)? {
            Some(item) => item,
            // Raises the error of `os.fspath`.
            None => Named::Path(path(&item)?),
        };
        add(argument.py(), &mut named, item)?;
    }
    Ok(named)
}

/// Returns the error for an argument that is no iterable, or what it has raised.
fn not_paths(argument: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(argument.py()) {
        return error;
    }
    let name = argument.get_type().name();
    let name = name.map_or_else(|_| String::from("?"), |name| name.to_string());
    PyTypeError::new_err(format!(
        "expected a path, a file object or an iterable of these, not '{name}'"
    ))
}

/// Returns the error for a message in the place of a path.
fn is_message() -> PyErr {
    PyTypeError::new_err("expected a path, not a message: `find_message` reads a message")
}

/// Adds an input, or the files that a pattern matches, in the order of their names.
fn add(py: Python<'_>, named: &mut Vec<Named>, item: Named) -> PyResult<()> {
    let Named::Path(path) = &item else {
        named.push(item);
        return Ok(());
    };
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_pattern = bytes.iter().any(|byte| b"*?[".contains(byte));
    let is_there = path.symlink_metadata().is_ok();
    if !is_there && bytes.contains(&b'\n') {
        return Err(is_message());
    }
    if !is_pattern || is_there {
        named.push(item);
        return Ok(());
    }
    let options = [("recursive", true)].into_py_dict(py)?;
    let glob = py.import("glob")?.getattr("glob")?;
    let found = glob.call((path.as_os_str(),), Some(&options))?;
    let mut found: Vec<PathBuf> = found.extract()?;
    found.sort_unstable();
    if found.is_empty() {
        // It is reported as a file that does not exist.
        named.push(item);
    }
    named.extend(found.into_iter().map(Named::Path));
    Ok(())
}

/// Returns the paths that an argument names.
///
/// # Errors
///
/// `TypeError` for other objects, such as file objects.
pub(crate) fn paths(argument: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if is_path(argument)? {
        return Ok(vec![path(argument)?]);
    }
    foreign(|| argument.try_iter()?.map(|item| path(&item?)).collect())
}

/// Returns the inputs with the options for directories.
pub(crate) fn inputs(named: impl IntoIterator<Item = Named>, options: &Options) -> Inputs {
    let inputs = Inputs::new([])
        .follow(options.follow)
        .globs(options.globs.clone())
        .public_inbox(options.public_inbox)
        .without_stdout();
    named.into_iter().fold(inputs, |inputs, item| match item {
        Named::Path(path) => inputs.path(path),
        // A range counts from the start of the file, as for a path.
        Named::Object(object) => inputs.reader(object.input(options.range.is_some())),
    })
}

/// Returns a path or a file object; `None` if the argument is neither.
fn one(argument: &Bound<'_, PyAny>) -> PyResult<Option<Named>> {
    if is_path(argument)? {
        return path(argument).map(|path| Some(Named::Path(path)));
    }
    if !argument.hasattr("read")? {
        return Ok(None);
    }
    let object = FileObject::new(argument, name(argument)?, RaisedException::default())?;
    Ok(Some(Named::Object(object)))
}

/// Returns the name of a file object, or its path, which files of fsspec have; empty if it has neither.
fn name(object: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    for attribute in ["name", "path"] {
        // A file that was opened by its number has the number as its name.
        if let Some(name) = object.getattr_opt(attribute)?
            && is_path(&name).is_ok_and(|is_path| is_path)
        {
            return path(&name);
        }
    }
    Ok(PathBuf::new())
}

fn is_path(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(argument.is_instance_of::<PyString>()
        || argument.is_instance_of::<PyBytes>()
        || argument.hasattr("__fspath__")?)
}

fn path(argument: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let decoded = argument
        .py()
        .import("os")?
        .call_method1("fsdecode", (argument,))?;
    decoded.extract()
}

/// Returns whether a path names an object in a store.
pub(crate) fn is_object(path: &Path) -> bool {
    if path.starts_with("file:") {
        return false;
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.windows(3).any(|window| window == b"://")
}
