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
/// The last rows may be missing from the array: it is filled up before the next value, and when it is finished, with
/// nulls, empty lists, zeros or `false`. So a row without another value, which most rows are in most columns, costs
/// nothing.
pub(super) struct ColumnBuilder {
    array: ArrayOf,
    is_nullable: bool,
    /// The number of rows in the array.
    rows: usize,
}

enum ArrayOf {
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

/// The builders of dictionaries do not implement it.
impl fmt::Debug for ColumnBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnBuilder")
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

/// The methods that append append nothing if the type of the column is another one. `row` is the number of rows before.
impl ColumnBuilder {
    /// Creates the builder. Times are in milliseconds, unless the unit is microseconds. Strings may be in a dictionary.
    pub(super) fn new(column: &Column, unit: TimeUnit, is_dictionary: bool) -> Self {
        let array = match column.column_type {
            ColumnType::String if is_dictionary => ArrayOf::Dictionary(DictionaryBuilder::new()),
            // Many columns have no values.
            ColumnType::String => ArrayOf::String(StringBuilder::with_capacity(0, 0)),
            ColumnType::Binary => ArrayOf::Binary(BinaryBuilder::with_capacity(0, 0)),
            ColumnType::Hash => ArrayOf::Hash(FixedSizeBinaryBuilder::with_capacity(0, HASH_LEN)),
            ColumnType::Bool => ArrayOf::Bool(BooleanBuilder::with_capacity(0)),
            ColumnType::Int32 => ArrayOf::Int32(Int32Builder::with_capacity(0)),
            ColumnType::Int64 => ArrayOf::Int64(Int64Builder::with_capacity(0)),
            ColumnType::Timestamp if unit == TimeUnit::Microsecond => {
                let builder = TimestampMicrosecondBuilder::with_capacity(0);
                ArrayOf::Microseconds(builder.with_data_type(timestamp(unit)))
            }
            ColumnType::Timestamp => {
                let builder = TimestampMillisecondBuilder::with_capacity(0);
                ArrayOf::Milliseconds(builder.with_data_type(timestamp(TimeUnit::Millisecond)))
            }
            ColumnType::Strings if is_dictionary => {
                ArrayOf::Dictionaries(list(DictionaryBuilder::new(), dictionary()))
            }
            ColumnType::Strings => {
                ArrayOf::Strings(list(StringBuilder::with_capacity(0, 0), DataType::Utf8))
            }
            ColumnType::Int64s => {
                ArrayOf::Int64s(list(Int64Builder::with_capacity(0), DataType::Int64))
            }
            ColumnType::Problems => {
                let structs = StructBuilder::from_fields(problem_fields(), 0);
                ArrayOf::Problems(Box::new(list(structs, DataType::Struct(problem_fields()))))
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
            ArrayOf::String(array) => array.append_value(value),
            ArrayOf::Dictionary(array) => array.append_value(value),
            _ => return,
        }
        self.rows += 1;
    }

    pub(super) fn binary(&mut self, row: usize, value: &[u8]) {
        self.fill(row);
        if let ArrayOf::Binary(array) = &mut self.array {
            array.append_value(value);
            self.rows += 1;
        }
    }

    pub(super) fn hash(&mut self, row: usize, value: [u8; 16]) {
        self.fill(row);
        if let ArrayOf::Hash(array) = &mut self.array {
            // Fails only for other lengths.
            let _ = array.append_value(value);
            self.rows += 1;
        }
    }

    /// Appends `true`.
    pub(super) fn set(&mut self, row: usize) {
        self.fill(row);
        if let ArrayOf::Bool(array) = &mut self.array {
            array.append_value(true);
            self.rows += 1;
        }
    }

    pub(super) fn int32(&mut self, row: usize, value: i32) {
        if value == 0 && !self.is_nullable {
            return;
        }
        self.fill(row);
        if let ArrayOf::Int32(array) = &mut self.array {
            array.append_value(value);
            self.rows += 1;
        }
    }

    pub(super) fn int64(&mut self, row: usize, value: i64) {
        self.fill(row);
        if let ArrayOf::Int64(array) = &mut self.array {
            array.append_value(value);
            self.rows += 1;
        }
    }

    /// Appends milliseconds since 1970.
    pub(super) fn timestamp(&mut self, row: usize, value: i64) {
        self.fill(row);
        match &mut self.array {
            ArrayOf::Milliseconds(array) => array.append_value(value),
            ArrayOf::Microseconds(array) => array.append_option(value.checked_mul(1000)),
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
            ArrayOf::Strings(array) => {
                items.for_each(|item| array.values().append_value(item));
                array.append(true);
            }
            ArrayOf::Dictionaries(array) => {
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
        let ArrayOf::Int64s(array) = &mut self.array else {
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
        if let ArrayOf::Problems(array) = &mut self.array {
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
            ArrayOf::String(array) => array.append_nulls(count),
            ArrayOf::Dictionary(array) => array.append_nulls(count),
            ArrayOf::Binary(array) => array.append_nulls(count),
            ArrayOf::Hash(array) => array.append_nulls(count),
            ArrayOf::Bool(array) => array.append_n(count, false),
            ArrayOf::Int32(array) if self.is_nullable => array.append_nulls(count),
            ArrayOf::Int32(array) => (0..count).for_each(|_| array.append_value(0)),
            ArrayOf::Int64(array) => array.append_nulls(count),
            ArrayOf::Milliseconds(array) => array.append_nulls(count),
            ArrayOf::Microseconds(array) => array.append_nulls(count),
            ArrayOf::Strings(array) => append_empty(array, count),
            ArrayOf::Dictionaries(array) => append_empty(array, count),
            ArrayOf::Int64s(array) => append_empty(array, count),
            ArrayOf::Problems(array) => append_empty(array, count),
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
            ArrayOf::String(array) => Arc::new(array.finish()),
            ArrayOf::Dictionary(array) => Arc::new(array.finish()),
            ArrayOf::Binary(array) => Arc::new(array.finish()),
            ArrayOf::Hash(array) => Arc::new(array.finish()),
            ArrayOf::Bool(array) => Arc::new(array.finish()),
            ArrayOf::Int32(array) => Arc::new(array.finish()),
            ArrayOf::Int64(array) => Arc::new(array.finish()),
            ArrayOf::Milliseconds(array) => Arc::new(array.finish()),
            ArrayOf::Microseconds(array) => Arc::new(array.finish()),
            ArrayOf::Strings(array) => Arc::new(array.finish()),
            ArrayOf::Dictionaries(array) => Arc::new(array.finish()),
            ArrayOf::Int64s(array) => Arc::new(array.finish()),
            ArrayOf::Problems(array) => Arc::new(array.finish()),
        }
    }
}

impl ColumnBuilder {
    /// Returns the array of a column without values, if it may have none. The builder is empty.
    fn blank(&mut self, rows: usize) -> Option<ArrayRef> {
        Some(match &mut self.array {
            ArrayOf::String(_) if self.is_nullable => blank::bytes::<Utf8Type>(rows),
            ArrayOf::Binary(_) if self.is_nullable => blank::bytes::<BinaryType>(rows),
            ArrayOf::Int64(_) if self.is_nullable => {
                Arc::new(blank::numbers::<Int64Type>(rows, true))
            }
            ArrayOf::Int32(_) => Arc::new(blank::numbers::<Int32Type>(rows, self.is_nullable)),
            ArrayOf::Bool(_) => blank::bools(rows),
            ArrayOf::Milliseconds(_) => {
                Arc::new(blank::numbers::<TimestampMillisecondType>(rows, true).with_timezone(UTC))
            }
            ArrayOf::Microseconds(_) => {
                Arc::new(blank::numbers::<TimestampMicrosecondType>(rows, true).with_timezone(UTC))
            }
            ArrayOf::Strings(array) => blank_list(rows, DataType::Utf8, array),
            ArrayOf::Dictionaries(array) => blank_list(rows, dictionary(), array),
            ArrayOf::Int64s(array) => blank_list(rows, DataType::Int64, array),
            ArrayOf::Problems(array) => blank_list(rows, DataType::Struct(problem_fields()), array),
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
