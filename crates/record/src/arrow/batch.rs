//! Builds batches of a table.

use std::mem;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use urlsift_rfc1738::Problem;

use super::{builder::ColumnBuilder, schema::Layout};
use crate::table::RowWriter;

/// The number of rows at which a batch is full.
const FULL_ROWS: usize = 1 << 16;

/// The size in bytes at which a batch is full. A column can hold less than 2^31 bytes of text.
const FULL_BYTES: usize = 1 << 26;

/// The approximate size of a value in bytes, without its text.
const VALUE_BYTES: usize = 8;

/// Builds batches of a table, or of some of its columns.
#[derive(Debug)]
pub(super) struct Batch {
    layout: Layout,
    /// A builder for each column of the table that is wanted.
    columns: Vec<Option<ColumnBuilder>>,
    /// The index of the next column of the current row.
    next: usize,
    rows: usize,
    /// The approximate size of the values in bytes.
    bytes: usize,
}

impl Batch {
    /// Creates a builder of the columns of a layout.
    pub(super) fn new(layout: Layout) -> Self {
        let builders = layout.columns().map(|(index, column, is_wanted)| {
            let is_dictionary = layout.is_dictionary(index);
            is_wanted.then(|| ColumnBuilder::new(column, layout.unit, is_dictionary))
        });
        Self {
            columns: builders.collect(),
            layout,
            next: 0,
            rows: 0,
            bytes: 0,
        }
    }

    /// Returns a builder of the same columns.
    pub(super) fn with_fresh_buffers(&self) -> Self {
        Self::new(self.layout.clone())
    }

    /// Ends a row after all its values have been written.
    pub(super) fn end_row(&mut self) {
        debug_assert_eq!(self.next, self.columns.len());
        self.next = 0;
        self.rows += 1;
        // Even a row without columns counts, so that a batch is full at some time.
        self.bytes += 1;
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the approximate size of the rows in bytes.
    pub(super) const fn size(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows >= FULL_ROWS || self.bytes >= FULL_BYTES
    }

    /// Returns the batch and starts a new one.
    pub(super) fn finish(&mut self, schema: SchemaRef) -> RecordBatch {
        let rows = mem::take(&mut self.rows);
        self.bytes = 0;
        let columns = self.columns.iter_mut();
        let columns = columns.map(|column| column.as_mut().map(|column| column.finish(rows)));
        let columns: Vec<Option<ArrayRef>> = columns.collect();
        let columns = match &self.layout.order {
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

    /// Returns the builder of the next column for a value of the current row with `bytes` bytes of text, if the column
    /// is wanted.
    #[inline]
    fn column(&mut self, bytes: usize) -> Option<(&mut ColumnBuilder, usize)> {
        let column = self.columns.get_mut(self.next);
        self.next += 1;
        let column = column?.as_mut()?;
        self.bytes += VALUE_BYTES + bytes;
        Some((column, self.rows))
    }

    /// Leaves out the value of the next column.
    #[inline]
    const fn skip(&mut self) {
        self.next += 1;
    }
}

impl RowWriter for Batch {
    fn wants(&self) -> bool {
        self.columns.get(self.next).is_some_and(Option::is_some)
    }

    fn wants_one_of(&self, count: usize) -> bool {
        let next = self.columns.iter().skip(self.next).take(count);
        next.flatten().next().is_some()
    }

    #[inline]
    fn string(&mut self, value: Option<&str>) {
        let Some(value) = value else {
            return self.skip();
        };
        if let Some((column, row)) = self.column(value.len()) {
            column.string(row, value);
        }
    }

    #[inline]
    fn binary(&mut self, value: Option<&[u8]>) {
        let Some(value) = value else {
            return self.skip();
        };
        if let Some((column, row)) = self.column(value.len()) {
            column.binary(row, value);
        }
    }

    fn hash(&mut self, value: [u8; 16]) {
        if let Some((column, row)) = self.column(0) {
            column.hash(row, value);
        }
    }

    #[inline]
    fn bool(&mut self, value: bool) {
        if !value {
            return self.skip();
        }
        if let Some((column, row)) = self.column(0) {
            column.set(row);
        }
    }

    #[inline]
    fn int32(&mut self, value: Option<i32>) {
        let Some(value) = value else {
            return self.skip();
        };
        if let Some((column, row)) = self.column(0) {
            column.int32(row, value);
        }
    }

    #[inline]
    fn int64(&mut self, value: Option<i64>) {
        let Some(value) = value else {
            return self.skip();
        };
        if let Some((column, row)) = self.column(0) {
            column.int64(row, value);
        }
    }

    #[inline]
    fn timestamp(&mut self, value: Option<i64>) {
        let Some(value) = value else {
            return self.skip();
        };
        if let Some((column, row)) = self.column(0) {
            column.timestamp(row, value);
        }
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        if let Some((column, row)) = self.column(0) {
            let bytes = column.strings(row, items.into_iter());
            self.bytes += bytes;
        }
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        if let Some((column, row)) = self.column(0) {
            let bytes = column.int64s(row, items.into_iter());
            self.bytes += bytes;
        }
    }

    fn problems(&mut self, problems: &[Problem]) {
        if problems.is_empty() {
            return self.skip();
        }
        if let Some((column, row)) = self.column(0) {
            column.problems(row, problems);
        }
    }
}
