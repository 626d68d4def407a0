"""What the data sources for Spark, Ray and Dask have in common: splits, and their tables as pyarrow batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ._urlsift import ScanError, Split, plan_splits, scan_arrow

if TYPE_CHECKING:
    import pyarrow as pa

Table: TypeAlias = Literal["links", "errors"]
Errors: TypeAlias = Literal["raise", "warn"]

DEFAULT_SPLIT_SIZE = 512 << 20

# The splits for each core, at least, if the caller does not say how large they are, and their minimum size then.
SPLITS_PER_CORE = 3
MIN_SPLIT_SIZE = 1 << 20

# The maximum number of errors in the message of an exception.
SHOWN_ERRORS = 5


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raises `ValueError` for an unknown value of an option."""
    if value not in choices:
        raise ValueError(f"the option '{name}': there is no '{value}'; there are {', '.join(choices)}")


def check_positive(name: str, value: int | None) -> None:
    """Raises `ValueError` for a number below 1."""
    if value is not None and value < 1:
        raise ValueError(f"the option '{name}': expected at least 1, not {value}")


def sized(plan: Callable[[int], list[Split]], size: int | None, parallelism: int) -> list[Split]:
    """Returns splits of a size; for `None` of one that gives each core several of them."""
    check_positive("split_size", size)
    if size is not None:
        return plan(size)
    splits = plan(DEFAULT_SPLIT_SIZE)
    total = sum(split.bytes or 0 for split in splits)
    smaller = max(total // (SPLITS_PER_CORE * parallelism), MIN_SPLIT_SIZE)
    return plan(smaller) if smaller < min(total, DEFAULT_SPLIT_SIZE) else splits


def plan(paths: list[str], size: int, errors: Errors, table: Table, options: dict[str, Any]) -> list[Split]:
    """Returns the splits of the files. An unreadable one raises `OSError`, or is a split that reports the error."""
    check_choice("errors", errors, ("raise", "warn"))
    check_positive("split_size", size)
    is_kept = errors == "warn" or table == "errors"
    options = {name: value for name, value in options.items() if name not in ("batch_size", "dictionary")}
    return plan_splits(paths, size=size, errors="keep" if is_kept else "raise", **options)


def schema(table: Table, columns: Iterable[str] | None, options: dict[str, Any]) -> pa.Schema:
    """Returns the schema of a table with some columns, in their order. Raises `ValueError` for invalid options."""
    import pyarrow as pa  # noqa: PLC0415 (not needed for harvests)

    check_choice("table", table, ("links", "errors"))
    scan = scan_arrow([], columns=columns if table == "links" else None, **options)
    if table == "links":
        return pa.schema(scan)
    found = pa.schema(scan.error_table)
    if columns is None:
        return found
    names = list(columns)
    for name in names:
        if name not in found.names:
            raise ValueError(f"there is no column '{name}'; there are {', '.join(found.names)}")
    return pa.schema([found.field(name) for name in names])


def read(
    split: Split, table: Table, columns: Sequence[str], errors: Errors, options: dict[str, Any]
) -> Iterator[pa.RecordBatch]:
    """Yields a table of a split in batches. With `errors="raise"`, errors of inputs become an `OSError`."""
    import pyarrow as pa  # noqa: PLC0415

    # The engine runs one such task on each core.
    options = {"threads": 1, **options, "errors": "warn" if errors == "warn" and table == "links" else "collect"}
    if table == "errors":
        scan = scan_arrow(split, columns=[], **options)
        pa.table(scan)
        yield from pa.table(scan.error_table).select(list(columns)).to_batches()
        return
    scan = scan_arrow(split, columns=columns, **options)
    yield from pa.RecordBatchReader.from_stream(scan)
    if errors == "raise" and scan.errors:
        raise OSError(message(scan.errors))


def message(errors: Sequence[ScanError]) -> str:
    """Returns the message of an exception for errors of inputs."""
    shown = "; ".join(map(str, errors[:SHOWN_ERRORS]))
    left_out = len(errors) - SHOWN_ERRORS
    return f"{shown}; and {left_out} more" if left_out > 0 else shown
