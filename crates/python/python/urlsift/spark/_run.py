"""Harvests and Parquet files that tasks of Spark write."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar, Unpack

import pyarrow as pa
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from .. import _harvest, _parquet
from .._objects import Objects
from .._types import ArrowOptions, HarvestOptions, Path
from .._urlsift import __version__

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

        The format must be Parquet. Those in a store are read by Spark's own file systems; for `s3://` by `s3a`, with
        the endpoint and the keys in the `storage_options` of the data set.
        """
        reader = spark.read.options(**_s3a_options(self.storage_options))
        try:
            return reader.parquet(*(_url(file) for file in self._readable(table)))
        except Exception as error:
            if "No FileSystem for scheme" in str(error) or "ClassNotFoundException" in str(error):
                system = _url(self.out).split(":", maxsplit=1)[0]
                hint = "; for s3a, start it with --packages org.apache.hadoop:hadoop-aws:VERSION" * (system == "s3a")
                raise ModuleNotFoundError(f"Spark has no file system for {system}:{hint}") from error
            raise


def register(spark: SparkSession) -> None:
    """Registers the data source `urlsift`, and checks that the executors have this version of urlsift.

    Raises:
        ModuleNotFoundError: The executors do not have urlsift, or this is PySpark 3.5; the message says what to do.
        RuntimeError: They have another version.
    """
    if not hasattr(spark, "dataSource"):
        raise ModuleNotFoundError(
            "Spark has data sources of Python from PySpark 4 on; harvest and write_parquet need none"
        )
    [version] = _on_executors(spark, _version, [None])
    if version != __version__:
        raise RuntimeError(f"the executors have urlsift {version}, and this process has {__version__}")
    from ._source import UrlsiftSource  # noqa: PLC0415

    spark.dataSource.register(UrlsiftSource)


def _version(_: None) -> str:
    return __version__


def harvest(
    spark: SparkSession,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    group_size: int | None = None,
    threads: int = 1,
    errors: Literal["raise", "warn"] = "raise",
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[HarvestOptions],
) -> SparkHarvest:
    """Makes or updates a data set of links: plans here, writes the tables in tasks, and finishes here.

    The data set is that of `urlsift.harvest`, byte for byte, whose options these are. Each task writes the shards of
    about `group_size` bytes, by default at most 512 MiB, and at least three tasks for each core; Spark repeats one that
    fails, which then does what is not done. An input that cannot be read raises a `HarvestError` when all others are
    done.

    All machines see `paths` and `out`: in a common file system, or as URLs of a store that fsspec knows.
    """
    return _harvest.harvest_with(
        partial(_on_executors, spark),
        SparkHarvest,
        paths,
        out,
        group_size=group_size,
        parallelism=_parallelism(spark),
        threads=threads,
        errors=errors,
        progress=False,
        objects=Objects(storage_options),
        options={**options},
    )


def write_parquet(
    spark: SparkSession,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None = None,
    split_size: int | None = None,
    errors: Literal["raise", "warn", "collect"] = "warn",
    compression: str = "zstd",
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[ArrowOptions],
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
        parallelism=_parallelism(spark),
        errors=errors,
        compression=compression,
        progress=False,
        objects=Objects(storage_options),
        options={**options},
    )


def _on_executors(spark: SparkSession, function: Callable[[T], R], items: list[T]) -> Iterator[R]:
    """Calls a function for each item in a task of its own, and yields the results."""
    if not items:
        return
    try:
        context = spark.sparkContext
    except PySparkException:
        # A client of Spark Connect.
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


def _parallelism(spark: SparkSession) -> int:
    try:
        return max(spark.sparkContext.defaultParallelism, 1)
    except PySparkException:
        # Spark Connect does not say it.
        return int(spark.conf.get("spark.sql.shuffle.partitions", "200") or 200)


def _url(path: str) -> str:
    """Returns a path for Spark, which would read some characters as a pattern."""
    if path.startswith("s3://"):
        path = f"s3a{path[2:]}"
    url = path if "://" in path else f"file://{path}"
    return re.sub(r"[*?\[\]{}\\]", r"\\\g<0>", url)


def _s3a_options(options: dict[str, Any]) -> dict[str, Any]:
    """Returns the options of Hadoop's `s3a` that mean the same as those of s3fs."""
    names = {"key": "access.key", "secret": "secret.key", "token": "session.token", "endpoint_url": "endpoint"}
    found = {f"fs.s3a.{names[name]}": options[name] for name in names if options.get(name)}
    if "endpoint_url" in options:
        # Only Amazon has a host for each bucket.
        found["fs.s3a.path.style.access"] = "true"
    return found
