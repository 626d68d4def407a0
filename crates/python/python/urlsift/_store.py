"""A data set in an object store.

A store has neither rename nor locks. So each process works in a local directory that stands for the data set: small
files are copied, and tables that are done are files without content, because only their sizes are looked at. What the
process has written is uploaded as whole objects: the commit of a shard after its tables, and the manifest last. An
upload that is cut leaves no object. So every moment at which a process can die leaves a data set that the next one
completes, as in a directory.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from ._objects import Objects
from ._types import Path
from ._urlsift import ScanError, _finish_harvest, _plan_harvest, _prune_harvest, _run_harvest

SHARD_TABLES = ("links", "messages", "wide", "inputs", "errors", "tallies")
STALE = "stale/"

# How the paths of tables begin.
TABLES = ("urls-", "settled-", "implausible-", *(f"{table}/" for table in SHARD_TABLES))


# The digest of a plan, the bytes of each shard, the failures, and which files of the last plan it drops.
Planned: TypeAlias = tuple[str, list[int], list[ScanError], str | None]


class StoredDataSet:
    """A data set below a URL."""

    def __init__(self, url: str, objects: Objects) -> None:
        self._objects = objects
        self._system, root = objects.system(url)
        self._root = root.rstrip("/")

    def manifest(self) -> dict[str, Any]:
        """Returns the content of the manifest."""
        found: dict[str, Any] = json.loads(self._get("manifest.json"))
        return found

    def plan(self, inputs: list[Path], options: dict[str, Any]) -> Planned:
        """Plans, and uploads the plan."""
        with self._local() as local:
            names = self._list()
            copied = [name for name in names if name.startswith(("shards/", "failed/")) or name == "plan.json"]
            if "plan.json" in names:
                in_force = json.loads(self._get("plan.json"))["plan"]
                copied.append(f"plans/{in_force}.json")
            before = self._copy(local, copied)
            self._stand_in(local, names)
            found = _plan_harvest(local, inputs, self._objects, options)
            written = [name for name in _files(local) if name.endswith(".json")]
            changed = [name for name in written if _read(local, name) != before.get(name)]
            for name in sorted(changed, key="plan.json".__eq__):
                self._put(local, name)
            return found

    def run(self, digest: str, group: tuple[int, int]) -> tuple[int, int, list[ScanError], bool]:
        """Writes and uploads the tables of the shards of a group that are not done."""
        links = messages = 0
        errors: list[ScanError] = []
        divides = False
        with self._local() as local:
            plan = self._copy(local, [f"plans/{digest}.json"])[f"plans/{digest}.json"]
            keys = [shard["key"] for shard in json.loads(plan)["shards"]]
            for index in range(*group):
                self._objects.check_stopped()
                commit = f"shards/{keys[index]}.json"
                known = self._done(commit)
                if known is not None and all(self._size(file) == file["size"] for file in known["tables"].values()):
                    links += known["tables"]["links"]["rows"]
                    messages += known["tables"]["messages"]["rows"]
                    continue
                found = _run_harvest(local, digest, (index, index + 1), 1, self._objects)
                links, messages = links + found[0], messages + found[1]
                errors += found[2]
                divides |= found[4]
                written = [name for name in _files(local) if not name.startswith(("plans/", "shards/", "tmp/"))]
                for name in written:
                    self._put(local, name)
                    os.remove(os.path.join(local, name))
                if os.path.exists(os.path.join(local, commit)):
                    self._commit(local, commit, known is not None)
        return links, messages, errors, divides

    def finish(self, digest: str, partial: bool) -> None:
        """Finishes the data set of a plan, and uploads what that has changed."""
        with self._local() as local:
            names = self._list()
            small = {f"plans/{digest}.json", "plan.json", "manifest.json", "previous.json"} & names.keys()
            read = {name: json.loads(data) for name, data in self._copy(local, small).items()}
            keys = [shard["key"] for shard in read[f"plans/{digest}.json"]["shards"]]
            tallies = [f"tallies/{key}" for key in keys]
            # The report compares the data set with the one before.
            for name in {"manifest.json", "previous.json"} & read.keys():
                tallies += [file["file"] for file in read[name]["tables"].get("tallies", [])]
            copied = [f"shards/{key}.json" for key in keys] + tallies + [STALE + name for name in tallies]
            copied += _plans(names)
            self._copy(local, [name for name in copied if name in names])
            self._stand_in(local, names)
            # A file that is moved keeps its time, and no new one has such an early one.
            before = dict(enumerate(_files(local)))
            for number, name in before.items():
                os.utime(os.path.join(local, name), ns=(number, number))
            _finish_harvest(local, digest, partial)
            after = {name: os.stat(os.path.join(local, name)).st_mtime_ns for name in _files(local)}
            moved = {name: before[number] for name, number in after.items() if before.get(number, name) != name}
            written = [name for name, number in after.items() if number not in before]
            for name, origin in moved.items():
                if not name.startswith(STALE):
                    self._move(origin, name)
            for name in sorted(written, key="manifest.json".__eq__):
                self._put(local, name)
            for name, origin in moved.items():
                if name.startswith(STALE):
                    self._move(origin, name)

    def prune(self) -> tuple[int, int]:
        """Removes what neither the manifest nor the plan in force names, and returns the numbers of files and bytes."""
        with self._local() as local:
            names = self._list()
            small = {"plan.json", "manifest.json", *_plans(names)}
            self._copy(local, small & names.keys())
            self._stand_in(local, names, (*TABLES, "shards/", "plans/", "failed/"))
            before = _files(local)
            pruned = _prune_harvest(local)
            removed = sorted(set(before) - set(_files(local)))
            list(self._objects.on_threads(self._remove, removed))
            return pruned

    @contextlib.contextmanager
    def _local(self) -> Iterator[str]:
        local = tempfile.mkdtemp(prefix="urlsift-")
        try:
            yield local
        finally:
            shutil.rmtree(local, ignore_errors=True)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _list(self) -> dict[str, int]:
        """Returns the sizes of all files of the data set, by their paths in it."""
        self._system.invalidate_cache()
        found = self._objects.retried(self._system.find, self._root, detail=True)
        prefix = len(self._root) + 1
        return {name[prefix:]: int(info["size"]) for name, info in found.items()}

    def _get(self, name: str) -> bytes:
        data: bytes = self._objects.retried(self._system.cat_file, self._path(name))
        return data

    def _copy(self, local: str, names: Iterable[str]) -> dict[str, bytes]:
        """Copies small files to the local directory, and returns their contents."""
        wanted = list(dict.fromkeys(names))
        found = dict(zip(wanted, self._objects.on_threads(self._get, wanted), strict=True))
        for name, data in found.items():
            path = os.path.join(local, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
        return found

    def _stand_in(self, local: str, names: dict[str, int], kinds: tuple[str, ...] = TABLES) -> None:
        """Creates files without content for those whose paths begin so, with the sizes that they have in the store."""
        for name, size in names.items():
            is_wanted = name.removeprefix(STALE).startswith(kinds)
            path = os.path.join(local, name)
            if is_wanted and not os.path.exists(path):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.truncate(size)

    def _done(self, commit: str) -> dict[str, Any] | None:
        """Returns the commit of a shard, if there is one."""
        try:
            found: dict[str, Any] = json.loads(self._get(commit))
        except FileNotFoundError:
            return None
        return found

    def _size(self, file: dict[str, Any]) -> int | None:
        """Returns the size of a table, in its place or among the stale ones."""
        for name in (file["file"], STALE + file["file"]):
            try:
                self._system.invalidate_cache()
                return int(self._objects.retried(self._system.info, self._path(name))["size"])
            except FileNotFoundError:
                continue
        return None

    def _put(self, local: str, name: str) -> None:
        """Uploads a file, in parts if it is large. The object is there when all parts are."""
        self._objects.retried(self._system.put_file, os.path.join(local, name), self._path(name))

    def _commit(self, local: str, name: str, replaces: bool) -> None:
        """Uploads the commit of a shard, unless another process has committed it meanwhile, with the same tables."""
        data = _read(local, name)
        if replaces:
            self._objects.retried(self._system.pipe_file, self._path(name), data)
            return
        try:
            self._objects.retried(self._system.pipe_file, self._path(name), data, mode="create")
        except FileExistsError:
            pass
        except (NotImplementedError, TypeError):
            # A store without conditional writes. All that can be written under this name has the same meaning.
            self._objects.retried(self._system.pipe_file, self._path(name), data)

    def _remove(self, name: str) -> None:
        # Another process may have removed it.
        with contextlib.suppress(FileNotFoundError):
            self._objects.retried(self._system.rm_file, self._path(name))

    def _move(self, origin: str, name: str) -> None:
        try:
            self._objects.retried(self._system.mv, self._path(origin), self._path(name))
        except FileNotFoundError:
            # Another process has moved it.
            if not self._objects.retried(self._system.exists, self._path(name)):
                raise


def _plans(names: Iterable[str]) -> list[str]:
    """Returns the plans, which name the tables that may be moved or removed."""
    return [name for name in names if name.startswith("plans/")]


def _files(local: str) -> list[str]:
    """Returns the paths of all files below a directory, relative to it, without those of processes at work."""
    found = []
    for directory, _, names in os.walk(local):
        found += [os.path.relpath(os.path.join(directory, name), local) for name in names]
    return sorted(name for name in found if not name.startswith("tmp"))


def _read(local: str, name: str) -> bytes:
    with open(os.path.join(local, name), "rb") as file:
        return file.read()
