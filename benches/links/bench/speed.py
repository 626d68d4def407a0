"""Measures how many megabytes a tool reads per second of processor time, and how much memory it takes."""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# A small process starts the tool, because the peak of a child is at least that of its parent. The output goes to a file:
# grep stops at the first match if it is `/dev/null`.
WAIT = """
import os, sys
pid = os.fork()
if pid == 0:
    os.dup2(os.open(sys.argv[1], os.O_RDONLY), 0)
    os.dup2(os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.execvp(sys.argv[3], sys.argv[3:])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, status)
"""

LEAST_SECONDS = 1.0
# A file of this size; libraries, whose input must be made of it first, get less.
MOST_BYTES = {"file": 64 << 20, "texts": 16 << 20}


def timed(tool, command, stdin, folder):
    """Returns the processor seconds and the peak, in KiB, of a command."""
    from os import environ

    path = folder / "stdin"
    path.write_bytes(stdin or b"")
    env = dict(environ, LC_ALL="C.UTF-8", PYTHONUTF8="1") | dict(tool.environment)
    out = subprocess.run([sys.executable, "-S", "-E", "-c", WAIT, str(path), str(folder / "stdout"), *command], stdout=subprocess.PIPE, env=env, check=True).stdout
    seconds, peak, status = out.split()
    assert int(status) in (0, 256), (command[0], int(status))
    return float(seconds), int(peak)


def write_mailbox(path, documents):
    path.write_bytes(b"".join(mbox_message(document.data) for document in documents))


def mbox_message(data):
    envelope = b"" if data.startswith(b"From ") else b"From ann@example.org Mon Jan 30 09:12:04 1995\n"
    return envelope + data + b"\n"


def measure(tool, documents, rounds=3):
    """Returns the speed and the peak on a mailbox of these documents, which is repeated until reading it takes a second."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        start, _ = timed(tool, *prepared(tool, documents[:1], folder)[:2], folder)
        most = MOST_BYTES[tool.reads]
        size = 1 << 20
        while True:
            many = repeated(documents, size)
            command, stdin, read = prepared(tool, many, folder)
            seconds, peak = timed(tool, command, stdin, folder)
            if seconds - start >= LEAST_SECONDS or size >= most:
                break
            size = min(most, size * (16 if seconds - start < LEAST_SECONDS / 10 else 4))
        times = [seconds] + [timed(tool, command, stdin, folder)[0] for _ in range(rounds - 1)]
    return {"mb_per_s": read / 1e6 / max(statistics.median(times) - start, 1e-3), "start_s": start, "peak_mib": peak / 1024,
            "bytes": read}


def repeated(documents, size):
    out, total = [], 0
    while total < size:
        for document in documents:
            out.append(document)
            total += len(document.data)
            if total >= size:
                break
    return out


def prepared(tool, documents, folder):
    mailbox = folder / "mailbox"
    write_mailbox(mailbox, documents)
    messages = folder / "messages"
    messages.mkdir(exist_ok=True)
    return tool.speed_input(mailbox, documents, messages)


