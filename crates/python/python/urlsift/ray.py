"""The links of files as a Ray dataset, one read task for each split.

    import urlsift.ray

    links = urlsift.ray.read_links("/archives", columns=["url", "host"])

Needs `ray[data]` and pyarrow. All nodes see the same files under the same paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from . import _engine
from ._engine import Errors, Table
from ._types import Path
from ._urlsift import Split

__all__ = ["UrlsiftDatasource", "read_errors", "read_links"]


def read_links(
    paths: Path | Iterable[Path],
    /,
    *,
    columns: Iterable[str] | None = None,
    split_size: int = _engine.DEFAULT_SPLIT_SIZE,
    errors: Errors = "raise",
    **options: Any,
) -> ray.data.Dataset:
    """Returns the links of files.

    Other options are those of `scan_arrow`, except `range`. An input that cannot be read raises an `OSError`. With
    `errors="warn"`, workers issue a `ScanWarning` instead, and `read_errors` returns the errors.
    """
    return ray.data.read_datasource(UrlsiftDatasource(paths, "links", columns, split_size, errors, options))


def read_errors(
    paths: Path | Iterable[Path], /, *, split_size: int = _engine.DEFAULT_SPLIT_SIZE, **options: Any
) -> ray.data.Dataset:
    """Returns the errors of the same scan, whose files it reads once more."""
    return ray.data.read_datasource(UrlsiftDatasource(paths, "errors", None, split_size, "warn", options))


class UrlsiftDatasource(Datasource):
    """The splits of files."""

    def __init__(  # noqa: PLR0917
        self,
        paths: Path | Iterable[Path],
        table: Table,
        columns: Iterable[str] | None,
        split_size: int,
        errors: Errors,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        schema = _engine.schema(table, columns, options)
        self._splits = _engine.plan(_engine.absolute(paths), split_size, errors, table, options)
        self._schema = schema
        self._read = partial(_batches, schema=schema, table=table, errors=errors, options=options)

    def get_name(self) -> str:
        """Returns the name that Ray shows."""
        return "urlsift"

    def estimate_inmemory_data_size(self) -> int | None:
        """Returns `None`: the number of links is not known before files are read."""
        return None

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None
    ) -> list[ReadTask]:
        """Returns a task for each split, whatever the number that Ray prefers."""
        unknown = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [
            ReadTask(partial(self._read, split), unknown, schema=self._schema, per_task_row_limit=per_task_row_limit)
            for split in self._splits
        ]


def _batches(
    split: Split, *, schema: pa.Schema, table: Table, errors: Errors, options: dict[str, Any]
) -> Iterator[pa.Table]:
    # A task without a block would have no schema.
    yield schema.empty_table()
    for batch in _engine.read(split, table, schema.names, errors, options):
        yield pa.Table.from_batches([batch])
