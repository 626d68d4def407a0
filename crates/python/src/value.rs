//! The values of fields as Python objects, as `docs/JSON.md` describes them.

use base64::{Engine, engine::general_purpose::STANDARD};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{IntoPyDict, PyBytes, PyDict, PyList, PyString},
};
use urlsift::{Field, Fields, OffsetUnit, UnitOffsets, Value, rfc1738::Problem, rfc3339};

use crate::text::{decode, decode_exactly, encode, is_exact};

/// The suffix of the name of a field with the exact bytes of another field.
const BASE64: &str = "_base64";

/// Converts the values of one link.
pub(crate) struct Converter<'py, 'u> {
    py: Python<'py>,
    unit: OffsetUnit,
    /// Converts offsets in the URL.
    offsets: UnitOffsets<'u>,
}

impl<'py, 'u> Converter<'py, 'u> {
    pub(crate) fn new(py: Python<'py>, url: &'u [u8], unit: OffsetUnit) -> Self {
        let offsets = UnitOffsets::new(url, unit);
        Self { py, unit, offsets }
    }

    /// Returns all fields as a `dict`, without those that have no value.
    pub(crate) fn dict(&self, fields: &Fields<'_, '_>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, message) = (PyDict::new(self.py), PyDict::new(self.py));
        let mut cut = Vec::new();
        // The key is only in JSON that names it.
        let is_in_json = |field: &&Field| field.is_in_json() && **field != Field::UrlKey;
        for &field in Field::ALL.iter().filter(is_in_json) {
            let Some(value) = fields.get(field) else {
                continue;
            };
            let (object, name) = match field.name().strip_prefix("message.") {
                Some(name) => (&message, name),
                None => (&dict, field.name()),
            };
            self.set(object, name, &value)?;
            if matches!(value, Value::Cut { is_cut: true, .. }) {
                cut.push(name);
            }
        }
        if !cut.is_empty() {
            message.set_item("truncated", cut)?;
        }
        if fields.link().message().is_some() {
            dict.set_item("message", message)?;
        }
        Ok(dict)
    }

    /// Sets an entry, and those about the same field.
    fn set(&self, object: &Bound<'py, PyDict>, name: &str, value: &Value<'_>) -> PyResult<()> {
        let converted = self.value(value)?;
        if converted.is_none() {
            return Ok(());
        }
        object.set_item(name, converted)?;
        match value {
            Value::Bytes(bytes) => self.set_exact(object, name, bytes),
            Value::Cut { bytes, .. } => self.set_exact(object, name, bytes),
            Value::Readings(readings) if readings.iter().any(|item| !self.is_exact(item)) => {
                let exact: Vec<_> = readings.iter().map(|item| STANDARD.encode(item)).collect();
                object.set_item(format!("{name}{BASE64}"), exact)
            }
            Value::Problems {
                left_out: count @ 1..,
                ..
            } => object.set_item("problems_left_out", count),
            _ => Ok(()),
        }
    }

    /// Sets the entry of the exact bytes, if a `str` does not represent them.
    fn set_exact(&self, object: &Bound<'py, PyDict>, name: &str, bytes: &[u8]) -> PyResult<()> {
        if self.is_exact(bytes) {
            return Ok(());
        }
        object.set_item(format!("{name}{BASE64}"), STANDARD.encode(bytes))
    }

    fn is_exact(&self, bytes: &[u8]) -> bool {
        is_exact(self.py, bytes, self.unit)
    }

    /// Converts a value. A date in a year of more than four digits is `None`.
    pub(crate) fn value(&self, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        match value {
            Value::Bytes(bytes) => Ok(self.text(bytes).into_any()),
            Value::Cut { bytes, .. } => Ok(self.text(bytes).into_any()),
            Value::Text(text) => text.into_bound_py_any(py),
            Value::Name(name) => name.into_bound_py_any(py),
            Value::Number(number) => number.into_bound_py_any(py),
            Value::Flag(flag) => flag.into_bound_py_any(py),
            Value::Date(seconds) => rfc3339(*seconds).into_bound_py_any(py),
            Value::Strings(items) => items.into_bound_py_any(py),
            Value::Readings(readings) => {
                let texts: Vec<_> = readings.iter().map(|item| self.text(item)).collect();
                texts.into_bound_py_any(py)
            }
            Value::Guesses(guesses) => self.objects(guesses, |object, guess| {
                object.set_item("url", self.text(&guess.url))?;
                self.set_exact(object, "url", &guess.url)?;
                object.set_item("why", guess.repair.name())
            }),
            Value::Joins(joins) => self.objects(joins, |object, join| {
                object.set_item("url_at", self.offsets.before(join.url_at as u64))?;
                object.set_item("dropped", join.dropped.names().collect::<Vec<_>>())?;
                object.set_item("hyphen", join.hyphen.is_some())?;
                if let Some(sign) = join.sign {
                    object.set_item("sign", sign.name())?;
                }
                match join.hyphen {
                    Some(hyphen) if hyphen.is_typeset() => object.set_item("typeset", true),
                    _ => Ok(()),
                }
            }),
            Value::Pieces(pieces) => {
                let pieces = pieces.clone().map(|piece| [piece.start(), piece.end()]);
                pieces.collect::<Vec<_>>().into_bound_py_any(py)
            }
            Value::Range(range) => [range.start(), range.end()].into_bound_py_any(py),
            Value::Problems { problems, .. } => self.objects(problems, |object, problem| {
                self.set_problem(object, problem)
            }),
            Value::Warnings(warnings) => warnings.codes().collect::<Vec<_>>().into_bound_py_any(py),
        }
    }

    fn text(&self, bytes: &[u8]) -> Bound<'py, PyString> {
        decode(self.py, bytes, self.unit)
    }

    fn set_problem(&self, object: &Bound<'py, PyDict>, problem: &Problem) -> PyResult<()> {
        let span = problem.span();
        object.set_item("code", problem.code().name())?;
        object.set_item("start", self.offsets.before(span.start as u64))?;
        object.set_item("end", self.offsets.before(span.end as u64))?;
        object.set_item("rule", problem.rule().name())
    }

    /// Returns a list of objects, whose entries `fill` sets.
    fn objects<T>(
        &self,
        items: &[T],
        fill: impl Fn(&Bound<'py, PyDict>, &T) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::empty(self.py);
        for item in items {
            let object = PyDict::new(self.py);
            fill(&object, item)?;
            list.append(object)?;
        }
        Ok(list.into_any())
    }
}

/// Reads a line of JSON. For a `str`, strings are exact, and offsets in its URL count code points.
pub(crate) fn read_json<'py>(
    py: Python<'py>,
    line: &[u8],
    url: &[u8],
    unit: OffsetUnit,
) -> PyResult<Bound<'py, PyDict>> {
    let loads = py.import("json")?.getattr("loads")?;
    let line = PyBytes::new(py, line);
    if unit == OffsetUnit::Utf8 {
        return Ok(loads.call1((line,))?.cast_into()?);
    }
    let hook = [("object_hook", wrap_pyfunction!(make_exact, py)?)].into_py_dict(py)?;
    let object = loads.call((line,), Some(&hook))?;
    let offsets = UnitOffsets::new(url, unit);
    for problem in object.get_item("problems")?.try_iter()? {
        let problem = problem?;
        for name in ["start", "end"] {
            let offset = problem.get_item(name)?.extract()?;
            problem.set_item(name, offsets.before(offset))?;
        }
    }
    Ok(object.cast_into()?)
}

/// Replaces strings and lists of strings by the exact ones, if a `str` can represent them.
#[pyfunction]
fn make_exact(object: Bound<'_, PyDict>) -> PyResult<Bound<'_, PyDict>> {
    for (name, value) in object.copy()? {
        let name: String = name.extract()?;
        if let Some(exact_name) = name.strip_suffix(BASE64)
            && let Some(exact) = exact(&value)?
        {
            object.set_item(exact_name, exact)?;
            object.del_item(&name)?;
        }
    }
    Ok(object)
}

/// Returns the string or the list that is encoded in base64, if a `str` can represent it exactly.
fn exact<'py>(base64: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Ok(items) = base64.cast::<PyList>() {
        let items = items.iter().map(|item| exact(&item));
        let items: Option<Vec<_>> = items.collect::<PyResult<_>>()?;
        let list = items.map(|items| items.into_bound_py_any(base64.py()));
        return list.transpose();
    }
    let bytes = STANDARD.decode(base64.extract::<String>()?);
    let exact = bytes
        .ok()
        .and_then(|bytes| decode_exactly(base64.py(), &bytes));
    Ok(exact.map(Bound::into_any))
}

/// Returns a copy of the value of an entry, or `None` in Python.
pub(crate) fn entry<'py>(object: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    match object.get_item(name)? {
        Some(value) => copy(&value),
        None => Ok(object.py().None().into_bound(object.py())),
    }
}

/// Returns the exact bytes of a string.
pub(crate) fn entry_bytes<'py>(
    object: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    if let Some(base64) = object.get_item(format!("{name}{BASE64}"))? {
        let bytes = STANDARD.decode(base64.extract::<String>()?);
        return Ok(bytes.ok().map(|bytes| PyBytes::new(object.py(), &bytes)));
    }
    let text = object.get_item(name)?;
    text.map(|text| encode(text.cast()?)).transpose()
}

/// Returns a copy that shares no list and no `dict` with the original.
pub(crate) fn copy<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let copy = value.py().import("copy")?.getattr("deepcopy")?;
    copy.call1((value,))
}

/// Returns a list, or an empty one for `None`.
pub(crate) fn list(value: Bound<'_, PyAny>) -> Bound<'_, PyAny> {
    if value.is_none() {
        return PyList::empty(value.py()).into_any();
    }
    value
}

/// Defines getters of a class, each of which returns an entry with a method of the class.
macro_rules! getters {
    ($class:ident { $($(#[$doc:meta])* $name:ident = $method:ident($entry:expr);)* }) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.$method(py, $entry)
                }
            )*
        }
    };
}
pub(crate) use getters;
