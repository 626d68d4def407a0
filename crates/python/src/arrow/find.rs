//! `find_arrow`.

use std::{ops::ControlFlow, sync::Arc};

use arrow_array::{Array, ArrayRef, ListArray, StructArray, cast::AsArray, make_array};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use urlsift::{BatchBuilder, Fields, table::ScanRow};
use urlsift_search::{Kind, Link, Sifter, Sink, Skip};
use urlsift_select::Selection;

use super::{array::ArrowArray, import, scan::column_error};
use crate::{
    argument::{named, strings},
    interruptible::{Checks, sift},
    options::{Options, Scope},
};

/// The maximum size of the links in bytes. A column can hold less than 2^31 bytes of text.
const MAX_BYTES: usize = 1 << 30;

/// Returns the links in the texts of an Arrow array, for user-defined functions of tables.
///
/// The array has strings or bytes, and is an object with `__arrow_c_array__`, such as one of pyarrow, or with
/// `__arrow_c_stream__`, such as a chunked one or a series of polars. The result has a list of structs for each text,
/// and null for null. The fields are those columns of `scan_arrow` that need no file, page or message; `columns`
/// chooses some, in their order. Offsets count bytes of the text, a string in UTF-8. Other options are the same as in
/// `find`.
///
/// >>> import pyarrow, urlsift
/// >>> texts = pyarrow.array(["see <http://a.example/>", None, ""])
/// >>> pyarrow.array(urlsift.find_arrow(texts, columns=["url", "offset"])).to_pylist()
/// [[{'url': 'http://a.example/', 'offset': 4}], None, []]
#[doc = include_str!("../docs/text.md")]
#[pyfunction]
#[pyo3(
    signature = (array, /, *, columns = None, **options),
    text_signature = "(array, /, *, columns=None, conforms='whatwg', kinds='all', www=False, names=False, addresses=False, refang=False, \
                      rejoin=True, width=None, unwrap=False, base=None, max_len=8192, schemes=())"
)]
pub(crate) fn find_arrow(
    py: Python<'_>,
    array: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<ArrowArray> {
    let options = Options::new("find_arrow", options, Scope::Text)?;
    let columns = columns
        .map(|columns| strings(columns).map_err(|error| named(columns, "columns", error)))
        .transpose()?;
    let columns = columns.as_ref();
    let columns = columns.map(|columns| columns.iter().map(String::as_str).collect::<Vec<_>>());
    let builder = BatchBuilder::of_text(columns.as_deref());
    let chunks = import::chunks(array, |data_type| bytes_type(data_type).map(drop))?;
    let chunks = chunks.into_iter().map(as_bytes);
    let chunks = chunks.collect::<PyResult<Vec<_>>>()?;
    let lists = Lists {
        sifter: options.sifter(Kind::Text)?.positions(false),
        found: FoundLinks {
            selection: options.selection(),
            path: Arc::from([]),
            builder: builder.map_err(|error| column_error(&error, BatchBuilder::of_text(None)))?,
            is_full: false,
        },
        offsets: vec![0],
        nulls: NullBufferBuilder::new(0),
        checks: Checks::default(),
    };
    // Only lent: they are dropped with the GIL, which their exporter may need to release them.
    let chunks = &chunks;
    let lists = py.detach(move || lists.of(chunks))?;
    Ok(ArrowArray(lists))
}

/// Returns an array of texts as an array of bytes. The strings need not be valid UTF-8.
fn as_bytes(array: ArrayRef) -> PyResult<ArrayRef> {
    let data_type = bytes_type(array.data_type())?;
    if data_type == *array.data_type() {
        return Ok(array);
    }
    // The types have the same buffers.
    let data = array.to_data().into_builder().data_type(data_type).build();
    let data = data.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(make_array(data))
}

/// Returns the type of bytes with the layout of a type of texts.
///
/// # Errors
///
/// `TypeError` for other types.
fn bytes_type(data_type: &DataType) -> PyResult<DataType> {
    match data_type {
        DataType::Utf8 => Ok(DataType::Binary),
        DataType::LargeUtf8 => Ok(DataType::LargeBinary),
        DataType::Utf8View => Ok(DataType::BinaryView),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::Null => {
            Ok(data_type.clone())
        }
        other => Err(PyTypeError::new_err(format!(
            "expected an array of strings or bytes, not of {other}"
        ))),
    }
}

/// The lists of links built so far.
struct Lists {
    sifter: Sifter,
    found: FoundLinks,
    /// Where the list of each text begins, and where the last one ends.
    offsets: Vec<i32>,
    nulls: NullBufferBuilder,
    checks: Checks,
}

impl Lists {
    /// Returns the lists of the texts in chunks.
    fn of(mut self, chunks: &[ArrayRef]) -> PyResult<ListArray> {
        for chunk in chunks {
            match chunk.data_type() {
                DataType::Binary => self.add(chunk.as_binary::<i32>())?,
                DataType::LargeBinary => self.add(chunk.as_binary::<i64>())?,
                DataType::BinaryView => self.add(chunk.as_binary_view())?,
                // An array of nulls.
                _ => (0..chunk.len()).try_for_each(|_| self.add_text(None))?,
            }
        }
        let links = StructArray::from(self.found.builder.finish());
        let item = Field::new_list_field(links.data_type().clone(), false);
        let offsets = OffsetBuffer::new(self.offsets.into());
        let lists = ListArray::try_new(
            Arc::new(item),
            offsets,
            Arc::new(links),
            self.nulls.finish(),
        );
        lists.map_err(|error: ArrowError| PyValueError::new_err(error.to_string()))
    }

    fn add<'t>(&mut self, texts: impl IntoIterator<Item = Option<&'t [u8]>>) -> PyResult<()> {
        texts.into_iter().try_for_each(|text| self.add_text(text))
    }

    fn add_text(&mut self, text: Option<&[u8]>) -> PyResult<()> {
        if let Some(text) = text {
            self.checks.after(text.len())?;
            sift(&mut self.sifter, text, &mut self.found)?;
        }
        if self.found.is_full {
            return Err(PyOverflowError::new_err(
                "the links take more than 1 GiB: pass fewer texts, or choose fewer columns",
            ));
        }
        self.nulls.append(text.is_some());
        let end = i32::try_from(self.found.builder.len());
        self.offsets.push(end.unwrap_or(i32::MAX));
        Ok(())
    }
}

struct FoundLinks {
    selection: Arc<Selection>,
    /// The name of the source, which is empty.
    path: Arc<[u8]>,
    builder: BatchBuilder,
    /// Whether no more links are added.
    is_full: bool,
}

impl Sink for FoundLinks {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(verdict) = self.selection.verdict(link) {
            let link = self.selection.complete(link, verdict.conformance());
            let link = link.with_path(Arc::clone(&self.path));
            let link = &Fields::new(&link, &verdict);
            ScanRow { link }.write(&mut self.builder);
            self.builder.end_row();
            self.is_full = self.builder.size() >= MAX_BYTES;
        }
        if self.is_full {
            ControlFlow::Break(Skip::Input)
        } else {
            ControlFlow::Continue(())
        }
    }
}
