"""Reads a tree with a cluster of two processes, and compares all columns with one pass.

`spark_cluster.py DIRECTORY MEGABYTES` writes the tree and the tables there. One executor is killed in the second run.
Prints times.
"""

from __future__ import annotations

import gzip
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet
from pyspark.sql import SparkSession

import urlsift
import urlsift.spark
from support import same_files
from urlsift.spark import UrlsiftSource

SPLIT_SIZE = 64 << 20
# The last link of a message has other columns than the first one.
MESSAGE = (
    "From a{0}@b.example Mon Jan 30 09:12:04 1995\n"
    "From: A{0} <a{0}@b.example>\n"
    "Date: Mon, 30 Jan 1995 09:12:04 +0100\n"
    "Message-ID: <{1}.{0}@b.example>\n"
    "Subject: number {0}\n"
    "Newsgroups: comp.text,alt.test\n\n"
    "See <http://{0}.example/{1}>.\n{2}"
    "> <URL:ftp://b.example/long/\n> name{0}>\n\n"
)


def messages(name: str, size: int) -> Iterator[bytes]:
    """Yields messages of about 4 KB until there are `size` bytes."""
    generator = random.Random(name)
    words = ["".join(generator.choices("aeilnorst", k=length)) for length in range(2, 12) for _ in range(50)]
    written = number = 0
    while written < size:
        filler = "".join(" ".join(generator.choices(words, k=10)) + "\n" for _ in range(50))
        message = MESSAGE.format(number, name, filler).encode()
        yield message
        written += len(message)
        number += 1


def make_tree(root: Path, size: int) -> None:
    """Writes large files, small ones and some that are compressed."""
    for number in range(3):
        with (root / f"{number}.mbox").open("wb") as file:
            file.writelines(messages(f"large{number}", size * 3 // 10))
    (root / "compressed").mkdir()
    for number in range(4):
        compressed = b"".join(messages(f"compressed{number}", size // 200))
        (root / "compressed" / f"{number}.gz").write_bytes(gzip.compress(compressed, 1))
    (root / "small").mkdir()
    for number in range(200):
        (root / "small" / f"{number}.mbox").write_bytes(b"".join(messages(f"small{number}", size // 2500)))


def executors() -> list[int]:
    """Returns the ids of the processes that execute tasks, which this process has started."""
    parents, found = {}, []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may contain spaces.
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
            if b"CoarseGrainedExecutorBackend" in (stat.parent / "cmdline").read_bytes():
                found.append(int(stat.parent.name))
        except (FileNotFoundError, ProcessLookupError):
            continue

    def is_ours(process: int) -> bool:
        while process not in (0, os.getpid()):
            process = parents.get(process, 0)
        return process != 0

    return [process for process in found if is_ours(process)]


def kill_one_executor(session: SparkSession, killed: list[int]) -> None:
    """Waits until tasks have ended and others run, then kills a process."""
    tracker = session.sparkContext.statusTracker()
    while True:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numCompletedTasks >= 2 and info.numActiveTasks > 0:
                killed.append(executors()[0])
                os.kill(killed[0], signal.SIGKILL)
                return
        time.sleep(0.05)


def differences(first: Path, second: Path) -> int:
    """Returns the number of rows that only one of two tables has, counting repeated ones."""
    with duckdb.connect() as connection:
        query = "SELECT count(*) FROM ((TABLE {0} EXCEPT ALL TABLE {1}) UNION ALL (TABLE {1} EXCEPT ALL TABLE {0}))"
        for name, path in (("a", first), ("b", second)):
            files = str(path / "*.parquet") if path.is_dir() else str(path)
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{files}')")
        [[count]] = connection.execute(query.format("a", "b")).fetchall()
        return int(count)


def main() -> None:
    """Prints times; fails if the tables are not equal."""
    root, size = Path(sys.argv[1]), int(sys.argv[2]) * 1_000_000
    tree = root / "tree"
    tree.mkdir()
    make_tree(tree, size)
    whole = root / "whole.parquet"

    start = time.perf_counter()
    reader = pa.RecordBatchReader.from_stream(urlsift.scan_arrow(tree))
    rows = 0
    with pyarrow.parquet.ParquetWriter(whole, reader.schema) as writer:
        for batch in reader:
            rows += batch.num_rows
            writer.write_batch(batch)
    print(f"one process: {rows} links of {size // 1_000_000} MB in {time.perf_counter() - start:.1f} s", flush=True)
    assert rows > size // 5_000

    builder = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.ui.enabled", "false")
    # Snappy is a native library, which not every system loads.
    builder = builder.config("spark.sql.parquet.compression.codec", "gzip")
    start = time.perf_counter()
    session = builder.config("spark.executor.memory", "1g").getOrCreate()
    session.dataSource.register(UrlsiftSource)
    print(f"the cluster: started in {time.perf_counter() - start:.1f} s", flush=True)
    for name in ("two executors", "one of them killed"):
        output = root / name.replace(" ", "-")
        killed: list[int] = []
        if "killed" in name:
            threading.Thread(target=kill_one_executor, args=(session, killed), daemon=True).start()
        start = time.perf_counter()
        frame = session.read.format("urlsift").option("splitSize", str(SPLIT_SIZE)).load(str(tree))
        partitions = frame.rdd.getNumPartitions()
        frame.write.parquet(str(output))
        print(f"{name}: {partitions} partitions in {time.perf_counter() - start:.1f} s", flush=True)
        assert len(killed) == ("killed" in name)
        found = differences(whole, output)
        assert found == 0, f"{found} rows differ"
    harvest(session, tree, root)
    session.stop()


def harvest(session: SparkSession, tree: Path, root: Path) -> None:
    """Makes data sets and Parquet files in tasks; one executor is killed in the second run of each."""
    start = time.perf_counter()
    expected = urlsift.harvest(tree, root / "data-set")
    print(f"harvest, one process: {expected.rows('links')} links in {time.perf_counter() - start:.1f} s", flush=True)
    for name in ("two executors", "one of them killed"):
        killed: list[int] = []
        if "killed" in name:
            threading.Thread(target=kill_one_executor, args=(session, killed), daemon=True).start()
        start = time.perf_counter()
        out = root / f"harvest-{name.replace(' ', '-')}"
        urlsift.spark.harvest(session, tree, out, group_size=SPLIT_SIZE)
        print(f"harvest, {name}: in {time.perf_counter() - start:.1f} s", flush=True)
        assert len(killed) == ("killed" in name)
        assert same_files(out, root / "data-set")
    for name in ("two executors", "one of them killed"):
        killed = []
        if "killed" in name:
            threading.Thread(target=kill_one_executor, args=(session, killed), daemon=True).start()
        start = time.perf_counter()
        out = root / f"write-{name.replace(' ', '-')}"
        written = urlsift.spark.write_parquet(session, tree, out, split_size=SPLIT_SIZE)
        print(f"write_parquet, {name}: {written.rows} rows in {time.perf_counter() - start:.1f} s", flush=True)
        assert len(killed) == ("killed" in name)
        found = differences(root / "whole.parquet", out)
        assert found == 0, f"{found} rows differ"


if __name__ == "__main__":
    main()
