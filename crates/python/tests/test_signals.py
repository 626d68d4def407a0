"""Signals, and exceptions that are no errors of an input."""

from __future__ import annotations

import gc
import gzip
import io
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import urlsift
from support import mbox, same_files

# Long enough that the search takes many times longer than a check for signals.
LINES = b"a line of prose, without any address in it, that is read and skipped\n" * 3_000_000


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Raises `KeyboardInterrupt` after some time, as Ctrl-C does."""
    # A callback of the garbage collector, such as that of hypothesis, would swallow the exception.
    gc.disable()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()


@pytest.mark.parametrize("find", [urlsift.find, urlsift.find_message])
def test_a_long_text_can_be_interrupted(find: Any) -> None:
    text = b"\n" + LINES
    start = time.perf_counter()
    assert find(text) == []
    whole = time.perf_counter() - start
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), interrupt_after(whole / 10):
        find(text)
    assert time.perf_counter() - start < whole * 0.8


def test_a_long_text_has_the_links_of_a_short_one() -> None:
    link = b"<http://a.exam\nple/> and http://b.example/\n"
    lines = LINES[: 20 << 20]
    text = lines + link + lines
    found = urlsift.find(text)
    expected = urlsift.find(link)
    assert [found.url for found in found] == [link.url for link in expected]
    assert [(found.start - len(lines), found.raw) for found in found] == [(link.start, link.raw) for link in expected]


class Interrupted(io.BytesIO):
    """A file whose second block cannot be read."""

    def __init__(self, exception: BaseException) -> None:
        super().__init__(b"see http://a.example/\n" * 100_000)
        self.exception = exception
        self.is_seekable = True

    def seekable(self) -> bool:
        return self.is_seekable

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 0:
            raise self.exception
        return super().read(size)


@pytest.mark.parametrize("is_seekable", [True, False])
@pytest.mark.parametrize("exception", [KeyboardInterrupt("stop"), SystemExit(3), GeneratorExit()])
def test_exceptions_that_are_no_errors_pass_on(exception: BaseException, is_seekable: bool) -> None:
    file = Interrupted(exception)
    file.is_seekable = is_seekable
    scan = urlsift.scan(file)
    with pytest.raises(type(exception)) as raised:
        list(scan)
    assert raised.value is exception
    # The scan has ended.
    assert list(scan) == []


def test_errors_do_not() -> None:
    scan = urlsift.scan(Interrupted(OSError("a damaged sector")), errors="collect")
    assert len(list(scan)) > 1_000
    [error] = scan.errors
    assert "a damaged sector" in error.text


def test_splits_pass_them_on() -> None:
    with pytest.raises(SystemExit):
        urlsift.plan_splits(Interrupted(SystemExit(3)), size=1 << 20)


def test_tables_end_with_an_exception() -> None:
    scan = urlsift.scan_arrow(Interrupted(SystemExit(3)))
    with pytest.raises(pa.ArrowException, match="SystemExit"):
        pa.table(scan)


@pytest.fixture(scope="module")
def many_links() -> bytes:
    return b"".join(b"see http://%d.example/ in a line\n" % number for number in range(600_000))


@pytest.mark.parametrize("name", ["find", "str", "message", "column", "one text", "scan"])
def test_calls_with_many_links_can_be_interrupted(many_links: bytes, tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(many_links)
    text = many_links.decode()
    columns = {"column": pa.array(text.splitlines()), "one text": pa.array([text])}
    calls: dict[str, Callable[[], object]] = {
        "find": lambda: urlsift.find(many_links),
        "str": lambda: urlsift.find(text),
        "message": lambda: urlsift.find_message(b"\n" + many_links),
        "column": lambda: urlsift.find_arrow(columns["column"]),
        "one text": lambda: urlsift.find_arrow(columns["one text"]),
        "scan": lambda: list(urlsift.scan(path)),
    }
    start = time.perf_counter()
    calls[name]()
    assert_interrupted(calls[name], time.perf_counter() - start)


@pytest.fixture(scope="module")
def small_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a directory of many files."""
    root = tmp_path_factory.mktemp("small")
    for directory in range(60):
        (root / str(directory)).mkdir()
        for number in range(500):
            (root / str(directory) / str(number)).write_bytes(b"see http://%d.example/\n" % number)
    return root


def plan_of_a_harvest(path: Path, out: Path) -> None:
    # The first shard ends it.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urlsift._harvest.group", lambda *_: [])
        urlsift.harvest(path, out)


def assert_interrupted(call: Callable[[], object], whole: float, part: float = 0.1) -> None:
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), interrupt_after(whole * part):
        call()
    assert time.perf_counter() - start < whole * 0.8


def test_plans_can_be_interrupted(small_files: Path, tmp_path: Path) -> None:
    start = time.perf_counter()
    assert len(urlsift.plan_splits(small_files)) > 0
    assert_interrupted(lambda: urlsift.plan_splits(small_files), time.perf_counter() - start)
    start = time.perf_counter()
    with pytest.raises(RuntimeError, match="not done"):
        plan_of_a_harvest(small_files, tmp_path / "out")
    whole = time.perf_counter() - start
    assert_interrupted(lambda: plan_of_a_harvest(small_files, tmp_path / "interrupted"), whole)
    assert not (tmp_path / "interrupted" / "plan.json").exists()


def test_tasks_in_progress_are_ended(tmp_path: Path) -> None:
    # One shard, and one split.
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"\n" + LINES[: 80 << 20] + mbox(100_000), 1))
    calls: list[Callable[[Path], object]] = [
        lambda out: urlsift.harvest(path, out),
        lambda out: urlsift.write_parquet(path, out),
        # A task without a row waits for the first one.
        lambda out: urlsift.write_parquet(path, out, host="none.example"),
    ]
    for number, call in enumerate(calls):
        start = time.perf_counter()
        call(tmp_path / f"whole{number}")
        whole = time.perf_counter() - start
        out = tmp_path / f"interrupted{number}"
        assert_interrupted(partial(call, out), whole)
        assert not list(out.rglob("*.parquet"))


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Returns a directory of files, and a data set of them whose shards are done, of many URLs."""
    root = tmp_path_factory.mktemp("unfinished")
    (root / "mail").mkdir()
    for number in range(40):
        links = (b"<http://%d.example/%d-\n%d>\n" % (link % 97, number, link) for link in range(8_000))
        (root / "mail" / f"{number}.txt").write_bytes(b"".join(links))

    def no_finish(*_: object) -> None:
        raise InterruptedError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urlsift._harvest._finish", no_finish)
        with pytest.raises(InterruptedError):
            urlsift.harvest(root / "mail", root / "out", shard_size=200_000)
    return root / "mail", root / "out"


def test_the_end_of_a_harvest_can_be_interrupted(unfinished: tuple[Path, Path], tmp_path: Path) -> None:
    mail, out = unfinished
    whole, expected = finished(mail, shutil.copytree(out, tmp_path / "expected"))
    again = shutil.copytree(out, tmp_path / "again")
    for part in (0.2, 0.6):
        assert_interrupted(lambda: urlsift.harvest(mail, again, shard_size=200_000), whole, part)
        assert not (again / "manifest.json").exists()
        assert not list(again.glob("*.parquet"))
        assert not list((again / "tmp").iterdir())
    assert finished(mail, again)[1] == expected
    assert same_files(again, tmp_path / "expected")


def finished(mail: Path, out: Path) -> tuple[float, object]:
    start = time.perf_counter()
    made = urlsift.harvest(mail, out, shard_size=200_000)
    assert made.rows("urls") >= 40 * 8_000
    return time.perf_counter() - start, made.manifest


def test_its_end_in_a_store_can_be_interrupted(unfinished: tuple[Path, Path], tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec", reason="needs fsspec")
    mail, out = unfinished
    store = fsspec.filesystem("memory")
    store.put(str(out), "/unfinished", recursive=True)
    whole, manifest = finished(mail, shutil.copytree(out, tmp_path / "expected"))
    for part in (0.2, 0.6):
        assert_interrupted(lambda: urlsift.harvest(mail, "memory://unfinished", shard_size=200_000), whole, part)
        assert not store.exists("/unfinished/manifest.json")
    made = urlsift.harvest(mail, "memory://unfinished", shard_size=200_000)
    assert made.manifest == manifest
    store.get("/unfinished", str(tmp_path / "stored"), recursive=True)
    shutil.rmtree(tmp_path / "expected" / "tmp")
    assert same_files(tmp_path / "stored", tmp_path / "expected")
