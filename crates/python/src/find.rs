//! `find` and `find_message`.

use std::{ops::ControlFlow, sync::Arc};

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use urlsift_search::{Kind, Link as FoundLink, OffsetUnit, Sink, Skip, UnitOffsets};
use urlsift_select::Selection;

use crate::{
    decoded_text::with_shown,
    interpreter::check_signals,
    interruptible::sift,
    kept_sifter::KeptSifter,
    link::Link,
    options::{Options, Scope},
    text::Text,
};

/// The number of links that are converted between two checks for signals: some milliseconds.
const LINKS_PER_CHECK: usize = 1 << 14;

/// Returns the links in a text.
///
/// The text is scanned as it is: nothing is decoded, and no line is a header. It may be a `str`, in which offsets count
/// code points, or a buffer of bytes, such as `bytes` or `mmap`, in which they count bytes.
///
/// >>> import urlsift
/// >>> urlsift.find("An \N{OLD ITALIC LETTER A} and <http://a.example/>")
/// [Link('http://a.example/', start=9, end=28)]
/// >>> urlsift.find(b"see http://a.example/.", kinds="all")
/// [Link('http://a.example/', start=4, end=21)]
/// >>> urlsift.find("<URL:b/c.html>", conforms="relative", base="http://a.example/")[0].resolved
/// 'http://a.example/b/c.html'
#[doc = include_str!("docs/text.md")]
#[pyfunction]
#[pyo3(
    signature = (text, /, **options),
    text_signature = "(text, /, *, conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, rejoin=True, width=None, \
                      unwrap=False, base=None, max_len=8192, schemes=())"
)]
pub(crate) fn find<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let options = Options::new("find", options, Scope::Text)?;
    let text = Text::new(text)?;
    links(py, &text, &options, Kind::Text)
}

/// Returns the links in a message.
///
/// Header fields and bodies are decoded. Offsets count bytes of the message, which is the `source` of the result: what
/// was passed in, a `str` in UTF-8 (with the bytes that `surrogateescape` has decoded, and U+FFFD for other lone
/// surrogates), or for a `Message` of the package `email` its `as_bytes()`. The bytes are the quickest form: making
/// them of a `Message` takes several times longer than the search. A buffer that cannot be written is not copied.
///
/// >>> from email.message import EmailMessage
/// >>> import urlsift
/// >>> message = EmailMessage()
/// >>> message["Subject"] = "Notes"
/// >>> message.set_content("É: <http://a.example/>\n", cte="quoted-printable")
/// >>> links = urlsift.find_message(message)
/// >>> links[0].url, links[0].message["subject"]
/// ('http://a.example/', 'Notes')
/// >>> links.source[links[0].start : links[0].end]
/// b'<http://a.example/>'
#[doc = include_str!("docs/text.md")]
#[doc = include_str!("docs/message.md")]
#[pyfunction]
#[pyo3(
    signature = (message, /, **options),
    text_signature = "(message, /, *, conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, rejoin=True, width=None, \
                      unwrap=False, base=None, max_len=8192, schemes=(), headers=True, bodies=True, html=True)"
)]
pub(crate) fn find_message<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new("find_message", options, Scope::Message)?;
    let module = py.import("urlsift._message")?;
    let source = module.call_method1("source_of", (message,))?;
    let found = links(py, &Text::new(&source)?, &options, Kind::Message)?;
    module.call_method1("Links", (found, source))
}

/// Returns the links in a decoded HTML page.
///
/// Offsets count in the page, code points of a `str`. A charset that the page declares is ignored.
///
/// >>> import urlsift
/// >>> page = "<p>See <a href='http://a.example/?b&amp;c'>this</a> or http://d.example/"
/// >>> [(link.url, page[link.start:link.end]) for link in urlsift.find_html(page)]
/// [('http://a.example/?b&c', 'http://a.example/?b&amp;c'), ('http://d.example/', 'http://d.example/')]
#[doc = include_str!("docs/text.md")]
#[pyfunction]
#[pyo3(
    signature = (page, /, **options),
    text_signature = "(page, /, *, conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, rejoin=True, width=None, \
                      unwrap=False, base=None, max_len=8192, schemes=())"
)]
pub(crate) fn find_html<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let options = Options::new("find_html", options, Scope::Text)?.of_decoded_page();
    let page = Text::new(page)?;
    links(py, &page, &options, Kind::Html)
}

fn links<'py>(
    py: Python<'py>,
    text: &Text<'_>,
    options: &Options,
    kind: Kind,
) -> PyResult<Bound<'py, PyList>> {
    let mut sifter = KeptSifter::new(options.sifter_key(kind), || options.sifter(kind))?;
    let mut collect = CollectLinks {
        selection: options.selection(),
        path: Arc::from([]),
        records: Vec::new(),
        decoded: (kind == Kind::Html && text.unit == OffsetUnit::CodePoints).then(Vec::new),
    };
    let bytes = text.bytes();
    let (searched, collect, sifter) = py.detach(move || {
        let searched = sift(sifter.get(), bytes, &mut collect);
        (searched, collect, sifter)
    });
    searched?;
    sifter.keep(bytes.len());
    let offsets = UnitOffsets::new(bytes, text.unit);
    let decoded = collect.decoded.as_deref();
    let points = decoded.map(|decoded| UnitOffsets::new(decoded, text.unit));
    let links = PyList::empty(py);
    for (index, record) in collect.records.into_iter().enumerate() {
        if index % LINKS_PER_CHECK == LINKS_PER_CHECK - 1 {
            check_signals(py)?;
        }
        let mut record = offsets.place(record);
        if let Some(points) = &points {
            record = with_shown(record, |byte| points.before(byte));
        }
        links.append(Link::new(record, text.unit))?;
    }
    Ok(links)
}

struct CollectLinks {
    selection: Arc<Selection>,
    path: Arc<[u8]>,
    records: Vec<urlsift::Link<'static>>,
    /// The text of a page in which what its elements show is counted in code points.
    decoded: Option<Vec<u8>>,
}

impl Sink for CollectLinks {
    fn text(&mut self, decoded: &[u8]) {
        if let Some(text) = &mut self.decoded {
            text.extend_from_slice(decoded);
        }
    }

    fn link(&mut self, link: &FoundLink<'_>) -> ControlFlow<Skip> {
        if let Some(verdict) = self.selection.verdict(link) {
            let link = self.selection.complete(link, verdict.conformance());
            self.records
                .push(link.with_path(Arc::clone(&self.path)).into_owned());
        }
        ControlFlow::Continue(())
    }
}
