#!/usr/bin/env python3
"""Compares urlsift with other programs that find URLs: which links each finds, and how fast.

    cargo build --profile dist -p urlsift-cli
    cargo build --profile dist -p urlsift-benches --example linkify
    python3 benches/compare/compare.py

Prints Markdown. Needs nothing but Python 3.9; a program that is not installed is reported as skipped.
See benches/README.md.
"""

import argparse
import base64
import os
import platform
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LINKS_PER_KIND = 50

WORDS = (
    "about after again archive because before between catalogue draft either every first friday good house into "
    "library list little machine message monday never notes number other page paper people place question reader "
    "server should something table there thursday under until version water where which while without world year"
).split()


# The links, and the messages that they stand in.


def url_of(kind, number, rng):
    """Returns a URL that occurs once in the sample and names its kind."""
    path = "-".join(rng.choice(WORDS) for _ in range(5))
    return f"http://www.example.org/{kind}/{number}/{path}.html?id={number}"


def prose(rng, lines):
    """Returns lines of words, without any link."""
    return [" ".join(rng.choice(WORDS) for _ in range(10)) for _ in range(lines)]


def in_one_line(url, rng):
    return [f"see <{url}> and"]


def wrapped(url, rng):
    """Breaks the URL at any byte of its path; the second line may be indented."""
    at = rng.randrange(30, len(url) - 5)
    indent = rng.choice(["", "   "])
    return ["see", f"<URL:{url[:at]}", f"{indent}{url[at:]}> and"]


def quoted(url, rng):
    """Quotes a wrapped URL in a reply."""
    mark = rng.choice(["> ", ">> ", "| "])
    return [mark + line for line in wrapped(url, rng)]


def bare(url, rng):
    return [f"see {url} and"]


def attribute(url, rng):
    return [f'<p>see <a href="{url}">this page</a> and</p>']


def identity(lines):
    return "\n".join(lines).encode(), "7bit"


def quoted_printable(lines):
    """Encodes as mail programs do: `=` as `=3D`, soft line breaks before column 76."""
    out = []
    for line in lines:
        line = line.replace("=", "=3D")
        while len(line) > 75:
            # No `=3D` is cut.
            cut = next(cut for cut in (75, 74, 73) if "=" not in line[cut - 2 : cut])
            out.append(line[:cut] + "=")
            line = line[cut:]
        out.append(line)
    return "\n".join(out).encode(), "quoted-printable"


def base64_lines(lines):
    encoded = base64.encodebytes("\r\n".join(lines).encode())
    return encoded.rstrip(b"\n"), "base64"


# The heading of the column, the name in URLs, how the link is written, how its text is encoded, its type.
KINDS = [
    ("one line", "line", in_one_line, identity, "plain"),
    ("wrapped", "wrapped", wrapped, identity, "plain"),
    ("quoted, wrapped", "quoted", quoted, identity, "plain"),
    ("quoted-printable", "qp", in_one_line, quoted_printable, "plain"),
    ("base64", "base64", in_one_line, base64_lines, "plain"),
    ("bare", "bare", bare, identity, "plain"),
    ("`<a href>`", "href", attribute, identity, "html"),
]


def message(kind, number, rng, lines=8):
    """Returns a URL and a message that holds it once."""
    _, name, write, encode, subtype = kind
    url = url_of(name, number, rng)
    text = prose(rng, lines) + write(url, rng) + prose(rng, lines)
    body, encoding = encode(text)
    head = (
        f"From: Ann <ann@example.org>\nTo: list@example.org\nSubject: {name} {number}\n"
        f"Date: Mon, 30 Jan 1995 09:12:04 +0000\nMIME-Version: 1.0\n"
        f"Content-Type: text/{subtype}; charset=us-ascii\nContent-Transfer-Encoding: {encoding}\n\n"
    )
    return url, head.encode() + body + b"\n"


ENVELOPE = b"From ann@example.org Mon Jan 30 09:12:04 1995\n"


def write_sample(folder):
    """Writes a message per link, and all of them as one mailbox. Returns the URLs by kind."""
    rng = random.Random(1738)
    expected, mailbox = {}, []
    for kind in KINDS:
        for number in range(LINKS_PER_KIND):
            url, text = message(kind, number, rng)
            expected.setdefault(kind[0], set()).add(url)
            (folder / f"{kind[1]}-{number}.eml").write_bytes(text)
            mailbox.append(ENVELOPE + text + b"\n")
    (folder / "sample.mbox").write_bytes(b"".join(mailbox))
    return expected


def write_mailbox(path, size):
    """Writes a mailbox of about `size` bytes: messages of 60 lines, each with one link, the kinds in turns.

    The messages repeat after 4 MiB.
    """
    rng = random.Random(2396)
    block = bytearray()
    number = 0
    while len(block) < min(size, 4 << 20):
        _, text = message(KINDS[number % len(KINDS)], number, rng, lines=30)
        block += ENVELOPE + text + b"\n"
        number += 1
    with path.open("wb") as file:
        for _ in range(max(1, size // len(block))):
            file.write(block)


# The programs.

GREP = '[a-z]+://[^[:space:]<>"]+'
# In brackets over several lines, or bare.
RIPGREP = r'<(?:URL:)?[a-z]+://[^<>]+>|[a-z]+://[^\s<>"]+'
URI_FIND = r'undef $/; my $text = <>; URI::Find->new(sub { print "$_[0]\n"; $_[1] })->find(\$text)'


class Program:
    """A program: its name, its command without the file, and how its version is asked for."""

    def __init__(self, name, command, version, single=False, is_slow=False):
        self.name, self.command, self.version = name, command, version
        # It reads one message at a time.
        self.single = single
        # It gets a smaller mailbox to be timed with.
        self.is_slow = is_slow

    def is_installed(self):
        if shutil.which(self.command[0]) is None:
            return False
        return self.version is None or run(self.version).returncode == 0

    def describe(self):
        if self.version is None:
            return self.name
        lines = run(self.version).stdout.decode(errors="replace").split("\n")
        return re.sub(r"^\D*?(\d[\w.]*).*$", rf"{self.name} \1", lines[0])


def programs(args):
    linkify_version = re.search(r'name = "linkify"\nversion = "([^"]+)"', (ROOT / "Cargo.lock").read_text())
    return [
        Program("urlsift", [args.urlsift, "list", "-I", "-N"], [args.urlsift, "--version"]),
        Program("grep -o", ["grep", "-aoE", GREP], ["grep", "--version"]),
        Program("ripgrep -oU", ["rg", "-aoUIN", "--no-config", RIPGREP], ["rg", "--version"]),
        Program("URI::Find", ["perl", "-MURI::Find", "-e", URI_FIND],
                ["perl", "-MURI::Find", "-e", "print $URI::Find::VERSION"], is_slow=True),
        Program("urlscan -n", ["urlscan", "-n"],
                [sys.executable, "-c", "import subprocess; print(subprocess.check_output("
                 "['sh', '-c', 'dpkg-query -W -f \\'${Version}\\' urlscan || urlscan --version'], text=True))"],
                single=True, is_slow=True),
        Program("linkify", [args.linkify], None if linkify_version is None
                else ["echo", linkify_version.group(1)]),
    ]


def run(command, **options):
    environment = dict(os.environ, LC_ALL="C", PYTHONUTF8="1")
    environment.pop("URLSIFT_OPTS", None)
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=environment, check=False, **options)


def found_in(output):
    """Returns the URLs of an output: brackets and labels are removed, a bracket may span lines."""
    text = output.decode(errors="replace")
    urls = set()
    for bracket, line in re.findall(r"<([^<>]*)>|(\S+)", text):
        url = re.sub(r"\s", "", bracket) or line
        urls.add(re.sub(r"^URL:", "", url, flags=re.I))
    return urls


def finds(program, folder):
    """Returns all that a program finds in the sample."""
    if not program.single:
        return found_in(run(program.command + [str(folder / "sample.mbox")]).stdout)
    found = set()
    for path in sorted(folder.glob("*.eml")):
        found |= found_in(run(program.command + [str(path)]).stdout)
    return found


def processor_seconds():
    """Returns the processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command):
    """Returns the seconds that a command takes: by the clock, and of processor time of all its threads."""
    processor, wall = processor_seconds(), time.perf_counter()
    run(command)
    return time.perf_counter() - wall, processor_seconds() - processor


def number(value):
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def cpu():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration, IndexError):
        return platform.processor() or "unknown processor"


def main():
    parser = argparse.ArgumentParser(description="Compares urlsift with other programs that find URLs.")
    parser.add_argument("--urlsift", default=str(ROOT / "target/dist/urlsift"))
    parser.add_argument("--linkify", default=str(ROOT / "target/dist/examples/linkify"))
    parser.add_argument("--rounds", type=int, default=7, help="timed rounds; 0 leaves speed out")
    parser.add_argument("--size", type=int, default=128, help="MiB of the mailbox to be timed")
    parser.add_argument("--slow-size", type=int, default=2, help="MiB for programs in Perl and Python")
    args = parser.parse_args()

    all_programs = programs(args)
    present = [program for program in all_programs if program.is_installed()]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        expected = write_sample(folder)
        rows = {}
        for program in present:
            found = finds(program, folder)
            rows[program] = [len(urls & found) for urls in expected.values()]

        # Each round runs all of them, so that a busy machine slows all.
        times = {}
        if args.rounds:
            for size, name in [(args.size, "large.mbox"), (args.slow_size, "small.mbox")]:
                write_mailbox(folder / name, size << 20)
            for turn in range(args.rounds + 1):
                for program in present:
                    name = "small.mbox" if program.is_slow else "large.mbox"
                    commands = [(program.name, program.command)]
                    if program.name == "urlsift":
                        commands = [("urlsift", program.command), ("urlsift -j1", program.command + ["-j1"])]
                    for label, command in commands:
                        wall, processor = timed(command + [str(folder / name)])
                        if turn:  # The first one warms the cache.
                            megabytes = (folder / name).stat().st_size / 1e6
                            times.setdefault(label, []).append((megabytes / processor, megabytes / wall))

    print(f"| of {LINKS_PER_KIND} links each | " + " | ".join(expected) + " | MB/s |")
    print("|---|" + "---:|" * (len(expected) + 1))
    for program in present:
        cells = [str(count) for count in rows[program]]
        speeds = [by_processor for by_processor, _ in times.get(program.name, [])]
        speed = number(statistics.median(speeds)) if speeds else "-"
        print(f"| {program.name} | " + " | ".join(cells) + f" | {speed} |")
    print()
    if times:
        print("| MB/s | of processor time | least..most | by the clock | least..most |")
        print("|---|---:|---:|---:|---:|")
    for label, speeds in times.items():
        cells = []
        for column in zip(*speeds):
            cells += [number(statistics.median(column)), f"{number(min(column))}..{number(max(column))}"]
        print(f"| {label} | " + " | ".join(cells) + " |")
    if times:
        print()
    for program in all_programs:
        if program not in present:
            print(f"Skipped: {program.name} is not installed.")
    print(f"{cpu()}, {os.cpu_count()} cores, {platform.system()}, {time.strftime('%Y-%m-%d')}; "
          + "; ".join(program.describe() for program in present) + ".")
    if times:
        print(f"Medians of {args.rounds} rounds, warm cache, output through a pipe; the first table has MB per second of "
              f"processor time, of all threads together. A mailbox of {args.size} MiB; "
              f"{args.slow_size} MiB for " + " and ".join(p.name for p in present if p.is_slow) + ".")


if __name__ == "__main__":
    main()
