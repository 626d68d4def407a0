"""Compares the processor time of tools that read a mailbox, in pairs with urlsift, and that of finders on the same text."""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from .texts import texts_of
from .tools import joined_texts

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

ROUNDS = 3
SIZE = 8 << 20
# A tool that takes longer than this gets a sixteenth of the input, unless it compiles while it runs.
LONG = 2.0
# One that takes longer than this runs once.
VERY_LONG = 8.0


def timed(tool, command, stdin, folder):
    """Returns the processor seconds and the peak, in MiB, of a command."""
    env = dict(os.environ, LC_ALL="C.UTF-8", PYTHONUTF8="1") | dict(tool.environment)
    out = subprocess.run([sys.executable, "-S", "-E", "-c", WAIT, str(stdin), str(folder / "stdout"), *command],
                         stdout=subprocess.PIPE, env=env, check=True).stdout
    seconds, peak, status = out.split()
    assert int(status) in (0, 256), (command[0], int(status))
    return float(seconds), int(peak) / 1024


def write(documents, folder, size):
    """Writes a mailbox, and the texts of its messages, of about so many bytes."""
    messages, texts, total = [], [], 0
    while total < size:
        for document in documents:
            data = document.data if document.data.startswith(b"From ") else b"From ann@example.org Mon Jan 30 09:12:04 1995\n" + document.data
            messages.append(data + b"\n")
            total += len(data)
            if total >= size:
                break
    texts = [text for message in messages[: len(documents)] for text in texts_of(message)]
    text = joined_texts(texts)
    (folder / f"mailbox{size}").write_bytes(b"".join(messages))
    (folder / f"texts{size}").write_bytes((text + b"\0") * max(1, size // len(text)))
    (folder / f"texts{size}.txt").write_bytes((text.replace(b"\0", b"\n\n") + b"\n\n") * max(1, size // len(text)))


def compare(tools, urlsift, documents):
    """Returns how many times the processor time of `urlsift --all` each tool takes: on a mailbox, or on its texts."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for size in (0, SIZE // 16, SIZE):
            write(documents, folder, size) if size else [(folder / f"{name}0{end}").write_bytes(b"") for name, end in
                                                         (("mailbox", ""), ("texts", ""), ("texts", ".txt"))]
        our_start = timed(urlsift, [*urlsift.command, "-j1", str(folder / "mailbox0")], os.devnull, folder)[0]
        return {tool.name: ratio(tool, urlsift, our_start, folder) for tool in tools}


def ratio(tool, urlsift, our_start, folder):
    on_mailbox = tool.mailbox is not None

    def theirs(size):
        if on_mailbox:
            return timed(tool, [*tool.command, *tool.mailbox, str(folder / f"mailbox{size}")], os.devnull, folder)
        return timed(tool, [*tool.command, *tool.timed], folder / f"texts{size}", folder)

    def ours(size):
        return timed(urlsift, [*urlsift.command, "-j1", str(folder / (f"mailbox{size}" if on_mailbox else f"texts{size}.txt"))], os.devnull, folder)

    start = theirs(0)[0]
    seconds = 16 * (theirs(SIZE // 16)[0] - start)
    size = SIZE if seconds < LONG or tool.command[0] == "node" else SIZE // 16
    pairs = [(theirs(size), ours(SIZE)) for _ in range(1 if seconds * size / SIZE > VERY_LONG else ROUNDS)]
    ratios = [(one[0] - start) / size * SIZE / (other[0] - our_start) for one, other in pairs]
    return {"on": "mailbox" if on_mailbox else "texts", "ratio": statistics.median(ratios), "lowest": min(ratios), "highest": max(ratios),
            "peak_mib": max(one[1] for one, _ in pairs), "bytes": size}
