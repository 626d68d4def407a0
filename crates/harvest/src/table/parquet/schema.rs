//! The Parquet schema of a table.

use std::sync::Arc;

use parquet::{
    basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as PhysicalType},
    errors::Result,
    schema::types::{Type, TypePtr},
};
use urlsift::table::{Column, ColumnType, Table};

/// Returns the schema of the wanted columns of a table.
pub(super) fn schema(table: &Table, wanted: &[bool]) -> Result<TypePtr> {
    let columns = table.columns.iter().zip(wanted);
    let columns = columns.filter(|(_, wanted)| **wanted);
    let fields: Result<Vec<TypePtr>> = columns.map(|(column, _)| field(column)).collect();
    Ok(Arc::new(
        Type::group_type_builder(table.name)
            .with_fields(fields?)
            .build()?,
    ))
}

fn field(column: &Column) -> Result<TypePtr> {
    let repetition = if column.is_nullable {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    let name = column.name;
    match column.column_type {
        ColumnType::Strings => list(name, string("element")?),
        ColumnType::Int64s => list(name, primitive("element", PhysicalType::INT64)?),
        ColumnType::Problems => {
            let fields = vec![
                string("code")?,
                primitive("start", PhysicalType::INT32)?,
                primitive("end", PhysicalType::INT32)?,
                string("rule")?,
            ];
            let element = Type::group_type_builder("element")
                .with_repetition(Repetition::REQUIRED)
                .with_fields(fields)
                .build()?;
            list(name, Arc::new(element))
        }
        column_type => leaf(name, column_type, repetition),
    }
}

/// Returns the type of a column that is not a list.
fn leaf(name: &str, column_type: ColumnType, repetition: Repetition) -> Result<TypePtr> {
    let (physical, logical) = match column_type {
        ColumnType::Bool => (PhysicalType::BOOLEAN, None),
        ColumnType::Int32 => (PhysicalType::INT32, None),
        ColumnType::Int64 => (PhysicalType::INT64, None),
        ColumnType::Timestamp => {
            let milliseconds = LogicalType::timestamp(true, TimeUnit::MILLIS);
            (PhysicalType::INT64, Some(milliseconds))
        }
        ColumnType::Hash => (PhysicalType::FIXED_LEN_BYTE_ARRAY, None),
        ColumnType::Binary => (PhysicalType::BYTE_ARRAY, None),
        _ => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let mut builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    if physical == PhysicalType::FIXED_LEN_BYTE_ARRAY {
        builder = builder.with_length(16);
    }
    Ok(Arc::new(builder.with_logical_type(logical).build()?))
}

fn string(name: &str) -> Result<TypePtr> {
    leaf(name, ColumnType::String, Repetition::REQUIRED)
}

fn primitive(name: &str, physical: PhysicalType) -> Result<TypePtr> {
    let builder = Type::primitive_type_builder(name, physical);
    let built = builder.with_repetition(Repetition::REQUIRED).build()?;
    Ok(Arc::new(built))
}

/// Returns the type of a list in the form of the specification: a group with a repeated group `list` of an `element`.
fn list(name: &str, element: TypePtr) -> Result<TypePtr> {
    let repeated = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element])
        .build()?;
    let list = Type::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(repeated)])
        .build()?;
    Ok(Arc::new(list))
}
