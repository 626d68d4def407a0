"""The measured programs and libraries, and how each of them is called.

A program reads files; a library reads the texts that `texts.py` makes of them. Both return, for each document, pairs of
a URL and its pieces in the file (`None` if the tool does not say where, or the text is not in the file as it is).
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

from .texts import offset_of, texts_of

HERE = Path(__file__).resolve().parents[1]
DRIVERS = HERE / "drivers"

# URLs without brackets, without final punctuation; ripgrep also finds all that stands in brackets, over several lines.
GREP = "(https?|ftp)://[^[:space:]<>\"]*[^][:space:]<>\".,;:!?)'`*]"
RIPGREP = r"""<(?:URL:)?(?:https?|ftp)://[^<>]+>|(?:https?|ftp)://[^\s<>"]*[^\]\s<>".,;:!?)'`*]"""

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)

Failure = namedtuple("Failure", "name reason")


def run(command, stdin=None, environment=()):
    """Runs a program; a status other than 0 and 1 is an error."""
    env = dict(os.environ, LC_ALL="C.UTF-8", PYTHONUTF8="1") | dict(environment)
    env.pop("URLSIFT_OPTS", None)
    done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, check=False)
    if done.returncode not in (0, 1) or done.stderr and done.returncode:
        raise RuntimeError(f"{command[0]}: status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    return done.stdout


def without_brackets(url):
    """Returns a URL without the brackets and line breaks that stood in the text."""
    url = re.sub(r"\s+", "", url)
    return re.sub(r"^<?(?:URL:)?(.*?)>?$", r"\1", url, flags=re.I | re.S)


class Tool:
    """A tool: its name, its version, and the command that finds links."""

    places = False
    # What its speed is measured on: `file` or `texts`.
    reads = "file"

    def __init__(self, name, version, command, environment=()):
        self.name, self.version, self.command = name, version, [str(word) for word in command]
        self.environment = environment

    def find(self, documents, paths):
        """Returns a list of `(url, pieces)` for each document."""
        raise NotImplementedError

    def speed_input(self, mailbox, documents, folder):
        """Returns the command, the bytes of standard input and the number of bytes for a measurement of speed."""
        raise NotImplementedError


class Urlsift(Tool):
    places = True

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["--json", *map(str, paths)]).decode().split("\n"):
            if line:
                link = json.loads(line)
                # A piece of a text that is no plain part of the file is not exact to the byte.
                pieces = link.get("pieces") or [[link["offset"], link["end"]]]
                url = link.get("settled", link["url"])
                # The pieces are those of the first reading.
                found[numbers[link["path"]]].append((url, pieces if url == link["url"] else None))
        return found

    def speed_input(self, mailbox, documents, folder):
        return self.command + ["-j1", str(mailbox)], None, mailbox.stat().st_size


class Grep(Tool):
    places = True

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["-bH", "-e", GREP, *map(str, paths)], environment=self.environment).split(b"\n"):
            if line:
                path, offset, url = line.split(b":", 2)
                found[numbers[path.decode()]].append((url.decode(errors="replace"), [[int(offset), int(offset) + len(url)]]))
        return found

    def speed_input(self, mailbox, documents, folder):
        return self.command + ["-e", GREP, str(mailbox)], None, mailbox.stat().st_size


class Ripgrep(Tool):
    places = True

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["--json", "-e", RIPGREP, *map(str, paths)]).decode().split("\n"):
            event = json.loads(line) if line else {"type": ""}
            if event["type"] != "match":
                continue
            match = event["data"]
            for part in match["submatches"]:
                text = part["match"].get("text", "")
                start = match["absolute_offset"] + part["start"]
                end = match["absolute_offset"] + part["end"]
                head = len(re.match(r"<?(?:URL:)?", text)[0])
                pieces = [[start + head, end - text.endswith(">")]]
                found[numbers[match["path"]["text"]]].append((without_brackets(text), pieces))
        return found

    def speed_input(self, mailbox, documents, folder):
        return self.command + ["-e", RIPGREP, str(mailbox)], None, mailbox.stat().st_size


class OnPaths(Tool):
    """A driver that reads paths of messages."""

    reads = "texts"

    def find(self, documents, paths):
        out = run(self.command, "".join(f"{path}\n" for path in paths).encode(), self.environment)
        found = [[] for _ in paths]
        for line in out.decode().split("\n"):
            if line:
                answer = json.loads(line)
                found[answer["id"]] = [(without_brackets(url), None) for url, *_ in answer["found"]]
        return found

    def speed_input(self, mailbox, documents, folder):
        files = []
        for number, document in enumerate(documents):
            files.append(folder / f"{number}.eml")
            files[-1].write_bytes(document.data)
        return self.command, "".join(f"{path}\n" for path in files).encode(), sum(len(document.data) for document in documents)


class OnTexts(Tool):
    """A driver that reads texts, as JSON objects."""

    reads = "texts"

    def __init__(self, *args, unit=None, environment=()):
        super().__init__(*args, environment=environment)
        # What its offsets count: `bytes`, `points`, `utf-16`, or `None`, if it has none.
        self.unit = unit
        self.places = unit is not None

    def bytes_before(self, text, offset):
        if self.unit == "bytes" or text.isascii():
            return offset
        if self.unit == "points":
            return len(text[:offset].encode())
        return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le").encode())

    def find(self, documents, paths):
        texts, lines = [], []
        for number, document in enumerate(documents):
            for text in texts_of(document.data):
                lines.append(json.dumps({"id": len(texts), "text": text}))
                texts.append((number, text, offset_of(text, document.data) if self.unit else None))
        found = [[] for _ in paths]
        out = run(self.command, "".join(line + "\n" for line in lines).encode(), self.environment)
        for line in out.decode().split("\n"):
            if not line:
                continue
            answer = json.loads(line)
            number, text, base = texts[answer["id"]]
            for url, *place in answer["found"]:
                pieces = None
                if base is not None and place:
                    pieces = [[base + self.bytes_before(text, place[0]), base + self.bytes_before(text, place[1])]]
                found[number].append((without_brackets(url), pieces))
        return found

    def speed_input(self, mailbox, documents, folder):
        lines, read = [], 0
        for document in documents:
            line, size = as_line(document.data)
            lines.append(line)
            read += size
        return self.command, b"".join(lines), read


@functools.lru_cache(maxsize=None)
def as_line(data):
    """Returns all texts of a document as one JSON object, and their size. The number does not matter to speed."""
    text = "\n".join(texts_of(data))
    return json.dumps({"id": 0, "text": text}, ensure_ascii=False).encode() + b"\n", len(text.encode())


def first_version(command):
    out = run(command).decode(errors="replace")
    return re.search(r"\d[\w.]*", out)[0]


def ours(urlsift):
    """Returns the rows of urlsift."""
    version = first_version([urlsift, "--version"])
    base = [urlsift, "list", "-I", "-N"]
    return [
        Urlsift("urlsift --all", version, base + ["--all"]),
        Urlsift("urlsift --all --settle", version, base + ["--all", "--settle"]),
        Urlsift("urlsift", version, base),
    ]


def others(cache, python_versions, node_versions):
    """Returns the other tools that can be run, and a `Failure` for each that cannot."""
    venv, node, rust = cache / "venv/bin/python", cache / "node", cache / "rust/release"
    tools = []

    def add(name, is_there, make, reason):
        try:
            tools.append(make() if is_there else Failure(name, reason))
        except (RuntimeError, OSError) as error:
            tools.append(Failure(name, str(error)))

    def command(name, make):
        add(name, shutil.which(name), make, f"there is no program `{name}`")

    command("grep", lambda: Grep("grep", first_version(["grep", "--version"]), ["grep", "-aoE"],
                                environment=(("LC_ALL", "C"),)))
    command("rg", lambda: Ripgrep("ripgrep -oU", first_version(["rg", "--version"]), ["rg", "-aoUN", "--no-config", "-j1"]))
    has_perl = shutil.which("perl") and subprocess.run(["perl", "-MURI::Find", "-e1"], capture_output=True, check=False).returncode == 0
    add("URI::Find", has_perl,
        lambda: OnTexts("URI::Find", first_version(["perl", "-MURI::Find", "-e", "print $URI::Find::VERSION"]),
                        ["perl", DRIVERS / "uri_find.pl"]), "the Perl module is not installed")
    for name, unit in [("linkify-it", "utf-16"), ("linkifyjs", "utf-16"), ("Autolinker", "utf-16"), ("twitter-text", "utf-16")]:
        add(name, name in node_versions,
            lambda: OnTexts(name, node_versions[name], ["node", DRIVERS / "finders.mjs", name], unit=unit,
                            environment=(("NODE_MODULES_OF", str(node / "package.json")),)), "npm has not installed it")
    add("linkify", (rust / "linkify").exists(),
        lambda: OnTexts("linkify", crate_version("linkify"), [rust / "linkify"], unit="bytes"), "Cargo has not built it")
    add("mail-parser + linkify", (rust / "mail_parser_linkify").exists(),
        lambda: OnPaths("mail-parser + linkify", crate_version("mail-parser"), [rust / "mail_parser_linkify"]),
        "Cargo has not built it")
    for name, unit in [("urlextract", "points"), ("iocextract", None)]:
        add(name, name in python_versions,
            lambda: OnTexts(name, python_versions[name], [venv, DRIVERS / "texts.py", name], unit=unit), "pip has not installed it")
    add("urlscan", "urlscan" in python_versions,
        lambda: OnPaths("urlscan", python_versions["urlscan"], [venv, DRIVERS / "urlscan_links.py"]), "pip has not installed it")
    tools.append(OnPaths("email + regex", sys.version.split()[0], [sys.executable, DRIVERS / "email_regex.py"]))
    return tools


def crate_version(name):
    lock = (DRIVERS / "rust/Cargo.lock").read_text()
    return re.search(rf'name = "{name}"\nversion = "([^"]+)"', lock)[1]


# Tools of the field that no command can install from a registry, and why.
LEFT_OUT = [
    ["lychee", "its extractor for plain text is linkify with the default settings (`utils/url.rs` of lychee-lib 0.24.2), so that its row "
     "would be that of linkify; lychee-lib has 410 dependencies"],
    ["Thunderbird's mozTXTToHTMLConv", "part of Thunderbird, and not to be had as a library"],
]
