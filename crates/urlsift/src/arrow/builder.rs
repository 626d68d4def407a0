//! The builder of the array of a column.

use std::{fmt, sync::Arc};

use arrow_array::{
    ArrayRef,
    builder::{
        ArrayBuilder, BinaryBuilder, BooleanBuilder, FixedSizeBinaryBuilder, Int32Builder,
        Int64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder, StructBuilder,
        TimestampMicrosecondBuilder, TimestampMillisecondBuilder,
    },
    types::{
        BinaryType, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
        Utf8Type,
    },
};
use arrow_schema::{DataType, TimeUnit};
use urlsift_rfc1738::Problem;

use super::{
    blank,
    schema::{HASH_LEN, UTC, dictionary, item, problem_fields, timestamp},
};
use crate::table::{Column, ColumnType};

type DictionaryBuilder = StringDictionaryBuilder<Int32Type>;

/// The builder of the array of a column.
///
/// The last rows may be missing from the array. Before the next value, and when the array is finished, they are filled
/// with nulls, empty lists, zeros or `false`. So a row without another value, as most rows are in most columns, costs
/// nothing.
pub(super) struct ColumnBuilder {
    array: TypedBuilder,
    is_nullable: bool,
    /// The number of rows in the array.
    rows: usize,
}

/// The builder for the type of a column.
enum TypedBuilder {
    String(StringBuilder),
    Dictionary(DictionaryBuilder),
    Binary(BinaryBuilder),
    Hash(FixedSizeBinaryBuilder),
    Bool(BooleanBuilder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Milliseconds(TimestampMillisecondBuilder),
    Microseconds(TimestampMicrosecondBuilder),
    Strings(ListBuilder<StringBuilder>),
    Dictionaries(ListBuilder<DictionaryBuilder>),
    Int64s(ListBuilder<Int64Builder>),
    Problems(Box<ListBuilder<StructBuilder>>),
}

/// Not derived, because the builders of dictionaries do not implement `Debug`.
impl fmt::Debug for ColumnBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnBuilder")
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

/// A method that appends a value does nothing if the column has another type. `row` is the number of rows before the
/// value.
impl ColumnBuilder {
    /// Creates the builder. Times are in milliseconds, unless the unit is microseconds. Strings may be in a dictionary.
    pub(super) fn new(column: &Column, unit: TimeUnit, is_dictionary: bool) -> Self {
        let array = match column.column_type {
            ColumnType::String if is_dictionary => {
                TypedBuilder::Dictionary(DictionaryBuilder::new())
            }
            // Many columns have no values.
            ColumnType::String => TypedBuilder::String(StringBuilder::with_capacity(0, 0)),
            ColumnType::Binary => TypedBuilder::Binary(BinaryBuilder::with_capacity(0, 0)),
            ColumnType::Hash => {
                TypedBuilder::Hash(FixedSizeBinaryBuilder::with_capacity(0, HASH_LEN))
            }
            ColumnType::Bool => TypedBuilder::Bool(BooleanBuilder::with_capacity(0)),
            ColumnType::Int32 => TypedBuilder::Int32(Int32Builder::with_capacity(0)),
            ColumnType::Int64 => TypedBuilder::Int64(Int64Builder::with_capacity(0)),
            ColumnType::Timestamp if unit == TimeUnit::Microsecond => {
                let builder = TimestampMicrosecondBuilder::with_capacity(0);
                TypedBuilder::Microseconds(builder.with_data_type(timestamp(unit)))
            }
            ColumnType::Timestamp => {
                let builder = TimestampMillisecondBuilder::with_capacity(0);
                TypedBuilder::Milliseconds(builder.with_data_type(timestamp(TimeUnit::Millisecond)))
            }
            ColumnType::Strings if is_dictionary => {
                TypedBuilder::Dictionaries(list(DictionaryBuilder::new(), dictionary()))
            }
            ColumnType::Strings => {
                TypedBuilder::Strings(list(StringBuilder::with_capacity(0, 0), DataType::Utf8))
            }
            ColumnType::Int64s => {
                TypedBuilder::Int64s(list(Int64Builder::with_capacity(0), DataType::Int64))
            }
            ColumnType::Problems => {
                let structs = StructBuilder::from_fields(problem_fields(), 0);
                TypedBuilder::Problems(Box::new(list(structs, DataType::Struct(problem_fields()))))
            }
        };
        Self {
            array,
            is_nullable: column.is_nullable,
            rows: 0,
        }
    }

    pub(super) fn string(&mut self, row: usize, value: &str) {
        self.fill(row);
        match &mut self.array {
            TypedBuilder::String(array) => array.append_value(value),
            TypedBuilder::Dictionary(array) => array.append_value(value),
            _ => return,
        }
        self.rows += 1;
    }

    pub(super) fn binary(&mut self, row: usize, value: &[u8]) {
        self.fill(row);
        if let TypedBuilder::Binary(array) = &mut self.array {
            array.append_value(value);
            self.rows += 1;
        }
    }

    pub(super) fn hash(&mut self, row: usize, value: [u8; 16]) {
        self.fill(row);
        if let TypedBuilder::Hash(array) = &mut self.array {
            // Fails only for other lengths.
            let _ = array.append_value(value);
            self.rows += 1;
        }
    }

    /// Appends `true`.
    pub(super) fn set(&mut self, row: usize) {
        self.fill(row);
        if let TypedBuilder::Bool(array) = &mut self.array {
            array.append_value(true);
            self.rows += 1;
        }
    }

    /// Appends an integer. One that is too large for a column of 32 bits becomes the largest.
    pub(super) fn int(&mut self, row: usize, value: i64) {
        let is_filled_in = value == 0 && !self.is_nullable;
        if is_filled_in && matches!(self.array, TypedBuilder::Int32(_)) {
            return;
        }
        self.fill(row);
        match &mut self.array {
            TypedBuilder::Int32(array) => array.append_value(value.try_into().unwrap_or(i32::MAX)),
            TypedBuilder::Int64(array) => array.append_value(value),
            _ => return,
        }
        self.rows += 1;
    }

    /// Appends milliseconds since 1970.
    pub(super) fn timestamp(&mut self, row: usize, value: i64) {
        self.fill(row);
        match &mut self.array {
            TypedBuilder::Milliseconds(array) => array.append_value(value),
            TypedBuilder::Microseconds(array) => array.append_option(value.checked_mul(1000)),
            _ => return,
        }
        self.rows += 1;
    }

    /// Appends a list of strings. Returns their number of bytes.
    pub(super) fn strings(
        &mut self,
        row: usize,
        items: impl Iterator<Item = impl AsRef<str>>,
    ) -> usize {
        let mut items = items.peekable();
        if items.peek().is_none() {
            return 0;
        }
        self.fill(row);
        let mut bytes = 0;
        let items = items.inspect(|item| bytes += item.as_ref().len());
        match &mut self.array {
            TypedBuilder::Strings(array) => {
                items.for_each(|item| array.values().append_value(item));
                array.append(true);
            }
            TypedBuilder::Dictionaries(array) => {
                items.for_each(|item| array.values().append_value(item.as_ref()));
                array.append(true);
            }
            _ => return 0,
        }
        self.rows += 1;
        bytes
    }

    /// Appends a list of integers. Returns their number of bytes.
    pub(super) fn int64s(&mut self, row: usize, items: impl Iterator<Item = i64>) -> usize {
        self.fill(row);
        let TypedBuilder::Int64s(array) = &mut self.array else {
            return 0;
        };
        let values = array.values();
        let before = values.len();
        items.for_each(|item| values.append_value(item));
        let count = values.len() - before;
        array.append(true);
        self.rows += 1;
        count * size_of::<i64>()
    }

    /// Appends a list of problems.
    pub(super) fn problems(&mut self, row: usize, problems: &[Problem]) {
        self.fill(row);
        if let TypedBuilder::Problems(array) = &mut self.array {
            append_problems(array, problems);
            self.rows += 1;
        }
    }

    /// Fills the array up to `rows` rows.
    #[inline]
    fn fill(&mut self, rows: usize) {
        if self.rows < rows {
            self.append_missing(rows - self.rows);
            self.rows = rows;
        }
    }

    fn append_missing(&mut self, count: usize) {
        match &mut self.array {
            TypedBuilder::String(array) => array.append_nulls(count),
            TypedBuilder::Dictionary(array) => array.append_nulls(count),
            TypedBuilder::Binary(array) => array.append_nulls(count),
            TypedBuilder::Hash(array) => array.append_nulls(count),
            TypedBuilder::Bool(array) => array.append_n(count, false),
            TypedBuilder::Int32(array) if self.is_nullable => array.append_nulls(count),
            TypedBuilder::Int32(array) => (0..count).for_each(|_| array.append_value(0)),
            TypedBuilder::Int64(array) => array.append_nulls(count),
            TypedBuilder::Milliseconds(array) => array.append_nulls(count),
            TypedBuilder::Microseconds(array) => array.append_nulls(count),
            TypedBuilder::Strings(array) => append_empty(array, count),
            TypedBuilder::Dictionaries(array) => append_empty(array, count),
            TypedBuilder::Int64s(array) => append_empty(array, count),
            TypedBuilder::Problems(array) => append_empty(array, count),
        }
    }

    /// Returns the array of `rows` rows and resets the builder.
    pub(super) fn finish(&mut self, rows: usize) -> ArrayRef {
        if self.rows == 0
            && let Some(array) = self.blank(rows)
        {
            return array;
        }
        self.fill(rows);
        self.rows = 0;
        match &mut self.array {
            TypedBuilder::String(array) => Arc::new(array.finish()),
            TypedBuilder::Dictionary(array) => Arc::new(array.finish()),
            TypedBuilder::Binary(array) => Arc::new(array.finish()),
            TypedBuilder::Hash(array) => Arc::new(array.finish()),
            TypedBuilder::Bool(array) => Arc::new(array.finish()),
            TypedBuilder::Int32(array) => Arc::new(array.finish()),
            TypedBuilder::Int64(array) => Arc::new(array.finish()),
            TypedBuilder::Milliseconds(array) => Arc::new(array.finish()),
            TypedBuilder::Microseconds(array) => Arc::new(array.finish()),
            TypedBuilder::Strings(array) => Arc::new(array.finish()),
            TypedBuilder::Dictionaries(array) => Arc::new(array.finish()),
            TypedBuilder::Int64s(array) => Arc::new(array.finish()),
            TypedBuilder::Problems(array) => Arc::new(array.finish()),
        }
    }
}

impl ColumnBuilder {
    /// Returns the array of a column without values, if the column can have no values. The builder is empty.
    fn blank(&mut self, rows: usize) -> Option<ArrayRef> {
        Some(match &mut self.array {
            TypedBuilder::String(_) if self.is_nullable => blank::bytes::<Utf8Type>(rows),
            TypedBuilder::Binary(_) if self.is_nullable => blank::bytes::<BinaryType>(rows),
            TypedBuilder::Int64(_) if self.is_nullable => {
                Arc::new(blank::numbers::<Int64Type>(rows, true))
            }
            TypedBuilder::Int32(_) => Arc::new(blank::numbers::<Int32Type>(rows, self.is_nullable)),
            TypedBuilder::Bool(_) => blank::bools(rows),
            TypedBuilder::Milliseconds(_) => {
                Arc::new(blank::numbers::<TimestampMillisecondType>(rows, true).with_timezone(UTC))
            }
            TypedBuilder::Microseconds(_) => {
                Arc::new(blank::numbers::<TimestampMicrosecondType>(rows, true).with_timezone(UTC))
            }
            TypedBuilder::Strings(array) => blank_list(rows, DataType::Utf8, array),
            TypedBuilder::Dictionaries(array) => blank_list(rows, dictionary(), array),
            TypedBuilder::Int64s(array) => blank_list(rows, DataType::Int64, array),
            TypedBuilder::Problems(array) => {
                blank_list(rows, DataType::Struct(problem_fields()), array)
            }
            _ => return None,
        })
    }
}

fn blank_list<T: ArrayBuilder>(
    rows: usize,
    data_type: DataType,
    array: &mut ListBuilder<T>,
) -> ArrayRef {
    blank::lists(rows, item(data_type), array.values().finish())
}

/// Creates the builder of lists of items of a type.
fn list<T: ArrayBuilder>(items: T, data_type: DataType) -> ListBuilder<T> {
    ListBuilder::with_capacity(items, 0).with_field(item(data_type))
}

fn append_empty<T: ArrayBuilder>(array: &mut ListBuilder<T>, count: usize) {
    (0..count).for_each(|_| array.append(true));
}

/// Appends a list of problems.
fn append_problems(list: &mut ListBuilder<StructBuilder>, problems: &[Problem]) {
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
