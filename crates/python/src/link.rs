//! The class `Link`.

use std::sync::OnceLock;

use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString, PyTuple},
};

use urlsift::format::url_key;

use crate::{
    text::{Unit, decode},
    value::{Object, hash},
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
pub(crate) struct Link {
    /// `None` if the link was unpickled.
    record: Option<Box<urlsift::Link<'static>>>,
    unit: Unit,
    /// Made when a field is first needed that the record does not have as it is. Always there if there is no record.
    object: OnceLock<Object>,
}

impl Link {
    pub(crate) fn new(record: urlsift::Link<'static>, unit: Unit) -> Self {
        Self {
            record: Some(Box::new(record)),
            unit,
            object: OnceLock::new(),
        }
    }

    fn object(&self) -> &Object {
        self.object.get_or_init(|| match &self.record {
            Some(record) => Object::new(&record.to_json_line(), record.url_bytes(), self.unit),
            None => Object::new(b"{}", b"", self.unit),
        })
    }

    fn html_row(&self, py: Python<'_>) -> PyResult<String> {
        let url = escape_html(
            &self
                .url(py)?
                .extract::<String>()
                .unwrap_or_else(|_| String::from_utf8_lossy(&self.url_text()).into_owned()),
        );
        // Others, such as `javascript:`, must not be clicked.
        let scheme: Option<String> = self.scheme(py)?.extract()?;
        let shown = match scheme.as_deref() {
            Some("http" | "https" | "ftp" | "mailto") => {
                format!("<a href=\"{url}\" rel=\"noreferrer\">{url}</a>")
            }
            _ => url,
        };
        let path = escape_html(&self.path(py)?.extract::<String>()?);
        let conforms: String = self.conforms(py)?.extract()?;
        let (start, end) = (self.start(), self.end());
        Ok(format!(
            "<tr><td>{shown}</td><td>{conforms}</td><td>{path}</td><td>{start}</td><td>{end}</td></tr>"
        ))
    }

    fn url_text(&self) -> Vec<u8> {
        match &self.record {
            Some(record) => record.url_bytes().to_vec(),
            None => self.object().bytes("url").unwrap_or_default(),
        }
    }
}

#[pymethods]
impl Link {
    /// The first reading: the rejoined URL with every hyphen kept.
    #[getter]
    fn url<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.record {
            Some(record) => Ok(decode(py, record.url_bytes(), self.unit).into_any()),
            None => self.object().get(py, "url"),
        }
    }

    /// The exact bytes of the URL; for a `str`, as `surrogatepass` encodes it.
    #[getter]
    fn url_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.url_text())
    }

    /// What was scanned, from `<` to `>`.
    #[getter]
    fn raw<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.record {
            Some(record) => Ok(decode(py, record.raw(), self.unit).into_any()),
            None => self.object().get(py, "raw"),
        }
    }

    /// The exact bytes of what was scanned.
    #[getter]
    fn raw_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.record {
            Some(record) => PyBytes::new(py, record.raw()),
            None => PyBytes::new(py, &self.object().bytes("raw").unwrap_or_default()),
        }
    }

    /// The offset of the `<`; the same as `start`.
    #[getter]
    fn offset(&self) -> u64 {
        match &self.record {
            Some(record) => record.span().start(),
            None => self.object().number("offset"),
        }
    }

    /// The offset of the `<`: in the text passed to `find`, or in the file.
    #[getter]
    fn start(&self) -> u64 {
        self.offset()
    }

    /// The offset after the `>`.
    #[getter]
    fn end(&self) -> u64 {
        match &self.record {
            Some(record) => record.span().end(),
            None => self.object().number("end"),
        }
    }

    /// The strictest standard that the URL satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`.
    #[getter]
    fn conforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.record {
            Some(record) => Ok(PyString::new(py, record.conformance().name()).into_any()),
            None => self.object().get(py, "conforms"),
        }
    }

    /// All readings, the URL first: with and without each hyphen at the end of a line.
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let readings = self.object().list(py, "readings")?;
        if readings.is_empty() {
            readings.append(self.url(py)?)?;
        }
        Ok(readings)
    }

    /// The exact bytes of the path; `os.fsdecode` makes a path of them.
    #[getter]
    fn path_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.record {
            Some(record) => PyBytes::new(py, record.path()),
            None => PyBytes::new(py, &self.object().bytes("path").unwrap_or_default()),
        }
    }

    /// The exact bytes of the host.
    #[getter]
    fn host_bytes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        Some(PyBytes::new(py, &self.object().bytes("host")?))
    }

    /// The ranges of the source that the URL was joined from, as pairs of offsets.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.object().ranges(py, "pieces")
    }

    /// Guesses at what the URL was before the text was damaged.
    #[getter]
    fn also<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.object().list(py, "also")
    }

    /// The joins between the pieces.
    #[getter]
    fn joins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.object().list(py, "joins")
    }

    /// Why the URL does not conform to RFC 1738.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.object().list(py, "problems")
    }

    /// The number of further problems.
    #[getter]
    fn problems_left_out(&self) -> u64 {
        self.object().number("problems_left_out")
    }

    /// Codes of warnings.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.object().list(py, "warnings")
    }

    /// The kind of link: `url`, `angle`, `prefix`, `quote`, `bare` or `attribute`.
    #[getter]
    fn delimiter<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "delimiter")
    }

    /// The element whose attribute holds the link.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "element")
    }

    /// The attribute that holds the link.
    #[getter]
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "attribute")
    }

    /// What the element shows.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "text")
    }

    /// The number of line breaks in `raw`.
    #[getter]
    fn breaks(&self) -> u64 {
        self.object().number("breaks")
    }

    /// Whether whitespace without a line break was removed from the URL.
    #[getter]
    fn spaced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "spaced")
    }

    /// The number of quote marks before the link on its line.
    #[getter]
    fn quote_depth(&self) -> u64 {
        self.object().number("quote_depth")
    }

    /// The index of the best reading, if it is not the first.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "best")
    }

    /// The scheme in lower case.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "scheme")
    }

    /// The host to which a client connects, as written.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "host")
    }

    /// The canonical form of the host, by which hosts are compared.
    #[getter]
    fn host_ascii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "host_ascii")
    }

    /// The registered domain of the host: one label below its public suffix.
    #[getter]
    fn domain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "domain")
    }

    /// The written port.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "port")
    }

    /// The file; empty for a text or a message in memory.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "path")
    }

    /// The line of the `<`, from 1.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "line")
    }

    /// The column of the `<`, from 1.
    #[getter]
    fn column<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "column")
    }

    /// Whether offsets count in a text of an Outlook file.
    #[getter]
    fn r#virtual(&self) -> bool {
        match &self.record {
            Some(record) => record.is_virtual(),
            None => self.object().has("virtual"),
        }
    }

    /// The base of a relative reference.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "base")
    }

    /// The URL, resolved against the base.
    #[getter]
    fn resolved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "resolved")
    }

    /// The URL that a known rewriter has wrapped, with `unwrap=True`.
    #[getter]
    fn target<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "target")
    }

    /// The key by which links that are written in several ways are counted.
    #[getter]
    fn url_key(&self) -> String {
        let resolved = self.object().bytes("resolved");
        url_key(&resolved.unwrap_or_else(|| self.url_text()))
    }

    /// The message that holds the link: a new `dict`.
    #[getter]
    fn message<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.object().get(py, "message")
    }

    /// Returns the object of `docs/JSON.md`: a `dict` without the fields that have no value.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.object().to_dict(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (url, start, end) = (self.url(py)?.repr()?, self.start(), self.end());
        Ok(format!("Link({url}, start={start}, end={end})"))
    }

    /// Returns the link as a row of a table, for notebooks. It can be clicked if a browser opens it.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<table>{HTML_HEAD}{}</table>", self.html_row(py)?))
    }

    /// Returns a row of a table.
    fn _html_row(&self, py: Python<'_>) -> PyResult<String> {
        self.html_row(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.start() == other.start() && self.object() == other.object()
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.url_text(), self.start(), self.end()))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_link")?;
        Ok((restore, self.object().state(py)?))
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
pub(crate) fn restore_link(state: &[u8], is_str: bool) -> PyResult<Link> {
    let object = Object::restore(state, is_str)?;
    Ok(Link {
        record: None,
        unit: object.unit(),
        object: object.into(),
    })
}
