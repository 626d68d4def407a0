"""A table of splits, with the schema that Spark wants."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql.types import StructType

from .. import _engine
from .._urlsift import Split
from ._options import SourceOptions
from ._types import arrow_schema

# A split size that no file has.
NEVER_CUT = 1 << 62


class SplitTable:
    """The links or errors of splits, in some columns. It is pickled for the processes that read."""

    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self._options = options
        self._columns = schema.fieldNames()
        self._schema = arrow_schema(schema)
        # Unknown columns and types that cannot be converted are errors before anything is read.
        _engine.schema(options.table, self._columns, options.scan).empty_table().cast(self._schema)

    def plan(self, paths: list[str]) -> list[Split]:
        """Returns the splits of files."""
        options = self._options
        return _engine.plan(paths, options.split_size, options.errors, options.table, options.scan)

    def files(self, paths: list[str]) -> set[str]:
        """Returns the paths of the files. Little is read: no file is cut."""
        options = self._options
        splits = _engine.plan(paths, NEVER_CUT, options.errors, options.table, options.scan)
        return {path for split in splits for path in split.paths}

    def read(self, split: Split | None) -> Iterator[pa.RecordBatch]:
        """Yields the batches of a split; none for `None`, which Spark passes if there are no partitions."""
        if split is None:
            return
        options = self._options
        for batch in _engine.read(split, options.table, self._columns, options.errors, options.scan):
            # Spark demands exactly its schema, including the names of list items.
            yield batch.cast(self._schema)
