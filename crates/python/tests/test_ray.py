"""`urlsift.ray`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import COMMAND, harvest_recipe, mbox

pytest.importorskip("ray.data", reason="needs ray[data]")

import ray

import urlsift.ray

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


@pytest.mark.skipif(not COMMAND.exists(), reason="needs the command")
def test_the_harvest_recipe(archive: Path, tmp_path: Path) -> None:
    output = tmp_path / "links"
    script, line = harvest_recipe(archive, output)
    lines = [line if "spark." in old else old for old in script.splitlines()]
    exec("\n".join(lines), {"__name__": "__main__", "ray": ray})
    tables = [pq.read_table(path, columns=["url"]) for path in (output / "links").rglob("*.parquet")]
    assert sum(table.num_rows for table in tables) == 20_000
