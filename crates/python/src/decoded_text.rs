//! `texts` and the class `DecodedText`.

use std::sync::Arc;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use urlsift::{Part, Section};
use urlsift_search::{
    DecodedText as FoundText, Kind, Link as FoundLink, LinkMap, OffsetUnit, UnitOffsets,
};

use crate::{
    argument::unknown,
    interpreter::check_signals,
    link::Link,
    options::{Options, Scope},
    text::{Text, decode, is_exact},
};

/// A decoded text of a message, and the links in it: what a program shows, with the links underlined.
///
/// Offsets count code points of `text`. The offsets of its links count in the source, as those of `find_message`.
///
/// >>> import urlsift
/// >>> mail = b"Subject: x\n\n> at http://a.example/ and <http://b.exam\n> ple/>\n"
/// >>> body = urlsift.texts(mail)[-1]
/// >>> [(body.text[start:end], link.url) for start, end, link in body.pieces]
/// [('http://a.example/', 'http://a.example/'), ('http://b.exam', 'http://b.example/'), ('ple/', 'http://b.example/')]
/// >>> body.link_at(7).url, body.link_at(2)
/// ('http://a.example/', None)
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct DecodedText {
    /// The text. What is not in its charset is U+FFFD.
    #[pyo3(get)]
    text: Py<PyString>,
    /// The name of the header field; `None` for a body.
    #[pyo3(get)]
    header: Option<String>,
    /// The number of the part, such as `1.2`; `None` for a field of the header of the message.
    #[pyo3(get)]
    part: Option<String>,
    /// The media type of the part, such as `text/plain`.
    #[pyo3(get)]
    r#type: Option<String>,
    /// Whether the text is what an HTML page shows, without its tags.
    #[pyo3(get)]
    is_html: bool,
    links: Vec<Py<Link>>,
    map: LinkMap,
}

/// Returns the decoded texts of a message, with their links: header fields first, then bodies.
///
/// `source` is a message, as for `find_message`; with `kind="text"`, a decoded text, and with `kind="html"`, a decoded
/// page, each of which is one text. Empty texts without links are left out. Other options are those of `find_message`.
///
/// >>> import urlsift
/// >>> mail = b"Subject: =?utf-8?q?caf=C3=A9?=\nContent-Type: text/html\n\n<p>See <a href='http://a.example/'>this"
/// >>> [(text.header, text.part, text.text) for text in urlsift.texts(mail)]
/// [('Subject', None, ' café'), ('Content-Type', None, ' text/html'), (None, '1', 'See this')]
/// >>> [link.url for link in urlsift.texts(mail)[2].links]
/// ['http://a.example/']
#[doc = include_str!("docs/text.md")]
#[doc = include_str!("docs/message.md")]
#[pyfunction]
#[pyo3(
    signature = (source, /, *, kind = None, **options),
    text_signature = "(source, /, *, kind='message', conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, \
                      rejoin=True, width=None, unwrap=False, base=None, max_len=8192, schemes=(), headers=True, bodies=True, \
                      html=True)"
)]
pub(crate) fn texts<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    kind: Option<&str>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<DecodedText>> {
    let options = Options::new("texts", options, Scope::Message)?;
    let (kind, options) = match kind.unwrap_or("message") {
        "message" => (Kind::Message, options),
        "text" => (Kind::Text, options),
        "html" => (Kind::Html, options.of_decoded_page()),
        kind => {
            return Err(unknown(
                "kind",
                kind,
                ["message", "text", "html"].into_iter(),
            ));
        }
    };
    let source = match kind {
        // As bytes, in which the places of its links count.
        Kind::Message => Text::new(
            &py.import("urlsift._message")?
                .call_method1("source_of", (source,))?,
        )?,
        _ => Text::new(source)?,
    };
    let (bytes, unit) = (source.bytes(), source.unit);
    let found: PyResult<Vec<FoundText>> = py.detach(|| {
        let source = options.source(bytes, kind)?;
        Ok(source.texts().collect())
    });
    let in_source = UnitOffsets::new(bytes, unit);
    let texts = found?.into_iter();
    let texts = texts.map(|text| {
        check_signals(py)?;
        DecodedText::new(py, &text, &in_source, unit, &options)
    });
    texts.collect()
}

impl DecodedText {
    fn new(
        py: Python<'_>,
        found: &FoundText,
        in_source: &UnitOffsets<'_>,
        unit: OffsetUnit,
        options: &Options,
    ) -> PyResult<Self> {
        let points = CodePoints::new(found.bytes(), is_exact(py, found.bytes(), unit));
        let mut links = Vec::new();
        let mut pieces = Vec::new();
        for link in found.links() {
            if options.selection.leaves_out(link) {
                continue;
            }
            let index = links.len();
            pieces.extend(found.spans_of(link).map(|span| {
                let range = points.before(span.start())..points.before(span.end());
                (range, index)
            }));
            let link = options.selection.complete(link, link.conformance());
            let link = with_shown(in_source.place(link), |byte| points.before(byte));
            links.push(Py::new(py, Link::new(link, unit))?);
        }
        let part = found.section().as_part();
        Ok(Self {
            text: decode(py, found.bytes(), unit).unbind(),
            header: match found.section() {
                Section::Header(name) => Some(String::from_utf8_lossy(name).into_owned()),
                _ => None,
            },
            part: part.and_then(Part::number).map(str::to_owned),
            r#type: part.map(|part| part.media_type().to_owned()),
            is_html: found.is_html(),
            links,
            map: LinkMap::new(pieces),
        })
    }

    /// Returns what [`restore_text`] makes an equal text of.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pieces = self.map.pieces();
        let pieces: Vec<_> = pieces
            .map(|(range, link)| (range.start, range.end, link))
            .collect();
        let text = self.text.clone_ref(py);
        let section = (&self.header, &self.part, &self.r#type, self.is_html);
        (text, section, self.links(py)?, pieces).into_pyobject(py)
    }
}

/// The header, the part, the type, and whether it is HTML.
type TextSection = (Option<String>, Option<String>, Option<String>, bool);

/// Restores a pickled text.
#[pyfunction]
#[pyo3(name = "_restore_text")]
pub(crate) fn restore_text(
    text: Py<PyString>,
    section: TextSection,
    links: Vec<Py<Link>>,
    pieces: Vec<(u64, u64, usize)>,
) -> DecodedText {
    let (header, part, r#type, is_html) = section;
    let pieces = pieces.into_iter();
    DecodedText {
        text,
        header,
        part,
        r#type,
        is_html,
        links,
        map: LinkMap::new(pieces.map(|(start, end, link)| (start..end, link))),
    }
}

#[pymethods]
impl DecodedText {
    /// The links in the text, in order, with those in attributes of a page: a new list.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.links.iter().map(|link| link.clone_ref(py)))
    }

    /// The ranges of the text to underline, in order, each with its link: a new list of tuples `(start, end, link)`.
    /// A link in an attribute has what its element shows, such as `click here`.
    #[getter]
    fn pieces(&self, py: Python<'_>) -> Vec<(u64, u64, Py<Link>)> {
        let pieces = self.map.pieces();
        let pieces =
            pieces.map(|(range, link)| (range.start, range.end, self.links[link].clone_ref(py)));
        pieces.collect()
    }

    /// Returns the link with a piece at an offset of the text, such as that under the mouse pointer, or `None`.
    #[pyo3(signature = (offset, /))]
    fn link_at(&self, py: Python<'_>, offset: i64) -> PyResult<Option<Py<Link>>> {
        let offset =
            u64::try_from(offset).map_err(|_| PyValueError::new_err("the offset is negative"))?;
        Ok(self
            .map
            .at(offset)
            .map(|index| self.links[index].clone_ref(py)))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.text.bind(py).len()
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.state(py)?.eq(other.state(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.bind(py).hash()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("urlsift._urlsift")?.getattr("_restore_text")?;
        Ok((restore, self.state(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let place = match (&self.header, &self.part) {
            (Some(header), _) => format!("header={}", header.into_pyobject(py)?.repr()?),
            (None, Some(part)) => format!("part={}", part.into_pyobject(py)?.repr()?),
            (None, None) => "text".to_owned(),
        };
        Ok(format!("DecodedText({place}, links={})", self.links.len()))
    }
}

/// Converts the range of the decoded text in which the element of a link shows its text.
pub(crate) fn with_shown(link: FoundLink<'_>, before: impl Fn(u64) -> u64) -> FoundLink<'_> {
    let markup = link.markup().cloned();
    let shown = markup.and_then(|markup| markup.shown().map(|shown| (markup, shown)));
    match shown {
        Some((markup, shown)) => {
            let range = before(shown.start())..before(shown.end());
            link.with_markup(Arc::new(markup.with_shown(range)))
        }
        None => link,
    }
}

/// The number of code points before a byte of a text, as it is decoded with U+FFFD for what is not UTF-8.
enum CodePoints<'t> {
    Exact(UnitOffsets<'t>),
    Lossy(Vec<Utf8Chunk<'t>>),
}

/// Bytes that are UTF-8, and perhaps a sequence after them that is not.
struct Utf8Chunk<'t> {
    /// The offset of the first byte.
    start: u64,
    /// The number of code points before it.
    before: u64,
    len: u64,
    valid: UnitOffsets<'t>,
    has_invalid: bool,
}

impl<'t> CodePoints<'t> {
    /// Counts the code points of a text. `is_exact`: each byte that is not a continuation byte is one.
    fn new(text: &'t [u8], is_exact: bool) -> Self {
        if is_exact {
            return Self::Exact(UnitOffsets::new(text, OffsetUnit::CodePoints));
        }
        let (mut start, mut before) = (0, 0);
        let chunks = text.utf8_chunks().map(|found| {
            let has_invalid = !found.invalid().is_empty();
            let len = found.valid().len() as u64;
            let valid = UnitOffsets::new(found.valid().as_bytes(), OffsetUnit::CodePoints);
            let points = valid.before(len);
            let chunk = Utf8Chunk {
                start,
                before,
                len,
                valid,
                has_invalid,
            };
            start += len + found.invalid().len() as u64;
            before += points + u64::from(has_invalid);
            chunk
        });
        Self::Lossy(chunks.collect())
    }

    fn before(&self, byte: u64) -> u64 {
        let chunks = match self {
            Self::Exact(offsets) => return offsets.before(byte),
            Self::Lossy(chunks) => chunks,
        };
        let begun = chunks.partition_point(|chunk| chunk.start <= byte);
        let Some(chunk) = begun.checked_sub(1).and_then(|index| chunks.get(index)) else {
            return 0;
        };
        let within = byte - chunk.start;
        let is_after = within > chunk.len && chunk.has_invalid;
        chunk.before + chunk.valid.before(within) + u64::from(is_after)
    }
}
