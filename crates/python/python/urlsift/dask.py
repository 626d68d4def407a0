"""The links of files as a Dask dataframe, one partition for each split.

    import urlsift.dask

    links = urlsift.dask.read_links("/archives", columns=["url", "host"])

Needs `dask[dataframe]` and pyarrow. All workers see the same files under the same paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar, Unpack

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask.base import compute
from dask.delayed import delayed

from . import _engine, _harvest, _parquet
from ._engine import Errors, Table
from ._objects import Objects
from ._paths import files
from ._tasks import cores
from ._types import ArrowOptions, HarvestOptions, Path
from ._urlsift import Split

__all__ = ["DaskHarvest", "harvest", "read_errors", "read_links", "write_parquet"]

T = TypeVar("T")
R = TypeVar("R")

# How often a cluster repeats a task that raises an exception.
RETRIES = 3


def read_links(
    paths: Path | Iterable[Path],
    /,
    *,
    columns: Iterable[str] | None = None,
    split_size: int | None = None,
    errors: Errors = "raise",
    **options: Unpack[ArrowOptions],
) -> dd.DataFrame:
    """Returns the links of files. The types of columns are those of Arrow.

    Other options are those of `scan_arrow`, except `range`. An input that cannot be read raises an `OSError`. With
    `errors="warn"`, workers issue a `ScanWarning` instead, and `read_errors` returns the errors.
    """
    return _read(paths, "links", columns, split_size, errors, {**options})


def read_errors(
    paths: Path | Iterable[Path], /, *, split_size: int | None = None, **options: Unpack[ArrowOptions]
) -> dd.DataFrame:
    """Returns the errors of the same scan, whose files it reads once more."""
    return _read(paths, "errors", None, split_size, "warn", {**options})


def _read(  # noqa: PLR0917
    paths: Path | Iterable[Path],
    table: Table,
    columns: Iterable[str] | None,
    split_size: int | None,
    errors: Errors,
    options: dict[str, Any],
) -> dd.DataFrame:
    schema = _engine.schema(table, columns, options)
    plan = partial(_engine.plan, files(paths), errors=errors, table=table, options=options)
    splits = _engine.sized(plan, split_size, _parallelism())
    # An empty dataframe has one partition, too.
    parts: list[Split | None] = [*splits] or [None]
    return dd.from_map(
        _partition, parts, schema=schema, table=table, errors=errors, options=options, meta=_frame(schema.empty_table())
    )


def _partition(
    split: Split | None, *, schema: pa.Schema, table: Table, errors: Errors, options: dict[str, Any]
) -> pd.DataFrame:
    batches = _engine.read(split, table, schema.names, errors, options) if split is not None else ()
    return _frame(pa.Table.from_batches(batches, schema))


def _frame(table: pa.Table) -> pd.DataFrame:
    return table.to_pandas(types_mapper=pd.ArrowDtype)


class DaskHarvest(_harvest.Harvest):
    """A finished data set of links, whose tables are dataframes of Dask."""

    def dataframe(self, table: str = "links") -> dd.DataFrame:
        """Returns a table, read from the files that the manifest names and no others. The format must be Parquet."""
        readable = self._readable(table)
        if not self.files(table):
            return dd.from_pandas(_frame(self.to_arrow(table).to_table()), npartitions=1)
        options = self.storage_options or None
        return dd.read_parquet(readable, dtype_backend="pyarrow", storage_options=options)


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
) -> DaskHarvest:
    """Makes or updates a data set of links: plans here, writes the tables in tasks, and finishes here.

    The data set is that of `urlsift.harvest`, byte for byte, whose options these are. Each task writes the shards of
    about `group_size` bytes, by default at most 512 MiB, and at least three tasks for each core; Dask repeats one that
    fails, which then does what is not done. An input that cannot be read raises a `HarvestError` when all others are
    done.

    All machines see `paths` and `out`: in a common file system, or as URLs of a store that fsspec knows.
    """
    return _harvest.harvest_with(
        _in_tasks,
        DaskHarvest,
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
    """Writes the links of files as Parquet, one file for each split, which a task of Dask writes.

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
    try:
        from dask.distributed import default_client  # noqa: PLC0415 (optional)

        return max(sum(default_client().nthreads().values()), 1)
    except (ImportError, ValueError):
        return cores()


def _in_tasks(function: Callable[[T], R], items: list[T]) -> Iterator[R]:
    """Calls a function for each item in a task of its own, and yields the results."""
    try:
        from dask.distributed import as_completed, default_client  # noqa: PLC0415 (optional)

        client = default_client()
    except (ImportError, ValueError):
        # No cluster: the threads or processes of this machine.
        tasks = [delayed(function, pure=False)(item) for item in items]
        yield from compute(*tasks)
        return
    futures = client.map(function, items, pure=False, retries=RETRIES)
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        client.cancel(futures)
