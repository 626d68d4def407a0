//! Batches of the tables of a scan.

use std::sync::LazyLock;

use arrow_array::RecordBatch;
use arrow_schema::{SchemaRef, TimeUnit};

use super::{batch::BatchBuilder, column_error::ColumnError, schema::Layout};
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

/// The columns of a scan that a link of a text has, which is in no file, no page and no message.
static TEXT_COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = SCAN.columns.iter().map(|column| column.name);
    let is_in_text = |name: &&str| {
        let field = name.strip_suffix("_bytes").unwrap_or(name);
        let others = [
            "path",
            "element",
            "attribute",
            "text",
            "part",
            "type",
            "header",
        ];
        !others.contains(&field) && !name.starts_with("message_")
    };
    names.filter(is_in_text).collect()
});

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
/// # use std::sync::LazyLock;
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
pub struct ScanBatchBuilder(BatchBuilder);

impl ScanBatchBuilder {
    /// Creates a builder of the columns with these names, in this order, or of all.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no column with one of the names.
    pub fn new(columns: Option<&[&str]>) -> Result<Self, ColumnError> {
        Self::with_dictionaries(columns, Dictionaries::Nowhere)
    }

    /// Creates a builder of columns that the links of a text have: those of a scan without those of files, parts and
    /// messages.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such column with one of the names.
    pub fn of_text(columns: Option<&[&str]>) -> Result<Self, ColumnError> {
        let columns = columns.unwrap_or(&TEXT_COLUMNS);
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
        Ok(Self(BatchBuilder::of(layout)))
    }

    /// Returns a builder of the same columns.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self(self.0.with_fresh_buffers())
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    /// Appends the row of a link. Only what the columns need is computed.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append<'p, 'l: 'p, S: FieldSource<'l>>(&mut self, values: &Values<'p, 'l, S>) {
        ScanRow { values }.write(&mut self.0);
        self.0.end_row();
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// Returns the approximate size of the rows in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.0.size()
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.0.finish()
    }
}

/// Builds a batch of the errors of a scan: the columns `path`, `path_bytes`, `offset`, `code` and `text` of the table
/// [`ERRORS`].
#[derive(Debug)]
pub struct ErrorBatchBuilder(BatchBuilder);

impl ErrorBatchBuilder {
    /// Creates a builder.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the table has the columns")]
    pub fn new() -> Self {
        let order = indices(&ERRORS, ERROR_COLUMNS).expect("the columns of the table");
        let layout = Layout::new(&ERRORS, TimeUnit::Microsecond, Some(order));
        Self(BatchBuilder::of(layout))
    }

    /// Returns the schema of the batch.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.0.schema()
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
        row.write(&mut self.0);
        self.0.end_row();
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.0.finish()
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
