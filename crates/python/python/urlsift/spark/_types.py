"""Types of columns, in Arrow and in Spark."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    DataType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

_TYPES: list[tuple[pa.DataType, DataType]] = [
    (pa.string(), StringType()),
    (pa.binary(), BinaryType()),
    (pa.bool_(), BooleanType()),
    (pa.int32(), IntegerType()),
    (pa.int64(), LongType()),
    (pa.timestamp("us", tz="UTC"), TimestampType()),
]


def spark_schema(schema: pa.Schema) -> StructType:
    """Returns the Spark schema for an Arrow schema."""
    return _struct(schema)


def _struct(fields: pa.Schema | pa.StructType) -> StructType:
    return StructType([StructField(field.name, _spark_type(field.type), field.nullable) for field in fields])


def _spark_type(arrow: pa.DataType) -> DataType:
    if pa.types.is_list(arrow):
        return ArrayType(_spark_type(arrow.value_type), arrow.value_field.nullable)
    if pa.types.is_struct(arrow):
        return _struct(arrow)
    for known, spark in _TYPES:
        if known == arrow:
            return spark
    raise TypeError(f"Spark has no type for {arrow}")


def arrow_schema(schema: StructType) -> pa.Schema:
    """Returns the Arrow schema that Spark expects for one of its own, with the same names and nullability.

    Raises:
        ValueError: No column of urlsift has such a type.
    """
    return pa.schema([_field(field.name, field.dataType, field.nullable) for field in schema.fields])


def _field(name: str, spark: DataType, is_nullable: bool) -> pa.Field:
    try:
        return pa.field(name, _arrow_type(spark), is_nullable)
    except TypeError as error:
        raise ValueError(f"the column '{name}': {error}") from None


def _arrow_type(spark: DataType) -> pa.DataType:
    if isinstance(spark, ArrayType):
        return pa.list_(pa.field("element", _arrow_type(spark.elementType), spark.containsNull))
    if isinstance(spark, StructType):
        return pa.struct([_field(field.name, field.dataType, field.nullable) for field in spark.fields])
    for arrow, known in _TYPES:
        if known == spark:
            return arrow
    raise TypeError(f"no column has the type {spark.simpleString()}")
