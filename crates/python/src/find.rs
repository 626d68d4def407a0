//! `find` and `find_message`.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    sync::Arc,
};

use pyo3::{prelude::*, types::PyDict};
use urlsift_record as record;
use urlsift_search::{Kind, LinkRef as FoundLink, OffsetUnit, Sink, Skip, UnitOffsets};

use crate::{
    interpreter::check_signals,
    link::Link,
    options::{Options, Scope},
    selection::Selection,
    text::{Text, Unit},
};

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
    text_signature = "(text, /, *, conforms='whatwg', kinds='all', www=False, refang=False, rejoin=True, \
                      unwrap=False, base=None, max_len=8192, schemes=())"
)]
pub(crate) fn find(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Link>> {
    let options = Options::new(options, Scope::Text)?;
    let text = Text::new(text)?;
    links(py, &text, &options, Kind::Text)
}

/// Returns the links in the bytes of a message.
#[pyfunction]
#[pyo3(name = "_find_in_message", signature = (source, options))]
pub(crate) fn find_in_message(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<Link>> {
    let options = Options::new(Some(options), Scope::Message)?;
    let source = Text::new(source)?;
    links(py, &source, &options, Kind::Message)
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
    text_signature = "(page, /, *, conforms='whatwg', kinds='all', www=False, refang=False, rejoin=True, \
                      unwrap=False, base=None, max_len=8192, schemes=())"
)]
pub(crate) fn find_html(
    py: Python<'_>,
    page: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Link>> {
    let options = Options::new(options, Scope::Text)?.of_decoded_page();
    let page = Text::new(page)?;
    links(py, &page, &options, Kind::Html)
}

fn links(py: Python<'_>, text: &Text<'_>, options: &Options, kind: Kind) -> PyResult<Vec<Link>> {
    let mut sifter = options.sifter(kind)?;
    let mut collect = CollectLinks {
        selection: options.selection(),
        path: Arc::from([]),
        records: Vec::new(),
    };
    let (bytes, unit) = (text.bytes(), text.unit);
    let mut interruptible = Interruptible::new(bytes);
    let found = &mut interruptible;
    let records = py.detach(move || {
        if bytes.len() <= SIGNAL_BLOCK {
            // Reading a slice does not fail, and the sink skips nothing.
            let _ = sifter.sift_slice(bytes, &mut collect);
        } else {
            let _ = sifter.sift(found, &mut collect);
        }
        match unit {
            Unit::Bytes => collect.records,
            Unit::CodePoints => {
                let points = UnitOffsets::new(bytes, OffsetUnit::CodePoints);
                let records = collect.records.into_iter();
                records.map(|record| points.place(record)).collect()
            }
        }
    });
    if let Some(exception) = interruptible.exception {
        return Err(exception);
    }
    let links = records.into_iter().map(|record| Link::new(record, unit));
    Ok(links.collect())
}

/// The number of bytes that are searched between two checks for signals: some milliseconds.
const SIGNAL_BLOCK: usize = 8 << 20;

/// Reads bytes, and stops when the handler of a signal raises an exception, such as `KeyboardInterrupt`.
struct Interruptible<'b> {
    bytes: &'b [u8],
    /// The number of bytes until the next check.
    until_check: usize,
    exception: Option<PyErr>,
}

impl<'b> Interruptible<'b> {
    const fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            until_check: SIGNAL_BLOCK,
            exception: None,
        }
    }
}

impl Read for &mut Interruptible<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.until_check == 0 {
            self.until_check = SIGNAL_BLOCK;
            if let Err(exception) = Python::attach(check_signals) {
                self.exception = Some(exception);
                return Err(io::ErrorKind::Other.into());
            }
        }
        let len = into.len().min(self.until_check);
        let read = self.bytes.read(&mut into[..len])?;
        self.until_check -= read;
        Ok(read)
    }
}

struct CollectLinks {
    selection: Selection,
    path: Arc<[u8]>,
    records: Vec<record::Link>,
}

impl Sink for CollectLinks {
    fn link(&mut self, link: &FoundLink<'_>) -> ControlFlow<Skip> {
        self.records.extend(self.selection.record(link, &self.path));
        ControlFlow::Continue(())
    }
}
