//! `texts` and the class `DecodedText`.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use urlsift_search::{DecodedText as FoundText, Kind, LinkMap, OffsetUnit, UnitOffsets};

use crate::{
    argument::unknown,
    link::Link,
    options::{Options, Scope},
    text::{Text, decode},
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
    text: Py<PyString>,
    /// The number of its code points.
    len: u64,
    is_html: bool,
    section: urlsift::Section,
    links: Vec<Py<Link>>,
    map: LinkMap,
}

/// Returns the decoded texts of a message, with their links: header fields first, then bodies.
///
/// `source` is a raw message; with `kind="text"`, a decoded text, and with `kind="html"`, a decoded page, each of which
/// is one text. Empty texts without links are left out. Other options are those of `find_message`.
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
    signature = (source, /, *, kind = "message", **options),
    text_signature = "(source, /, *, kind='message', conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, \
                      rejoin=True, width=None, unwrap=False, base=None, max_len=8192, schemes=(), headers=True, bodies=True, \
                      html=True)"
)]
pub(crate) fn texts<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    kind: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<DecodedText>> {
    let options = Options::new(options, Scope::Message)?;
    let (kind, options) = match kind {
        "message" => (Kind::Message, options),
        "text" => (Kind::Text, options),
        "html" => (Kind::Html, options.of_decoded_page()),
        _ => {
            return Err(unknown(
                "kind",
                kind,
                ["message", "text", "html"].into_iter(),
            ));
        }
    };
    let source = Text::new(source)?;
    // A message is read as bytes, in which the places of its links count.
    let unit = if kind == Kind::Message {
        OffsetUnit::Utf8
    } else {
        source.unit
    };
    let bytes = source.bytes();
    let found: PyResult<Vec<FoundText>> = py.detach(|| {
        let source = options.source(bytes, kind)?;
        Ok(source.texts().collect())
    });
    let texts = found?.into_iter();
    let texts = texts.map(|text| DecodedText::new(py, &text, bytes, unit, &options));
    texts.collect()
}

impl DecodedText {
    fn new(
        py: Python<'_>,
        found: &FoundText,
        source: &[u8],
        unit: OffsetUnit,
        options: &Options,
    ) -> PyResult<Self> {
        let points = CodePoints::new(found.bytes());
        let in_source = UnitOffsets::new(source, unit);
        let mut links = Vec::new();
        let mut pieces = Vec::new();
        for link in found.links() {
            let conformance = link.conformance();
            if !options
                .selection
                .accepts_level(conformance, link.delimiter())
            {
                continue;
            }
            if link.delimiter().is_in_text() {
                let of_link = link.text_pieces();
                let index = links.len();
                pieces.extend(of_link.map(|piece| {
                    (
                        points.before(piece.start())..points.before(piece.end()),
                        index,
                    )
                }));
            }
            let link = options.selection.complete(link, conformance);
            let link = in_source.place(link);
            links.push(Py::new(py, Link::new(link, unit))?);
        }
        Ok(Self {
            text: decode(py, found.bytes(), unit).unbind(),
            len: points.before(u64::MAX),
            is_html: found.is_html(),
            section: found.section().clone(),
            links,
            map: LinkMap::new(pieces),
        })
    }

    fn of_part(&self) -> Option<&urlsift::Part> {
        self.section.as_part()
    }
}

#[pymethods]
impl DecodedText {
    /// The text. What is not in its charset is U+FFFD.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// The name of the header field; `None` for a body.
    #[getter]
    fn header(&self) -> Option<String> {
        match &self.section {
            urlsift::Section::Header(name) => Some(String::from_utf8_lossy(name).into_owned()),
            _ => None,
        }
    }

    /// The number of the part, such as `1.2`; `None` for a field of the header of the message.
    #[getter]
    fn part(&self) -> Option<&str> {
        self.of_part()?.number()
    }

    /// The media type of the part, such as `text/plain`.
    #[getter]
    fn r#type(&self) -> Option<&str> {
        self.of_part().map(urlsift::Part::media_type)
    }

    /// Whether the text is what an HTML page shows, without its tags.
    #[getter]
    fn is_html(&self) -> bool {
        self.is_html
    }

    /// The links in the text, in order, with those in attributes of a page: a new list.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.links.iter().map(|link| link.clone_ref(py)))
    }

    /// The ranges of the text to underline, in order, each with its link: a new list of tuples `(start, end, link)`. A
    /// link in an attribute has none.
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

    fn __len__(&self) -> usize {
        usize::try_from(self.len).unwrap_or(usize::MAX)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let place = match (self.header(), self.part()) {
            (Some(header), _) => format!("header={}", header.into_pyobject(py)?.repr()?),
            (None, Some(part)) => format!("part={}", part.into_pyobject(py)?.repr()?),
            (None, None) => "text".to_owned(),
        };
        Ok(format!("DecodedText({place}, links={})", self.links.len()))
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
    valid: &'t str,
    has_invalid: bool,
}

impl<'t> CodePoints<'t> {
    fn new(text: &'t [u8]) -> Self {
        if str::from_utf8(text).is_ok() {
            return Self::Exact(UnitOffsets::new(text, OffsetUnit::CodePoints));
        }
        let (mut start, mut before) = (0, 0);
        let chunks = text.utf8_chunks().map(|found| {
            let has_invalid = !found.invalid().is_empty();
            let valid = found.valid();
            let chunk = Utf8Chunk {
                start,
                before,
                valid,
                has_invalid,
            };
            start += (valid.len() + found.invalid().len()) as u64;
            before += valid.chars().count() as u64 + u64::from(has_invalid);
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
        let within = usize::try_from(byte - chunk.start).unwrap_or(usize::MAX);
        let valid = chunk
            .valid
            .char_indices()
            .take_while(|&(at, _)| at < within);
        let is_after = within > chunk.valid.len() && chunk.has_invalid;
        chunk.before + valid.count() as u64 + u64::from(is_after)
    }
}
