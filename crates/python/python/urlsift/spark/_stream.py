"""How Spark reads new files as a stream."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.types import StructType

from ._options import SourceOptions
from ._table import SplitTable

# The sizes of the files that were found, by path.
Files = dict[str, int]

# The size of a file that could not be read. It is reported as an error in its batch, and tried again in the next one.
UNREADABLE = -1


class StreamReader(DataSourceStreamReader):
    """Reads the files that were added since the last time. They must be finished: a file is read once.

    An offset of the stream has the paths and sizes of all files, about 100 bytes each.
    """

    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self._options = options
        self._table = SplitTable(options, schema)
        self._latest: Files = {}

    def initialOffset(self) -> dict[str, Files]:  # noqa: N802 (the name is Spark's)
        """Returns the offset before all files."""
        return {"files": {}}

    # Spark 4.2 added the arguments. Without them, the old sizes are those that this process has found.
    def latestOffset(self, start: Any = None, limit: Any = None) -> dict[str, Files]:  # noqa: N802
        """Returns the offset after the files that there are now.

        A file that was read, and cannot be read now, keeps its old size.
        """
        old = start["files"] if start else self._latest
        paths = sorted(self._table.files(self._options.paths))
        self._latest = {path: _size(path, old.get(path, UNREADABLE)) for path in paths}
        return {"files": self._latest}

    def partitions(self, start: dict[str, Files], end: dict[str, Files]) -> list[InputPartition]:  # type: ignore[override]
        """Returns the splits of the files that were added.

        Raises:
            ValueError: A file that was read has another size now, so that its new messages would be lost.
        """
        old, new = start["files"], end["files"]
        for path, size in new.items():
            if UNREADABLE not in (size, old_size := old.get(path, UNREADABLE)) and size != old_size:
                raise ValueError(f"{path}: the file has changed since it was read; a stream is for finished files")
        added = [path for path in new if old.get(path, UNREADABLE) == UNREADABLE]
        return [InputPartition(split) for split in self._table.plan(added)] if added else []

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        """Yields the batches of a split."""
        return self._table.read(partition.value)

    def commit(self, end: dict[str, Files]) -> None:
        """Does nothing: files stay where they are."""


def _size(path: str, old_size: int) -> int:
    """Returns the size of a file, or the old one if it cannot be read."""
    try:
        return os.stat(path).st_size
    except OSError:
        return old_size
