"""The data source, and how Spark reads it as a batch."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from .. import _engine
from ._options import SourceOptions, parse
from ._stream import StreamReader
from ._table import SplitTable
from ._types import spark_schema


class UrlsiftSource(DataSource):
    """Links of files, directories and compressed archives: the format `urlsift`.

    Large files are cut into partitions, small ones share partitions. A schema with fewer columns is read faster.
    Filters are options: a condition on the frame is applied to all links.
    """

    @classmethod
    def name(cls) -> str:
        """Returns the name of the format."""
        return "urlsift"

    def schema(self) -> StructType:
        """Returns all columns. Raises `ValueError` for invalid options."""
        options = parse(self.options)
        return spark_schema(_engine.schema(options.table, None, options.scan))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the columns of a schema."""
        return Reader(parse(self.options), schema)

    def streamReader(self, schema: StructType) -> StreamReader:  # noqa: N802 (the name is Spark's)
        """Returns the reader of new files."""
        return StreamReader(parse(self.options), schema)


# No `pushFilters`: PySpark 4.1.4 and 4.3.0 keep pushed filters for later queries of the same frame.
class Reader(DataSourceReader):
    """Reads all files."""

    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self._options = options
        self._table = SplitTable(options, schema)

    def partitions(self) -> list[InputPartition]:
        """Returns the splits of the files."""
        return [InputPartition(split) for split in self._table.plan(self._options.paths)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Yields the batches of a split."""
        return self._table.read(partition.value)
