//! The inputs that an argument names.

use std::path::PathBuf;

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};
use urlsift_search::Inputs;

use crate::{file_object::FileObject, options::Options};

/// A path or a file object.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Path(PathBuf),
    Object(FileObject),
}

/// Returns what an argument names: a path or a file object, or an iterable of them.
///
/// # Errors
///
/// `TypeError` for other objects.
pub(crate) fn named(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Named>> {
    if let Some(item) = one(argument)? {
        return Ok(vec![item]);
    }
    let items = argument.try_iter()?.map(|item| {
        let item = item?;
        match one(&item)? {
            Some(item) => Ok(item),
            // Raises the error of `os.fspath`.
            None => path(&item).map(Named::Path),
        }
    });
    items.collect()
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
    argument.try_iter()?.map(|item| path(&item?)).collect()
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
    FileObject::new(argument, name(argument)?).map(|object| Some(Named::Object(object)))
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
