"""Archives, and scripts that run in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

THREADS = Path("/proc/self/task")
ROOT = Path(__file__).resolve().parents[3]
COMMAND = Path(os.environ.get("URLSIFT", ROOT / "target" / "debug" / "urlsift"))


def mbox(messages: int) -> bytes:
    """Returns an mbox with a link in each message."""
    message = b"From a@b.example Mon Jan 30 09:12:04 1995\nSubject: %d\n\n<http://%d.example/>\n\n"
    return b"".join(message % (number, number) for number in range(messages))


def wait_until(condition: Callable[[], bool]) -> None:
    """Waits until a condition is true, for at most 10 s."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it did not become true")


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own."""
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def recipe(document: str, mark: str) -> str:
    """Returns the script of a document that has a mark. `document` is a path in the repository."""
    text = (ROOT / document).read_text()
    [found] = [block for block in text.split("```") if block.startswith("python\n") and mark in block]
    return found.removeprefix("python\n")


def same_files(first: Path, second: Path) -> bool:
    """Returns whether two data sets have the same files with the same bytes, except the times of inputs."""
    names = [sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file()) for root in (first, second)]
    if names[0] != names[1] or not names[0]:
        return False
    return all((first / name).read_bytes() == (second / name).read_bytes() for name in names[0])
