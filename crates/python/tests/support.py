"""Archives, and scripts that run in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

THREADS = Path("/proc/self/task")
ROOT = Path(__file__).resolve().parents[3]
COMMAND = Path(os.environ.get("URLSIFT", ROOT / "target" / "debug" / "urlsift"))


def mbox(messages: int) -> bytes:
    """Returns an mbox with a link in each message."""
    message = b"From a@b.example Mon Jan 30 09:12:04 1995\nSubject: %d\n\n<http://%d.example/>\n\n"
    return b"".join(message % (number, number) for number in range(messages))


def clients(name: str, kind: str = "text") -> list[dict[str, Any]]:
    """Returns the texts of a file of `corpus/clients`, or its pages."""
    path = ROOT / "corpus" / "clients" / f"{name}.toml"
    return list(tomllib.loads(path.read_text("utf-8"))[kind])


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


# The scripts of the documentation: the document, and a line that no other script of it has. Each is run by a test;
# the others are sessions of doctest.
RECIPES = {
    "find": ("README.md", 'for link in urlsift.find("see http://a.example/."):'),
    "function": ("crates/python/README.md", "@pandas_udf("),
    "spark-tasks": ("crates/python/README.md", "written = urlsift.spark.write_parquet("),
    "spark-source": ("crates/python/README.md", "urlsift.spark.register(spark)"),
    "spark-store": ("crates/python/README.md", "store = fsspec.filesystem(STORE)"),
    "ray-source": ("crates/python/README.md", "import urlsift.ray"),
    "dask-source": ("crates/python/README.md", "import urlsift.dask"),
    "store": ("docs/SCALE.md", 'options = {"endpoint_url": '),
    "spark": ("docs/SCALE.md", "spark = SparkSession.builder.getOrCreate()"),
    "ray": ("docs/SCALE.md", 'ray.init("auto")'),
    "wide-duckdb": ("docs/HARVEST.md", "import duckdb"),
    "wide-pandas": ("docs/HARVEST.md", "import pandas"),
    "wide-polars": ("docs/HARVEST.md", "import polars"),
    "wide-arrow": ("docs/HARVEST.md", "import pyarrow.dataset"),
    "dask": ("docs/SCALE.md", 'client = Client("scheduler.example:8786")'),
}


def scripts(document: str) -> list[str]:
    """Returns the scripts of a document, which is a path in the repository."""
    blocks = (ROOT / document).read_text().split("```")
    return [block.removeprefix("python\n") for block in blocks if block.startswith("python\n")]


def recipe(name: str, replacements: Mapping[str, object]) -> str:
    """Returns a script of the documentation with replacements, such as other paths."""
    document, mark = RECIPES[name]
    [text] = [script for script in scripts(document) if mark in script]
    for old, new in replacements.items():
        assert old in text, old
        text = text.replace(old, str(new))
    return text


def same_files(first: Path, second: Path) -> bool:
    """Returns whether two data sets have the same files with the same bytes, except the times of inputs."""
    names = [sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file()) for root in (first, second)]
    if names[0] != names[1] or not names[0]:
        return False
    return all((first / name).read_bytes() == (second / name).read_bytes() for name in names[0])
