"""`urlsift.spark`, read by Spark."""

from __future__ import annotations

import gzip
import inspect
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import mbox, recipe, same_files

pytest.importorskip("pyspark", minversion="4.0", reason="needs PySpark 4")
if shutil.which("java") is None:
    pytest.skip("needs Java 17", allow_module_level=True)

from pyspark.sql import SparkSession

import urlsift.spark
from urlsift import _engine
from urlsift.spark import UrlsiftSource
from urlsift.spark._options import SCAN_OPTIONS, option_name, parse
from urlsift.spark._stream import UNREADABLE, StreamReader
from urlsift.spark._types import spark_schema

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
    # PySpark 4.3.0 and pandas 3.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
# The bytes that this process has read.
READ = Path("/proc/self/io")
ORDER = [("path", "ascending"), ("offset", "ascending")]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    # Snappy is a native library, which not every system loads.
    builder = builder.config("spark.sql.parquet.compression.codec", "gzip")
    builder = builder.config("spark.sql.session.timeZone", "Asia/Tokyo").config("spark.sql.shuffle.partitions", "2")
    session = builder.getOrCreate()
    session.dataSource.register(UrlsiftSource)
    yield session
    session.stop()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Returns a directory with a large file, small ones, one that is compressed, and dates."""
    root = tmp_path / "tree"
    (root / "small").mkdir(parents=True)
    (root / "large.mbox").write_bytes(mbox(3_000))
    (root / "compressed.gz").write_bytes(gzip.compress(mbox(100)))
    for number in range(20):
        (root / "small" / f"{number}").write_bytes(mbox(number))
    text = (
        "From a@b.example Mon Jan 30 09:12:04 1995\nDate: Mon, 30 Jan 1995 09:12:04 +0100\nNewsgroups: a.b,c.d\n\n%s\n"
    )
    (root / "dated.mbox").write_text(text % "<http://a.example/\n  b> <http://b.example/%ff> <URL:c d>")
    return root


def frame(spark: SparkSession, *paths: Path, **options: Any) -> DataFrame:
    reader = spark.read.format("urlsift").options(**options)
    return reader.load(str(paths[0]) if len(paths) == 1 else list(map(str, paths)))  # type: ignore[arg-type]


def rows(table: pa.Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.sort_by(ORDER).to_pylist()
    return found


@pytest.mark.parametrize("size", [50_000, 1 << 30])
def test_partitions_equal_one_pass(spark: SparkSession, tree: Path, size: int) -> None:
    expected = pa.table(urlsift.scan_arrow(tree, conforms="none", kinds="all"))
    found = frame(spark, tree, splitSize=size, conforms="none", kinds="all")
    splits = urlsift.plan_splits(tree, size=size)
    assert found.rdd.getNumPartitions() == len(splits)
    assert found.columns == expected.column_names
    assert rows(found.toArrow()) == rows(expected)
    assert expected.num_rows == 3_000 + 100 + 190 + 3
    dates = found.where("message_date is not null").select("message_date", "message_newsgroups").toArrow()
    assert str(dates["message_date"][0]) == "1995-01-30 08:12:04+00:00"
    assert dates["message_newsgroups"][0].as_py() == ["a.b", "c.d"]


def test_a_schema_chooses_columns(spark: SparkSession, tree: Path) -> None:
    reader = spark.read.format("urlsift")
    found = reader.schema("host string, best bigint, pieces array<bigint>").load(f"file://{tree}").toArrow()
    expected = pa.table(urlsift.scan_arrow(tree, columns=["host", "best", "pieces"]))
    assert found.schema.names == ["host", "best", "pieces"]
    assert sorted(found["host"].to_pylist()) == sorted(expected["host"].to_pylist())
    assert sorted(found["pieces"].to_pylist()) == sorted(expected["pieces"].to_pylist())
    assert reader.schema("url string").load(str(tree)).count() == expected.num_rows
    for schema, error in [("hosts string", "no column 'hosts'"), ("url map<int,int>", "'url': no column has the type")]:
        with pytest.raises(Exception, match=error):
            reader.schema(schema).load(str(tree)).count()


def test_conditions_are_applied_to_one_query(spark: SparkSession, tree: Path) -> None:
    found = frame(spark, tree, splitSize=100_000)
    assert found.where("host = '7.example'").count() > 1
    assert found.where("host = 'a.example'").count() == 1
    assert found.count() == 3_000 + 100 + 190 + 2


def test_every_argument_is_an_option() -> None:
    arguments = set(inspect.signature(urlsift.scan_arrow).parameters)
    assert set(SCAN_OPTIONS) == arguments - {"paths", "columns", "range", "dictionary", "errors"}
    assert option_name("max_len") == "maxLen"
    assert option_name("from_") == "from"


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({"host": "7.example,8.example"}, {"host": ["7.example", "8.example"]}),
        ({"subject": "^1.$\n^2,$\n"}, {"subject": ["^1.$", "^2,$"]}),
        ({"from": "a@b", "bodies": False}, {"from_": "a@b", "bodies": False}),
        ({"since": "1995", "quoted": False}, {"since": "1995", "quoted": False}),
        ({"include": "*.mbox\n*.gz", "exclude": "large*"}, {"include": ["*.mbox", "*.gz"], "exclude": "large*"}),
        ({"newsgroup": "a.*,!x.*"}, {"newsgroup": "a.*,!x.*"}),
        ({"maxLen": 15, "kinds": "url,angle"}, {"max_len": 15, "kinds": ["url", "angle"]}),
        ({"joined": True, "batchSize": 1}, {"joined": True}),
        ({"readAs": "text", "threads": 2}, {"read_as": "text"}),
    ],
)
def test_options(spark: SparkSession, tree: Path, options: dict[str, Any], arguments: dict[str, Any]) -> None:
    expected = pa.table(urlsift.scan_arrow(tree, **arguments))
    assert expected.num_rows < 3_291 or "read_as" in arguments
    assert rows(frame(spark, tree, **options).toArrow()) == rows(expected)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"hosts": "a"}, "no option 'hosts'"),
        ({"range": "1:2"}, "no option 'range'"),
        ({"joined": "yes"}, "'joined': expected true or false"),
        ({"maxLen": "x"}, "'maxLen'"),
        ({"since": "soon"}, "'since'"),
        ({"table": "rows"}, "'table'"),
        ({"errors": "skip"}, "'errors'"),
    ],
)
def test_invalid_options(spark: SparkSession, tree: Path, options: dict[str, Any], error: str) -> None:
    with pytest.raises(Exception, match=error):
        frame(spark, tree, **options)


def test_paths(spark: SparkSession, tree: Path) -> None:
    assert frame(spark, tree / "large.mbox", tree / "compressed.gz").count() == 3_100
    with pytest.raises(Exception, match="no path"):
        spark.read.format("urlsift").load()
    with pytest.raises(Exception, match="all machines see"):
        spark.read.format("urlsift").load("s3://a/b")
    (tree / "empty").mkdir()
    assert frame(spark, tree / "empty").count() == 0


def test_errors_end_a_query_or_are_a_table(spark: SparkSession, tree: Path) -> None:
    damaged = tree / "damaged.gz"
    damaged.write_bytes(gzip.compress(mbox(9))[:-6])
    missing = tree / "missing"
    with pytest.raises(Exception, match=f"OSError: {damaged}: "):
        frame(spark, tree).count()
    with pytest.raises(Exception, match=f"FileNotFoundError.*{missing}"):
        frame(spark, tree, missing).count()
    assert frame(spark, tree, missing, errors="warn").count() == 3_292 + 9
    errors = frame(spark, tree, missing, table="errors", splitSize=100_000)
    scan = urlsift.scan_arrow([tree, missing])
    with pytest.warns(urlsift.ScanWarning):
        pa.table(scan)
    expected = pa.table(scan.error_table)
    assert errors.columns == expected.column_names
    assert sorted(errors.toArrow().to_pylist(), key=lambda row: row["path"]) == expected.to_pylist()
    assert expected.num_rows == 2
    codes = errors.select("code").toArrow()["code"].to_pylist()
    assert sorted(codes) == ["not-found", "truncated"]


def test_a_stream_reads_new_files(spark: SparkSession, tree: Path, tmp_path: Path) -> None:
    output, checkpoint = tmp_path / "output", tmp_path / "checkpoint"

    def run(**options: str) -> list[str]:
        reader = spark.readStream.format("urlsift").schema("url string, path string").options(**options)
        writer = reader.load(str(tree)).writeStream.format("parquet").option("checkpointLocation", str(checkpoint))
        query = writer.trigger(availableNow=True).start(str(output))
        query.awaitTermination()
        return sorted(row.url for row in spark.read.parquet(str(output)).collect())

    def expected() -> list[str]:
        return sorted(pa.table(urlsift.scan_arrow(tree))["url"].to_pylist())

    assert run() == expected()
    assert run() == expected()
    (tree / "new.mbox").write_bytes(mbox(5))
    assert len(run()) == 3_292 + 5
    assert run() == expected()
    (tree / "new.mbox").write_bytes(mbox(6))
    with pytest.raises(Exception, match=r"new\.mbox: the file has changed"):
        run()


@pytest.mark.parametrize("passes_start", [True, False])
def test_a_stream_waits_for_a_file_that_was_read_and_is_unreadable_now(tmp_path: Path, passes_start: bool) -> None:
    file, away = tmp_path / "a.mbox", tmp_path / "away"
    file.write_bytes(mbox(3))
    options = parse({"path": str(file), "errors": "warn"})
    reader = StreamReader(options, spark_schema(_engine.schema(options.table, ["url"], options.scan)))

    def next_offset(start: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        # Before version 4.2, Spark passed nothing.
        return reader.latestOffset(start) if passes_start else reader.latestOffset()

    read = next_offset(reader.initialOffset())
    assert read == {"files": {str(file): file.stat().st_size}}
    assert len(reader.partitions(reader.initialOffset(), read)) == 1

    file.rename(away)
    assert next_offset(read) == read
    # As an earlier version stored it.
    assert reader.partitions(read, {"files": {str(file): UNREADABLE}}) == []

    away.rename(file)
    assert next_offset(read) == read
    assert reader.partitions(read, read) == []
    file.write_bytes(mbox(4))
    with pytest.raises(ValueError, match=r"a\.mbox: the file has changed"):
        reader.partitions(read, next_offset(read))


def test_a_stream_reads_a_file_that_was_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "a.mbox"
    options = parse({"path": str(file), "errors": "warn"})
    reader = StreamReader(options, spark_schema(_engine.schema(options.table, ["url"], options.scan)))
    failed = reader.latestOffset(reader.initialOffset())
    assert failed == {"files": {str(file): UNREADABLE}}
    file.write_bytes(mbox(3))
    read = reader.latestOffset(failed)
    assert len(reader.partitions(failed, read)) == 1


@pytest.mark.skipif(not READ.exists(), reason="needs the counters of Linux")
def test_a_stream_looks_for_files_without_reading_them(tmp_path: Path) -> None:
    (tmp_path / "large.mbox").write_bytes(mbox(200_000))
    options = parse({"path": str(tmp_path), "splitsize": "100000"})
    reader = StreamReader(options, spark_schema(_engine.schema(options.table, ["url"], options.scan)))

    def bytes_read() -> int:
        return int(READ.read_text().split()[1])

    before = bytes_read()
    path = str(tmp_path / "large.mbox")
    assert reader.latestOffset() == {"files": {path: (tmp_path / "large.mbox").stat().st_size}}
    assert bytes_read() - before < 3 << 20
    assert len(reader.partitions({"files": {}}, {"files": {path: 1}})) > 100


def test_the_harvest_recipe(spark: SparkSession, tree: Path, tmp_path: Path) -> None:
    # The session of the fixture is the one that it gets.
    script = recipe("spark", {"/data/mail": tree, "/data/links": tmp_path / "links"})
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(script, names)
    # Also the link that no standard accepts.
    assert names["links"].count() == 3_293


def test_the_recipe_of_tasks(spark: SparkSession, tree: Path, tmp_path: Path) -> None:
    outputs = {"/archives": tree, "/parquet": tmp_path / "parquet", "/data-set": tmp_path / "links"}
    names: dict[str, Any] = {"__name__": "__main__", "spark": spark}
    exec(recipe("spark-tasks", outputs), names)
    assert names["written"].rows == names["links"].count() == 3_293


def test_the_recipe_of_the_data_source(spark: SparkSession, tree: Path) -> None:
    inputs = {
        '"/archives/*.mbox"': f'"{tree}/*.mbox"',
        "/archives/a": tree / "compressed.gz",
        "/archives/b": tree / "small",
    }
    script = recipe("spark-source", inputs)
    first, _, second = script.rpartition("links = ")
    names: dict[str, Any] = {"__name__": "__main__", "spark": spark}
    exec(first, names)
    assert [row.url for row in names["links"].collect()] == ["http://a.example/b"]
    exec(f"links = {second}", names)
    assert names["links"].columns == ["url", "host"]
    assert names["links"].count() == 100 + 190


@pytest.mark.filterwarnings("ignore::Warning")
def test_executors_without_urlsift(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pyspark.sql import SparkSession\n"
        "session = SparkSession.builder.master('local[1]').config('spark.ui.enabled', 'false').getOrCreate()\n"
        "import urlsift.spark\n"
        "urlsift.spark.register(session)\n"
    )
    # An interpreter that does not find the package.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Hiding:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'urlsift':\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Hiding())\n"
    )
    other = tmp_path / "python"
    other.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path}:$PYTHONPATH exec {sys.executable} "$@"\n')
    other.chmod(0o755)
    environment = {**os.environ, "PYSPARK_PYTHON": str(other), "PYSPARK_DRIVER_PYTHON": sys.executable}
    command = [sys.executable, "-W", "ignore", "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert ended.returncode != 0
    assert "PYSPARK_PYTHON" in ended.stderr.splitlines()[-1], ended.stderr[-2000:]


def test_the_recipe_of_a_function(spark: SparkSession) -> None:
    rows = [(1, "<http://a.example/> <http://b.example/>"), (2, None), (3, "none")]
    names: dict[str, Any] = {"__name__": "__main__", "texts": spark.createDataFrame(rows, "number int, text string")}
    exec(recipe("function", {}), names)
    found = names["found"].orderBy("number", "offset").collect()
    assert [tuple(row) for row in found] == [(1, "http://a.example/", 0), (1, "http://b.example/", 20)]


def test_the_recipe_for_a_store(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.mbox").write_bytes(mbox(1_000))
    replacements = {
        '"s3", "bucket/archives/*.mbox"': f'"file", "{tmp_path}/*.mbox"',
        ', cache_type="none"': "",
        "plan_splits(file)": "plan_splits(file, size=20_000)",
    }
    script = recipe("spark-store", replacements)
    names: dict[str, Any] = {"__name__": "__main__", "spark": spark}
    exec(script, names)
    assert len(names["splits"]) > 4
    expected = pa.table(urlsift.scan_arrow(tmp_path, columns=["url", "offset"])).to_pylist()
    found = [row.asDict() for row in names["links"].collect()]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def test_a_harvest_is_that_of_one_process(spark: SparkSession, archive: Path, tmp_path: Path) -> None:
    (archive.parent / "b.mbox").write_bytes(mbox(50))
    paths = [archive, archive.parent / "b.mbox"]
    expected = urlsift.harvest(paths, tmp_path / "expected", shard_size=200_000)
    assert expected.manifest["shards"] > 5
    # Spark would read such a name as a pattern.
    out = tmp_path / "[2026]"
    made = urlsift.spark.harvest(spark, paths, out, shard_size=200_000, group_size=400_000)
    assert made.manifest == expected.manifest
    assert same_files(out, tmp_path / "expected")
    assert made.dataframe(spark).count() == 20_050
    assert made.dataframe(spark, "errors").count() == 0
    for name in ("csv", "jsonl"):
        other = urlsift.spark.harvest(spark, paths, tmp_path / name, format=name)
        with pytest.raises(ValueError, match=f"the tables are in {name}, not in parquet"):
            other.dataframe(spark)


def test_a_failed_shard_is_an_error_and_others_are_kept(spark: SparkSession, archive: Path, tmp_path: Path) -> None:
    missing = archive.parent / "missing"
    with pytest.raises(urlsift.HarvestError, match="missing: "):
        urlsift.spark.harvest(spark, [archive, missing], tmp_path / "out", shard_size=200_000)
    assert len(list((tmp_path / "out" / "links").iterdir())) > 5
    with warnings.catch_warnings(action="ignore"):
        made = urlsift.spark.harvest(spark, [archive, missing], tmp_path / "out", shard_size=200_000, errors="warn")
    assert (made.rows("links"), [error.code for error in made.errors]) == (20_000, ["not-found"])


def test_parquet_files_of_tasks(spark: SparkSession, archive: Path, tmp_path: Path) -> None:
    written = urlsift.spark.write_parquet(spark, archive, tmp_path / "out", split_size=300_000, columns=["url", "host"])
    assert written.rows == 20_000
    assert len(written.files) == 5
    found = pa.concat_tables(pq.read_table(path) for path in written.paths())
    assert found.equals(pa.table(urlsift.scan_arrow(archive, columns=["url", "host"])))
    assert (tmp_path / "out" / "_SUCCESS").exists()
