//! Builds batches of a table.

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use urlsift_rfc1738::Problem;

use super::builder::{ColumnBuilder, append_problems};
use crate::table::{RowWriter, Table};

/// The number of rows at which a batch is full.
const FULL_ROWS: usize = 1 << 16;

/// The number of bytes of text at which a batch is full. A column can hold less than 2^31 bytes.
const FULL_BYTES: usize = 1 << 26;

/// Builds batches of a table.
#[derive(Debug)]
pub(super) struct Batch {
    columns: Vec<ColumnBuilder>,
    /// The index of the next column of the current row.
    next: usize,
    rows: usize,
    /// The number of bytes of text.
    bytes: usize,
}

impl Batch {
    pub(super) fn new(table: &Table) -> Self {
        let columns = table.columns.iter();
        Self {
            columns: columns
                .map(|column| ColumnBuilder::new(column.column_type))
                .collect(),
            next: 0,
            rows: 0,
            bytes: 0,
        }
    }

    /// Ends a row, all of whose values were written.
    pub(super) fn end_row(&mut self) {
        debug_assert_eq!(self.next, self.columns.len());
        self.next = 0;
        self.rows += 1;
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows >= FULL_ROWS || self.bytes >= FULL_BYTES
    }

    /// Returns the batch and starts a new one.
    pub(super) fn finish(&mut self, schema: SchemaRef) -> RecordBatch {
        self.rows = 0;
        self.bytes = 0;
        let columns: Vec<ArrayRef> = self.columns.iter_mut().map(ColumnBuilder::finish).collect();
        RecordBatch::try_new(schema, columns)
            .expect("every column has its type and a value for each row")
    }

    fn column(&mut self) -> Option<&mut ColumnBuilder> {
        let column = self.columns.get_mut(self.next);
        self.next += 1;
        column
    }
}

/// A value of another type than its column is ignored; the rows of the tables have none.
impl RowWriter for Batch {
    fn string(&mut self, value: Option<&str>) {
        self.bytes += value.map_or(0, str::len);
        if let Some(ColumnBuilder::String(column)) = self.column() {
            column.append_option(value);
        }
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        self.bytes += value.map_or(0, <[u8]>::len);
        if let Some(ColumnBuilder::Binary(column)) = self.column() {
            column.append_option(value);
        }
    }

    fn hash(&mut self, value: [u8; 16]) {
        if let Some(ColumnBuilder::Hash(column)) = self.column() {
            // Fails only for other lengths.
            let _ = column.append_value(value);
        }
    }

    fn bool(&mut self, value: bool) {
        if let Some(ColumnBuilder::Bool(column)) = self.column() {
            column.append_value(value);
        }
    }

    fn int32(&mut self, value: Option<i32>) {
        if let Some(ColumnBuilder::Int32(column)) = self.column() {
            column.append_option(value);
        }
    }

    fn int64(&mut self, value: Option<i64>) {
        if let Some(ColumnBuilder::Int64(column)) = self.column() {
            column.append_option(value);
        }
    }

    fn timestamp(&mut self, value: Option<i64>) {
        if let Some(ColumnBuilder::Timestamp(column)) = self.column() {
            column.append_option(value);
        }
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut bytes = 0;
        if let Some(ColumnBuilder::Strings(column)) = self.column() {
            for item in items {
                bytes += item.as_ref().len();
                column.values().append_value(item);
            }
            column.append(true);
        }
        self.bytes += bytes;
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        let mut bytes = 0;
        if let Some(ColumnBuilder::Int64s(column)) = self.column() {
            for item in items {
                bytes += size_of::<i64>();
                column.values().append_value(item);
            }
            column.append(true);
        }
        self.bytes += bytes;
    }

    fn problems(&mut self, problems: &[Problem]) {
        if let Some(ColumnBuilder::Problems(column)) = self.column() {
            append_problems(column, problems);
        }
    }
}
