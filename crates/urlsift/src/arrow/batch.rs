//! Builds batches of a table.

use std::{mem, sync::Arc};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{SchemaRef, TimeUnit};
use urlsift_rfc1738::Problem;

use super::{builder::ColumnBuilder, schema::Layout};
use crate::table::{RowWriter, Table};

/// The number of rows at which a batch is full.
const FULL_ROWS: usize = 1 << 16;

/// The size in bytes at which a batch is full. A column can hold less than 2^31 bytes of text.
const FULL_BYTES: usize = 1 << 26;

/// The approximate size of a value in bytes, without its text.
const VALUE_BYTES: usize = 8;

/// Builds batches of a table, or of some of its columns. The rows of [`table`](crate::table) write their values to it.
///
/// ```
/// use urlsift::{BatchBuilder, table::{LINKS, LinkRow}};
///
/// let source = urlsift::text("<http://a.example/> and <URL:ftp://b.example/>");
/// let mut builder = BatchBuilder::new(&LINKS);
/// for link in source.links() {
///     let row = LinkRow { shard: "a1b2", input: 0, member: 0, link: &link.fields() };
///     row.write(&mut builder);
///     builder.end_row();
/// }
/// let batch = builder.finish();
/// assert_eq!(batch.num_rows(), 2);
/// assert!(batch.column_by_name("host_ascii").is_some());
/// ```
#[derive(Debug)]
pub struct BatchBuilder {
    schema: SchemaRef,
    layout: Layout,
    /// A builder for each column of the table that is wanted.
    columns: Vec<Option<ColumnBuilder>>,
    /// The index of the next column of the current row.
    next: usize,
    rows: usize,
    /// The approximate size of the values in bytes.
    bytes: usize,
}

impl BatchBuilder {
    /// Creates a builder of all columns of a table. Times are in milliseconds.
    #[must_use]
    pub fn new(table: &'static Table) -> Self {
        Self::of(Layout::new(table, TimeUnit::Millisecond, None))
    }

    /// Creates a builder of the columns of a layout.
    pub(super) fn of(layout: Layout) -> Self {
        let columns = layout.table.columns.iter().enumerate();
        let builders = columns.map(|(index, column)| {
            let is_dictionary = layout.dictionaries.contains(&index);
            let is_wanted = layout.order.contains(&index);
            is_wanted.then(|| ColumnBuilder::new(column, layout.unit, is_dictionary))
        });
        Self {
            columns: builders.collect(),
            schema: Arc::new(layout.schema()),
            layout,
            next: 0,
            rows: 0,
            bytes: 0,
        }
    }

    /// Returns a builder of the same columns.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self::of(self.layout.clone())
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Ends a row after all its values have been written.
    ///
    /// # Panics
    ///
    /// Writing a value panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn end_row(&mut self) {
        debug_assert_eq!(self.next, self.columns.len());
        self.next = 0;
        self.rows += 1;
        // Even a row without columns counts, so that a batch is full at some time.
        self.bytes += 1;
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the approximate size of the rows in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.bytes
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.rows >= FULL_ROWS || self.bytes >= FULL_BYTES
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "every column has its type and a value for each row"
    )]
    pub fn finish(&mut self) -> RecordBatch {
        let rows = mem::take(&mut self.rows);
        self.bytes = 0;
        let columns = self.columns.iter_mut();
        let columns = columns.map(|column| column.as_mut().map(|column| column.finish(rows)));
        let columns: Vec<Option<ArrayRef>> = columns.collect();
        let order = self.layout.order.iter();
        RecordBatch::try_new_with_options(
            self.schema(),
            order.filter_map(|&index| columns[index].clone()).collect(),
            &RecordBatchOptions::new().with_row_count(Some(rows)),
        )
        .expect("every column has its type and a value for each row")
    }

    /// Writes the value of the next column, which has `bytes` bytes of text, if there is one and the column is wanted.
    #[inline]
    fn write<T>(
        &mut self,
        value: Option<T>,
        bytes: usize,
        append: impl FnOnce(&mut ColumnBuilder, usize, T),
    ) {
        let column = self.columns.get_mut(self.next).and_then(Option::as_mut);
        self.next += 1;
        if let (Some(value), Some(column)) = (value, column) {
            self.bytes += VALUE_BYTES + bytes;
            append(column, self.rows, value);
        }
    }
}

impl RowWriter for BatchBuilder {
    fn wants(&self, count: usize) -> bool {
        let next = self.columns.iter().skip(self.next).take(count);
        next.flatten().next().is_some()
    }

    #[inline]
    fn string(&mut self, value: Option<&str>) {
        self.write(value, value.map_or(0, str::len), ColumnBuilder::string);
    }

    #[inline]
    fn binary(&mut self, value: Option<&[u8]>) {
        self.write(value, value.map_or(0, <[u8]>::len), ColumnBuilder::binary);
    }

    fn hash(&mut self, value: [u8; 16]) {
        self.write(Some(value), 0, ColumnBuilder::hash);
    }

    #[inline]
    fn bool(&mut self, value: bool) {
        self.write(value.then_some(()), 0, |column, row, ()| column.set(row));
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        self.write(value, 0, ColumnBuilder::int);
    }

    #[inline]
    fn timestamp(&mut self, value: Option<i64>) {
        self.write(value, 0, ColumnBuilder::timestamp);
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut bytes = 0;
        self.write(Some(items.into_iter()), 0, |column, row, items| {
            bytes = column.strings(row, items);
        });
        self.bytes += bytes;
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        let mut bytes = 0;
        self.write(Some(items.into_iter()), 0, |column, row, items| {
            bytes = column.int64s(row, items);
        });
        self.bytes += bytes;
    }

    fn problems(&mut self, problems: &[Problem]) {
        let problems = Some(problems).filter(|problems| !problems.is_empty());
        self.write(problems, 0, ColumnBuilder::problems);
    }
}
