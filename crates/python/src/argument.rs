//! Values of keyword arguments.

use std::{num::NonZeroUsize, ops::Range};

use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::PyString,
};
use urlsift_search::{Conformance, Delimiter, Driver, Kind, archive::Encoding};
use urlsift_select::BaseText;

use crate::interpreter::foreign;

/// Reads all paths as public-inbox repositories.
const PUBLIC_INBOX: &str = "public-inbox";

/// How the errors of inputs are reported, besides in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorMode {
    /// The first one is an exception.
    Raise,
    /// Each is a warning.
    Warn,
    /// Not at all.
    Collect,
}

/// Adds the name of the argument to an error about its value, which becomes the cause. Returns other exceptions as they
/// are: an iterable may have raised them, or the handler of a signal.
pub(crate) fn named(value: &Bound<'_, PyAny>, name: &str, error: PyErr) -> PyErr {
    let py = value.py();
    let text = format!("the argument '{name}': {}", error.value(py));
    let named = if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(text)
    } else if error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
    {
        PyValueError::new_err(text)
    } else {
        return error;
    };
    named.set_cause(py, Some(error));
    named
}

/// Returns the value as its type.
pub(crate) fn extract<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    value.extract().map_err(Into::into)
}

/// Returns the strings of a string or an iterable of strings.
pub(crate) fn strings(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    foreign(|| value.try_iter()?.map(|item| item?.extract()).collect())
}

pub(crate) fn conformance(value: &Bound<'_, PyAny>) -> PyResult<Conformance> {
    let name: String = value.extract()?;
    let mut all = Conformance::ALL.iter().copied();
    let level = all.find(|level| level.name() == name);
    level.ok_or_else(|| {
        unknown(
            "level",
            &name,
            Conformance::ALL.iter().map(|level| level.name()),
        )
    })
}

pub(crate) fn kinds(value: &Bound<'_, PyAny>) -> PyResult<Vec<Delimiter>> {
    let mut wanted = Vec::new();
    for name in strings(value)? {
        match &name[..] {
            "all" => wanted.extend(Delimiter::ALL),
            "delimited" => wanted.extend(Delimiter::DELIMITED),
            _ => {
                let mut all = Delimiter::EVERY.iter().copied();
                let names = Delimiter::EVERY.iter().map(|kind| kind.name());
                let kind = all.find(|kind| kind.name() == name);
                wanted.push(
                    kind.ok_or_else(|| unknown("kind", &name, names.chain(["delimited", "all"])))?,
                );
            }
        }
    }
    let all = Delimiter::EVERY.iter().copied();
    Ok(all.filter(|kind| wanted.contains(kind)).collect())
}

pub(crate) fn base(value: &Bound<'_, PyAny>) -> PyResult<Option<BaseText>> {
    let base = BaseText::new(value.extract::<String>()?.as_bytes());
    base.map(Some)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the kind of all files, and whether all paths are public-inbox repositories.
pub(crate) fn read_as(value: &Bound<'_, PyAny>) -> PyResult<(Option<Kind>, bool)> {
    let name: String = value.extract()?;
    if name == PUBLIC_INBOX {
        return Ok((None, true));
    }
    let kind = Kind::with_name(&name).ok_or_else(|| {
        let names = Kind::ALL.iter().map(|kind| kind.name());
        unknown("kind", &name, names.chain([PUBLIC_INBOX]))
    })?;
    Ok((Some(kind), false))
}

pub(crate) fn encoding(value: &Bound<'_, PyAny>) -> PyResult<Option<Encoding>> {
    let label: String = value.extract()?;
    match Encoding::for_label(&label) {
        None => Err(PyValueError::new_err(format!(
            "there is no encoding '{label}'"
        ))),
        encoding => Ok(encoding),
    }
}

pub(crate) fn error_mode(value: &Bound<'_, PyAny>) -> PyResult<Option<ErrorMode>> {
    let modes = [
        ("raise", ErrorMode::Raise),
        ("warn", ErrorMode::Warn),
        ("collect", ErrorMode::Collect),
    ];
    choice(value, "mode", &modes).map(Some)
}

/// Returns whether the links of binary files are only counted.
pub(crate) fn skips_binary(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    choice(value, "way", &[("skip", true), ("text", false)])
}

/// Returns the value with a name.
fn choice<T: Copy>(value: &Bound<'_, PyAny>, what: &str, all: &[(&'static str, T)]) -> PyResult<T> {
    let name: String = value.extract()?;
    let found = all.iter().find(|(known, _)| *known == name);
    let found = found.map(|&(_, value)| value);
    found.ok_or_else(|| unknown(what, &name, all.iter().map(|&(known, _)| known)))
}

/// Returns a number that is at least 1.
pub(crate) fn positive(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number: NonZeroUsize = value.extract()?;
    Ok(number.get())
}

pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    let threads: NonZeroUsize = value.extract()?;
    if threads > Driver::MAX_THREADS {
        let max = Driver::MAX_THREADS;
        return Err(PyValueError::new_err(format!("the maximum is {max}")));
    }
    Ok(Some(threads))
}

/// Returns a range of bytes: `(start, end)`, where the end may be `None`.
pub(crate) fn range(value: &Bound<'_, PyAny>) -> PyResult<Option<Range<u64>>> {
    let (start, end): (Option<u64>, Option<u64>) = value.extract()?;
    let range = start.unwrap_or(0)..end.unwrap_or(u64::MAX);
    if range.start > range.end {
        return Err(PyValueError::new_err("it ends before its start"));
    }
    Ok(Some(range))
}

pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> PyErr {
    let known: Vec<_> = known.collect();
    let known = known.join(", ");
    PyValueError::new_err(format!("there is no {what} '{name}'; there are {known}"))
}
