//! `check` and the class `Verdict`.

use pyo3::{IntoPyObjectExt, exceptions::PyValueError, prelude::*, types::PyDict};
use urlsift::write_judged_line;
use urlsift_search::{Conformance, Verdict as UrlVerdict, rfc1738::Base};

use crate::{
    advice::advice_on,
    text::Text,
    value::{copy, entry, getters, list, read_json},
};

/// The verdict on a URL: the standard that it satisfies, its problems, and its parts.
///
/// The attributes are the fields of the object that `urlsift check --json` prints; a field without a value is `None`,
/// or an empty list. Verdicts are equal if all fields are. They can be pickled.
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct Verdict(Py<PyDict>);

impl Verdict {
    fn get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        entry(self.0.bind(py), name)
    }

    fn list<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, name).map(list)
    }

    fn number<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let number: Option<u64> = self.get(py, name)?.extract()?;
        number.unwrap_or_default().into_bound_py_any(py)
    }
}

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
pub(crate) fn check(
    py: Python<'_>,
    url: &Bound<'_, PyAny>,
    base: Option<&str>,
) -> PyResult<Verdict> {
    let url = Text::new(url)?;
    let base = base.map(|base| Base::new(base.as_bytes())).transpose();
    let base = base.map_err(|error| PyValueError::new_err(format!("the base: {error}")))?;
    let verdict = UrlVerdict::of(url.bytes());
    let mut line = Vec::new();
    write_judged_line(&mut line, url.bytes(), &verdict, base);
    let object = read_json(py, &line, url.bytes(), url.unit)?;
    Ok(Verdict(object.unbind()))
}

getters! { Verdict {
    /// The URL.
    url = get("url");
    /// The strictest standard that the URL satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`.
    conforms = get("conforms");
    /// Why the URL does not conform to RFC 1738.
    problems = get("problems");
    /// The number of further problems.
    problems_left_out = number("problems_left_out");
    /// Codes of warnings.
    warnings = get("warnings");
    /// The parts of the URL, by the names of RFC 1738: a new `dict`.
    parts = get("parts");
    /// The decoded form of the parts that have percent-encoded bytes: a new `dict`.
    decoded = get("decoded");
    /// The canonical form of the host, by which hosts are compared.
    host_ascii = get("host_ascii");
    /// What a client does with the URL.
    explain = get("explain");
    /// The number of further sentences and lines.
    explain_left_out = number("explain_left_out");
    /// The protocol lines that a client sends.
    send = list("send");
    /// The base of a relative reference.
    base = get("base");
    /// The URL, resolved against the base.
    resolved = get("resolved");
} }

#[pymethods]
impl Verdict {
    /// Returns whether the URL satisfies a standard or a stricter one.
    #[pyo3(signature = (level, /))]
    fn reaches(&self, py: Python<'_>, level: &str) -> PyResult<bool> {
        let find = |name: &str| Conformance::ALL.iter().find(|level| level.name() == name);
        let unknown = || PyValueError::new_err(format!("there is no level '{level}'"));
        let wanted = find(level).ok_or_else(unknown)?;
        let conforms: String = self.conforms(py)?.extract()?;
        Ok(find(&conforms).is_some_and(|conforms| conforms.reaches(*wanted)))
    }

    /// What a program does with the URL, or with what it resolves to: see `Link.advice`.
    #[getter]
    fn advice(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(advice_on(self.0.bind(py))?.0.name())
    }

    /// The reason of the advice, in words for people; empty for `open`.
    #[getter]
    fn advice_reason(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(advice_on(self.0.bind(py))?.1)
    }

    /// Returns the object of `docs/JSON.md`: a `dict` without the fields that have no value.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        copy(self.0.bind(py))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (url, conforms) = (self.url(py)?.repr()?, self.conforms(py)?.repr()?);
        Ok(format!("Verdict({url}, conforms={conforms})"))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.0.bind(py).eq(&other.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.url(py)?.hash()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_verdict")?;
        Ok((restore, (self.to_dict(py)?,)))
    }
}

/// Restores a pickled verdict.
#[pyfunction]
#[pyo3(name = "_restore_verdict")]
pub(crate) fn restore_verdict(state: Py<PyDict>) -> Verdict {
    Verdict(state)
}
