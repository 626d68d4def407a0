//! Batches of the tables of a scan.

use std::{error, fmt, sync::Arc};

use arrow_array::RecordBatch;
use arrow_schema::{SchemaRef, TimeUnit};

use super::{
    batch::Batch,
    schema::{project, schema},
};
use crate::{
    Link,
    table::{ERRORS, ErrorRow, SCAN, ScanRow, Table},
};

/// The columns of the errors of a scan.
const ERROR_COLUMNS: &[&str] = &["path", "path_bytes", "offset", "code", "text"];

/// There is no column with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl UnknownColumn {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no column '{}'", self.0)
    }
}

impl error::Error for UnknownColumn {}

/// Builds batches of columns of the table [`SCAN`]. Times are in microseconds.
///
/// ```
/// # use std::sync::Arc;
/// use urlsift_record::{Link, ScanBatchBuilder};
///
/// let text = b"<http://a.example/> and <URL:ftp://b.example/>";
/// let mut builder = ScanBatchBuilder::new(Some(&["host", "url"]))?;
/// for candidate in urlsift_scan::candidates(text) {
///     builder.append(&Link::new(candidate, Arc::from(*b"a.txt"), |span| span));
/// }
/// let batch = builder.finish();
/// assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (2, "host"));
/// # Ok::<_, urlsift_record::UnknownColumn>(())
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
    /// If there is no column with a name.
    pub fn new(columns: Option<&[&str]>) -> Result<Self, UnknownColumn> {
        let order = columns.map(|columns| order(&SCAN, columns)).transpose()?;
        let schema = schema(&SCAN, TimeUnit::Microsecond);
        Ok(Self {
            schema: Arc::new(project(&schema, order.as_deref())),
            batch: Batch::new(&SCAN, TimeUnit::Microsecond, order),
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

    /// Appends the row of a link.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append(&mut self, link: &Link) {
        ScanRow { link }.write(&mut self.batch);
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

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB of text.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// Returns about how many bytes the rows take.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.batch.size()
    }

    /// Returns the batch of the rows so far and starts a new one.
    ///
    /// # Panics
    ///
    /// Never panics: all columns have the same number of rows.
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
    ///
    /// # Panics
    ///
    /// Never panics: the table has the columns.
    #[must_use]
    pub fn new() -> Self {
        let order = order(&ERRORS, ERROR_COLUMNS).expect("the columns of the table");
        let schema = schema(&ERRORS, TimeUnit::Microsecond);
        Self {
            schema: Arc::new(project(&schema, Some(&order))),
            batch: Batch::new(&ERRORS, TimeUnit::Microsecond, Some(order)),
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
    ///
    /// # Panics
    ///
    /// Never panics: all columns have the same number of rows.
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
fn order(table: &Table, columns: &[&str]) -> Result<Vec<usize>, UnknownColumn> {
    let index = |name: &&str| {
        let index = table.columns.iter().position(|column| column.name == *name);
        index.ok_or_else(|| UnknownColumn((*name).to_owned()))
    };
    columns.iter().map(index).collect()
}
