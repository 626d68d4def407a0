"""`urlsift.ray`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import mbox, recipe, same_files

pytest.importorskip("ray.data", reason="needs ray[data]")

import ray

import urlsift.ray
from urlsift._objects import Objects
from urlsift.ray import _in_tasks

pytestmark = pytest.mark.filterwarnings("ignore::Warning")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def sorted_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["path"], row["offset"]))


@pytest.mark.parametrize("size", [500_000, 1 << 30])
def test_tasks_equal_one_pass(archive: Path, size: int) -> None:
    (archive.parent / "b").write_bytes(mbox(9))
    links = urlsift.ray.read_links(archive.parent, split_size=size, scheme="http")
    expected = pa.table(urlsift.scan_arrow(archive.parent))
    assert links.columns() == expected.column_names
    assert sorted_rows(links.take_all()) == sorted_rows(expected.to_pylist())


def test_columns(archive: Path) -> None:
    links = urlsift.ray.read_links([archive], columns=["host", "url"])
    assert links.columns() == ["host", "url"]
    assert links.count() == 20_000
    with pytest.raises(ValueError, match="no column 'hosts'"):
        urlsift.ray.read_links(archive, columns=["hosts"])


def test_errors(archive: Path) -> None:
    (archive.parent / "b.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
    missing = archive.parent / "missing"
    with pytest.raises(Exception, match=r"b\.gz: "):
        urlsift.ray.read_links(archive.parent).take_all()
    with pytest.raises(FileNotFoundError):
        urlsift.ray.read_links(missing)
    assert urlsift.ray.read_links([archive.parent, missing], errors="warn").count() == 20_000
    errors = urlsift.ray.read_errors([archive.parent, missing]).take_all()
    assert sorted(error["code"] for error in errors) == ["not-found", "truncated"]


def test_a_harvest_is_that_of_one_process(archive: Path, tmp_path: Path) -> None:
    (archive.parent / "b.mbox").write_bytes(mbox(50))
    paths = [archive, archive.parent / "b.mbox"]
    expected = urlsift.harvest(paths, tmp_path / "expected", shard_size=200_000)
    assert expected.manifest["shards"] > 5
    made = urlsift.ray.harvest(paths, tmp_path / "out", shard_size=200_000, group_size=400_000)
    assert made.manifest == expected.manifest
    assert same_files(tmp_path / "out", tmp_path / "expected")
    assert made.dataset().count() == 20_050
    assert made.dataset("errors").count() == 0


def test_a_failed_shard_is_an_error_and_others_are_kept(archive: Path, tmp_path: Path) -> None:
    missing = archive.parent / "missing"
    with pytest.raises(urlsift.HarvestError, match="missing: "):
        urlsift.ray.harvest([archive, missing], tmp_path / "out", shard_size=200_000)
    assert len(list((tmp_path / "out" / "links").iterdir())) > 5
    with warnings.catch_warnings(action="ignore"):
        made = urlsift.ray.harvest([archive, missing], tmp_path / "out", shard_size=200_000, errors="warn")
    assert (made.rows("links"), [error.code for error in made.errors]) == (20_000, ["not-found"])


def test_parquet_files_of_tasks(archive: Path, tmp_path: Path) -> None:
    written = urlsift.ray.write_parquet(archive, tmp_path / "out", split_size=300_000, columns=["url", "host"])
    assert written.rows == 20_000
    assert len(written.files) == 5
    found = pa.concat_tables(pq.read_table(path) for path in written.paths())
    assert found.equals(pa.table(urlsift.scan_arrow(archive, columns=["url", "host"])))
    assert (tmp_path / "out" / "_SUCCESS").exists()


def test_a_task_whose_process_dies_is_repeated(tmp_path: Path) -> None:
    def die_once(number: int) -> int:
        try:
            (tmp_path / str(number)).touch(exist_ok=False)
        except FileExistsError:
            return number
        os._exit(9)

    assert sorted(_in_tasks(die_once, [1, 2, 3])) == [1, 2, 3]


def test_the_recipe_of_the_data_source(archive: Path) -> None:
    names: dict[str, Any] = {}
    exec(recipe("ray-source", {"/archives": archive}), names)
    assert names["links"].columns() == ["url", "host"]
    assert names["links"].count() == 20_000


def test_the_recipe_of_a_harvest(archive: Path, tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    # The cluster is that of the fixture.
    outputs = {'ray.init("auto")': "", "/data/mail": archive, "/data/links": tmp_path / "out"}
    exec(recipe("ray", outputs), names)
    assert names["links"].count() == 20_000


def test_a_data_set_in_a_store(archive: Path) -> None:
    pytest.importorskip("moto.server", reason="needs moto[server]")
    from faulty_store import faulty_store  # noqa: PLC0415 (needs moto)

    with faulty_store() as (options, faults):
        faults.rate = 0.0
        system, _ = Objects(options).system("s3://bucket")
        system.mkdir("bucket")
        out = "s3://bucket/out"
        made = urlsift.ray.harvest(archive, out, shard_size=200_000, storage_options=options)
        assert made.dataset().count() == 20_000
        assert made.dataset("errors").count() == 0
