"""`harvest`, `open_harvest` and the queries in `examples`."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import urlsift
from support import COMMAND, ROOT, mbox, recipe, same_files

QUERIES = sorted((ROOT / "examples").glob("*.sql"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Returns a directory with a large file, small ones and a compressed one."""
    root = tmp_path / "tree"
    (root / "Maildir" / "cur").mkdir(parents=True)
    (root / "large.mbox").write_bytes(mbox(6_000))
    (root / "compressed.gz").write_bytes(gzip.compress(mbox(500)))
    for number in range(30):
        (root / "Maildir" / "cur" / str(number)).write_bytes(b"Subject: x\n\nsee http://%d.example/\n" % number)
    return root


def test_the_data_set_is_that_of_the_command(tree: Path, tmp_path: Path) -> None:
    assert COMMAND.exists(), f"{COMMAND} does not exist: run `cargo build -p urlsift-cli`, or set URLSIFT"
    cases: list[tuple[list[str], dict[str, Any]]] = [
        (["--all"], {}),
        (["--format", "jsonl"], {"kinds": "delimited", "format": "jsonl"}),
    ]
    for arguments, options in cases:
        command: list[str | Path] = [
            COMMAND,
            "harvest",
            tree,
            "-o",
            tmp_path / "expected",
            "--shard-size",
            "100000",
            *arguments,
        ]
        subprocess.run(command, check=True)
        made = urlsift.harvest(tree, tmp_path / "out", shard_size=100_000, **options)
        assert made.manifest["shards"] > 5
        assert made.rows("links") > 6_000
        assert same_files(tmp_path / "out", tmp_path / "expected")
        for directory in ("out", "expected"):
            subprocess.run(["rm", "-r", tmp_path / directory], check=True)


def rows_of_pattern(root: Path) -> int:
    """Returns the number of links in all files that a pattern finds, as most people name them."""
    with duckdb.connect() as connection:
        [[count]] = connection.execute(f"SELECT count(*) FROM read_parquet('{root}/out/links/*.parquet')").fetchall()
    return int(count)


def test_what_is_done_is_kept(tree: Path, tmp_path: Path) -> None:
    first = urlsift.harvest(tree, tmp_path / "out", shard_size=100_000)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "links").iterdir()}
    (tree / "new.mbox").write_bytes(mbox(3_000))
    second = urlsift.harvest(tree, tmp_path / "out", shard_size=100_000)
    assert second.rows("links") == first.rows("links") + 3_000
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "links").iterdir()}
    assert len(times.items() & kept.items()) > 5
    assert rows_of_pattern(tmp_path) == second.rows("links")
    (tree / "new.mbox").unlink()
    with pytest.warns(urlsift.ScanWarning, match="dropped from the data set: 1 file"):
        third = urlsift.harvest(tree, tmp_path / "out", shard_size=100_000)
    assert rows_of_pattern(tmp_path) == third.rows("links") == first.rows("links")


def test_tables_can_be_opened(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    urlsift.harvest("tree", "out")
    monkeypatch.chdir("/")
    made = urlsift.open_harvest(tmp_path / "out")
    assert made.to_arrow("messages").count_rows() == made.rows("messages") == 6_530
    # An empty table has its columns.
    assert "code" in made.to_arrow("errors").schema.names
    connection = made.to_duckdb()
    # The schema is run in another directory than that of the data set.
    [wide] = connection.sql(
        "SELECT count(*), count(message_subject), min(end_offset - start_offset) FROM links_wide"
    ).fetchall()
    assert wide == (made.rows("links"), 6_530, 17)
    assert "links" in made._repr_html_()


def test_an_unreadable_input_is_an_error_and_the_others_are_kept(tree: Path, tmp_path: Path) -> None:
    missing = tree / "missing"
    with pytest.raises(urlsift.HarvestError, match="missing: ") as raised:
        urlsift.harvest([tree, missing], tmp_path / "out", shard_size=100_000)
    assert [(error.path, error.code) for error in raised.value.errors] == [(str(missing), "not-found")]
    assert len(list((tmp_path / "out" / "links").iterdir())) > 5
    with pytest.warns(urlsift.ScanWarning, match="missing: "):
        made = urlsift.harvest([tree, missing], tmp_path / "out", shard_size=100_000, errors="warn")
    assert made.rows("links") == 6_530
    assert not made.manifest["complete"]
    assert [error.code for error in made.errors] == ["not-found"]


def test_options(tree: Path, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="no option 'host'"):
        urlsift.harvest(tree, tmp_path / "out", host="a.example")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'hosts'"):
        urlsift.harvest(tree, tmp_path / "out", hosts="a.example")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="format"):
        urlsift.harvest(tree, tmp_path / "out", format="xml")  # type: ignore[arg-type]
    made = urlsift.harvest(tree, tmp_path / "out", without=["from", "subject"], progress=False)
    assert "subject" not in made.to_arrow("messages").schema.names


def test_a_signal_interrupts_a_harvest(tree: Path, tmp_path: Path) -> None:
    (tree / "huge.mbox").write_bytes(mbox(200_000))
    script = (
        "import signal, sys, urlsift\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "urlsift.harvest(sys.argv[1], sys.argv[2], shard_size=100_000, threads=1)\n"
    )
    command = [sys.executable, "-c", script, str(tree), str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if ended.returncode == 0:
        pytest.skip("it was quicker than the signal")
    assert "KeyboardInterrupt" in ended.stderr
    assert urlsift.harvest(tree, tmp_path / "out", shard_size=100_000).rows("links") == 206_530


MAIL = """From a@b.example Mon Jan 30 09:12:04 1995
From: {author}
Date: {date}
Received: from x by y; {date}
Message-ID: <{id}@b.example>
Subject: {subject}
Newsgroups: {groups}
List-Id: <l.example>

{text}

"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> urlsift.Harvest:
    """Returns a data set in which each query finds something."""
    root = tmp_path_factory.mktemp("mail")
    first = MAIL.format(
        author="Ann <ann@b.example>",
        date="Mon, 30 Jan 1995 09:12:04 +0000",
        id=1,
        subject="one",
        groups="a.b,c.d",
        text="<http://old.example/a> <http://new.example/>\n<http://broken.example/long-\nname.html>",
    )
    second = MAIL.format(
        author="Bob <bob@c.example>",
        date="Wed, 30 Jan 2002 09:12:04 +0000",
        id=2,
        subject="two",
        groups="a.b",
        text="<http://new.example/> <http://broken.example/longname.html> <http://192.0.2.1/~x>",
    )
    (root / "a.mbox").write_text(first + second)
    (root / "b.mbox").write_text(first)
    return urlsift.harvest(root, tmp_path_factory.mktemp("out"))


def test_programs_read_the_wide_table(made: urlsift.Harvest) -> None:
    """The examples of the documentation: links per domain and year, and those of a domain."""
    at = {"links/wide": f"{made.out}/wide"}

    def found(script: str) -> Any:
        names: dict[str, Any] = {}
        exec(script, names)
        return names["found"]

    assert ("old.example", 1995, 2) in found(recipe("wide-duckdb", at))
    assert found(recipe("wide-pandas", at))["new.example", 2002] == 1
    assert ("broken.example", 1995, 2) in found(recipe("wide-polars", at)).rows()
    authors = found(recipe("wide-arrow", at))["message_from"].to_pylist()
    assert sorted(authors) == ["Ann <ann@b.example>", "Ann <ann@b.example>", "Bob <bob@c.example>"]


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="needs R")
def test_r_reads_the_wide_table(tmp_path: Path) -> None:
    [script] = re.findall("```r\n(.*?)```", (ROOT / "docs" / "HARVEST.md").read_text(), re.DOTALL)
    text = "<http://old.example/a> <http://old.example/>"
    mail = MAIL.format(
        author='"A" <a@b.example>', date="30 Jan 1995 09:12:04 +0000", id=1, subject="a, b", groups="a.b", text=text
    )
    (tmp_path / "a.mbox").write_text(mail)
    urlsift.harvest(tmp_path / "a.mbox", tmp_path / "links", format="csv")
    printed = subprocess.run(["Rscript", "-e", script], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert re.search(r"old\.example +1995 +2", printed)


# What each query finds.
FOUND: dict[str, tuple[Any, ...]] = {
    "cross-posts": ("<1@b.example>", 2),
    "dead-hosts": ("old.example",),
    "first-and-last-seen": ("http://new.example/",),
    "hosts-by-year": (1995, "new.example"),
    "link-rot-candidates": ("http://old.example/a",),
    "seeds": ("http://new.example/",),
    "mended-links": ("http://broken.example/long-name.html", "http://broken.example/longname.html"),
    "who-cites-whom": ("b.example", "new.example"),
}


def test_there_are_queries() -> None:
    assert {path.stem for path in QUERIES} == set(FOUND)


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_queries(path: Path, made: urlsift.Harvest) -> None:
    found = made.to_duckdb().sql(path.read_text()).fetchall()
    assert found
    expected = FOUND[path.stem]
    assert any(row[: len(expected)] == expected for row in found), found
    assert path.read_text().startswith("-- ")


def test_a_table_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing")
    with warnings.catch_warnings(action="error"):
        made = urlsift.harvest(tmp_path / "a.txt", tmp_path / "out")
    assert made.rows("links") == 0
    assert isinstance(made.to_arrow().to_table(), pa.Table)
    assert made.to_duckdb().sql("SELECT count(*) FROM links_wide").fetchall() == [(0,)]


def test_data_sets_are_compared(archive: Path, tmp_path: Path) -> None:
    old = urlsift.harvest(archive, tmp_path / "old")
    (archive.parent / "b.txt").write_text("<http://www.new.example/> <http://www.new.example/>\n")
    new = urlsift.harvest([archive, archive.parent / "b.txt"], tmp_path / "new")
    assert new.diff(old.out) == [
        urlsift.Change("host", "new", 0, 2, "www.new.example"),
        urlsift.Change("domain", "new", 0, 2, "new.example"),
        urlsift.Change("link", "new", 0, 2, "http://www.new.example/"),
    ]
    with pytest.raises(FileNotFoundError):
        new.diff(tmp_path / "missing")
