"""Archives, and scripts that run in processes of their own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

THREADS = Path("/proc/self/task")


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
