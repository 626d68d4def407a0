"""Threads, processes, copies and sub-interpreters, as the README says."""

from __future__ import annotations

import asyncio
import copy
import multiprocessing
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import urlsift
from support import mbox, run

MAIL = b"Subject: a\n\nsee <http://a.example/\n> b> and http://c.example/\xff\n"


def values(path: Path) -> list[Any]:
    """Returns a value of each class that can be copied."""
    with warnings.catch_warnings(action="ignore"):
        scan = urlsift.scan([path, path.parent / "missing"])
        return [
            *list(scan),
            *scan.errors,
            *urlsift.plan_splits(path, size=100),
            *urlsift.texts(MAIL, conforms="none"),
            *urlsift.find("<http://a.example/\udcff>", conforms="none"),
            urlsift.find_message(MAIL),
            urlsift.check("http://a.example/"),
        ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Returns an archive of two messages."""
    path = tmp_path / "a.mbox"
    path.write_bytes(mbox(2))
    return path


def test_copies(path: Path) -> None:
    for value in values(path):
        for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert copied == value
            assert type(copied) is type(value)
    scan = urlsift.scan(path)
    for function in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"pickle.*Scan"):
            function(scan)


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_multiprocessing(path: Path, method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    # Sifters are kept in this process, and copied by `fork`.
    assert len(urlsift.find_message(MAIL)) == 2
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.apply(values, (path,)) == values(path)
        assert pool.map(urlsift.find_message, 8 * [MAIL]) == 8 * [urlsift.find_message(MAIL)]


def test_threads(path: Path) -> None:
    expected = urlsift.find_message(MAIL)

    async def on_threads() -> list[Any]:
        return await asyncio.gather(*(asyncio.to_thread(urlsift.find_message, MAIL) for _ in range(50)))

    assert asyncio.run(on_threads()) == 50 * [expected]
    # Calls with other options take other sifters.
    kinds = ["bare", "angle", ["bare", "angle"], "all", "url"]
    counts = [1, 1, 2, 2, 0]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda at: len(urlsift.find(MAIL, kinds=kinds[at % 5])), range(500))
        assert list(found) == 100 * counts
    scan = urlsift.scan(20 * [path])
    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(lambda _: sum(1 for _ in scan), range(4))) == 40


def test_sub_interpreters() -> None:
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    code = "try:\n    import urlsift\nexcept ImportError as error:\n    print(error, flush=True)"
    result = run(f"import {name}, urlsift; {name}.run_string({name}.create(), {code!r})")
    assert "subinterpreters" in result.stdout, result


def test_the_command() -> None:
    def command(*arguments: str, text: bytes = b"") -> tuple[int, bytes, bytes]:
        result = subprocess.run(
            [sys.executable, "-m", "urlsift", *arguments], input=text, capture_output=True, check=False
        )
        return result.returncode, result.stdout, result.stderr

    assert command("list", "-", text=b"<http://a.example/>") == (0, b"http://a.example/\n", b"")
    assert command("list", "--sandbox=require", "-", text=b"nothing")[::2] == (1, b"")
    status, _, errors = command("list", "--no-such-flag")
    assert status == 2
    assert errors.startswith(b"urlsift: ")
    closed = subprocess.run(
        f"{sys.executable} -m urlsift list - >&-", input=b"<http://a/>", shell=True, capture_output=True, check=False
    )
    assert (closed.returncode, closed.stdout) == (2, b"")
