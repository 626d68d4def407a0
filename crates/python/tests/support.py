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


def harvest_recipe(archive: Path, output: Path) -> list[str]:
    """Returns the scripts of `docs/SCALE.md` that harvest with a cluster: the one for Spark, and the line for Ray."""
    section = (ROOT / "docs" / "SCALE.md").read_text().partition("## A harvest from Spark or Ray")[2]
    section = section.replace("/data/Mail", str(archive)).replace("/data/links", str(output))
    section = section.replace("PARTS = 64", "PARTS = 2").replace('"urlsift"', f'"{COMMAND}"')
    return [block.partition("```")[0] for block in section.split("```python\n")[1:]]


def same_files(first: Path, second: Path) -> bool:
    """Returns whether two data sets have the same files with the same bytes, except the times of inputs."""
    names = [sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file()) for root in (first, second)]
    if names[0] != names[1] or not names[0]:
        return False
    return all((first / name).read_bytes() == (second / name).read_bytes() for name in names[0])
