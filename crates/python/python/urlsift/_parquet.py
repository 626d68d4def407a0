"""Links as Parquet files, one for each split."""

from __future__ import annotations

import contextlib
import os
import uuid
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple

from . import _engine
from ._objects import Objects
from ._paths import absolute, is_url
from ._progress import progress_bar
from ._tasks import Execute, on_threads
from ._types import Path
from ._urlsift import ScanError, ScanWarning, Split, plan_splits, scan_arrow

SUCCESS = "_SUCCESS"


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
        scan = self._scan(split)
        with self._target(name) as path, self.objects.ended_by(scan.close):
            rows = 0
            with pyarrow.parquet.ParquetWriter(path, pa.schema(scan), compression=self.compression) as writer:
                for batch in pa.RecordBatchReader.from_stream(scan):
                    rows += batch.num_rows
                    writer.write_batch(batch)
            errors = scan.errors
            if errors and self.errors == "raise":
                raise OSError(_engine.message(errors))
        return FileResult(name, rows, errors, split.bytes or 0)

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
    split_size: int = _engine.DEFAULT_SPLIT_SIZE,
    errors: Literal["raise", "warn", "collect"] = "warn",
    compression: str = "zstd",
    threads: int | None = None,
    progress: bool | None = None,
    storage_options: dict[str, Any] | None = None,
    **options: Any,
) -> Written:
    r"""Writes the links of files as Parquet, one file for each split, and returns the number of rows and the errors.

    A file gets its name when it is complete, and `_SUCCESS` is written last. Needs pyarrow.

    Args:
        paths: Files, directories and patterns, or URLs of objects in a store that fsspec knows.
        out: A directory without Parquet files, or the URL of a prefix in a store.
        columns: Some columns, in their order; `urlsift.COLUMNS` describes all.
        split_size: The minimum number of bytes of a split.
        errors: `raise` raises an `OSError` for an input that cannot be read, `warn` issues a `ScanWarning`, `collect`
            only returns it.
        compression: That of pyarrow, such as `snappy`.
        threads: The number of splits that are read at the same time; `None` for one per core.
        progress: Whether a bar of tqdm shows the bytes that are done; by default if tqdm is installed, on a terminal.
        storage_options: Options of the file system of fsspec.
        options: Those of `scan`, except `range`.

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
        errors=errors,
        compression=compression,
        progress=progress,
        objects=objects,
        options=options,
    )


def write_with(
    execute: Execute,
    paths: Path | Iterable[Path],
    out: Path,
    *,
    columns: Iterable[str] | None,
    split_size: int,
    errors: Literal["raise", "warn", "collect"],
    compression: str,
    progress: bool | None,
    objects: Objects,
    options: dict[str, Any],
) -> Written:
    """Plans here, lets an engine write the files, and writes `_SUCCESS`."""
    _engine.check_choice("errors", errors, ("raise", "warn", "collect"))
    _engine.check_positive("split_size", split_size)
    schema = _engine.schema("links", [columns] if isinstance(columns, str) else columns, options)
    root = absolute(out)
    inputs = objects.expand(paths)
    _prepare(root, objects)
    splits = _plan(inputs, objects, split_size, errors, options)
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
    paths: list[Path], objects: Objects, size: int, errors: Literal["raise", "warn", "collect"], options: dict[str, Any]
) -> list[Split]:
    options = {name: value for name, value in options.items() if name not in ("batch_size", "dictionary", "threads")}
    keep: Literal["raise", "keep"] = "raise" if errors == "raise" else "keep"
    named = [objects.open(path) if is_url(path) else path for path in paths]
    return plan_splits(named, size=size, errors=keep, **options)


def _prepare(root: str, objects: Objects) -> None:
    """Creates the directory. Raises `FileExistsError` if it has the files of another call."""
    if is_url(root):
        system, path = objects.system(root)
        names = [os.path.basename(name) for name in objects.retried(system.find, path)]
    else:
        os.makedirs(root, exist_ok=True)
        names = os.listdir(root)
    if any(name == SUCCESS or name.endswith(".parquet") for name in names):
        raise FileExistsError(17, "there are Parquet files already", root)


def _succeed(root: str, objects: Objects) -> None:
    if is_url(root):
        system, path = objects.system(root)
        objects.retried(system.pipe_file, f"{path.rstrip('/')}/{SUCCESS}", b"")
    else:
        with open(os.path.join(root, SUCCESS), "wb"):
            pass
