"""`urlsift.dask`."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import mbox, recipe, same_files

pytest.importorskip("dask.dataframe", reason="needs dask[dataframe]")

import dask

import urlsift.dask


@pytest.mark.parametrize("size", [50_000, 1 << 30])
@pytest.mark.parametrize("scheduler", ["synchronous", "threads"])
def test_partitions_equal_one_pass(archive: Path, size: int, scheduler: str) -> None:
    (archive.parent / "b").write_bytes(mbox(9))
    links = urlsift.dask.read_links(archive.parent, split_size=size, scheme="http")
    assert links.npartitions == len(urlsift.plan_splits(archive.parent, size=size))
    expected = pa.table(urlsift.scan_arrow(archive.parent)).to_pandas(types_mapper=pd.ArrowDtype)
    with dask.config.set(scheduler=scheduler):
        pd.testing.assert_frame_equal(links.compute().reset_index(drop=True), expected)
        assert list(links.groupby("host").size().compute()[["8.example", "9.example"]]) == [2, 1]


def test_columns(archive: Path) -> None:
    links = urlsift.dask.read_links([archive], columns=["host", "url"], split_size=500_000)
    assert list(links.columns) == ["host", "url"]
    assert len(links) == 20_000
    with pytest.raises(ValueError, match="no column 'hosts'"):
        urlsift.dask.read_links(archive, columns=["hosts"])
    assert len(urlsift.dask.read_links([])) == 0


def test_errors(archive: Path) -> None:
    (archive.parent / "b.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
    missing = archive.parent / "missing"
    with warnings.catch_warnings(action="ignore"):
        with pytest.raises(OSError, match=r"b\.gz: "):
            len(urlsift.dask.read_links(archive.parent))
        with pytest.raises(FileNotFoundError):
            urlsift.dask.read_links(missing)
        assert len(urlsift.dask.read_links([archive.parent, missing], errors="warn")) == 20_000
        errors = urlsift.dask.read_errors([archive.parent, missing]).compute()
    assert sorted(errors["code"]) == ["not-found", "truncated"]


def test_a_harvest_is_that_of_one_process(archive: Path, tmp_path: Path) -> None:
    (archive.parent / "b.mbox").write_bytes(mbox(50))
    paths = [archive, archive.parent / "b.mbox"]
    expected = urlsift.harvest(paths, tmp_path / "expected", shard_size=200_000)
    assert expected.manifest["shards"] > 5
    made = urlsift.dask.harvest(paths, tmp_path / "out", shard_size=200_000, group_size=400_000)
    assert made.manifest == expected.manifest
    assert same_files(tmp_path / "out", tmp_path / "expected")
    assert len(made.dataframe()) == 20_050
    assert len(made.dataframe("errors")) == 0
    other = urlsift.dask.harvest(paths, tmp_path / "csv", format="csv")
    with pytest.raises(ValueError, match="the tables are in csv, not in parquet"):
        other.dataframe()


def test_a_failed_shard_is_an_error_and_others_are_kept(archive: Path, tmp_path: Path) -> None:
    missing = archive.parent / "missing"
    with pytest.raises(urlsift.HarvestError, match="missing: "):
        urlsift.dask.harvest([archive, missing], tmp_path / "out", shard_size=200_000)
    assert len(list((tmp_path / "out" / "links").iterdir())) > 5
    with warnings.catch_warnings(action="ignore"):
        made = urlsift.dask.harvest([archive, missing], tmp_path / "out", shard_size=200_000, errors="warn")
    assert (made.rows("links"), [error.code for error in made.errors]) == (20_000, ["not-found"])


def test_parquet_files_of_tasks(archive: Path, tmp_path: Path) -> None:
    written = urlsift.dask.write_parquet(archive, tmp_path / "out", split_size=300_000, columns=["url", "host"])
    assert written.rows == 20_000
    assert len(written.files) == 5
    found = pa.concat_tables(pq.read_table(path) for path in written.paths())
    assert found.equals(pa.table(urlsift.scan_arrow(archive, columns=["url", "host"])))
    assert (tmp_path / "out" / "_SUCCESS").exists()


@pytest.mark.filterwarnings("ignore::Warning")
def test_a_cluster(archive: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="needs dask.distributed")
    urlsift.harvest(archive, tmp_path / "expected", shard_size=200_000)
    marks = tmp_path / "marks"
    marks.mkdir()

    def fail_once(number: int) -> int:
        (marks / str(number)).touch(exist_ok=False)
        raise OSError("a node without disk space")

    def try_twice(number: int) -> int:
        return number if (marks / str(number)).exists() else fail_once(number)

    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        made = urlsift.dask.harvest(archive, tmp_path / "out", shard_size=200_000, group_size=400_000)
        assert sorted(urlsift.dask._in_tasks(try_twice, [1, 2, 3])) == [1, 2, 3]
        recipes(archive, tmp_path / "recipe", client.scheduler.address)
    assert made.rows("links") == 20_000
    assert same_files(tmp_path / "out", tmp_path / "expected")


def recipes(archive: Path, out: Path, scheduler: str) -> None:
    """Runs those of a harvest and of the data source."""
    names: dict[str, Any] = {}
    inputs = {"/data/mail": archive, "/data/links": out, "scheduler.example:8786": scheduler}
    exec(recipe("dask", inputs), names)
    with names["client"]:
        assert len(names["links"]) == 20_000
        exec(recipe("dask-source", {"/archives": archive}), names)
        assert (len(names["links"]), len(names["errors"])) == (20_000, 0)
