"""The links of files as a Ray dataset, one read task for each split.

    import urlsift.ray

    links = urlsift.ray.read_links("/archives", columns=["url", "host"])

Needs `ray[data]` and pyarrow. All nodes see the same files under the same paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar, Unpack

import pyarrow as pa
import ray
import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from . import _engine, _harvest, _parquet
from ._engine import Errors, Table
from ._objects import Objects
from ._paths import files
from ._types import ArrowOptions, HarvestOptions, Path
from ._urlsift import Split

__all__ = ["RayHarvest", "UrlsiftDatasource", "harvest", "read_errors", "read_links", "write_parquet"]

T = TypeVar("T")
R = TypeVar("R")

# How often Ray repeats a task that raises an exception or whose node has failed.
RETRIES = 3


def read_links(
    paths: Path | Iterable[Path],
    /,
    *,
    columns: Iterable[str] | None = None,
    split_size: int | None = None,
    errors: Errors = "raise",
    **options: Unpack[ArrowOptions],
) -> ray.data.Dataset:
    """Returns the links of files.

    Other options are those of `scan_arrow`, except `range`. An input that cannot be read raises an `OSError`. With
    `errors="warn"`, workers issue a `ScanWarning` instead, and `read_errors` returns the errors.
    """
    return ray.data.read_datasource(UrlsiftDatasource(paths, "links", columns, split_size, errors, {**options}))


def read_errors(
    paths: Path | Iterable[Path], /, *, split_size: int | None = None, **options: Unpack[ArrowOptions]
) -> ray.data.Dataset:
    """Returns the errors of the same scan, whose files it reads once more."""
    return ray.data.read_datasource(UrlsiftDatasource(paths, "errors", None, split_size, "warn", {**options}))


class UrlsiftDatasource(Datasource):
    """The splits of files."""

    def __init__(  # noqa: PLR0917
        self,
        paths: Path | Iterable[Path],
        table: Table,
        columns: Iterable[str] | None,
        split_size: int | None,
        errors: Errors,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        schema = _engine.schema(table, columns, options)
        plan = partial(_engine.plan, files(paths), errors=errors, table=table, options=options)
        self._splits = _engine.sized(plan, split_size, _parallelism())
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


class RayHarvest(_harvest.Harvest):
    """A finished data set of links, whose tables are datasets of Ray."""

    def dataset(self, table: str = "links") -> ray.data.Dataset:
        """Returns a table, read from the files that the manifest names and no others. The format must be Parquet."""
        paths, system = self._located(table)
        if not self.files(table):
            return ray.data.from_arrow(self.to_arrow(table).to_table())
        return ray.data.read_parquet(paths, filesystem=system)


def harvest(
    paths: Path | Iterable[Path],
    out: Path,
    *,
    group_size: int | None = None,
    threads: int = 1,
    errors: Literal["raise", "warn"] = "raise",
    progress: bool | None = None,
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[HarvestOptions],
) -> RayHarvest:
    """Makes or updates a data set of links: plans here, writes the tables in tasks, and finishes here.

    The data set is that of `urlsift.harvest`, byte for byte, whose options these are. Each task writes the shards of
    about `group_size` bytes, by default at most 512 MiB, and at least three tasks for each core; Ray repeats one that
    fails, which then does what is not done. An input that cannot be read raises a `HarvestError` when all others are
    done.

    All machines see `paths` and `out`: in a common file system, or as URLs of a store that fsspec knows.
    """
    return _harvest.harvest_with(
        _in_tasks,
        RayHarvest,
        paths,
        out,
        group_size=group_size,
        parallelism=_parallelism(),
        threads=threads,
        errors=errors,
        progress=progress,
        objects=Objects(storage_options),
        options={**options},
    )


def write_parquet(
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None = None,
    split_size: int | None = None,
    errors: Literal["raise", "warn", "collect"] = "warn",
    compression: str = "zstd",
    progress: bool | None = None,
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[ArrowOptions],
) -> _parquet.Written:
    """Writes the links of files as Parquet, one file for each split, which a task of Ray writes.

    Options are those of `urlsift.write_parquet`.
    """
    return _parquet.write_with(
        _in_tasks,
        paths,
        out,
        columns=columns,
        split_size=split_size,
        parallelism=_parallelism(),
        errors=errors,
        compression=compression,
        progress=progress,
        objects=Objects(storage_options),
        options={**options},
    )


def _parallelism() -> int:
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)


def _in_tasks(function: Callable[[T], R], items: list[T]) -> Iterator[R]:
    """Calls a function for each item in a task of its own, and yields the results as they come."""
    task: Any = ray.remote(max_retries=RETRIES, retry_exceptions=True)(_call)
    shared = ray.put(function)
    pending = [task.remote(shared, item) for item in items]
    try:
        while pending:
            done, pending = ray.wait(pending)
            yield from ray.get(done)
    finally:
        for left in pending:
            ray.cancel(left)


def _call(function: Callable[[T], R], item: T) -> R:
    return function(item)
