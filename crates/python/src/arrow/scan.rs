//! `scan_arrow` and the class `ArrowScan`.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use arrow_schema::FieldRef;
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyCapsule, PyDict},
};
use urlsift::{BatchBuilder, ColumnError, Dictionaries};

use super::{
    capsule,
    stream::{ArrowStream, Source},
    table::ArrowTable,
};
use crate::{
    argument::{named, strings},
    inputs,
    options::{Options, Scope},
    scan_error::{ScanError, binary_dict},
    split::Split,
};

/// The default maximum number of rows of a batch.
const BATCH_SIZE: NonZeroUsize = NonZeroUsize::new(1 << 16).expect("not zero");

/// The links of files as an Arrow table, for any library that reads the Arrow PyCapsule interface: pyarrow, pandas,
/// polars, DuckDB and others.
///
/// Nothing is read before the first batch is requested. Each stream reads the files again, and then replaces the
/// errors; a file object that cannot seek is read by the first one only, and an error of the others. An input that
/// cannot be read adds a `ScanError` to `errors`, and issues a `ScanWarning` if the thread that has requested the
/// stream reads it; the scan goes on.
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct ArrowScan(Arc<Source>);

/// Returns the links of files as an Arrow table that is read in batches.
///
/// The columns are those of the README, "Tables"; `columns` chooses some, in their order. A batch has at
/// most `batch_size` rows. There are no line numbers. A `Split` is read by itself. Other options are those of `scan`.
///
/// With `dictionary=True`, columns of strings that are repeated in many rows, such as `path` and `host`, have the type
/// `dictionary<int32, utf8>`; `dictionary` may also name columns of strings and of lists of strings. Each batch has its
/// own dictionaries.
///
/// >>> import tempfile, urlsift
/// >>> import pyarrow
/// >>> with tempfile.NamedTemporaryFile() as file:
/// ...     _ = file.write(b"<http://a.example/> <http://b.example/>")
/// ...     file.flush()
/// ...     pyarrow.table(urlsift.scan_arrow(file.name, columns=["host", "offset"])).to_pylist()
/// [{'host': 'a.example', 'offset': 0}, {'host': 'b.example', 'offset': 20}]
///
/// `urlsift.COLUMNS` describes the columns.
#[doc = include_str!("../docs/text.md")]
#[doc = include_str!("../docs/message.md")]
#[doc = include_str!("../docs/files.md")]
#[doc = include_str!("../docs/filters.md")]
#[pyfunction]
#[pyo3(
    signature = (paths, /, *, columns = None, batch_size = None, dictionary = None, **options),
    text_signature = "(paths, /, *, columns=None, batch_size=65536, dictionary=False, conforms='whatwg', \
                      kinds='all', www=False, names=False, addresses=False, refang=False, rejoin=True, width=None, unwrap=False, base=None, \
                      max_len=8192, schemes=(), headers=True, bodies=True, html=True, read_as=None, encoding=None, binary='skip', unpack=True, max_window=134217728, \
                      max_temp=4294967296, follow=False, include=(), exclude=(), threads=None, range=None, \
                      scheme=(), host=(), domain=(), exclude_scheme=(), exclude_host=(), no_mailto=False, \
                      host_file=(), exclude_host_file=(), newsgroup=(), from_=(), subject=(), header=(), message_id=(), thread=(), \
                      since=None, until=None, local=False, type=(), quoted=None, joined=False, warn=(), errors=None)"
)]
pub(crate) fn scan_arrow(
    paths: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
    batch_size: Option<NonZeroUsize>,
    dictionary: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<ArrowScan> {
    let mut options = Options::new("scan_arrow", options, Scope::Files)?;
    let inputs = match paths.cast::<Split>() {
        Ok(split) => split.get().select(paths.py(), &mut options)?,
        Err(_) => inputs::named(paths)?,
    };
    let columns = columns
        .map(|columns| strings(columns).map_err(|error| named(columns, "columns", error)))
        .transpose()?;
    let columns = columns.as_ref().map(|names| as_strs(names));
    let dictionary = dictionary
        .map(|value| read_dictionary(value).map_err(|error| named(value, "dictionary", error)))
        .transpose()?
        .unwrap_or(DictionaryArgument::None);
    let with_dictionary = dictionary.names();
    let dictionaries = match dictionary {
        DictionaryArgument::None => Dictionaries::Nowhere,
        DictionaryArgument::Repeated => Dictionaries::Repeated,
        DictionaryArgument::Names(_) => Dictionaries::Named(&with_dictionary),
    };
    let builder = BatchBuilder::of_scan(columns.as_deref(), dictionaries);
    Ok(ArrowScan(Arc::new(Source {
        inputs,
        options: Arc::new(options),
        builder: builder.map_err(|error| {
            let all = BatchBuilder::of_scan(None, Dictionaries::Nowhere);
            column_error(&error, all)
        })?,
        batch_size: batch_size.unwrap_or(BATCH_SIZE).get(),
        log: Mutex::default(),
        is_closed: AtomicBool::new(false),
    })))
}

/// The value of the argument `dictionary`.
enum DictionaryArgument {
    None,
    Repeated,
    Names(Vec<String>),
}

impl DictionaryArgument {
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Names(names) => as_strs(names),
            Self::None | Self::Repeated => Vec::new(),
        }
    }
}

fn read_dictionary(value: &Bound<'_, PyAny>) -> PyResult<DictionaryArgument> {
    Ok(match value.extract::<bool>() {
        Ok(true) => DictionaryArgument::Repeated,
        Ok(false) => DictionaryArgument::None,
        Err(_) => DictionaryArgument::Names(strings(value)?),
    })
}

/// Returns the exception for an error in the choice of columns. It lists all that there are.
pub(super) fn column_error(error: &ColumnError, all: Result<BatchBuilder, ColumnError>) -> PyErr {
    let mut text = error.to_string();
    if let (ColumnError::Unknown(_), Ok(all)) = (error, all) {
        let schema = all.schema();
        let names = schema.fields().iter().map(|field| &field.name()[..]);
        let names = names.collect::<Vec<_>>().join(", ");
        text = format!("{text}; there are {names}");
    }
    PyValueError::new_err(text)
}

fn as_strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[pymethods]
impl ArrowScan {
    /// The errors so far of the stream that was begun last: a new list.
    #[getter]
    fn errors(&self) -> Vec<ScanError> {
        self.0.logged().errors
    }

    /// The paths of the binary files so far of that stream, and the numbers of their links: see `Scan.binary_files`.
    #[getter]
    fn binary_files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        binary_dict(py, &self.0.logged().binary)
    }

    /// The errors as an Arrow table, with the columns `path`, `path_bytes`, `offset`, `code` and `text`.
    #[getter]
    fn error_table(&self) -> ArrowTable {
        let mut builder = BatchBuilder::of_errors();
        for error in self.errors() {
            error.append_to(&mut builder);
        }
        ArrowTable(builder.finish())
    }

    /// The columns, as a schema of pyarrow, which must be installed.
    #[getter]
    fn schema<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("pyarrow")?.call_method1("schema", (this,))
    }

    /// Ends all streams and their threads, also one that another thread reads: it has an error. There is nothing more
    /// to read. `errors` remains.
    fn close(&self) {
        self.0.is_closed.store(true, Ordering::Relaxed);
    }

    fn __repr__(&self) -> String {
        let schema = self.0.builder.schema();
        let names = schema.fields().iter().map(|field| &field.name()[..]);
        let names = names.collect::<Vec<_>>();
        format!("ArrowScan(columns=[{}])", names.join(", "))
    }

    /// Returns a table of the columns, for notebooks. Nothing is read.
    fn _repr_html_(&self) -> String {
        let schema = self.0.builder.schema();
        let row = |field: &FieldRef| {
            format!(
                "<tr><td>{}</td><td>{}</td></tr>",
                field.name(),
                field.data_type()
            )
        };
        let rows: String = schema.fields().iter().map(row).collect();
        format!(
            "<table><caption>ArrowScan</caption><tr><th>column</th><th>type</th></tr>{rows}</table>"
        )
    }

    /// Returns an Arrow stream of the links. `requested_schema` is ignored.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule::stream(py, ArrowStream::new(Arc::clone(&self.0)))
    }

    /// Returns the Arrow schema of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.0.builder.schema())
    }
}
