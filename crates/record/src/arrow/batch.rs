//! Builds batches of a table.

use std::mem;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{SchemaRef, TimeUnit};
use urlsift_rfc1738::Problem;

use super::builder::{ColumnBuilder, append_problems};
use crate::table::{RowWriter, Table};

/// The number of rows at which a batch is full.
const FULL_ROWS: usize = 1 << 16;

/// The number of bytes of text at which a batch is full. A column can hold less than 2^31 bytes.
const FULL_BYTES: usize = 1 << 26;

/// About how many bytes the value of a column takes that is not text.
const VALUE_BYTES: usize = 8;

/// Builds batches of a table, or of some of its columns.
#[derive(Debug)]
pub(super) struct Batch {
    /// A builder for each column that is wanted.
    columns: Vec<Option<ColumnBuilder>>,
    table: &'static Table,
    unit: TimeUnit,
    /// The indices of the columns in the order of the batch; `None` for all.
    order: Option<Vec<usize>>,
    /// The index of the next column of the current row.
    next: usize,
    rows: usize,
    /// The number of bytes of text.
    bytes: usize,
}

impl Batch {
    /// Creates a builder of all columns of a table, or of those with some indices, in their order.
    pub(super) fn new(table: &'static Table, unit: TimeUnit, order: Option<Vec<usize>>) -> Self {
        let is_wanted = |index| order.as_ref().is_none_or(|order| order.contains(&index));
        let columns = table.columns.iter().enumerate();
        let builders = columns.map(|(index, column)| {
            is_wanted(index).then(|| ColumnBuilder::new(column.column_type, unit))
        });
        Self {
            columns: builders.collect(),
            table,
            unit,
            order,
            next: 0,
            rows: 0,
            bytes: 0,
        }
    }

    /// Returns a builder of the same columns.
    pub(super) fn with_fresh_buffers(&self) -> Self {
        Self::new(self.table, self.unit, self.order.clone())
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

    /// Returns about how many bytes the rows take.
    pub(super) const fn size(&self) -> usize {
        self.bytes + VALUE_BYTES * self.rows * self.columns.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows >= FULL_ROWS || self.bytes >= FULL_BYTES
    }

    /// Returns the batch and starts a new one.
    pub(super) fn finish(&mut self, schema: SchemaRef) -> RecordBatch {
        let rows = mem::take(&mut self.rows);
        self.bytes = 0;
        let columns = self.columns.iter_mut();
        let columns = columns.map(|column| column.as_mut().map(ColumnBuilder::finish));
        let columns: Vec<Option<ArrayRef>> = columns.collect();
        let columns = match &self.order {
            Some(order) => order
                .iter()
                .filter_map(|&index| columns[index].clone())
                .collect(),
            None => columns.into_iter().flatten().collect(),
        };
        RecordBatch::try_new_with_options(
            schema,
            columns,
            &RecordBatchOptions::new().with_row_count(Some(rows)),
        )
        .expect("every column has its type and a value for each row")
    }

    fn column(&mut self) -> Option<&mut ColumnBuilder> {
        let column = self.columns.get_mut(self.next);
        self.next += 1;
        column?.as_mut()
    }
}

/// A value of another type than its column is ignored; the rows of the tables have none.
impl RowWriter for Batch {
    fn wants(&self) -> bool {
        self.columns.get(self.next).is_some_and(Option::is_some)
    }

    fn wants_text(&self) -> bool {
        let next = self.columns.iter().skip(self.next).take(2);
        next.flatten().next().is_some()
    }

    fn string(&mut self, value: Option<&str>) {
        if let Some(ColumnBuilder::String(column)) = self.column() {
            column.append_option(value);
            self.bytes += value.map_or(0, str::len);
        }
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        if let Some(ColumnBuilder::Binary(column)) = self.column() {
            column.append_option(value);
            self.bytes += value.map_or(0, <[u8]>::len);
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
        match self.column() {
            Some(ColumnBuilder::Milliseconds(column)) => column.append_option(value),
            Some(ColumnBuilder::Microseconds(column)) => {
                column.append_option(value.and_then(|value| value.checked_mul(1000)));
            }
            _ => {}
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
