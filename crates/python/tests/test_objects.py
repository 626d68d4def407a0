"""Inputs and data sets in an object store."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import mbox, recipe, same_files
from urlsift._objects import BLOCK, Objects, RangedFile

pytest.importorskip("moto.server", reason="needs moto[server]")
pytest.importorskip("s3fs", reason="needs s3fs")

from faulty_store import Faults, faulty_store

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
ORDER = [("path", "ascending"), ("offset", "ascending")]


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[dict[str, Any], Faults]]:
    with faulty_store() as (options, faults):
        system, _ = Objects(options).system("s3://bucket")
        system.mkdir("bucket")
        yield options, faults


@pytest.fixture
def options(store: tuple[dict[str, Any], Faults]) -> dict[str, Any]:
    """Returns the options of a store without faults that has two archives."""
    options, faults = store
    faults.rate = 0.0
    system, _ = Objects(options).system("s3://bucket")
    if system.exists("bucket/out"):
        system.rm("bucket/out", recursive=True)
    if not system.exists("bucket/mail/a.mbox"):
        system.pipe_file("bucket/mail/a.mbox", mbox(6_000))
        system.pipe_file("bucket/mail/b.gz", gzip.compress(mbox(500)))
        system.pipe_file("bucket/mail/small/c.txt", b"see http://c.example/")
        # Longer than what is read ahead.
        system.pipe_file("bucket/long/a.mbox", mbox(100) + b"a line of a long message, which has no end\n" * 1_000_000)
    return options


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlsift._objects.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("urlsift._objects.MAX_PAUSE", 0.05)


def download(options: dict[str, Any], url: str, to: Path) -> Path:
    """Copies a data set to a directory, without the times of inputs."""
    system, path = Objects(options).system(url)
    system.invalidate_cache()
    system.get(path, str(to), recursive=True)
    return to


def make(options: dict[str, Any], out: str, **others: Any) -> urlsift.Harvest:
    return urlsift.harvest("s3://bucket/mail", out, shard_size=100_000, storage_options=options, **others)


def test_a_data_set_in_a_store_is_that_of_a_directory(options: dict[str, Any], tmp_path: Path) -> None:
    local = make(options, str(tmp_path / "local"))
    assert local.rows("links") == 6_501
    assert local.rows("inputs") > 5
    stored = make(options, "s3://bucket/out/whole")
    assert stored.manifest == local.manifest
    assert same_files(download(options, stored.out, tmp_path / "stored"), tmp_path / "local")
    assert stored.to_arrow().count_rows() == 6_501
    assert urlsift.open_harvest(stored.out, storage_options=options).manifest == local.manifest


def test_updates(options: dict[str, Any], tmp_path: Path) -> None:
    system, _ = Objects(options).system("s3://bucket")
    system.pipe_file("bucket/grows/a.mbox", mbox(3_000))
    paths = ["s3://bucket/grows/*.mbox"]
    for out in ("s3://bucket/out/grows", str(tmp_path / "local")):
        urlsift.harvest(paths, out, shard_size=100_000, storage_options=options)
    system.pipe_file("bucket/grows/a.mbox", mbox(3_500))
    for out in ("s3://bucket/out/grows", str(tmp_path / "local")):
        made = urlsift.harvest(paths, out, shard_size=100_000, storage_options=options)
        assert made.rows("links") == 3_500
    stored = download(options, "s3://bucket/out/grows", tmp_path / "stored")
    # The stale tables were moved out of the way, and what was needed again was moved back.
    assert len(list((stored / "stale" / "links").iterdir())) > 0
    assert same_files(stored, tmp_path / "local")
    system.pipe_file("bucket/grows/a.mbox", mbox(3_000))
    for out in ("s3://bucket/out/grows", str(tmp_path / "local")):
        assert urlsift.harvest(paths, out, shard_size=100_000, storage_options=options).rows("links") == 3_000
    assert same_files(download(options, "s3://bucket/out/grows", tmp_path / "again"), tmp_path / "local")


def test_stale_objects_are_pruned(options: dict[str, Any], tmp_path: Path) -> None:
    system, _ = Objects(options).system("s3://bucket")
    outs = ("s3://bucket/out/pruned", str(tmp_path / "local"))
    for count in (3_000, 3_500):
        system.pipe_file("bucket/grows/b.mbox", mbox(count))
        for out in outs:
            made = urlsift.harvest("s3://bucket/grows/b.mbox", out, shard_size=100_000, storage_options=options)
            assert made.rows("links") == count
    pruned = [urlsift.open_harvest(out, storage_options=options).prune() for out in outs]
    assert pruned[0] == pruned[1]
    # The tables, commits and tallies of the range that has grown, the table of URLs, and a plan.
    assert pruned[0].files >= 8
    assert pruned[0].bytes > 1_000
    stored = download(options, outs[0], tmp_path / "stored")
    assert same_files(stored, tmp_path / "local")
    assert not (stored / "stale").exists()
    [again] = {urlsift.open_harvest(out, storage_options=options).prune() for out in outs}
    assert again == (0, 0)
    made = urlsift.harvest("s3://bucket/grows/b.mbox", outs[0], shard_size=100_000, storage_options=options)
    assert made.to_arrow().count_rows() == 3_500


def test_interrupted_plans(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    read = Objects.state
    calls = []

    def interrupted(objects: Objects, url: str) -> tuple[int, int]:
        calls.append(url)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return read(objects, url)

    monkeypatch.setattr(Objects, "state", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(options, "s3://bucket/out/interrupted")
    # No other object was opened, and there is no plan of some objects.
    assert len(calls) == 2
    system, path = Objects(options).system("s3://bucket/out/interrupted")
    assert not system.exists(f"{path}/plan.json")
    calls.append("third")

    def cut(file: RangedFile, size: int = -1) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(RangedFile, "read", cut)
    with pytest.raises(KeyboardInterrupt):
        make(options, "s3://bucket/out/interrupted")
    assert not system.exists(f"{path}/plan.json")


def test_faults_change_nothing(options: dict[str, Any], store: tuple[dict[str, Any], Faults], tmp_path: Path) -> None:
    _, faults = store
    make(options, str(tmp_path / "local"))
    failed = faults.failed
    faults.rate = 0.1
    stored = make(options, "s3://bucket/out/faulty")
    faults.rate = 0.0
    assert faults.failed - failed > 5
    assert same_files(download(options, stored.out, tmp_path / "stored"), tmp_path / "local")


SCRIPT = """
import json, os, sys
import urlsift
from urlsift import _objects, _store

_objects.FIRST_PAUSE = 0.01
options, out, dies_at = json.loads(sys.argv[1]), sys.argv[2], int(sys.argv[3])
commit = _store.StoredDataSet._commit
count = 0

def dying(self, *arguments):
    global count
    count += 1
    if count == dies_at:
        # The tables are uploaded, and the shard is not committed.
        os._exit(9)
    commit(self, *arguments)

_store.StoredDataSet._commit = dying
urlsift.harvest("s3://bucket/mail", out, shard_size=100_000, storage_options=options, threads=1)
"""


def start(options: dict[str, Any], out: str, dies_at: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, json.dumps(options), out, str(dies_at)]
    return subprocess.Popen(command)


def test_another_store(tmp_path: Path) -> None:
    # It has no ETag, no version and no multipart upload.
    system, _ = Objects().system("memory://mail")
    outs = (str(tmp_path / "local"), "memory://out/whole")
    for count in (3_000, 3_500):
        system.pipe_file("/mail/a.mbox", mbox(count))
        local, stored = (urlsift.harvest("memory://mail", out, shard_size=100_000) for out in outs)
        assert (stored.rows("links"), stored.manifest) == (count, local.manifest)
        assert stored.to_arrow().count_rows() == count
    [pruned] = {urlsift.open_harvest(out).prune() for out in outs}
    assert pruned.files > 0
    assert same_files(download({}, outs[1], tmp_path / "stored"), tmp_path / "local")


def test_a_worker_dies_between_upload_and_commit(options: dict[str, Any], tmp_path: Path) -> None:
    make(options, str(tmp_path / "local"))
    out = "s3://bucket/out/dies"
    for _ in range(2):
        assert start(options, out, 3).wait(120) == 9
    system, path = Objects(options).system(out)
    system.invalidate_cache()
    # Two commits of the first process, two more of the second, and the tables of a shard that is not committed.
    assert len(system.ls(f"{path}/shards")) == 4
    assert len(system.ls(f"{path}/links")) == 5
    assert start(options, out, 0).wait(120) == 0
    assert same_files(download(options, out, tmp_path / "stored"), tmp_path / "local")


def test_random_kills(options: dict[str, Any], store: tuple[dict[str, Any], Faults], tmp_path: Path) -> None:
    _, faults = store
    make(options, str(tmp_path / "local"))
    faults.rate = 0.05
    generator = random.Random(46)
    out = "s3://bucket/out/kills"
    kills = 0
    while True:
        process = start(options, out, 0)
        try:
            ended = process.wait(1.0 + 2.0 * generator.random() if kills < 4 else 120)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        assert ended == 0
        break
    faults.rate = 0.0
    assert kills > 0
    assert same_files(download(options, out, tmp_path / "stored"), tmp_path / "local")


def test_objects_are_read_in_blocks_once(
    options: dict[str, Any], store: tuple[dict[str, Any], Faults], tmp_path: Path
) -> None:
    _, faults = store
    before = len(faults.requests)
    made = urlsift.harvest("s3://bucket/long/a.mbox", tmp_path / "out", storage_options=options)
    assert made.rows("links") == 100
    spans = [span for method, path, span in faults.requests[before:] if path.endswith("a.mbox") and method == "GET"]
    ranges = [tuple(map(int, span.removeprefix("bytes=").split("-"))) for span in spans if span]
    # The shard is read twice, to hash it and to search it.
    whole = [first for first, last in ranges if last - first == BLOCK - 1 and first % BLOCK == 0]
    assert 4 <= len(whole) == len(set(whole)), ranges


class LibraryError(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "attempts"),
    [
        (OSError("503"), 8),
        (LibraryError("503"), 8),
        (FileNotFoundError(), 1),
        (NotImplementedError(), 1),
        (TypeError("mode"), 1),
        (type("NoCredentialsError", (Exception,), {})(), 1),
    ],
    ids=repr,
)
def test_what_is_tried_again(error: Exception, attempts: int) -> None:
    calls = []

    def fail() -> None:
        calls.append(1)
        raise error

    with pytest.raises(type(error)):
        Objects().retried(fail)
    assert len(calls) == attempts


def test_a_missing_object(options: dict[str, Any], tmp_path: Path) -> None:
    for path in ("s3://bucket/missing", "s3://bucket/*.missing"):
        with pytest.raises(FileNotFoundError):
            urlsift.harvest(path, tmp_path / "out", storage_options=options)


def test_parquet_files(options: dict[str, Any], tmp_path: Path) -> None:
    written = urlsift.write_parquet(
        "s3://bucket/mail",
        "s3://bucket/out/parquet",
        split_size=100_000,
        columns=["path", "offset", "url"],
        storage_options=options,
    )
    assert written.rows == 6_501
    assert len(written.files) > 5
    system, path = Objects(options).system("s3://bucket/out/parquet")
    system.invalidate_cache()
    assert system.exists(f"{path}/_SUCCESS")
    found = pa.concat_tables(pq.read_table(f"{path}/{name}", filesystem=system) for name in written.files)
    assert found.num_rows == 6_501
    assert found.sort_by(ORDER)["path"].unique().to_pylist() == [
        "s3://bucket/mail/a.mbox",
        "s3://bucket/mail/b.gz",
        "s3://bucket/mail/small/c.txt",
    ]
    with pytest.raises(FileExistsError):
        urlsift.write_parquet("s3://bucket/mail", "s3://bucket/out/parquet", storage_options=options)


def test_conditional_commits(options: dict[str, Any]) -> None:
    system, _ = Objects(options).system("s3://bucket")
    system.pipe_file("bucket/out/once", b"1", mode="create")
    with pytest.raises(FileExistsError):
        system.pipe_file("bucket/out/once", b"2", mode="create")
    assert system.cat_file("bucket/out/once") == b"1"


def test_the_recipe(options: dict[str, Any]) -> None:
    # The store of the fixture needs more options.
    script = recipe(
        "store", {'{"endpoint_url": "http://minio.example:9000"}': repr(options), "bucket/links": "bucket/out"}
    )
    names: dict[str, Any] = {}
    exec(script, names)
    assert names["made"].rows("links") == 6_501
