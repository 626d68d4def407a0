//! The Arrow schema of a table.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, TimeUnit};

use crate::table::{Column, ColumnType, Table};

/// The number of bytes of a hash.
pub(super) const HASH_LEN: i32 = 16;

/// The time zone of timestamps.
pub(super) const UTC: &str = "UTC";

/// The columns of batches of a table, and their types.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) table: &'static Table,
    /// The unit of times: milliseconds or microseconds.
    pub(super) unit: TimeUnit,
    /// The indices of the columns in the order of the batch.
    pub(super) order: Vec<usize>,
    /// The indices of the string columns with dictionaries.
    pub(super) dictionaries: Vec<usize>,
}

impl Layout {
    /// Creates the layout of all columns of a table, or of those with some indices, in their order.
    pub(super) fn new(table: &'static Table, unit: TimeUnit, order: Option<Vec<usize>>) -> Self {
        Self {
            table,
            unit,
            order: order.unwrap_or_else(|| (0..table.columns.len()).collect()),
            dictionaries: Vec::new(),
        }
    }

    pub(super) fn schema(&self) -> Schema {
        let field = |&index: &usize| {
            let column = &self.table.columns[index];
            Field::new(
                column.name,
                self.data_type(index, column),
                column.is_nullable,
            )
        };
        Schema::new(self.order.iter().map(field).collect::<Vec<_>>())
    }

    fn data_type(&self, index: usize, column: &Column) -> DataType {
        let text = || {
            if self.dictionaries.contains(&index) {
                dictionary()
            } else {
                DataType::Utf8
            }
        };
        match column.column_type {
            ColumnType::String => text(),
            ColumnType::Binary => DataType::Binary,
            ColumnType::Hash => DataType::FixedSizeBinary(HASH_LEN),
            ColumnType::Bool => DataType::Boolean,
            ColumnType::Int32 => DataType::Int32,
            ColumnType::Int64 => DataType::Int64,
            ColumnType::Timestamp => timestamp(self.unit),
            ColumnType::Strings => DataType::List(item(text())),
            ColumnType::Int64s => DataType::List(item(DataType::Int64)),
            ColumnType::Problems => DataType::List(item(DataType::Struct(problem_fields()))),
        }
    }
}

/// Returns the type of strings in a dictionary.
pub(super) fn dictionary() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// Returns the type of timestamps in UTC.
pub(super) fn timestamp(unit: TimeUnit) -> DataType {
    DataType::Timestamp(unit, Some(UTC.into()))
}

/// Returns the field of the items of a list, which are not nullable.
pub(super) fn item(data_type: DataType) -> FieldRef {
    Arc::new(Field::new_list_field(data_type, false))
}

/// Returns the fields of a problem.
pub(super) fn problem_fields() -> Fields {
    let field = |name, data_type| Field::new(name, data_type, false);
    Fields::from(vec![
        field("code", DataType::Utf8),
        field("start", DataType::Int32),
        field("end", DataType::Int32),
        field("rule", DataType::Utf8),
    ])
}
