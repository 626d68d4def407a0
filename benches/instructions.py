#!/usr/bin/env python3
"""Counts the instructions of the command's jobs, with a peer or another job beside each.

    cargo build --profile dist -p urlsift-cli; cargo bench -p urlsift-benches --bench command --no-run
    python3 benches/instructions.py --urlsift URLSIFT [--old URLSIFT] [--peers BENCH] LISTS MIME

LISTS and MIME are mailboxes, of plain mail and of mail with HTML: the first 10 MB of each are read. BENCH is the program
of the bench `command`, which has the peers (README.md). Instructions do not depend on how busy the machine is; some four
minutes. Needs valgrind.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

SIZE = 10_000_000

# A job, its arguments, and what it is compared with: another job, or a peer and the input that it reads.
JOBS = [
    ("list: lists", "list -j1 lists", None),
    ("list: mail", "list -j1 mime", None),
    ("--all: lists", "list -j1 --all lists", "stack lists"),
    ("--all: mail", "list -j1 --all mime", "stack mime"),
    ("--all: a list of URLs", "list -j1 --all urls", "linkify urls"),
    ("--names: lists", "list -j1 --all --names lists", "--all: lists"),
    ("--settle: lists", "list -j1 --all --settle lists", "--all: lists"),
    ("--settle: mail", "list -j1 --all --settle mime", "--all: mail"),
    ("--tally=host: lists", "list -j1 --all --tally=host lists", "--all: lists"),
    ("--tally=host: mail", "list -j1 --all --tally=host mime", "--all: mail"),
    ("list: links in brackets", "list -j1 brackets", None),
    ("--json: links in brackets", "list -j1 --json brackets", "list: links in brackets"),
    ("list: one message", "list -j1 one", None),
    ("--all: 1,000 files of a message", "list -j1 --all files", "stack lists.1000"),
    ("--all: the same in a mailbox", "list -j1 --all lists.1000", "stack lists.1000"),
]


def count(program, arguments, folder):
    """Returns the instructions of a program in millions."""
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*tool, program, *arguments.split()], cwd=folder, capture_output=True)
    message = done.stderr.decode(errors="replace")
    found = re.search(r"I +refs: +([\d,]+)", message)
    if not found:
        raise SystemExit(f"{program} {arguments}: {message}")
    return int(found[1].replace(",", "")) / 1e6


def prepare(folder, urlsift, lists, mime):
    """Writes the inputs."""
    for name, path in ("lists", lists), ("mime", mime):
        with open(path, "rb") as file:
            (folder / name).write_bytes(file.read(SIZE))
    found = subprocess.run([urlsift, "--all", folder / "lists"], capture_output=True, check=True).stdout
    urls = found.splitlines()[:20_000]
    (folder / "urls").write_bytes(b"\n".join(urls) + b"\n")
    (folder / "brackets").write_bytes(b"".join(b"see <%s>\n" % url for url in urls))
    messages = re.split(rb"(?m)^(?=From )", (folder / "lists").read_bytes())
    messages = [message for message in messages if message][:1000]
    (folder / "one").write_bytes(messages[0])
    (folder / "lists.1000").write_bytes(b"".join(messages))
    (folder / "files").mkdir()
    for number, message in enumerate(messages):
        (folder / "files" / f"{number:04}").write_bytes(message)


def main():
    """Prints a row for each job."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urlsift", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--old", type=lambda path: str(pathlib.Path(path).resolve()), help="an earlier program")
    parser.add_argument("--peers", type=lambda path: str(pathlib.Path(path).resolve()), help="the program of the bench")
    parser.add_argument("lists")
    parser.add_argument("mime")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prepare(folder, flags.urlsift, flags.lists, flags.mime)
        counts = {}
        print("| job | before (M) | now (M) | beside it | now : it |\n|---|---:|---:|---|---:|")
        for job, arguments, beside in JOBS:
            counts[job] = count(flags.urlsift, arguments, folder)
            before = f"{count(flags.old, arguments, folder):.1f}" if flags.old else ""
            other = counts.get(beside)
            if beside and other is None and flags.peers:
                other = counts[beside] = count(flags.peers, beside, folder)
            ratio = f"{counts[job] / other:.2f}" if other else ""
            print(f"| {job} | {before} | {counts[job]:.1f} | {beside or ''} | {ratio} |", flush=True)


main()
