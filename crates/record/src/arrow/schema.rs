//! The Arrow schema of a table.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, TimeUnit};

use crate::table::{Column, ColumnType, Table};

/// The number of bytes of a hash.
pub(super) const HASH_LEN: i32 = 16;

/// Returns the schema of a table, with times in a unit.
pub(super) fn schema(table: &Table, unit: TimeUnit) -> Schema {
    let field = |column: &Column| {
        Field::new(
            column.name,
            data_type(column.column_type, unit),
            column.is_nullable,
        )
    };
    Schema::new(table.columns.iter().map(field).collect::<Vec<_>>())
}

/// Returns the schema of some columns, in this order, or of all.
pub(super) fn project(schema: &Schema, order: Option<&[usize]>) -> Schema {
    match order {
        Some(order) => {
            let fields = order.iter().map(|&index| schema.field(index).clone());
            Schema::new(fields.collect::<Vec<_>>())
        }
        None => schema.clone(),
    }
}

fn data_type(column_type: ColumnType, unit: TimeUnit) -> DataType {
    match column_type {
        ColumnType::String => DataType::Utf8,
        ColumnType::Binary => DataType::Binary,
        ColumnType::Hash => DataType::FixedSizeBinary(HASH_LEN),
        ColumnType::Bool => DataType::Boolean,
        ColumnType::Int32 => DataType::Int32,
        ColumnType::Int64 => DataType::Int64,
        ColumnType::Timestamp => timestamp(unit),
        ColumnType::Strings => DataType::List(item(DataType::Utf8)),
        ColumnType::Int64s => DataType::List(item(DataType::Int64)),
        ColumnType::Problems => DataType::List(item(DataType::Struct(problem_fields()))),
    }
}

/// Returns the type of timestamps in UTC.
pub(super) fn timestamp(unit: TimeUnit) -> DataType {
    DataType::Timestamp(unit, Some("UTC".into()))
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
