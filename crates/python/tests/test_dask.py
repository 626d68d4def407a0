"""`urlsift.dask`."""

from __future__ import annotations

import warnings
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

import urlsift
from support import mbox

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
