//! The types of columns.

use std::sync::Arc;

use arrow_array::{
    ArrayRef,
    builder::{
        ArrayBuilder, BinaryBuilder, BooleanBuilder, FixedSizeBinaryBuilder, Int32Builder,
        Int64Builder, ListBuilder, StringBuilder, StructBuilder, TimestampMillisecondBuilder,
    },
};
use arrow_schema::{DataType, Field, FieldRef, Fields, TimeUnit};
use urlsift_rfc1738::Problem;

use super::number::int32;

/// Builds the array of a column.
pub(super) trait Column {
    fn new() -> Self;

    fn data_type() -> DataType;

    /// Returns the array and resets the builder.
    fn finish(&mut self) -> ArrayRef;
}

macro_rules! columns {
    ($($builder:ident: $type:ident;)*) => {
        $(
            impl Column for $builder {
                fn new() -> Self {
                    Self::new()
                }

                fn data_type() -> DataType {
                    DataType::$type
                }

                fn finish(&mut self) -> ArrayRef {
                    Arc::new(self.finish())
                }
            }
        )*
    };
}

columns! {
    BinaryBuilder: Binary;
    BooleanBuilder: Boolean;
    Int32Builder: Int32;
    Int64Builder: Int64;
    StringBuilder: Utf8;
}

/// Timestamps in UTC.
impl Column for TimestampMillisecondBuilder {
    fn new() -> Self {
        Self::new().with_data_type(Self::data_type())
    }

    fn data_type() -> DataType {
        DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into()))
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

/// Lists without nulls.
impl<B: Column + ArrayBuilder> Column for ListBuilder<B> {
    fn new() -> Self {
        Self::new(B::new()).with_field(item(B::data_type()))
    }

    fn data_type() -> DataType {
        DataType::List(item(B::data_type()))
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

/// Returns the field of the items of a list, which are not nullable.
fn item(data_type: DataType) -> FieldRef {
    Arc::new(Field::new_list_field(data_type, false))
}

/// Hashes of 128 bits.
#[derive(Debug)]
pub(super) struct HashBuilder(FixedSizeBinaryBuilder);

impl HashBuilder {
    const LEN: i32 = 16;

    pub(super) fn append_value(&mut self, hash: [u8; 16]) {
        // Fails only for other lengths.
        let _ = self.0.append_value(hash);
    }
}

impl Column for HashBuilder {
    fn new() -> Self {
        Self(FixedSizeBinaryBuilder::new(Self::LEN))
    }

    fn data_type() -> DataType {
        DataType::FixedSizeBinary(Self::LEN)
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Lists of structs: the problems of a URL.
#[derive(Debug)]
pub(super) struct ProblemsBuilder(ListBuilder<StructBuilder>);

impl ProblemsBuilder {
    pub(super) fn append_value(&mut self, problems: &[Problem]) {
        let structs = self.0.values();
        for problem in problems {
            let span = problem.span();
            append_string(structs, 0, problem.code().name());
            append_int32(structs, 1, span.start);
            append_int32(structs, 2, span.end);
            append_string(structs, 3, problem.rule().name());
            structs.append(true);
        }
        self.0.append(true);
    }

    fn fields() -> Fields {
        let field = |name, data_type| Field::new(name, data_type, false);
        Fields::from(vec![
            field("code", DataType::Utf8),
            field("start", DataType::Int32),
            field("end", DataType::Int32),
            field("rule", DataType::Utf8),
        ])
    }

    fn structs() -> DataType {
        DataType::Struct(Self::fields())
    }
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
        field.append_value(int32(value));
    }
}

impl Column for ProblemsBuilder {
    fn new() -> Self {
        let structs = StructBuilder::from_fields(Self::fields(), 0);
        Self(ListBuilder::new(structs).with_field(item(Self::structs())))
    }

    fn data_type() -> DataType {
        DataType::List(item(Self::structs()))
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Appends a text that may not be UTF-8 to its two columns: lossily to the first, and exactly to the second if the
/// text is not UTF-8.
pub(super) fn append_text(
    lossy: &mut StringBuilder,
    exact: &mut BinaryBuilder,
    text: Option<&[u8]>,
) {
    match text.map(|text| str::from_utf8(text).map_err(|_| text)) {
        Some(Ok(text)) => {
            lossy.append_value(text);
            exact.append_null();
        }
        Some(Err(bytes)) => {
            lossy.append_value(String::from_utf8_lossy(bytes));
            exact.append_value(bytes);
        }
        None => {
            lossy.append_null();
            exact.append_null();
        }
    }
}

/// Appends a list of strings.
pub(super) fn append_strings(
    list: &mut ListBuilder<StringBuilder>,
    items: impl IntoIterator<Item = impl AsRef<str>>,
) {
    for item in items {
        list.values().append_value(item);
    }
    list.append(true);
}
