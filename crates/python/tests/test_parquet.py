"""`write_parquet`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urlsift
from support import mbox
from urlsift import _parquet

ORDER = [("path", "ascending"), ("offset", "ascending")]


def test_files_have_the_rows_of_a_scan(archive: Path, tmp_path: Path) -> None:
    (archive.parent / "b.mbox").write_bytes(mbox(50))
    paths = [archive, archive.parent / "b.mbox"]
    expected = pa.table(urlsift.scan_arrow(paths)).sort_by(ORDER)
    written = urlsift.write_parquet(paths, tmp_path / "out", split_size=300_000)
    assert written.rows == expected.num_rows == 20_050
    assert len(written.files) > 5
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted([*written.files, "_SUCCESS"])
    found = pa.concat_tables(pq.read_table(path) for path in written.paths()).sort_by(ORDER)
    assert found.equals(expected)


def test_columns_and_filters(archive: Path, tmp_path: Path) -> None:
    written = urlsift.write_parquet(
        archive, tmp_path / "out", columns=["host", "url"], host="7.example", compression="snappy", split_size=1 << 29
    )
    [path] = written.paths()
    assert pq.read_table(path).to_pydict() == {"host": ["7.example"], "url": ["http://7.example/"]}
    with pytest.raises(ValueError, match="no column 'hosts'; there are path, "):
        urlsift.write_parquet(archive, tmp_path / "other", columns=["hosts"])
    assert not (tmp_path / "other").exists()


def test_a_second_call_does_not_mix_its_files(archive: Path, tmp_path: Path) -> None:
    urlsift.write_parquet(archive, tmp_path / "out", columns="url")
    with pytest.raises(FileExistsError):
        urlsift.write_parquet(archive, tmp_path / "out", columns="url")


def test_errors(archive: Path, tmp_path: Path) -> None:
    (archive.parent / "b.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
    paths = [archive, archive.parent / "b.gz", archive.parent / "missing"]
    with pytest.raises(FileNotFoundError):
        urlsift.write_parquet(paths, tmp_path / "raise", errors="raise")
    with pytest.raises(OSError, match=r"b\.gz: "):
        urlsift.write_parquet(paths[:2], tmp_path / "raise", errors="raise")
    # A file that is not complete has no name that a reader looks for.
    assert not [path for path in (tmp_path / "raise").iterdir() if path.name == "_SUCCESS" or ".tmp" in path.name]
    with pytest.warns(urlsift.ScanWarning):
        written = urlsift.write_parquet(paths, tmp_path / "warn")
    assert written.rows == 20_000
    assert sorted(error.code for error in written.errors) == ["not-found", "truncated"]
    collected = urlsift.write_parquet(paths, tmp_path / "collect", errors="collect")
    assert collected.errors == written.errors


def test_an_interrupted_call_goes_on_where_it_was(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (archive.parent / "b.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
    out = tmp_path / "out"

    def call(size: int) -> urlsift.Written:
        paths = [archive.parent / "b.gz", archive]
        return urlsift.write_parquet(paths, out, split_size=size, threads=1, errors="collect")

    write = _parquet.WriteJob.write

    def killed(self: _parquet.WriteJob, part: tuple[int, urlsift.Split]) -> _parquet.FileResult:
        if part[0] == 2:
            raise KeyboardInterrupt
        return write(self, part)

    monkeypatch.setattr(_parquet.WriteJob, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        call(300_000)
    monkeypatch.undo()
    (out / ".part-00002.parquet.0.tmp").write_bytes(b"")
    with pytest.raises(FileExistsError):
        call(400_000)
    times = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*")}
    assert "part-00000.parquet" in times
    assert "part-00002.parquet" not in times
    written = call(300_000)
    assert written.rows == 20_000
    assert [error.code for error in written.errors] == ["truncated"]
    assert {name: (out / name).stat().st_mtime_ns for name in times} == times
    assert sorted(path.name for path in out.iterdir()) == sorted([*written.files, "_SUCCESS"])


def test_each_core_has_several_splits(archive: Path, tmp_path: Path) -> None:
    size = archive.stat().st_size
    (archive.parent / "b.mbox").write_bytes(archive.read_bytes() * (2 + (6 << 20) // size))
    written = urlsift.write_parquet(archive.parent, tmp_path / "out", threads=1)
    assert len(written.files) >= 3


def test_a_url_of_a_store_has_no_splits() -> None:
    with pytest.raises(ValueError, match="'s3://bucket/mail' is in a store"):
        urlsift.plan_splits("s3://bucket/mail")
