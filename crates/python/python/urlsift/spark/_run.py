"""Harvests and Parquet files that tasks of Spark write."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar

import pyarrow as pa
from pyspark import SparkContext
from pyspark.errors import PySparkAttributeError
from pyspark.sql import SparkSession

from .. import _engine, _harvest, _parquet
from .._objects import Objects
from .._types import Path
from .._urlsift import __version__
from ._source import UrlsiftSource

T = TypeVar("T")
R = TypeVar("R")

ADVICE = (
    "the executors have no module 'urlsift': they run another interpreter than this one. Install urlsift and pyarrow "
    "there, and set the environment variable PYSPARK_PYTHON to an interpreter that has them before the session starts; "
    f"on this machine, PYSPARK_PYTHON={sys.executable}"
)


class SparkHarvest(_harvest.Harvest):
    """A finished data set of links, whose tables are dataframes."""

    def dataframe(self, spark: SparkSession, table: str = "links") -> Any:
        """Returns a table as a dataframe, which reads the files that the manifest names and no others.

        Those in a store are read by Spark's own file systems, which need their configuration.
        """
        files = [_url(file) for file in self._readable(table)]
        return spark.read.format(self.manifest["format"].replace("jsonl", "json")).load(files)


def register(spark: SparkSession) -> None:
    """Registers the data source `urlsift`, and checks that the executors have this version of urlsift.

    Raises:
        ModuleNotFoundError: The executors do not have urlsift; the message says what to do.
        RuntimeError: They have another version.
    """
    [version] = _on_executors(spark, _version, [None])
    if version != __version__:
        raise RuntimeError(f"the executors have urlsift {version}, and this process has {__version__}")
    spark.dataSource.register(UrlsiftSource)


def _version(_: None) -> str:
    return __version__


def harvest(
    spark: SparkSession,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    group_size: int = _harvest.GROUP_SIZE,
    threads: int = 1,
    errors: Literal["raise", "warn"] = "raise",
    storage_options: dict[str, Any] | None = None,
    **options: Any,
) -> SparkHarvest:
    """Makes or updates a data set of links: plans here, writes the tables in tasks, and finishes here.

    The data set is that of `urlsift.harvest`, byte for byte, whose options these are. Each task writes the shards of
    about `group_size` bytes; Spark repeats one that fails, which then does what is not done. An input that cannot be
    read raises a `HarvestError` when all others are done.

    All machines see `paths` and `out`: in a common file system, or as URLs of a store that fsspec knows.
    """
    return _harvest.harvest_with(
        partial(_on_executors, spark),
        SparkHarvest,
        paths,
        out,
        group_size=group_size,
        threads=threads,
        errors=errors,
        progress=False,
        objects=Objects(storage_options),
        options=options,
    )


def write_parquet(
    spark: SparkSession,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None = None,
    split_size: int = _engine.DEFAULT_SPLIT_SIZE,
    errors: Literal["raise", "warn", "collect"] = "warn",
    compression: str = "zstd",
    storage_options: dict[str, Any] | None = None,
    **options: Any,
) -> _parquet.Written:
    """Writes the links of files as Parquet, one file for each split, which a task of Spark writes.

    This takes a third of the time of the data source and Spark's own writer. Options are those of
    `urlsift.write_parquet`. `spark.read.parquet(written.out)` reads the files.
    """
    return _parquet.write_with(
        partial(_on_executors, spark),
        paths,
        out,
        columns=columns,
        split_size=split_size,
        errors=errors,
        compression=compression,
        progress=False,
        objects=Objects(storage_options),
        options=options,
    )


def _on_executors(spark: SparkSession, function: Callable[[T], R], items: list[T]) -> Iterator[R]:
    """Calls a function for each item in a task of its own, and yields the results."""
    if not items:
        return
    try:
        context = spark.sparkContext
    except PySparkAttributeError:
        context = None
    try:
        # Tasks without a plan of SQL: these cost the least.
        results = _with_connect(spark, function, items) if context is None else _with_context(context, function, items)
    except Exception as error:
        if "No module named 'urlsift'" in str(error):
            raise ModuleNotFoundError(ADVICE, name="urlsift") from error
        raise
    yield from results


def _with_context(context: SparkContext, function: Callable[[T], R], items: list[T]) -> list[R]:
    return context.parallelize(items, len(items)).map(function).collect()


def _with_connect(spark: SparkSession, function: Callable[[T], R], items: list[T]) -> list[R]:
    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            results = [pickle.dumps(function(pickle.loads(item))) for item in batch.column("item").to_pylist()]
            yield pa.RecordBatch.from_pydict({"result": pa.array(results, pa.binary())})

    rows = [(pickle.dumps(item),) for item in items]
    frame = spark.createDataFrame(rows, "item binary").repartitionByRange(len(rows), "item")
    return [pickle.loads(row["result"]) for row in frame.mapInArrow(run, "result binary").collect()]


def _url(path: str) -> str:
    return path if "://" in path else f"file://{path}"
