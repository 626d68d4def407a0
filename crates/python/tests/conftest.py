"""The cases of the corpus, and the command that they are compared with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import COMMAND, ROOT, mbox

# Real archives, if there are any.
ARCHIVES = os.environ.get("URLSIFT_ARCHIVES")
ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "v": b"\v", "f": b"\f", "0": b"\0", "\\": b"\\"}
MARKS = "⟦⟧«»✗†"
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|\((\d+)\*(.*?)\)|.)", re.DOTALL)


def unmarked(source: str, *, escapes: bool = True) -> bytes:
    """Returns the bytes of a marked text."""
    source = source.translate(dict.fromkeys(map(ord, MARKS)))
    if not escapes:
        return source.encode()
    parts, at = [], 0
    for match in ESCAPE.finditer(source):
        parts.append(source[at : match.start()].encode())
        at = match.end()
        escape = match[1]
        if match[2]:
            parts.append(int(match[2]) * unmarked(match[3]))
        elif len(escape) > 1:
            parts.append(bytes.fromhex(escape[1:]))
        else:
            parts.append(ESCAPES[escape])
    return b"".join([*parts, source[at:].encode()])


def corpus() -> Iterator[tuple[str, bytes]]:
    """Returns the name and the bytes of each case."""
    for path in sorted((ROOT / "corpus").rglob("*.toml")):
        # The table of hosts has no cases.
        for case in tomllib.loads(path.read_text()).get("case", ()):
            source = case.get("source", case.get("text"))
            if source is not None:
                yield (
                    f"{path.parent.name}/{path.stem}/{case['name']}",
                    unmarked(source, escapes=path.parent.name != "refang"),
                )
    for path in sorted((ROOT / "corpus" / "prose").glob("*.marked")):
        yield path.name, unmarked(path.read_text(), escapes=False)
    for path in sorted((ROOT / "corpus" / "mail").rglob("*")):
        if path.is_file():
            yield path.name, path.read_bytes()


@pytest.fixture(scope="session")
def cases() -> list[tuple[str, bytes]]:
    """Returns all cases; there are many."""
    found = list(corpus())
    assert len(found) > 300
    return found


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Returns an archive of 20,000 messages with a link each."""
    path = tmp_path / "a.mbox"
    path.write_bytes(mbox(20_000))
    return path


@pytest.fixture(scope="session")
def archives() -> Path:
    """Returns the directory of real archives."""
    if ARCHIVES is None:
        pytest.skip("URLSIFT_ARCHIVES does not name a directory of archives")
    return Path(ARCHIVES)


@pytest.fixture(scope="session")
def listed() -> Callable[..., list[dict[str, Any]]]:
    """Returns the function that runs the command and returns the objects that it prints."""
    assert COMMAND.exists(), f"{COMMAND} does not exist: run `cargo build -p urlsift-cli`, or set URLSIFT"

    def run(*arguments: str | Path) -> list[dict[str, Any]]:
        command = [COMMAND, "list", "--json", "--conforms", "none", "--all", *arguments]
        result = subprocess.run(command, capture_output=True, check=False)
        assert result.returncode in (0, 1) or "--json-errors" in arguments, result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    return run
