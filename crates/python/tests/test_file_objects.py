"""Ranges and splits of file objects."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import os
import pickle
import random
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import polars as pl
import pyarrow as pa
import pytest

import urlsift
from support import mbox, run

SIZE = 100_000


class Counted(io.RawIOBase):
    """A file in an object store: each read is a request."""

    def __init__(self, data: bytes, most: int = 1 << 30) -> None:
        self.file = io.BytesIO(data)
        self.most = most
        self.requests = 0
        self.bytes = 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def read(self, size: int = -1) -> bytes:
        data = self.file.read(min(size, self.most))
        self.requests += 1
        self.bytes += len(data)
        return data


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Returns an archive whose messages declare lengths that are not theirs."""
    path = tmp_path / "large.mbox"
    body = b"x\n" * 1500
    message = b"From a@b.example Mon Jan 30 09:12:04 1995\nContent-Length: %d\n\n<http://%d.example/>\n%s\n"
    path.write_bytes(b"".join(message % (len(body) + 300, number, body) for number in range(7_000)))
    return path


def found(source: Any, **options: Any) -> list[dict[str, Any]]:
    return [{**link.to_dict(), "path": ""} for link in urlsift.scan(source, **options)]


def as_file(path: Path) -> io.BufferedReader:
    return path.open("rb")


def as_bytes(path: Path) -> io.BytesIO:
    return io.BytesIO(path.read_bytes())


def as_raw(path: Path) -> Counted:
    return Counted(path.read_bytes(), most=65_537)


def as_fsspec(path: Path) -> Any:
    return fsspec.filesystem("file").open(str(path))


OPENERS = [as_file, as_bytes, as_raw, as_fsspec]


@pytest.mark.parametrize("open_file", OPENERS)
@pytest.mark.parametrize("threads", [1, 3])
def test_ranges_equal_those_of_the_path(archive: Path, open_file: Callable[[Path], Any], threads: int) -> None:
    size = archive.stat().st_size
    cuts = sorted(random.Random(7).sample(range(size), 9))
    for start, end in zip([None, *cuts], [*cuts, None], strict=True):
        options: dict[str, Any] = {"range": (start, end), "threads": threads}
        with open_file(archive) as file:
            assert found(file, **options) == found(archive, **options)
    for start in (size - 1, size, size + 1, 1 << 62):
        with open_file(archive) as file:
            assert found(file, range=(start, None), threads=threads) == []


@pytest.mark.parametrize("open_file", OPENERS)
def test_splits_of_file_objects(archive: Path, open_file: Callable[[Path], Any]) -> None:
    expected = [split.range for split in urlsift.plan_splits(archive, size=SIZE)]
    whole = pa.table(urlsift.scan_arrow(archive)).drop_columns("path")
    with open_file(archive) as file:
        splits = urlsift.plan_splits(file, size=SIZE)
        assert file.tell() == 0
        assert len(splits) > 5
        assert [split.range for split in splits] == expected
        assert pickle.loads(pickle.dumps(splits)) == splits
        assert splits != urlsift.plan_splits(archive, size=SIZE)
        tables = [pa.table(urlsift.scan_arrow(file, range=split.range)) for split in splits]
    assert pa.concat_tables(tables).drop_columns("path").equals(whole)
    for read in (urlsift.scan, urlsift.scan_arrow):
        with pytest.raises(ValueError, match="of a file object"):
            read(splits[0])


def test_names_of_file_objects(archive: Path) -> None:
    name = "memory_test/a.mbox"
    store = fsspec.filesystem("memory")
    store.pipe_file(name, archive.read_bytes())
    with store.open(name) as file:
        [first, *_] = urlsift.plan_splits(file, size=SIZE)
        assert first.paths == ["/" + name]
        assert next(urlsift.scan(file)).path == "/" + name
    [unnamed] = urlsift.plan_splits(io.BytesIO(b"<http://a.example/>"))
    assert (unnamed.paths, unnamed.range, unnamed.bytes) == ([""], None, 19)


def test_paths_and_file_objects_in_order(archive: Path, tmp_path: Path) -> None:
    small = [tmp_path / name for name in "abc"]
    for path in small:
        path.write_bytes(b"<http://a.example/>")
    objects = io.BytesIO(b"<http://b.example/>"), io.BytesIO(gzip.compress(mbox(9)))
    splits = urlsift.plan_splits([*small[:2], objects[0], small[2], objects[1]], size=SIZE)
    assert [(split.paths, split.range) for split in splits] == [
        ([str(small[0]), str(small[1])], None),
        ([""], None),
        ([str(small[2])], None),
        ([""], None),
    ]


def test_where_a_file_object_is(archive: Path) -> None:
    size = archive.stat().st_size // 20_000
    with archive.open("rb") as file:
        file.seek(SIZE)
        # Ranges count from the start of the file.
        ranges = [split.range for split in urlsift.plan_splits(file, size=SIZE)]
        assert ranges == [split.range for split in urlsift.plan_splits(archive, size=SIZE)]
        assert file.tell() == SIZE
        options: dict[str, Any] = {"range": (SIZE, 2 * SIZE)}
        assert found(file, **options) == found(archive, **options)
        # Without a range, the file is read from its current position.
        file.seek(-2 * size, os.SEEK_END)
        assert 0 < len(found(file)) <= 3


def test_packed_and_unseekable_file_objects_are_read_from_their_start(archive: Path) -> None:
    options: dict[str, Any] = {"range": (SIZE, 2 * SIZE)}
    expected = found(archive, **options)
    compressed = gzip.compress(archive.read_bytes(), compresslevel=1)
    assert found(io.BytesIO(compressed), **options) == expected
    with gzip.open(io.BytesIO(compressed)) as file:
        assert found(file, **options) == expected
    read, write = os.pipe()

    def fill() -> None:
        # The scan ends before the data does.
        with contextlib.suppress(BrokenPipeError), open(write, "wb") as pipe:
            pipe.write(archive.read_bytes())

    writer = threading.Thread(target=fill)
    writer.start()
    with open(read, "rb") as pipe:
        assert found(pipe, **options) == expected
    writer.join()


def test_few_requests(large: Path) -> None:
    data = large.read_bytes()
    file = Counted(data)
    start = 15 << 20
    options: dict[str, Any] = {"range": (start, start + 1), "threads": 1}
    assert found(file, **options) == found(large, **options)
    # The start of the file, 4 MiB before the range, and the message.
    assert file.requests <= 12
    assert file.bytes <= 12 << 20


def test_a_table_of_file_objects_is_repeatable(archive: Path) -> None:
    expected = pa.table(urlsift.scan_arrow(archive)).drop_columns("path")
    with archive.open("rb") as file:
        scan = urlsift.scan_arrow([file])
        for _ in range(2):
            assert pa.table(scan).drop_columns("path").equals(expected)
        # Two streams of one object at a time.
        file.seek(0)
        readers = [pa.RecordBatchReader.from_stream(urlsift.scan_arrow(file, batch_size=999)) for _ in range(2)]
        batches: list[list[pa.RecordBatch]] = [[], []]
        for reader, of_reader in itertools.cycle(zip(readers, batches, strict=True)):
            batch = next(reader, None)
            if batch is None:
                break
            of_reader.append(batch)
        batches[1].extend(readers[1])
        for of_reader in batches:
            assert pa.Table.from_batches(of_reader).drop_columns("path").equals(expected)


def test_a_stream_is_read_once() -> None:
    read, write = os.pipe()
    os.write(write, b"<http://a.example/>")
    os.close(write)
    with open(read, "rb") as pipe:
        scan = urlsift.scan_arrow(pipe, columns=["url"])
        assert pa.table(scan).num_rows == 1
        with pytest.warns(urlsift.ScanWarning, match="read before"):
            assert pa.table(scan).num_rows == 0
    assert [error.code for error in scan.errors] == ["io"]


def test_errors_of_seekable_objects(archive: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError("the store is gone")

    scan = urlsift.scan_arrow(Broken(archive.read_bytes()), range=(SIZE, None), columns=["url"])
    with warnings.catch_warnings(action="ignore"):
        assert pl.DataFrame(scan).height == 0
    assert ["the store is gone" in error.text for error in scan.errors] == [True]
    with pytest.raises(OSError, match="the store is gone"):
        urlsift.plan_splits(Broken())
    [split] = urlsift.plan_splits(Broken(), errors="keep")
    assert (split.paths, split.range) == ([""], None)
    with pytest.raises(TypeError, match="binary"):
        urlsift.plan_splits(io.StringIO())


# A file object whose `read` waits, in the process that has made it, from the second megabyte on. So a thread that reads
# ahead has the lock of the object when the process forks.
SLOW = """if True:
    import io, os, signal, sys, threading, time, urlsift

    class Slow(io.BytesIO):
        process = os.getpid()
        is_waiting = threading.Event()

        def read(self, size=-1):
            if os.getpid() == self.process and self.tell() >= 1 << 20:
                self.is_waiting.set()
                time.sleep(1000)
            return super().read(size)

    file = Slow(open(sys.argv[1], "rb").read())
    expected = len(list(urlsift.scan(sys.argv[1])))
    assert len(file.getvalue()) > 1 << 20
    table = urlsift.scan_arrow(file, range=(0, None))
    scan = urlsift.scan(file, threads=2)
    assert file.is_waiting.wait(10)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        %s
        # The end of this process does not wait for threads of the other one.
        begin = time.monotonic()
        urlsift._end_calls()
        assert time.monotonic() - begin < 0.5
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    os._exit(0)
"""


@pytest.mark.parametrize(
    "use",
    [
        "file.seek(0); assert len(list(urlsift.scan(file))) == expected",
        "assert len(urlsift.plan_splits(file, size=100_000)) > 5",
        "import pyarrow; assert len(pyarrow.table(table)) == expected",
    ],
)
def test_a_file_object_survives_a_fork(archive: Path, use: str) -> None:
    result = run(SLOW % use, str(archive))
    assert (result.returncode, result.stderr) == (0, "")
