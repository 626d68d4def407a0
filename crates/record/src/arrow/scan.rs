//! Batches of the tables of a scan.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{SchemaRef, TimeUnit};

use super::{batch::Batch, column_error::ColumnError, schema::Layout};
use crate::{
    FieldSource, Values,
    table::{ColumnType, ERRORS, ErrorRow, SCAN, ScanRow, Table},
};

/// The columns of the errors of a scan.
const ERROR_COLUMNS: &[&str] = &["path", "path_bytes", "offset", "code", "text"];

/// The string columns of a scan whose values are repeated in many rows: those of a file, a part or a message, and those
/// with few different values.
const REPEATED_COLUMNS: &[&str] = &[
    "path",
    "delimiter",
    "element",
    "attribute",
    "scheme",
    "host",
    "host_ascii",
    "conforms",
    "base",
    "part",
    "type",
    "header",
    "message_from",
    "message_subject",
    "message_list_id",
];

/// The columns of a scan for a link of a text that is in no file and no message.
const TEXT_COLUMNS: &[&str] = &[
    "offset",
    "end",
    "url",
    "url_bytes",
    "raw",
    "raw_bytes",
    "delimiter",
    "scheme",
    "host",
    "host_bytes",
    "host_ascii",
    "port",
    "conforms",
    "best",
    "problems",
    "warnings",
    "breaks",
    "spaced",
    "quote_depth",
    "pieces",
    "joins",
    "readings",
    "also",
    "base",
    "resolved",
    "target",
];

/// Which string columns have dictionaries, so that each batch contains each different value once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dictionaries<'n> {
    /// None.
    #[default]
    Nowhere,
    /// Those whose values are repeated in many rows, such as `path` and `host`, but no lists: not all libraries read
    /// lists of dictionaries.
    Repeated,
    /// Those with these names, if the batches have them.
    Named(&'n [&'n str]),
}

/// Builds batches of columns of the table [`SCAN`]. Times are in microseconds.
///
/// ```
/// # use std::sync::Arc;
/// use urlsift_record::{Link, ScanBatchBuilder, Values};
///
/// let text = b"<http://a.example/> and <URL:ftp://b.example/>";
/// let mut builder = ScanBatchBuilder::new(Some(&["host", "url"]))?;
/// for candidate in urlsift_scan::candidates(text) {
///     let link = Link::new(candidate, Arc::from(*b"a.txt"), |span| span);
///     builder.append(&Values::of(&link));
/// }
/// let batch = builder.finish();
/// assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (2, "host"));
/// # Ok::<_, urlsift_record::ColumnError>(())
/// ```
#[derive(Debug)]
pub struct ScanBatchBuilder {
    schema: SchemaRef,
    batch: Batch,
}

impl ScanBatchBuilder {
    /// Creates a builder of the columns with these names, in this order, or of all.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no column with one of the names.
    pub fn new(columns: Option<&[&str]>) -> Result<Self, ColumnError> {
        Self::with_dictionaries(columns, Dictionaries::Nowhere)
    }

    /// Creates a builder of the columns that the links of a text have: the columns of a scan, except those that
    /// describe files, parts and messages.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such column with one of the names.
    pub fn of_text(columns: Option<&[&str]>) -> Result<Self, ColumnError> {
        let columns = columns.unwrap_or(TEXT_COLUMNS);
        match columns.iter().find(|name| !TEXT_COLUMNS.contains(name)) {
            Some(name) => Err(ColumnError::Unknown((*name).to_owned())),
            None => Self::new(Some(columns)),
        }
    }

    /// Like [`new`](Self::new), with strings in dictionaries: of the type `Dictionary(Int32, Utf8)`, and in lists of
    /// the type `List(Dictionary(Int32, Utf8))`. Each batch has dictionaries that do not depend on other batches.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no column with one of the names, or if a column that should have a dictionary has
    /// no strings.
    pub fn with_dictionaries(
        columns: Option<&[&str]>,
        dictionaries: Dictionaries<'_>,
    ) -> Result<Self, ColumnError> {
        let order = columns.map(|columns| indices(&SCAN, columns)).transpose()?;
        let dictionaries = match dictionaries {
            Dictionaries::Nowhere => &[],
            Dictionaries::Repeated => REPEATED_COLUMNS,
            Dictionaries::Named(names) => names,
        };
        let dictionaries = indices(&SCAN, dictionaries)?;
        for &index in &dictionaries {
            let column = &SCAN.columns[index];
            if !matches!(column.column_type, ColumnType::String | ColumnType::Strings) {
                return Err(ColumnError::NoStrings(column.name));
            }
        }
        let mut layout = Layout::new(&SCAN, TimeUnit::Microsecond, order);
        layout.set_dictionaries(dictionaries);
        Ok(Self {
            schema: Arc::new(layout.schema()),
            batch: Batch::new(layout),
        })
    }

    /// Returns a builder of the same columns.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self {
            schema: Arc::clone(&self.schema),
            batch: self.batch.with_fresh_buffers(),
        }
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Appends the row of a link. Only what the columns need is computed.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append<'p, 'l: 'p, S: FieldSource<'l>>(&mut self, values: &Values<'p, 'l, S>) {
        ScanRow { values }.write(&mut self.batch);
        self.batch.end_row();
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.batch.rows()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// Returns the approximate size of the rows in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.batch.size()
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.batch.finish(Arc::clone(&self.schema))
    }
}

/// Builds a batch of the errors of a scan: the columns `path`, `path_bytes`, `offset`, `code` and `text` of the table
/// [`ERRORS`].
#[derive(Debug)]
pub struct ErrorBatchBuilder {
    schema: SchemaRef,
    batch: Batch,
}

impl ErrorBatchBuilder {
    /// Creates a builder.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the table has the columns")]
    pub fn new() -> Self {
        let order = indices(&ERRORS, ERROR_COLUMNS).expect("the columns of the table");
        let layout = Layout::new(&ERRORS, TimeUnit::Microsecond, Some(order));
        Self {
            schema: Arc::new(layout.schema()),
            batch: Batch::new(layout),
        }
    }

    /// Returns the schema of the batch.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Appends the row of an error.
    pub fn append(&mut self, path: &[u8], offset: Option<u64>, code: &str, text: &str) {
        let row = ErrorRow {
            shard: "",
            input: 0,
            path,
            member: 0,
            offset,
            code,
            text,
        };
        row.write(&mut self.batch);
        self.batch.end_row();
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.batch.finish(Arc::clone(&self.schema))
    }
}

impl Default for ErrorBatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the indices of columns.
fn indices(table: &Table, columns: &[&str]) -> Result<Vec<usize>, ColumnError> {
    let index = |name: &&str| {
        let index = table.columns.iter().position(|column| column.name == *name);
        index.ok_or_else(|| ColumnError::Unknown((*name).to_owned()))
    };
    columns.iter().map(index).collect()
}
