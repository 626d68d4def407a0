"""Links as Parquet files, one for each split."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import uuid
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, Unpack

from . import _engine
from ._objects import Objects
from ._paths import absolute, is_url
from ._progress import progress_bar
from ._tasks import Execute, cores, on_threads
from ._types import ArrowOptions, Path
from ._urlsift import ScanError, ScanWarning, Split, _restore_error, plan_splits, scan_arrow

SUCCESS = "_SUCCESS"

# What a call writes, until it is done: a call that goes on where it was has the same.
PLAN = "_urlsift_plan"

# The key of the errors of the inputs in a file.
ERRORS = b"urlsift.errors"


class FileResult(NamedTuple):
    """A file that was written: its name, `None` for a split without links, its rows, and the errors of inputs."""

    name: str | None
    rows: int
    errors: list[ScanError]
    bytes: int


@dataclass(frozen=True)
class Written:
    """The files of `write_parquet`.

    Attributes:
        out: The directory or URL.
        rows: The number of rows.
        files: The names of the files in it.
        errors: The inputs that could not be read, or not to their ends.
    """

    out: str
    rows: int
    files: list[str]
    errors: list[ScanError] = field(default_factory=list)

    def paths(self) -> list[str]:
        """Returns the paths of the files."""
        return [f"{self.out.rstrip('/')}/{name}" for name in self.files]


@dataclass(frozen=True)
class WriteJob:
    """What every task needs. It is pickled."""

    out: str
    columns: list[str]
    errors: Literal["raise", "warn", "collect"]
    compression: str
    objects: Objects
    options: dict[str, Any]

    def write(self, part: tuple[int, Split]) -> FileResult:
        """Writes the links of a split: to a temporary file, which gets its name when it is complete."""
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet  # noqa: PLC0415

        number, split = part
        name = f"part-{number:05}.parquet"
        if (known := self._written(name)) is not None:
            rows, errors = known
            return FileResult(name, rows, errors, split.bytes or 0)
        scan = self._scan(split)
        with self._target(name) as path, self.objects.ended_by(scan.close):
            rows = 0
            with pyarrow.parquet.ParquetWriter(path, pa.schema(scan), compression=self.compression) as writer:
                for batch in pa.RecordBatchReader.from_stream(scan):
                    rows += batch.num_rows
                    writer.write_batch(batch)
                errors = scan.errors
                stored = [(error.path, error.offset, error.code, error.text) for error in errors]
                writer.add_key_value_metadata({ERRORS: json.dumps(stored)})
            if errors and self.errors == "raise":
                raise OSError(_engine.message(errors))
        return FileResult(name, rows, errors, split.bytes or 0)

    def _written(self, name: str) -> tuple[int, list[ScanError]] | None:
        """Returns the rows and the errors of a file that an earlier call has written."""
        import pyarrow.parquet  # noqa: PLC0415

        path = f"{self.out.rstrip('/')}/{name}"
        opened: Any = contextlib.nullcontext
        if is_url(path):
            system, path = self.objects.system(path)
            if not self.objects.retried(system.exists, path):
                return None
            opened = system.open
        elif not os.path.exists(path):
            return None
        with opened(path) as file:
            metadata = pyarrow.parquet.read_metadata(file)
        errors = json.loads((metadata.metadata or {}).get(ERRORS, b"[]"))
        return metadata.num_rows, [_restore_error(os.fsencode(path), *rest) for path, *rest in errors]

    def _scan(self, split: Split) -> Any:
        # The errors are in the result, also that of a split whose file is missing now.
        options: dict[str, Any] = {"threads": 1, **self.options, "errors": "collect"}
        if not is_url(split.paths[0]):
            return scan_arrow(split, columns=self.columns, **options)
        if split.range is not None:
            options["range"] = split.range
        files = [self.objects.open(path) for path in split.paths]
        return scan_arrow(files, columns=self.columns, **options)

    @contextlib.contextmanager
    def _target(self, name: str) -> Iterator[str]:
        """Yields the path of a temporary file, and then gives the file its name."""
        import tempfile  # noqa: PLC0415

        if is_url(self.out):
            system, root = self.objects.system(self.out)
            with tempfile.TemporaryDirectory(prefix="urlsift-") as local:
                path = os.path.join(local, name)
                yield path
                self.objects.retried(system.put_file, path, f"{root.rstrip('/')}/{name}")
            return
        path = os.path.join(self.out, f".{name}.{uuid.uuid4().hex}.tmp")
        try:
            yield path
            os.replace(path, os.path.join(self.out, name))
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
            raise


def write_parquet(
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None = None,
    split_size: int | None = None,
    errors: Literal["raise", "warn", "collect"] | None = "warn",
    compression: str = "zstd",
    threads: int | None = None,
    progress: bool | None = None,
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[ArrowOptions],
) -> Written:
    r"""Writes the links of files as Parquet, one file for each split, and returns the number of rows and the errors.

    A file gets its name when it is complete, and `_SUCCESS` is written last. Repeated after it was interrupted, a call
    goes on where it was. Needs pyarrow.

    Args:
        paths: Files, directories and patterns, or URLs of objects in a store that fsspec knows.
        out: A directory without other Parquet files, or the URL of a prefix in a store.
        columns: Some columns, in their order; `urlsift.COLUMNS` describes all.
        split_size: The minimum number of bytes of a split; by default at most 512 MiB, and three splits for each core.
        errors: `raise` raises an `OSError` for an input that cannot be read, `warn` issues a `ScanWarning`, `collect`
            only returns it.
        compression: That of pyarrow, such as `snappy`.
        threads: The number of splits that are read at the same time; `None` for one per core.
        progress: Whether a bar of tqdm shows the bytes that are done; by default if tqdm is installed, on a terminal.
        storage_options: Options of the file system of fsspec.
        options: Those of `scan`, except `range`. By default, `conforms` is `none` and `binary` is `text`, as in a data
            set.

    >>> import pathlib, tempfile, urlsift
    >>> root = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (root / "a.txt").write_text("see http://a.example/ and <http://b.example/>\n")
    >>> written = urlsift.write_parquet(root / "a.txt", root / "out", columns=["url"])
    >>> written.rows, written.files
    (2, ['part-00000.parquet'])
    """
    _engine.check_positive("threads", threads)
    objects = Objects(storage_options)
    return write_with(
        partial(on_threads, threads=threads, stop=objects.stop),
        paths,
        out,
        columns=columns,
        split_size=split_size,
        parallelism=threads or cores(),
        errors="warn" if errors is None else errors,
        compression=compression,
        progress=progress,
        objects=objects,
        options={**options},
    )


def write_with(
    execute: Execute,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None,
    split_size: int | None,
    parallelism: int,
    errors: Literal["raise", "warn", "collect"],
    compression: str,
    progress: bool | None,
    objects: Objects,
    options: dict[str, Any],
) -> Written:
    """Plans here, lets an engine write the files, and writes `_SUCCESS`."""
    _engine.check_choice("errors", errors, ("raise", "warn", "collect"))
    given = {name: value for name, value in options.items() if value is not None}
    options = {"conforms": "none", "binary": "text", **given}
    schema = _engine.schema("links", [columns] if isinstance(columns, str) else columns, options)
    root = absolute(out)
    inputs = objects.expand(paths)
    planned = partial(_plan, inputs, objects, errors=errors, options=options)
    splits = _engine.sized(planned, split_size, parallelism)
    parts = [(split.paths, split.range, split.bytes) for split in splits]
    wanted = repr((parts, schema.names, errors, compression, sorted(options.items())))
    _prepare(root, objects, hashlib.blake2b(wanted.encode(errors="surrogateescape"), digest_size=16).hexdigest())
    job = WriteJob(root, schema.names, errors, compression, objects, options)
    results = []
    with progress_bar(sum(split.bytes or 0 for split in splits), progress) as bar:
        for result in execute(job.write, list(enumerate(splits))):
            results.append(result)
            bar.update(result.bytes)
    results.sort(key=lambda result: result.name or "")
    found = [error for result in results for error in result.errors]
    if errors == "warn":
        for error in found:
            warnings.warn(str(error), ScanWarning, stacklevel=3)
    _succeed(root, objects)
    files = [result.name for result in results if result.name is not None]
    return Written(root, sum(result.rows for result in results), files, found)


def _plan(
    paths: list[Path],
    objects: Objects,
    size: int,
    *,
    errors: Literal["raise", "warn", "collect"],
    options: dict[str, Any],
) -> list[Split]:
    options = {name: value for name, value in options.items() if name not in ("batch_size", "dictionary", "threads")}
    keep: Literal["raise", "keep"] = "raise" if errors == "raise" else "keep"
    named = [objects.open(path) if is_url(path) else path for path in paths]
    return plan_splits(named, size=size, errors=keep, **options)


def _prepare(root: str, objects: Objects, plan: str) -> None:
    """Creates the directory. Raises `FileExistsError` if it has the files of a call with another plan."""
    if is_url(root):
        system, path = objects.system(root)
        names = [os.path.basename(name) for name in objects.retried(system.find, path)]
    else:
        os.makedirs(root, exist_ok=True)
        names = os.listdir(root)
        # What is left of tasks that were killed.
        for name in names:
            if name.startswith(".part-") and name.endswith(".tmp"):
                os.remove(os.path.join(root, name))
    is_done = SUCCESS in names
    is_same = PLAN in names and _small(root, objects, PLAN) == plan
    if is_done or (any(name.endswith(".parquet") for name in names) and not is_same):
        raise FileExistsError(17, "there are Parquet files already", root)
    _put_small(root, objects, PLAN, plan)


def _succeed(root: str, objects: Objects) -> None:
    _put_small(root, objects, SUCCESS, "")
    if is_url(root):
        system, path = objects.system(root)
        objects.retried(system.rm_file, f"{path.rstrip('/')}/{PLAN}")
    else:
        os.remove(os.path.join(root, PLAN))


def _small(root: str, objects: Objects, name: str) -> str:
    if is_url(root):
        system, path = objects.system(root)
        data: bytes = objects.retried(system.cat_file, f"{path.rstrip('/')}/{name}")
        return data.decode()
    with open(os.path.join(root, name), encoding="ascii") as file:
        return file.read()


def _put_small(root: str, objects: Objects, name: str, text: str) -> None:
    if is_url(root):
        system, path = objects.system(root)
        objects.retried(system.pipe_file, f"{path.rstrip('/')}/{name}", text.encode())
    else:
        with open(os.path.join(root, name), "w", encoding="ascii") as file:
            file.write(text)
