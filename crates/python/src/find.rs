//! `find` and `find_message`.

use std::{ops::ControlFlow, sync::Arc};

use pyo3::{prelude::*, types::PyDict};
use urlsift_record as record;
use urlsift_search::{Kind, Link as FoundLink, OffsetUnit, Sink, Skip, UnitOffsets};

use crate::{
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
#[pyfunction]
#[pyo3(
    signature = (text, /, **options),
    text_signature = "(text, /, *, conforms='whatwg', kinds='delimited', www=False, refang=False, rejoin=True, \
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

fn links(py: Python<'_>, text: &Text<'_>, options: &Options, kind: Kind) -> PyResult<Vec<Link>> {
    let mut sifter = options.sifter(kind)?;
    let mut collect = CollectLinks {
        selection: options.selection(),
        path: Arc::from([]),
        records: Vec::new(),
    };
    let (bytes, unit) = (text.bytes(), text.unit);
    let records = py.detach(move || {
        // Reading a slice does not fail, and the sink skips nothing.
        let _ = sifter.sift_slice(bytes, &mut collect);
        match unit {
            Unit::Bytes => collect.records,
            Unit::CodePoints => {
                let points = UnitOffsets::new(bytes, OffsetUnit::CodePoints);
                let records = collect.records.into_iter();
                records.map(|record| points.place(record)).collect()
            }
        }
    });
    let links = records.into_iter().map(|record| Link::new(record, unit));
    Ok(links.collect())
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
