"""What paths, numbers and outputs may be, and what can be pickled."""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import urlsift

Call = Callable[..., Any]


def links_of(paths: Any, _: Path) -> int:
    return len(list(urlsift.scan(paths)))


def rows_of_splits(paths: Any, _: Path) -> int:
    return sum(len(list(urlsift.scan(split))) for split in urlsift.plan_splits(paths))


def rows_of_files(paths: Any, out: Path) -> int:
    return urlsift.write_parquet(paths, out).rows


def rows_of_data_set(paths: Any, out: Path) -> int:
    return urlsift.harvest(paths, out).rows("links")


CALLS = [links_of, rows_of_splits, rows_of_files, rows_of_data_set]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a b.txt"
    path.write_bytes(b"see http://a.example/ and http://b.example/")
    return path


@pytest.mark.parametrize("call", CALLS)
def test_paths(file: Path, tmp_path: Path, call: Call) -> None:
    same = [file, str(file), os.fsencode(file), [file], (path for path in [file]), {file}, str(file.parent / "*.txt")]
    for number, paths in enumerate(same):
        assert call(paths, tmp_path / f"out{number}") == 2, paths
    assert call([], tmp_path / "none") == 0


@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_path(file: Path, tmp_path: Path, call: Call) -> None:
    wrong: Any
    for wrong in (None, 5, True):
        with pytest.raises(TypeError, match=f"expected a path.*not '{type(wrong).__name__}'"):
            call(wrong, tmp_path / "out")
    for wrong in ([None], [[file]], io.StringIO("x")):
        with pytest.raises(TypeError, match="expected"):
            call(wrong, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("call", CALLS[2:])
def test_paths_of_tasks(file: Path, tmp_path: Path, call: Call) -> None:
    assert call(file.as_uri(), tmp_path / "out") == 2
    with pytest.raises(TypeError, match="not 'BytesIO'"):
        call(io.BytesIO(b"http://a.example/"), tmp_path / "other")
    # The working directory must not be read, or written to, by mistake.
    with pytest.raises(ValueError, match="empty"):
        call("", tmp_path / "other")
    with pytest.raises(ValueError, match="empty"):
        call(file, "")


@pytest.mark.parametrize("call", CALLS[2:])
@pytest.mark.parametrize("out", ["c.txt", "c.txt/out"])
def test_outputs_that_cannot_be_written(file: Path, call: Call, out: str) -> None:
    (file.parent / "c.txt").touch()
    with pytest.raises((FileExistsError, NotADirectoryError)) as raised:
        call(file, file.parent / out)
    # A data set names the first of its files.
    assert raised.value.filename.removesuffix("/plan.json") == str(file.parent / out)
    assert "os error" not in str(raised.value)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> Any:
        (tmp_path / "out" / ".part-00000.parquet.x.tmp").symlink_to("/dev/full")
        return type("Fixed", (), {"hex": "x"})

    monkeypatch.setattr("uuid.uuid4", full)
    with pytest.raises(OSError, match="No space left"):
        urlsift.write_parquet(file, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*part*"))


def test_numbers(file: Path, tmp_path: Path) -> None:
    for call in (urlsift.harvest, urlsift.write_parquet):
        for threads in (0, -1):
            with pytest.raises(ValueError, match="'threads'"):
                call(file, tmp_path / "out", threads=threads)
    with pytest.raises(ValueError, match="'split_size'"):
        urlsift.write_parquet(file, tmp_path / "out", split_size=0)
    with pytest.raises(ValueError, match="'shard_size'"):
        urlsift.harvest(file, tmp_path / "out", shard_size=0)


def test_results_can_be_pickled(file: Path, tmp_path: Path) -> None:
    with pytest.raises(urlsift.HarvestError) as raised:
        urlsift.harvest([file, tmp_path / "missing"], tmp_path / "out")
    made = urlsift.harvest(file, tmp_path / "out")
    written = urlsift.write_parquet(file, tmp_path / "parquet")
    for value in (made, written, made.prune(), urlsift.plan_splits(file)[0], urlsift.check("http://a.example/")):
        assert pickle.loads(pickle.dumps(value)) == value
    error = pickle.loads(pickle.dumps(raised.value))
    assert (str(error), error.errors) == (str(raised.value), raised.value.errors)
    assert "missing: " in str(error)


def test_a_data_set_without_parquet(file: Path, tmp_path: Path) -> None:
    made = urlsift.harvest(file, tmp_path / "out", format="jsonl")
    with pytest.raises(ValueError, match="in jsonl"):
        made.to_arrow()


def test_tasks_of_many_shards_are_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        (tmp_path / f"{number}.txt").write_bytes(b"see http://%d.example/" % number)
    monkeypatch.setattr("urlsift._harvest.MIN_TASKS", 5)
    groups: list[object] = []
    run = urlsift._harvest.Job.run

    def counted(job: urlsift._harvest.Job, group: tuple[int, int]) -> object:
        groups.append(group)
        return run(job, group)

    monkeypatch.setattr("urlsift._harvest.Job.run", counted)
    made = urlsift.harvest(tmp_path, tmp_path / "out", shard_size=1)
    assert made.manifest["shards"] == 20
    assert 5 <= len(groups) <= 7
