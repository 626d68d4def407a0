"""`scan`, `plan_splits`, and the classes that they return."""

from __future__ import annotations

import gc
import gzip
import io
import itertools
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import urlsift
from support import THREADS, mbox, run, wait_until

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}


@pytest.mark.parametrize("threads", [1, 3])
def test_scan_equals_the_command(
    cases: list[tuple[str, bytes]], listed: Callable[..., list[dict[str, Any]]], tmp_path: Path, threads: int
) -> None:
    for number, (_, source) in enumerate(cases):
        (tmp_path / f"{number:05}").write_bytes(source)
    with warnings.catch_warnings(action="ignore"):
        scan = urlsift.scan(tmp_path, threads=threads, **ALL)
        objects = [link.to_dict() for link in scan]
    expected = listed("--json-errors", tmp_path)
    assert objects == [found for found in expected if "error" not in found]
    errors = [found["error"] for found in expected if "error" in found]
    fields = ("path", "offset", "code", "text")
    assert [[error.get(name) for name in fields] for error in errors] == [
        [getattr(error, name) for name in fields] for error in scan.errors
    ]
    assert len(objects) > 500


def test_scan_equals_the_command_on_archives(archives: Path, listed: Callable[..., list[dict[str, Any]]]) -> None:
    with warnings.catch_warnings(action="ignore"):
        links = [link.to_dict() for link in urlsift.scan(archives, **ALL)]
    assert links == [found for found in listed("--json-errors", archives) if "error" not in found]


def test_paths_and_file_objects(archive: Path) -> None:
    expected = [link.url for link in urlsift.scan(archive)]
    assert len(expected) == 20_000
    for path in (str(archive), os.fsencode(archive), [archive], iter([archive])):
        assert [link.url for link in urlsift.scan(path)] == expected
    with archive.open("rb") as file:
        links = list(urlsift.scan(file))
    assert [link.url for link in links] == expected
    assert links[-1].path == str(archive)
    assert links[-1].message is not None
    assert (links[-1].message["index"], links[-1].line) == (19_999, 5 * 19_999 + 4)
    objects: list[Any] = [io.BytesIO(gzip.compress(mbox(2))), archive, io.BytesIO(mbox(1))]
    assert [link.path for link in urlsift.scan(objects)] == ["", ""] + 20_000 * [str(archive)] + [""]


class Broken(io.RawIOBase):
    """A file object that fails after some bytes."""

    name = 3

    def __init__(self, *blocks: Any) -> None:
        self.blocks: Iterator[Any] = iter(blocks)

    def read(self, size: int = -1, /) -> Any:
        block = next(self.blocks)
        if isinstance(block, Exception):
            raise block
        return block


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (None, ""),
        (PermissionError(13, "Permission denied"), "Permission denied"),
    ],
)
def test_errors_of_file_objects(last: Any, reason: str) -> None:
    file = Broken(b"<http://a/>\n\n", last)
    scan = urlsift.scan([file, io.BytesIO(b"<http://b/>")])
    with pytest.warns(urlsift.ScanWarning, match=reason):
        assert [link.url for link in scan] == ["http://a/", "http://b/"]
    [error] = scan.errors
    assert reason in error.text
    assert error.offset == 13


def test_other_exceptions_of_file_objects() -> None:
    for last, error in ((ValueError("it broke"), ValueError), ("text", TypeError), (EOFError("it broke"), EOFError)):
        with pytest.raises(error, match=r"it broke|type 'bytes'"):
            list(urlsift.scan([Broken(b"<http://a/>\n\n", last)]))


def test_file_objects_must_be_binary() -> None:
    for argument in (io.StringIO("x"), [io.StringIO("x")], 3, [3], None):
        with pytest.raises(TypeError):
            urlsift.scan(argument)  # type: ignore[arg-type]


def test_errors_are_not_lost(archive: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "b.gz"
    damaged.write_bytes(gzip.compress(mbox(9))[:-6])
    scan = urlsift.scan(["/no/such", archive, damaged])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert len(list(scan)) == 20_009
    assert [error.code for error in scan.errors] == ["not-found", "truncated"]
    assert [str(warning.message) for warning in caught] == [str(error) for error in scan.errors]
    assert all(warning.category is urlsift.ScanWarning for warning in caught)
    error = scan.errors[1]
    assert (error.path, error.path_bytes) == (str(damaged), os.fsencode(damaged))
    assert error == pickle.loads(pickle.dumps(error))
    assert hash(error) == hash(pickle.loads(pickle.dumps(error)))


def test_a_warning_that_is_an_exception_loses_nothing(archive: Path) -> None:
    scan = urlsift.scan(["/no/such", archive])
    with pytest.raises(urlsift.ScanWarning):
        next(scan)
    assert len(list(scan)) == 20_000
    assert len(scan.errors) == 1


def test_threads_share_a_scan(archive: Path) -> None:
    scan = urlsift.scan([archive, archive], threads=2)
    found: list[list[str]] = [[] for _ in range(8)]

    def take(urls: list[str]) -> None:
        urls.extend(link.url for link in scan)

    threads = [threading.Thread(target=take, args=(urls,)) for urls in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    expected = 2 * [f"http://{number}.example/" for number in range(20_000)]
    assert sorted(itertools.chain(*found)) == sorted(expected)
    assert next(scan, None) is None


@pytest.mark.skipif(not THREADS.exists(), reason="needs the threads of Linux")
@pytest.mark.parametrize("end", ["drop", "close", "with"])
def test_a_scan_that_is_not_finished_ends(archive: Path, end: str) -> None:
    before = len(list(THREADS.iterdir()))
    scan = urlsift.scan([archive] * 50, threads=3)
    next(scan)
    assert len(list(THREADS.iterdir())) > before
    if end == "close":
        scan.close()
        assert next(scan, None) is None
    elif end == "with":
        with scan:
            next(scan)
    if end == "drop":
        del scan
        gc.collect()
    wait_until(lambda: len(list(THREADS.iterdir())) <= before)


def test_a_scan_does_not_survive_a_fork(archive: Path) -> None:
    script = """if True:
        import os, sys, urlsift
        path = sys.argv[1]
        scan = urlsift.scan([path] * 20)
        next(scan)
        child = os.fork()
        if child == 0:
            try:
                next(scan)
            except RuntimeError as error:
                assert "fork" in str(error), error
            del scan
            assert len(list(urlsift.scan(path, threads=2))) == 20_000
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert sum(1 for _ in scan) == 20 * 20_000 - 1
    """
    result = run(script, str(archive))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_signal_ends_a_wait(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    script = """if True:
        import _thread, sys, threading, urlsift
        threading.Timer(0.3, _thread.interrupt_main).start()
        try:
            next(urlsift.scan(sys.argv[1]))
        except KeyboardInterrupt:
            sys.exit(7)
    """
    result = run(script, str(fifo))
    assert (result.returncode, result.stderr) == (7, "")


def test_an_interpreter_ends_during_a_scan(archive: Path) -> None:
    script = """if True:
        import sys, urlsift
        file = open(sys.argv[1], "rb")
        class Endless:
            def read(self, size):
                file.seek(0)
                return file.read(size)
        scan = urlsift.scan(Endless())
        next(scan)
    """
    result = run(script, str(archive))
    assert (result.returncode, result.stderr) == (0, "")


def test_other_threads_run_while_a_scan_waits(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    links: list[urlsift.Link] = []
    thread = threading.Thread(target=lambda: links.extend(urlsift.scan(fifo)))
    thread.start()
    with fifo.open("wb") as file:
        file.write(b"<http://a/>\n\n")
        file.flush()
        wait_until(lambda: bool(links))
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.parametrize(("size", "most"), [(1, 1), (1000, 11), (1 << 30, 22)])
def test_splits_have_each_link_once(archive: Path, tmp_path: Path, size: int, most: int) -> None:
    compressed = tmp_path / "b.mbox.gz"
    compressed.write_bytes(gzip.compress(mbox(50)))
    (tmp_path / "c").mkdir()
    for number in range(20):
        (tmp_path / "c" / str(number)).write_bytes(mbox(1))
    archive.write_bytes(mbox(500))
    splits = urlsift.plan_splits(tmp_path, size=size, include=["*"])
    assert splits == pickle.loads(pickle.dumps(splits))
    assert len(set(splits)) == len(splits)
    found = [link.to_dict() for split in splits for link in urlsift.scan(split)]
    whole = [link.to_dict() for link in urlsift.scan(tmp_path)]
    for link in itertools.chain(found, whole):
        # In a range, lines and columns are not known.
        link.pop("line", None)
        link.pop("column", None)
        link["message"].pop("index", None)
    assert found == whole
    assert len(whole) == 570
    expected = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert sum(split.bytes or 0 for split in splits) == expected
    assert max(len(split.paths) for split in splits) == most


def test_a_file_that_is_not_cut_is_read_as_a_whole(archive: Path) -> None:
    [split] = urlsift.plan_splits([archive])
    assert (split.paths, split.range) == ([str(archive)], None)
    assert [split.range is None for split in urlsift.plan_splits([archive, archive], size=archive.stat().st_size)] == [
        True,
        True,
    ]
    first, *_ = urlsift.plan_splits(archive, size=1000)
    assert repr(first) == f"Split(['{archive}'], range=(0, {first.range[1] if first.range else None}))"


def test_invalid_splits(archive: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        urlsift.plan_splits([archive, "/no/such"])
    assert raised.value.filename == "/no/such"
    missing, _ = sorted(urlsift.plan_splits([archive, "/no/such"], errors="keep"), key=lambda split: split.bytes or 0)
    assert (missing.paths, missing.bytes) == (["/no/such"], None)
    with pytest.warns(urlsift.ScanWarning):
        scan = urlsift.scan(missing)
        assert list(scan) == []
    assert [error.code for error in scan.errors] == ["not-found"]
    with pytest.raises(ValueError, match="'errors': there is no mode 'skip'"):
        urlsift.plan_splits(archive, errors="skip")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="size"):
        urlsift.plan_splits(archive, size=0)
    with pytest.raises(ValueError, match="range"):
        urlsift.plan_splits(archive, range=(0, 1))  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="range"):
        urlsift.scan(urlsift.plan_splits(archive)[0], range=(0, 1))


def test_a_range_of_a_file(archive: Path) -> None:
    message = len(mbox(1))
    assert [link.url for link in urlsift.scan(archive, range=(1, message + 1))] == ["http://1.example/"]
    assert len(list(urlsift.scan(archive, range=(None, message)))) == 1
    assert len(list(urlsift.scan(archive, range=(1, None)))) == 19_999
    with archive.open("rb") as file:
        assert [link.url for link in urlsift.scan(file, range=(1, message + 1))] == ["http://1.example/"]


def test_how_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(gzip.compress(mbox(1)))
    assert list(urlsift.scan(path, unpack=False)) == []
    [link] = urlsift.scan(path, read_as="text")
    assert link.message is None
    assert [link.message is not None for link in urlsift.scan(path, read_as="mbox")] == [True]
    path.write_bytes("<http://a/é>".encode("latin-1"))
    [link] = urlsift.scan(path, encoding="latin1", conforms="none")
    assert link.url == "http://a/é"
    assert len(list(urlsift.scan(tmp_path, exclude="a", conforms="none"))) == 0


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": 257}, ValueError),
        ({"threads": "2"}, TypeError),
        ({"range": (2, 1)}, ValueError),
        ({"range": 3}, TypeError),
        ({"read_as": "x"}, ValueError),
        ({"encoding": "x"}, ValueError),
        ({"include": "{"}, ValueError),
        ({"unpack": 1}, TypeError),
        ({"size": 1}, TypeError),
    ],
)
def test_invalid_options(options: dict[str, Any], error: type[Exception]) -> None:
    name = "glob" if "include" in options else next(iter(options))
    with pytest.raises(error, match=name):
        urlsift.scan([], **options)


def test_paths_of_splits_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.mbox").write_bytes(mbox(10))
    monkeypatch.chdir(tmp_path)
    [split] = urlsift.plan_splits("a.mbox")
    monkeypatch.chdir("/")
    assert split.paths == [str(tmp_path / "a.mbox")]
    assert len(list(urlsift.scan(split))) == 10


def test_a_split_whose_file_is_missing_raises(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(mbox(10))
    [split] = pickle.loads(pickle.dumps(urlsift.plan_splits(path)))
    path.unlink()
    for function in (urlsift.scan, urlsift.scan_arrow):
        with pytest.raises(FileNotFoundError) as raised:
            function(split)
        assert str(raised.value.filename) == str(path)
    scan = urlsift.scan(split, errors="collect")
    assert list(scan) == []
    assert [error.code for error in scan.errors] == ["not-found"]
    # An error that was kept is reported by the scan.
    [kept] = pickle.loads(pickle.dumps(urlsift.plan_splits(path, errors="keep")))
    with pytest.warns(urlsift.ScanWarning):
        assert list(urlsift.scan(kept)) == []


def test_errors_of_scans(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(mbox(3))
    missing = tmp_path / "missing"
    with pytest.raises(FileNotFoundError, match="missing"):
        list(urlsift.scan([missing, path], errors="raise"))
    with pytest.warns(urlsift.ScanWarning):
        assert len(list(urlsift.scan([missing, path], errors="warn"))) == 3
    scan = urlsift.scan([missing, path], errors="collect")
    assert len(list(scan)) == 3
    assert [error.path for error in scan.errors] == [str(missing)]
    with pytest.raises(ValueError, match="there is no mode 'ignore'; there are raise, warn, collect"):
        urlsift.scan(path, errors="ignore")  # type: ignore[arg-type]


def test_patterns(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for name in ("b.mbox", "a.mbox", "d/c.mbox", "[x].mbox", "y.txt"):
        (tmp_path / name).write_bytes(mbox(1))

    def read(pattern: str) -> list[str]:
        return [os.path.relpath(link.path, tmp_path) for link in urlsift.scan(tmp_path / pattern)]

    assert read("*.mbox") == ["[x].mbox", "a.mbox", "b.mbox"]
    assert read("**/*.mbox") == ["[x].mbox", "a.mbox", "b.mbox", "d/c.mbox"]
    # A file with such a name is that file.
    assert read("[x].mbox") == ["[x].mbox"]
    assert len(urlsift.plan_splits(tmp_path / "[ab].mbox")[0].paths) == 2
    with pytest.warns(urlsift.ScanWarning, match=r"z\*: "):
        assert read("z*") == []


def test_binary_files(tmp_path: Path, listed: Callable[..., list[dict[str, Any]]]) -> None:
    link, long = b"\0 <http://a.example/> ", b"a http://b.example/\n"
    contents = {
        "a": link,
        "b": link + 70_000 * b"x" + long,
        "c": 20 * long + b"\0",
        "d": long + 8_000 * b"x" + b"\0",
        "e": long + 65_000 * b"x" + 20 * link,
        "f": long + 66_000 * b"x" + 20 * link,
        "g.mbox": mbox(1) + link,
        "h.gz": gzip.compress(link),
        "i": "\ufeffsee http://c.example/".encode("utf-16-le"),
        "j": 16 * b"\0" + 5_000 * long,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    binary = {
        str(tmp_path / name): links for name, links in (("a", 1), ("c", 20), ("e", 21), ("h.gz", 1), ("j", 5_000))
    }
    # One NUL in 70,000 bytes, one in 8,000, and those after the first 64 KiB are none.
    for threads in (1, 2):
        with pytest.warns(urlsift.ScanWarning, match="binary file: ") as warned:
            scan = urlsift.scan(tmp_path, threads=threads, conforms="none")
            links = list(scan)
        assert [link.to_dict() for link in links] == listed(tmp_path)
        assert scan.binary_files == binary
        assert scan.errors == []
        assert len(warned) == len(binary)
        assert str(warned[0].message) == f'{tmp_path}/a: binary file: 1 link left out (see binary="text")'
        found = list(scan := urlsift.scan(tmp_path, threads=threads, conforms="none", binary="text"))
        assert [link.to_dict() for link in found] == listed("--binary-as-text", tmp_path)
        assert scan.binary_files == binary
    table = urlsift.scan_arrow(tmp_path, errors="collect")
    assert pa.table(table)["path"].to_pylist() == [link.path for link in urlsift.scan(tmp_path, errors="raise")]
    assert table.binary_files == binary
    assert pa.table(urlsift.scan_arrow(tmp_path, binary="text")).num_rows == len(found)
    # Nor is it decoded.
    assert len(list(urlsift.scan(tmp_path, read_as="text"))) == len(found) - 1
    with pytest.raises(ValueError, match="'binary': there is no way 'x'; there are skip, text"):
        urlsift.scan(tmp_path, binary="x")  # type: ignore[arg-type]


def test_standard_input_is_not_binary(tmp_path: Path) -> None:
    script = "import urlsift; scan = urlsift.scan('-'); print(len(list(scan)), scan.binary_files)"
    result = subprocess.run(
        [sys.executable, "-c", script], input=b"\0 <http://a.example/>", capture_output=True, check=True
    )
    assert result.stdout == b"1 {}\n"
