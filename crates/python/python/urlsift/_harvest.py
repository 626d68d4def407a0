"""Data sets of links, in steps that separate processes can take.

The driver plans, one task for each group of shards writes tables, and the driver finishes. Each engine only has to call
a function for each group, on any machine, and to call it again if it fails: the function does what is not done.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, Unpack

from ._engine import check_choice, check_positive, message
from ._objects import Objects
from ._paths import absolute, is_url
from ._progress import progress_bar
from ._store import StoredDataSet
from ._tasks import Execute, on_threads
from ._types import HarvestOptions, Path
from ._urlsift import (
    ScanError,
    ScanWarning,
    _diff_harvest,
    _finish_harvest,
    _plan_harvest,
    _prune_harvest,
    _run_harvest,
)

# The bytes of inputs that one task reads, if the caller does not say.
GROUP_SIZE = 512 << 20

# The minimum number of tasks of one process, if there are so many shards. Each task reads the plan, which is long then.
MIN_TASKS = 256

# The number of plans that one harvest makes: the second one divides groups with files that cannot be read.
MAX_PLANS = 3

# The options of `scan` that a data set does not have: all that is found is in the tables, which queries select from.
NOT_OPTIONS = (
    *("conforms", "binary", "errors", "range", "threads", "scheme", "host", "domain", "exclude_scheme", "exclude_host"),
    *(
        "no_mailto",
        "newsgroup",
        "from_",
        "subject",
        "header",
        "message_id",
        "thread",
        "since",
        "until",
        "local",
        "type",
    ),
    *("quoted", "joined", "warn", "host_file", "exclude_host_file"),
)

TABLES = ("links", "messages", "wide", "inputs", "errors", "urls", "settled", "implausible")

Group: TypeAlias = tuple[int, int]


class GroupResult(NamedTuple):
    """What a task has done: numbers of rows, the inputs that failed, and whether a new plan would divide a group."""

    group: Group
    links: int
    messages: int
    errors: list[ScanError]
    divides: bool


@dataclass(frozen=True)
class Job:
    """What every task of a harvest needs. It is pickled.

    Attributes:
        out: The data set: a directory or a URL.
        digest: The digest of the plan.
        threads: The number of threads of a task.
        objects: The store of inputs and of the data set.
    """

    out: str
    digest: str
    threads: int
    objects: Objects

    def run(self, group: Group) -> GroupResult:
        """Writes the tables of the shards of a group that are not done."""
        if is_url(self.out):
            links, messages, errors, divides = StoredDataSet(self.out, self.objects).run(self.digest, group)
        else:
            found = _run_harvest(self.out, self.digest, group, self.threads, self.objects)
            links, messages, errors, _, divides = found
        return GroupResult(group, links, messages, errors, divides)


class HarvestError(OSError):
    """Inputs of a harvest could not be read. All other shards are done, and the next call does what is left.

    Attributes:
        errors: The inputs, and why.
    """

    def __init__(self, errors: Sequence[ScanError]) -> None:
        super().__init__(message(errors))
        self.errors = list(errors)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.errors,)


class Pruned(NamedTuple):
    """What was removed: the numbers of files and of bytes."""

    files: int
    bytes: int


class Change(NamedTuple):
    """A host, a domain or a link of which two data sets have different numbers of links, or in different files.

    Attributes:
        what: `host`, `domain` or `link`.
        change: `new`, `gone`, `more`, `fewer`, or `moved` if there are as many links in other files.
        old: The number of links in the old data set.
        new: The number of links in the new one.
        name: The host, the domain or the URL.
    """

    what: str
    change: str
    old: int
    new: int
    name: str


@dataclass(frozen=True)
class Harvest:
    """A finished data set of links.

    Attributes:
        out: The directory or URL.
        manifest: The content of `manifest.json`: the files of each table with their rows.
        errors: The inputs that could not be read.
    """

    out: str
    manifest: dict[str, Any] = field(repr=False)
    errors: list[ScanError] = field(default_factory=list)
    storage_options: dict[str, Any] = field(default_factory=dict)

    def files(self, table: str) -> list[str]:
        """Returns the paths of the files of a table that have rows."""
        check_choice("table", table, TABLES)
        files = self.manifest["tables"][table]
        return [f"{self.out.rstrip('/')}/{file['file']}" for file in files if file["rows"] > 0]

    def rows(self, table: str) -> int:
        """Returns the number of rows of a table."""
        check_choice("table", table, TABLES)
        return sum(file["rows"] for file in self.manifest["tables"][table])

    def to_arrow(self, table: str = "links") -> Any:
        """Returns a table as a dataset of pyarrow, which is read when it is needed. The format must be Parquet."""
        import pyarrow.dataset  # noqa: PLC0415 (optional)

        paths, system = self._located(table)
        return pyarrow.dataset.dataset(paths, format="parquet", filesystem=system)

    def _readable(self, table: str) -> list[str]:
        """Returns the paths of the files in Parquet that have rows; if none has, of one that has the columns."""
        if self.manifest["format"] != "parquet":
            raise ValueError(f"the tables are in {self.manifest['format']}, not in parquet: `to_duckdb` reads them")
        all_files = self.manifest["tables"][table][:1]
        return self.files(table) or [f"{self.out.rstrip('/')}/{file['file']}" for file in all_files]

    def _located(self, table: str) -> tuple[list[str], Any]:
        """Returns the paths of the same files in a file system of pyarrow, and that; `None` for local files."""
        files = self._readable(table)
        if not is_url(self.out):
            return files, None
        import pyarrow.fs  # noqa: PLC0415 (optional)

        system, _ = Objects(self.storage_options).system(self.out)
        paths = [system._strip_protocol(name) for name in files]
        return paths, pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(system))

    def to_duckdb(self, connection: Any = None) -> Any:
        """Returns a connection of DuckDB with a view of each table, and those of `docs/HARVEST.md`.

        The directory of the data set becomes the first one that the connection searches for files.
        """
        import duckdb  # noqa: PLC0415 (optional)

        if is_url(self.out):
            raise ValueError("DuckDB reads an object store with its own extensions: pass `files(...)` to read_parquet")
        connection = connection if connection is not None else duckdb.connect()
        out = os.path.abspath(self.out)
        connection.execute(f"SET file_search_path = '{out.replace(chr(39), chr(39) * 2)}'")
        with open(os.path.join(out, "schema.duckdb.sql"), encoding="utf-8") as file:
            connection.execute(file.read())
        return connection

    def prune(self) -> Pruned:
        """Removes the files that neither the manifest nor the plan in force names, as `urlsift harvest prune` does.

        In a directory, it raises a `RuntimeError` while another process works on the data set. A store has no locks:
        there, call it when none does.
        """
        if is_url(self.out):
            return Pruned(*StoredDataSet(self.out, Objects(self.storage_options)).prune())
        return Pruned(*_prune_harvest(self.out))

    def diff(self, old: Path) -> list[Change]:
        """Returns the changes since another data set, or an earlier manifest of this one, as `harvest diff` does.

        Both are in directories: a manifest is a copy in that of its data set.
        """
        if is_url(self.out):
            raise ValueError("a data set in a store is not compared: copy its manifest and the directory `tallies`")
        return [Change(*change) for change in _diff_harvest(absolute(old), self.out)]

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{self.rows(name):,}</td></tr>" for name in TABLES)
        return f"<table><caption>Harvest</caption><tr><th>table</th><th>rows</th></tr>{rows}</table>"


H = TypeVar("H", bound=Harvest)


def open_harvest(out: Path, *, storage_options: dict[str, Any] | None = None) -> Harvest:
    """Returns the finished data set of a directory or URL."""
    return _open(Harvest, absolute(out), [], Objects(storage_options))


def harvest(
    paths: Path | Iterable[Path],
    out: Path,
    *,
    threads: int | None = None,
    errors: Literal["raise", "warn"] | None = "raise",
    progress: bool | None = None,
    storage_options: dict[str, Any] | None = None,
    **options: Unpack[HarvestOptions],
) -> Harvest:
    r"""Makes or updates a data set of the links of files, in this process, and returns it.

    It is the one that the command `urlsift harvest` makes with the same options, byte for byte. By default, the command
    finds `kinds="delimited"`, and this function all. A call that was interrupted, or whose files have changed, is
    repeated, and does what is not done.

    Args:
        paths: Files, directories and patterns, or URLs of objects in a store that fsspec knows, such as `s3://`.
        out: The directory, or the URL of a prefix in a store.
        threads: The number of threads; `None` for one per core.
        errors: `raise` raises a `HarvestError` if an input cannot be read, after all others are done; `warn` issues a
            `ScanWarning` and makes the data set without it.
        progress: Whether a bar of tqdm shows the bytes that are done; by default if tqdm is installed, on a terminal.
        storage_options: Options of the file system of fsspec.
        options: Those of `scan`, except filters, `conforms` and `range`; also `format` (`parquet`, `jsonl` or `csv`),
            `without` (columns to leave out), `wide` (`False` for no table `wide`) and `shard_size` (in bytes).
            `into_existing=True` makes a data set in a directory with other files. If files of the data set exist and
            are not named any more, that is an error unless `add=True`, which keeps them, or `drop_missing=True`.

    >>> import pathlib, tempfile, urlsift
    >>> root = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (root / "a.txt").write_text("see http://a.example/ and <http://b.example/>\n")
    >>> made = urlsift.harvest(root / "a.txt", root / "links")
    >>> made.rows("links")
    2
    """
    check_positive("threads", threads)
    objects = Objects(storage_options)
    execute = partial(on_threads, threads=threads, stop=objects.stop)
    return harvest_with(
        execute,
        Harvest,
        paths,
        out,
        group_size=None,
        errors="raise" if errors is None else errors,
        progress=progress,
        objects=objects,
        options={**options},
    )


def harvest_with(
    execute: Execute,
    kind: type[H],
    paths: Path | Iterable[Path],
    out: Path,
    *,
    group_size: int | None,
    parallelism: int | None = None,
    threads: int = 1,
    errors: Literal["raise", "warn"],
    progress: bool | None,
    objects: Objects,
    options: dict[str, Any],
) -> H:
    """Makes a data set: plans here, lets an engine execute the groups, and finishes here. Returns a `kind`."""
    check_choice("errors", errors, ("raise", "warn"))
    check_positive("threads", threads)
    check_positive("group_size", group_size)
    for name in options:
        if name in NOT_OPTIONS:
            raise TypeError(f"a harvest has no option '{name}': its tables have all links")
    root = absolute(out)
    inputs = objects.expand(paths)
    failures: list[ScanError] = []
    digest = ""
    for _ in range(MAX_PLANS):
        digest, sizes, failures, dropped = _plan(root, inputs, objects, options)
        if dropped is not None:
            warnings.warn(f"dropped from the data set: {dropped}", ScanWarning, stacklevel=3)
        divides = False
        with progress_bar(sum(sizes), progress) as bar:
            job = Job(root, digest, threads, objects)
            size = group_size if group_size is not None else _group_size(sum(sizes), parallelism)
            for result in execute(job.run, group(sizes, size)):
                failures = failures + result.errors
                divides |= result.divides
                bar.update(sum(sizes[slice(*result.group)]))
        if not divides:
            break
    found = list(dict.fromkeys(failures))
    if found and errors == "raise":
        raise HarvestError(found)
    for error in found:
        warnings.warn(str(error), ScanWarning, stacklevel=3)
    _finish(root, digest, bool(found), objects)
    return _open(kind, root, found, objects)


def _group_size(total: int, parallelism: int | None) -> int:
    """Returns the bytes of a task: in this process few, on a cluster many, but of several tasks for each core."""
    return total // MIN_TASKS if parallelism is None else min(GROUP_SIZE, total // (3 * parallelism))


def group(sizes: Sequence[int], group_size: int) -> list[Group]:
    """Returns ranges of consecutive shards, each of at least so many bytes, except the last one."""
    groups, start, total = [], 0, 0
    for index, size in enumerate(sizes):
        total += size
        if total >= group_size:
            groups.append((start, index + 1))
            start, total = index + 1, 0
    if start < len(sizes):
        groups.append((start, len(sizes)))
    return groups


def _plan(
    root: str, inputs: list[Path], objects: Objects, options: dict[str, Any]
) -> tuple[str, list[int], list[ScanError], str | None]:
    if is_url(root):
        return StoredDataSet(root, objects).plan(inputs, options)
    return _plan_harvest(root, inputs, objects, options)


def _finish(root: str, digest: str, partial: bool, objects: Objects) -> None:
    if is_url(root):
        StoredDataSet(root, objects).finish(digest, partial)
    else:
        _finish_harvest(root, digest, partial)


def _open(kind: type[H], out: str, errors: list[ScanError], objects: Objects) -> H:
    if is_url(out):
        manifest = StoredDataSet(out, objects).manifest()
    else:
        with open(os.path.join(out, "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file)
    return kind(out, manifest, errors, objects.options)
