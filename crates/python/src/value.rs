//! Objects of `docs/JSON.md` as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};

use base64::{Engine, engine::general_purpose::STANDARD};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyTuple},
};
use serde_json::{Map, Value};
use urlsift_search::{OffsetUnit, UnitOffsets};

use crate::text::{Unit, decode_exactly};

/// Returns the hash of a value.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The suffix of the name of a field with the exact bytes of another field.
const BASE64: &str = "_base64";

/// An object of `docs/JSON.md`.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    fields: Map<String, Value>,
    unit: Unit,
}

impl PartialEq for Object {
    /// Compares the fields, including those with exact bytes, but not the units of offsets.
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

impl Object {
    /// Reads a line of JSON. For a `str`, offsets in its URL are converted from bytes to code points.
    pub(crate) fn new(line: &[u8], url: &[u8], unit: Unit) -> Self {
        // A line of JSON is an object.
        let mut fields: Map<String, Value> = serde_json::from_slice(line).unwrap_or_default();
        if unit == Unit::CodePoints && !url.is_ascii() {
            let url = UnitOffsets::new(url, OffsetUnit::CodePoints);
            for (list, names) in [("problems", &["start", "end"][..]), ("joins", &["url_at"])] {
                let items = fields.get_mut(list).and_then(Value::as_array_mut);
                for item in items.into_iter().flatten() {
                    for name in names {
                        if let Some(offset) = item.get(name).and_then(Value::as_u64) {
                            item[name] = url.before(offset).into();
                        }
                    }
                }
            }
        }
        Self { fields, unit }
    }

    /// Returns the value of a field; `None` in Python if there is none.
    pub(crate) fn get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.fields.get(name) {
            Some(value) => self.entry(py, &self.fields, name, value),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the items of a list; none if there is no such list.
    pub(crate) fn list<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        if self.fields.contains_key(name) {
            return Ok(self.get(py, name)?.cast_into()?);
        }
        Ok(PyList::empty(py))
    }

    /// Returns the ranges of a list, as tuples.
    pub(crate) fn ranges<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let ranges = self.list(py, name)?;
        let tuples = ranges
            .iter()
            .map(|range| range.cast::<PyList>()?.to_tuple().into_py_any(py));
        PyList::new(py, tuples.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns a number, or 0.
    pub(crate) fn number(&self, name: &str) -> u64 {
        self.fields
            .get(name)
            .and_then(Value::as_u64)
            .unwrap_or_default()
    }

    /// Returns the exact bytes of a string; `None` if there is none.
    pub(crate) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let lossy = self.fields.get(name)?.as_str()?;
        let exact = self.fields.get(&format!("{name}{BASE64}"));
        Some(
            exact
                .and_then(base64_bytes)
                .unwrap_or_else(|| lossy.as_bytes().to_vec()),
        )
    }

    /// Returns the object as a `dict`.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, &self.fields)
    }

    /// Returns what [`restore`](Self::restore) needs.
    pub(crate) fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let json = serde_json::to_vec(&self.fields);
        let json = json.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let is_str = self.unit == Unit::CodePoints;
        (PyBytes::new(py, &json), is_str).into_pyobject(py)
    }

    /// Restores an object from its [`state`](Self::state).
    pub(crate) fn restore(json: &[u8], is_str: bool) -> PyResult<Self> {
        let fields = serde_json::from_slice(json);
        Ok(Self {
            fields: fields.map_err(|error| PyValueError::new_err(error.to_string()))?,
            unit: if is_str {
                Unit::CodePoints
            } else {
                Unit::Bytes
            },
        })
    }

    /// Returns whether a field has a value.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    pub(crate) const fn unit(&self) -> Unit {
        self.unit
    }

    fn dict<'py>(
        &self,
        py: Python<'py>,
        fields: &Map<String, Value>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in fields {
            if self.unit == Unit::CodePoints && name.ends_with(BASE64) && exact(py, value).is_some()
            {
                // The `str` itself is exact.
                continue;
            }
            dict.set_item(name, self.entry(py, fields, name, value)?)?;
        }
        Ok(dict)
    }

    /// Converts the value of a field.
    fn entry<'py>(
        &self,
        py: Python<'py>,
        fields: &Map<String, Value>,
        name: &str,
        value: &Value,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.unit == Unit::CodePoints
            && (value.is_string() || value.is_array())
            && let Some(base64) = fields.get(&format!("{name}{BASE64}"))
            && let Some(exact) = exact(py, base64)
        {
            return Ok(exact);
        }
        self.value(py, value)
    }

    fn value<'py>(&self, py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
        match value {
            Value::Null => Ok(py.None().into_bound(py)),
            Value::Bool(value) => value.into_bound_py_any(py),
            Value::Number(number) => number.as_u64().into_bound_py_any(py),
            Value::String(text) => text.into_bound_py_any(py),
            Value::Array(items) => {
                let items = items.iter().map(|item| self.value(py, item));
                PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_bound_py_any(py)
            }
            Value::Object(fields) => Ok(self.dict(py, fields)?.into_any()),
        }
    }
}

/// Returns the `str` for a field with exact bytes, or the list for a list of them; `None` if a `str` cannot represent
/// them exactly.
fn exact<'py>(py: Python<'py>, base64: &Value) -> Option<Bound<'py, PyAny>> {
    if let Value::Array(items) = base64 {
        let items: Option<Vec<_>> = items.iter().map(|item| exact(py, item)).collect();
        return PyList::new(py, items?).ok().map(Bound::into_any);
    }
    decode_exactly(py, &base64_bytes(base64)?).map(Bound::into_any)
}

fn base64_bytes(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.as_str()?).ok()
}
