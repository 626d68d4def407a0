//! `check` and the class `Verdict`.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};
use urlsift::{Judged, write_judged_line};
use urlsift_search::{Conformance, Verdict as UrlVerdict, rfc1738::Base};

use crate::{text::Text, value::Object};

/// The verdict on a URL: the standard that it satisfies, its problems, and its parts.
///
/// The attributes are the fields of the object that `urlsift check --json` prints; a field without a value is `None`,
/// or an empty list. Verdicts are equal if all fields are. They can be pickled.
#[pyclass(frozen, eq, module = "urlsift._urlsift")]
#[derive(Debug, PartialEq)]
pub(crate) struct Verdict(Object);

/// Validates a URL.
///
/// >>> import urlsift
/// >>> verdict = urlsift.check("http://a.example:80/b c")
/// >>> verdict.conforms
/// 'whatwg'
/// >>> [(problem["code"], problem["start"]) for problem in verdict.problems]
/// [('unsafe-character', 21)]
/// >>> verdict.parts["effective_port"]
/// 80
/// >>> verdict.reaches("rfc3986"), verdict.reaches("whatwg")
/// (False, True)
#[pyfunction]
#[pyo3(signature = (url, /, *, base=None))]
pub(crate) fn check(url: &Bound<'_, PyAny>, base: Option<&str>) -> PyResult<Verdict> {
    let url = Text::new(url)?;
    let base = base.map(|base| Base::new(base.as_bytes())).transpose();
    let base = base.map_err(|error| PyValueError::new_err(format!("the base: {error}")))?;
    let verdict = UrlVerdict::of(url.bytes());
    let judged = Judged::new(url.bytes(), &verdict).with_base(base);
    let mut line = Vec::new();
    write_judged_line(&mut line, &judged);
    Ok(Verdict(Object::new(&line, url.bytes(), url.unit)))
}

#[pymethods]
impl Verdict {
    /// The URL.
    #[getter]
    fn url<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "url")
    }

    /// The strictest standard that the URL satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`.
    #[getter]
    fn conforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "conforms")
    }

    /// Why the URL does not conform to RFC 1738.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.list(py, "problems")
    }

    /// The number of further problems.
    #[getter]
    fn problems_left_out(&self) -> u64 {
        self.0.number("problems_left_out")
    }

    /// Codes of warnings.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.list(py, "warnings")
    }

    /// The parts of the URL, by the names of RFC 1738: a new `dict`.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "parts")
    }

    /// The decoded form of the parts that have percent-encoded bytes: a new `dict`.
    #[getter]
    fn decoded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "decoded")
    }

    /// The canonical form of the host, by which hosts are compared.
    #[getter]
    fn host_ascii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "host_ascii")
    }

    /// What a client does with the URL.
    #[getter]
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.list(py, "explain")
    }

    /// The number of further sentences and lines.
    #[getter]
    fn explain_left_out(&self) -> u64 {
        self.0.number("explain_left_out")
    }

    /// The protocol lines that a client sends.
    #[getter]
    fn send<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.list(py, "send")
    }

    /// The base of a relative reference.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "base")
    }

    /// The URL, resolved against the base.
    #[getter]
    fn resolved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get(py, "resolved")
    }

    /// Returns whether the URL satisfies a standard or a stricter one.
    #[pyo3(signature = (level, /))]
    fn reaches(&self, level: &str) -> PyResult<bool> {
        let find = |name: &str| Conformance::ALL.iter().find(|level| level.name() == name);
        let unknown = || PyValueError::new_err(format!("there is no level '{level}'"));
        let wanted = find(level).ok_or_else(unknown)?;
        let conforms = self.0.bytes("conforms").unwrap_or_default();
        let conforms = find(&String::from_utf8_lossy(&conforms));
        Ok(conforms.is_some_and(|conforms| conforms.reaches(*wanted)))
    }

    /// Returns the object of `docs/JSON.md`: a `dict` without the fields that have no value.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.to_dict(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (url, conforms) = (self.url(py)?.repr()?, self.conforms(py)?.repr()?);
        Ok(format!("Verdict({url}, conforms={conforms})"))
    }

    fn __hash__(&self) -> u64 {
        crate::value::hash(&self.0.bytes("url"))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_verdict")?;
        Ok((restore, self.0.state(py)?))
    }
}

/// Restores a pickled verdict.
#[pyfunction]
#[pyo3(name = "_restore_verdict")]
pub(crate) fn restore_verdict(state: &[u8], is_str: bool) -> PyResult<Verdict> {
    Object::restore(state, is_str).map(Verdict)
}
