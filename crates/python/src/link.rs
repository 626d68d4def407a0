//! The class `Link`.

use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyBytes, PyDict, PyString},
};
use urlsift::{Advice, Conformance, Field, OffsetUnit, Value, format::url_key};

use crate::{
    advice::advice_on,
    text::show_surrogates,
    value::{Converter, copy, entry, entry_bytes, getters, list},
};

/// A URL and its place in the source.
///
/// The attributes are the fields of `docs/JSON.md`, with the same names and values; a field without a value is `None`,
/// or an empty list. Lists are new objects for each access. Offsets count what was passed in: code points of a `str`,
/// otherwise bytes of the source. Links are equal if all fields are, also if one is from a `str` and one from bytes.
/// They can be pickled.
///
/// >>> import urlsift
/// >>> text = "> See <URL:http://a.example/x\n> y> for more."
/// >>> [link] = urlsift.find(text)
/// >>> link
/// Link('http://a.example/xy', start=6, end=34)
/// >>> text[link.start:link.end] == link.raw
/// True
/// >>> [text[start:end] for start, end in link.pieces]
/// ['http://a.example/x', 'y']
/// >>> link.conforms, link.scheme, link.host, link.port
/// ('rfc1738', 'http', 'a.example', None)
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct Link(Record);

#[derive(Debug)]
enum Record {
    Found(Box<urlsift::Link<'static>>, OffsetUnit),
    /// The fields of an unpickled link.
    Restored(Py<PyDict>),
}

impl Link {
    pub(crate) fn new(link: urlsift::Link<'static>, unit: OffsetUnit) -> Self {
        Self(Record::Found(Box::new(link), unit))
    }

    /// Returns the value of a field; `None` in Python if there is none.
    fn get<'py>(&self, py: Python<'py>, field: Field) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Record::Found(link, unit) => match link.fields().get(field) {
                Some(value) => Converter::new(py, link.url_bytes(), *unit).value(&value),
                None => Ok(py.None().into_bound(py)),
            },
            Record::Restored(object) => entry(object.bind(py), field.name()),
        }
    }

    /// Returns the value of a field that is a list; an empty one if there is none.
    fn list<'py>(&self, py: Python<'py>, field: Field) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, field).map(list)
    }

    /// Returns the exact bytes of a field; `None` in Python if there are none.
    fn bytes<'py>(&self, py: Python<'py>, field: Field) -> PyResult<Bound<'py, PyAny>> {
        let bytes = match &self.0 {
            Record::Found(link, unit) => match link.fields().get(field) {
                Some(Value::Bytes(bytes)) if *unit == OffsetUnit::CodePoints => {
                    Some(PyBytes::new(py, &show_surrogates(&bytes)))
                }
                Some(Value::Bytes(bytes)) => Some(PyBytes::new(py, &bytes)),
                _ => None,
            },
            Record::Restored(object) => entry_bytes(object.bind(py), field.name())?,
        };
        bytes.into_bound_py_any(py)
    }

    /// Returns what a program does with the link, and why.
    fn advice_and_reason(&self, py: Python<'_>) -> PyResult<(Advice, &'static str)> {
        match &self.0 {
            Record::Found(link, _) => Ok(link.advice()),
            Record::Restored(object) => advice_on(object.bind(py)),
        }
    }

    fn html_row(&self, py: Python<'_>) -> PyResult<String> {
        let escaped = |text: Bound<'_, PyAny>| -> PyResult<String> {
            Ok(escape_html(&text.cast::<PyString>()?.to_string_lossy()))
        };
        let url = escaped(self.url(py)?)?;
        let shown = match self.advice_and_reason(py)? {
            (Advice::Open, _) => {
                let absolute = escaped(self.absolute(py)?)?;
                format!("<a href=\"{absolute}\" rel=\"noreferrer\">{url}</a>")
            }
            _ => url,
        };
        let path = escaped(self.path(py)?)?;
        let conforms: String = self.conforms(py)?.extract()?;
        let (start, end) = (self.start(py)?, self.end(py)?);
        Ok(format!(
            "<tr><td>{shown}</td><td>{conforms}</td><td>{path}</td><td>{start}</td><td>{end}</td></tr>"
        ))
    }
}

getters! { Link {
    /// The first reading: the rejoined URL with every hyphen kept.
    url = get(Field::Url);
    /// The exact bytes of the URL; for a `str`, as `surrogatepass` encodes it.
    url_bytes = bytes(Field::Url);
    /// What was scanned, from `<` to `>`.
    raw = get(Field::Raw);
    /// The exact bytes of what was scanned.
    raw_bytes = bytes(Field::Raw);
    /// The offset of the `<`; the same as `start`.
    offset = get(Field::Offset);
    /// The offset of the `<`: in the text passed to `find`, or in the file.
    start = get(Field::Offset);
    /// The offset after the `>`.
    end = get(Field::End);
    /// The strictest standard that the URL satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`.
    conforms = get(Field::Conforms);
    /// Guesses at what the URL was before the text was damaged.
    also = list(Field::Also);
    /// The joins between the pieces.
    joins = get(Field::Joins);
    /// Why the URL does not conform to RFC 1738.
    problems = get(Field::Problems);
    /// Codes of warnings.
    warnings = get(Field::Warnings);
    /// The kind of link: `url`, `angle`, `prefix`, `quote`, `bare` or `attribute`.
    kind = get(Field::Delimiter);
    /// The element whose attribute holds the link.
    element = get(Field::Element);
    /// The attribute that holds the link.
    attribute = get(Field::Attribute);
    /// What the element shows.
    text = get(Field::Text);
    /// The range of the decoded text in which the element shows its text: in code points of the `text` of `texts`, also
    /// for a page that is a `str`, otherwise in bytes.
    shown = get(Field::Shown);
    /// The offset of the link whose element shows this one.
    shown_by = get(Field::ShownBy);
    /// `mso` if the link is in a conditional comment, which only Outlook shows.
    condition = get(Field::Condition);
    /// The number of line breaks in `raw`.
    breaks = get(Field::Breaks);
    /// Whether whitespace without a line break was removed from the URL.
    spaced = get(Field::Spaced);
    /// The number of quote marks before the link on its line.
    quote_depth = get(Field::QuoteDepth);
    /// The index of the best reading, if it is not the first.
    best = get(Field::Best);
    /// The scheme in lower case.
    scheme = get(Field::Scheme);
    /// The host to which a client connects, as written.
    host = get(Field::Host);
    /// The exact bytes of the host.
    host_bytes = bytes(Field::Host);
    /// The canonical form of the host, by which hosts are compared.
    host_ascii = get(Field::HostAscii);
    /// The registered domain of the host: one label below its public suffix.
    domain = get(Field::Domain);
    /// The written port.
    port = get(Field::Port);
    /// The exact bytes of the path.
    path_bytes = bytes(Field::Path);
    /// The line of the `<`, from 1.
    line = get(Field::Line);
    /// The column of the `<`, from 1.
    column = get(Field::Column);
    /// The base of a relative reference.
    base = get(Field::Base);
    /// The URL, resolved against the base.
    resolved = get(Field::Resolved);
    /// The URL that a known rewriter has wrapped, with `unwrap=True`.
    target = get(Field::Target);
    /// The scheme of the target.
    target_scheme = get(Field::TargetScheme);
    /// The host of the target.
    target_host = get(Field::TargetHost);
    /// The canonical form of the host of the target.
    target_host_ascii = get(Field::TargetHostAscii);
    /// The registered domain of the host of the target.
    target_domain = get(Field::TargetDomain);
    /// The rewriter that keeps the original on its server, with `unwrap=True`.
    rewriter = get(Field::Rewriter);
} }

#[pymethods]
impl Link {
    /// All readings, the URL first: with and without each hyphen at the end of a line.
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let readings = self.get(py, Field::Readings)?;
        if readings.is_none() {
            return [self.url(py)?].into_bound_py_any(py);
        }
        Ok(readings)
    }

    /// The ranges of the source that the URL was joined from, as pairs of offsets.
    #[getter]
    fn pieces(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64)>> {
        let pieces: Vec<[u64; 2]> = self.get(py, Field::Pieces)?.extract()?;
        Ok(pieces.into_iter().map(Into::into).collect())
    }

    /// The number of further problems.
    #[getter]
    fn problems_left_out(&self, py: Python<'_>) -> PyResult<u64> {
        let count = self.to_dict(py)?.get_item("problems_left_out")?;
        count.map_or(Ok(0), |count| count.extract())
    }

    /// The file, as `os.fsdecode` returns it; empty for a text or a message in memory.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.bytes(py, Field::Path)?;
        py.import("os")?.call_method1("fsdecode", (bytes,))
    }

    /// Whether offsets count in a text of an Outlook file.
    #[getter]
    fn r#virtual(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(!self.get(py, Field::Virtual)?.is_none())
    }

    /// The key by which links that are written in several ways are counted.
    #[getter]
    fn url_key(&self, py: Python<'_>) -> PyResult<String> {
        let resolved = self.bytes(py, Field::Resolved)?;
        let url = if resolved.is_none() {
            self.bytes(py, Field::Url)?
        } else {
            resolved
        };
        Ok(url_key(url.extract()?))
    }

    /// The URL that a program opens, which `advice` is about: `url` or, of a relative reference, what it resolves to;
    /// `None` without a base.
    #[getter]
    fn absolute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.conforms(py)?.eq(Conformance::Relative.name())? {
            return self.resolved(py);
        }
        self.url(py)
    }

    /// What a program does with the link: `open` it, `show` the whole URL first, `ask` the user after it has shown the
    /// host and the reason, or show it as `text` that cannot be clicked.
    #[getter]
    fn advice(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.advice_and_reason(py)?.0.name())
    }

    /// The reason of the advice, in words for people; empty for `open`.
    #[getter]
    fn advice_reason(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.advice_and_reason(py)?.1)
    }

    /// The message that holds the link: a new `dict`.
    #[getter]
    fn message<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.to_dict(py)?.get_item("message")
    }

    /// Returns the object of `docs/JSON.md`: a `dict` without the fields that have no value.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.0 {
            Record::Found(link, unit) => {
                Converter::new(py, link.url_bytes(), *unit).dict(&link.fields())
            }
            Record::Restored(object) => Ok(copy(object.bind(py))?.cast_into()?),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let url = self.url(py)?.repr()?;
        let (start, end) = (self.start(py)?, self.end(py)?);
        Ok(format!("Link({url}, start={start}, end={end})"))
    }

    /// Returns the link as a row of a table, for notebooks. It can be clicked if the advice is to open it.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<table>{HTML_HEAD}{}</table>", self.html_row(py)?))
    }

    /// Returns a row of a table.
    fn _html_row(&self, py: Python<'_>) -> PyResult<String> {
        self.html_row(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.start(py)?.eq(other.start(py)?)? && self.to_dict(py)?.eq(other.to_dict(py)?)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let key = (self.url(py)?, self.start(py)?, self.end(py)?);
        key.into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_link")?;
        Ok((restore, (self.to_dict(py)?,)))
    }
}

/// The head of a table of links in HTML.
const HTML_HEAD: &str =
    "<tr><th>url</th><th>conforms</th><th>path</th><th>start</th><th>end</th></tr>";

/// Escapes a text for HTML, also in a quoted attribute.
fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(char),
        }
    }
    escaped
}

/// Restores a pickled link.
#[pyfunction]
#[pyo3(name = "_restore_link")]
pub(crate) fn restore_link(state: Py<PyDict>) -> Link {
    Link(Record::Restored(state))
}
