"""Files in an object store, through fsspec: inputs as ranged reads, outputs as whole objects."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import random
import tempfile
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from ._paths import absolute, is_url, several
from ._tasks import on_threads
from ._types import Path

T = TypeVar("T")
R = TypeVar("R")

# The bytes of a ranged read, and how many of them are in flight while an object is read from start to end.
BLOCK = 8 << 20
AHEAD = 4

# The bytes that are read one after the other before blocks are read ahead. To find where a message begins, fewer are
# read: 1 MiB, and then all of the others.
SEQUENTIAL = 6 << 20
NEXT = 5 << 20

# The maximum number of bytes of an object that are kept in a temporary file, for the second time that they are read: a
# shard is hashed, and then searched.
MAX_KEPT = 1 << 30
MAX_OBJECTS_KEPT = 4

# The small objects that are read or removed at the same time.
REQUESTS = 8

ATTEMPTS = 8
FIRST_PAUSE = 0.1
MAX_PAUSE = 10.0

# The time between two checks whether anybody waits for an object, in seconds.
CHECK_INTERVAL = 0.05

# Errors that another attempt does not change.
FINAL = (
    *(FileNotFoundError, PermissionError, FileExistsError, IsADirectoryError, NotADirectoryError),
    # Wrong options, and methods that a file system does not have.
    *(TypeError, NotImplementedError, ImportError),
)

# The time after which a store is down that cannot be connected to, in seconds, and the names of such errors of botocore
# and of aiohttp.
MAX_DOWN = 6.0
DOWN_NAMES = ("EndpointConnectionError", "ConnectTimeoutError", "ClientConnectorError")

# The names of final errors of botocore, which is imported only by those who use it.
FINAL_NAMES = ("NoCredentialsError", "PartialCredentialsError", "ProfileNotFound")


class Objects:
    """The objects of stores, as `_plan_harvest` and `_run_harvest` want them. It can be pickled.

    Attributes:
        options: The options of the file systems of fsspec, such as `endpoint_url`.
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.options = dict(options or {})
        self._reset()

    def stop(self) -> None:
        """Ends the tasks of this process that use the objects, because the caller does not wait for them."""
        self._stopped.set()
        with self._lock:
            for end in self._ends:
                end()

    @contextlib.contextmanager
    def ended_by(self, end: Callable[[], None]) -> Iterator[None]:
        """Calls a function, which ends a task in progress, if `stop` is called meanwhile."""
        with self._lock:
            self._ends.append(end)
        try:
            self.check_stopped()
            yield
        finally:
            with self._lock:
                self._ends.remove(end)

    def check_stopped(self) -> None:
        """Raises `InterruptedError` if `stop` was called."""
        if self._stopped.is_set():
            raise InterruptedError(4, "the call that has started this task has ended")

    def retried(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Calls a function of a store again if it fails, after pauses that grow."""
        pause = FIRST_PAUSE
        start = time.monotonic()
        for _ in range(ATTEMPTS - 1):
            self.check_stopped()
            began = time.monotonic()
            try:
                return function(*arguments, **options)
            except FINAL:
                raise
            # Stores have the exceptions of many libraries.
            except Exception as error:
                if type(error).__name__ in FINAL_NAMES:
                    raise
                is_down = type(error).__name__ in DOWN_NAMES or isinstance(error, ConnectionRefusedError)
                now = time.monotonic()
                if is_down and now - start + pause + (now - began) > MAX_DOWN:
                    raise
                self._stopped.wait(pause * (0.5 + random.random()))
                pause = min(2 * pause, MAX_PAUSE)
        return function(*arguments, **options)

    def on_threads(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Calls a function that makes a small request for each item, and yields the results in order."""
        return on_threads(function, items, threads=REQUESTS, stop=self.stop)

    def result(self, future: Future[T]) -> T:
        """Waits for a result, as long as the caller waits for this task."""
        while not wait([future], CHECK_INTERVAL).done:
            self.check_stopped()
        return future.result()

    def _reset(self) -> None:
        self._stopped = threading.Event()
        self._ends: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._pool: ThreadPoolExecutor | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"options": self.options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.options = state["options"]
        self._reset()

    def system(self, url: str) -> tuple[Any, str]:
        """Returns the file system of a URL, and the path in it."""
        import fsspec  # noqa: PLC0415 (not needed for files)

        options = self.options
        if url.startswith("s3://"):
            # Otherwise botocore waits for a minute, five times.
            options = {"config_kwargs": {"connect_timeout": 3, "retries": {"max_attempts": 1}}, **options}
        system, path = fsspec.core.url_to_fs(url, **options)
        return system, path

    def info(self, url: str) -> dict[str, Any]:
        """Returns what the store knows about an object."""
        system, path = self.system(url)
        system.invalidate_cache()
        found: dict[str, Any] = self.retried(system.info, path)
        return found

    def state(self, url: Path) -> tuple[int, int]:
        """Returns the size of an object, and a number that changes when it is replaced."""
        info = self.info(os.fspath(url))  # type: ignore[arg-type]
        names = (
            "ETag",
            "etag",
            "md5",
            "content_md5",
            "generation",
            "mtime",
            "LastModified",
            "last_modified",
            "created",
        )
        known = [str(info[name]) for name in names if info.get(name) is not None]
        digest = hashlib.blake2b("\n".join(known).encode(), digest_size=8).digest()
        return int(info["size"]), int.from_bytes(digest, "little")

    def open(self, url: Path) -> RangedFile:
        """Returns a file object that reads an object."""
        name = str(os.fspath(url))
        size, version = self.state(name)
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(AHEAD, thread_name_prefix="urlsift-objects")
            kept = self._kept.pop((name, version), None) or _Kept()
            self._kept[name, version] = kept
            if len(self._kept) > MAX_OBJECTS_KEPT:
                self._kept.popitem(last=False)
        system, path = self.system(name)
        return RangedFile(self, path=path, system=system, name=name, size=size, kept=kept, pool=self._pool)

    def expand(self, paths: Path | Iterable[Path]) -> list[Path]:
        """Returns absolute paths of files and directories, and the URLs of the objects that URLs name."""
        found: list[Path] = []
        for path in several(paths):
            found += self._expand(os.fsdecode(path)) if is_url(path) else [absolute(path)]
        return found

    def _expand(self, path: str) -> list[str]:
        """Returns the URLs of the objects that a URL names: one, those of a pattern, or those below a prefix."""
        system, name = self.system(path)
        is_pattern = any(char in name for char in "*?[") and not self.retried(system.exists, name)
        if is_pattern:
            found = [
                name for name, info in self.retried(system.glob, name, detail=True).items() if info["type"] == "file"
            ]
            if not found:
                raise FileNotFoundError(2, "no object matches", path)
        elif self.retried(system.isfile, name):
            found = [name]
        else:
            found = [name for name in self.retried(system.find, name) if not name.endswith("/")]
            if not found:
                raise FileNotFoundError(2, "no such object", path)
        return [system.unstrip_protocol(name) for name in sorted(found)]


class _Kept:
    """Blocks of an object that were read, in a temporary file without a name."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as this)
        weakref.finalize(self, self._file.close)
        self._blocks: set[int] = set()
        self._lock = threading.Lock()

    def has(self, block: int) -> bool:
        with self._lock:
            return block in self._blocks

    def get(self, block: int) -> bytes | None:
        with self._lock:
            if block not in self._blocks:
                return None
            self._file.seek(block * BLOCK)
            return self._file.read(BLOCK)

    def put(self, block: int, data: bytes) -> None:
        with self._lock:
            if len(self._blocks) * BLOCK >= MAX_KEPT:
                self._file.truncate(0)
                self._blocks.clear()
            self._file.seek(block * BLOCK)
            self._file.write(data)
            self._blocks.add(block)


class RangedFile(io.RawIOBase):
    """Reads an object at any offset: a few bytes as they are wanted, and blocks ahead when it is read in order."""

    def __init__(
        self,
        objects: Objects,
        *,
        system: Any,
        path: str,
        name: str,
        size: int,
        kept: _Kept,
        pool: ThreadPoolExecutor,
    ) -> None:
        super().__init__()
        self.name = name
        self._objects = objects
        self._system = system
        self._path = path
        self._size = size
        self._kept = kept
        self._pool = pool
        self._at = 0
        # Where the last read ended, and the number of bytes that were read in order until there.
        self._end = 0
        self._run = 0
        self._block: tuple[int, bytes] = (-1, b"")
        # Bytes that are no block, and their offsets: those that were read last, and the first ones of the object, which
        # are read again for each range.
        self._piece: tuple[int, bytes] = (0, b"")
        self._first: tuple[int, bytes] = (0, b"")
        self._coming: dict[int, Future[bytes]] = {}

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = offset + (0, self._at, self._size)[whence]
        return self._at

    def read(self, size: int = -1) -> bytes:
        left = max(self._size - self._at, 0)
        size = left if size < 0 else min(size, left)
        if size == 0:
            return b""
        self._run = self._run if self._at == self._end else 0
        data = self._part(size)
        self._at += len(data)
        self._end = self._at
        self._run += len(data)
        return data

    def _part(self, size: int) -> bytes:
        """Returns at most `size` bytes, of one block."""
        number, offset = divmod(self._at, BLOCK)
        if self._block[0] != number:
            data = self._kept.get(number)
            if data is None and self._run < SEQUENTIAL:
                return self._from_piece(size)
            self._block = (number, self._take(number) if data is None else data)
        return self._block[1][offset : offset + size]

    def _from_piece(self, size: int) -> bytes:
        """Returns at most `size` bytes. If they follow those before, more are read."""
        for start, data in (self._piece, self._first):
            offset = self._at - start
            if 0 <= offset < len(data):
                return data[offset : offset + size]
        wanted = max(size, NEXT) if self._run > 0 else size
        self._piece = (self._at, self._fetch(self._at, min(self._at + wanted, self._size)))
        if self._at == 0:
            self._first = self._piece
        return self._piece[1][:size]

    def _take(self, number: int) -> bytes:
        """Returns a block, and begins to read those after it."""
        last = (self._size - 1) // BLOCK
        for wanted in range(number, min(number + AHEAD, last + 1)):
            if wanted not in self._coming and not self._kept.has(wanted):
                self._coming[wanted] = self._pool.submit(self._read_block, wanted)
        coming = self._coming.pop(number, None)
        for passed in [block for block in self._coming if block < number]:
            self._coming.pop(passed).cancel()
        return self._objects.result(coming) if coming is not None else self._read_block(number)

    def _read_block(self, number: int) -> bytes:
        data = self._kept.get(number)
        if data is None:
            data = self._fetch(number * BLOCK, min((number + 1) * BLOCK, self._size))
            self._kept.put(number, data)
        return data

    def _fetch(self, start: int, end: int) -> bytes:
        def fetch() -> bytes:
            data: bytes = self._system.cat_file(self._path, start=start, end=end)
            if len(data) != end - start:
                raise OSError(f"{self.name}: {len(data)} bytes instead of {end - start}: the connection was cut")
            return data

        return self._objects.retried(fetch)

    def close(self) -> None:
        for coming in self._coming.values():
            coming.cancel()
        self._coming.clear()
        super().close()
