//! The builder of the array of a column.

use std::sync::Arc;

use arrow_array::{
    ArrayRef,
    builder::{
        BinaryBuilder, BooleanBuilder, FixedSizeBinaryBuilder, Int32Builder, Int64Builder,
        ListBuilder, StringBuilder, StructBuilder, TimestampMicrosecondBuilder,
        TimestampMillisecondBuilder,
    },
};
use arrow_schema::{DataType, TimeUnit};
use urlsift_rfc1738::Problem;

use super::schema::{HASH_LEN, item, problem_fields, timestamp};
use crate::table::ColumnType;

/// The builder of the array of a column.
#[derive(Debug)]
pub(super) enum ColumnBuilder {
    String(StringBuilder),
    Binary(BinaryBuilder),
    Hash(FixedSizeBinaryBuilder),
    Bool(BooleanBuilder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Milliseconds(TimestampMillisecondBuilder),
    Microseconds(TimestampMicrosecondBuilder),
    Strings(ListBuilder<StringBuilder>),
    Int64s(ListBuilder<Int64Builder>),
    Problems(Box<ListBuilder<StructBuilder>>),
}

impl ColumnBuilder {
    /// Creates the builder. Times are in milliseconds, unless the unit is microseconds.
    pub(super) fn new(column_type: ColumnType, unit: TimeUnit) -> Self {
        match column_type {
            ColumnType::String => Self::String(StringBuilder::new()),
            ColumnType::Binary => Self::Binary(BinaryBuilder::new()),
            ColumnType::Hash => Self::Hash(FixedSizeBinaryBuilder::new(HASH_LEN)),
            ColumnType::Bool => Self::Bool(BooleanBuilder::new()),
            ColumnType::Int32 => Self::Int32(Int32Builder::new()),
            ColumnType::Int64 => Self::Int64(Int64Builder::new()),
            ColumnType::Timestamp if unit == TimeUnit::Microsecond => {
                let builder = TimestampMicrosecondBuilder::new();
                Self::Microseconds(builder.with_data_type(timestamp(unit)))
            }
            ColumnType::Timestamp => {
                let builder = TimestampMillisecondBuilder::new();
                Self::Milliseconds(builder.with_data_type(timestamp(TimeUnit::Millisecond)))
            }
            ColumnType::Strings => {
                let builder = ListBuilder::new(StringBuilder::new());
                Self::Strings(builder.with_field(item(DataType::Utf8)))
            }
            ColumnType::Int64s => {
                let builder = ListBuilder::new(Int64Builder::new());
                Self::Int64s(builder.with_field(item(DataType::Int64)))
            }
            ColumnType::Problems => {
                let structs = StructBuilder::from_fields(problem_fields(), 0);
                let field = item(DataType::Struct(problem_fields()));
                Self::Problems(Box::new(ListBuilder::new(structs).with_field(field)))
            }
        }
    }

    /// Returns the array and resets the builder.
    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::String(builder) => Arc::new(builder.finish()),
            Self::Binary(builder) => Arc::new(builder.finish()),
            Self::Hash(builder) => Arc::new(builder.finish()),
            Self::Bool(builder) => Arc::new(builder.finish()),
            Self::Int32(builder) => Arc::new(builder.finish()),
            Self::Int64(builder) => Arc::new(builder.finish()),
            Self::Milliseconds(builder) => Arc::new(builder.finish()),
            Self::Microseconds(builder) => Arc::new(builder.finish()),
            Self::Strings(builder) => Arc::new(builder.finish()),
            Self::Int64s(builder) => Arc::new(builder.finish()),
            Self::Problems(builder) => Arc::new(builder.finish()),
        }
    }
}

/// Appends a list of problems.
pub(super) fn append_problems(list: &mut ListBuilder<StructBuilder>, problems: &[Problem]) {
    let structs = list.values();
    for problem in problems {
        let span = problem.span();
        append_string(structs, 0, problem.code().name());
        append_int32(structs, 1, span.start);
        append_int32(structs, 2, span.end);
        append_string(structs, 3, problem.rule().name());
        structs.append(true);
    }
    list.append(true);
}

/// Appends to a field of strings.
fn append_string(structs: &mut StructBuilder, field: usize, value: &str) {
    if let Some(field) = structs.field_builder::<StringBuilder>(field) {
        field.append_value(value);
    }
}

/// Appends to a field of numbers.
fn append_int32(structs: &mut StructBuilder, field: usize, value: usize) {
    if let Some(field) = structs.field_builder::<Int32Builder>(field) {
        field.append_value(value.try_into().unwrap_or(i32::MAX));
    }
}
