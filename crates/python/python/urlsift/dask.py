"""The links of files as a Dask dataframe, one partition for each split.

    import urlsift.dask

    links = urlsift.dask.read_links("/archives", columns=["url", "host"])

Needs `dask[dataframe]` and pyarrow. All workers see the same files under the same paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa

from . import _engine
from ._engine import Errors, Table
from ._types import Path
from ._urlsift import Split

__all__ = ["read_errors", "read_links"]


def read_links(
    paths: Path | Iterable[Path],
    /,
    *,
    columns: Iterable[str] | None = None,
    split_size: int = _engine.DEFAULT_SPLIT_SIZE,
    errors: Errors = "raise",
    **options: Any,
) -> dd.DataFrame:
    """Returns the links of files. The types of columns are those of Arrow.

    Other options are those of `scan_arrow`, except `range`. An input that cannot be read raises an `OSError`. With
    `errors="warn"`, workers issue a `ScanWarning` instead, and `read_errors` returns the errors.
    """
    return _read(paths, "links", columns, split_size, errors, options)


def read_errors(
    paths: Path | Iterable[Path], /, *, split_size: int = _engine.DEFAULT_SPLIT_SIZE, **options: Any
) -> dd.DataFrame:
    """Returns the errors of the same scan, whose files it reads once more."""
    return _read(paths, "errors", None, split_size, "warn", options)


def _read(  # noqa: PLR0917
    paths: Path | Iterable[Path],
    table: Table,
    columns: Iterable[str] | None,
    split_size: int,
    errors: Errors,
    options: dict[str, Any],
) -> dd.DataFrame:
    schema = _engine.schema(table, columns, options)
    splits = _engine.plan(_engine.absolute(paths), split_size, errors, table, options)
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
