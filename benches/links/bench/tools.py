"""The measured programs and libraries, and how each of them is called.

A program reads files; a library reads the texts that `texts.py` makes of them, and is called once for each preparation.
Both return, for each document, pairs of a URL and its pieces in the file (`None` if the tool does not say where, or the
text is not in the file as it is).
"""

import collections
import html
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from . import install
from .install import DRIVERS
from .texts import PREPARATIONS, offset_of, regex_links, texts_of

# URLs of ASCII, as RFC 3986 has them, without final punctuation: the files are not decoded, and grep is three times as fast with bytes.
# With `-U`, ripgrep also finds all that stands in brackets, over several lines.
GREP = "(https?|ftp)://[][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*[A-Za-z0-9/_~#@$&+=%-]"
RIPGREP = r"(?:https?|ftp)://[\]\[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*[A-Za-z0-9/_~#@$&+=%-]"
RIPGREP_LINES = rf"<(?:URL:)?(?:https?|ftp)://[^<>]+>|{RIPGREP}"

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)

Failure = collections.namedtuple("Failure", "name reason")


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
    # Only a tool that reads texts has several.
    preparation = "decoded"
    # The arguments with which it reads a mailbox, if it does: its speed is compared.
    mailbox = None
    # The argument with which a driver that reads texts prints URLs only, for the same.
    timed = []

    def __init__(self, name, version, command, environment=()):
        self.name, self.version, self.command = name, version, [str(word) for word in command]
        self.environment = environment

    def find(self, documents, paths):
        """Returns a list of `(url, pieces)` for each document."""
        raise NotImplementedError


class Urlsift(Tool):
    places = True
    mailbox = ["-j1"]

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["--json", *map(str, paths)]).decode().split("\n"):
            if line:
                link = json.loads(line)
                # A piece of a text that is no plain part of the file is not exact to the byte.
                pieces = link.get("pieces") or [[link["offset"], link["end"]]]
                # The pieces are those of the first reading.
                is_first = link.get("settled", link["url"]) == link["url"]
                found[numbers[link["path"]]].append((self.url(link), pieces if is_first else None))
        return found

    def url(self, link):
        return link.get("settled", link["url"])


class UrlsiftWithNames(Urlsift):
    def url(self, link):
        """Returns a name without the scheme with which it is read."""
        return link["url"].partition("://")[2] if link["delimiter"] == "name" else link["url"]


class Grep(Tool):
    places = True
    mailbox = ["-e", GREP]

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["-bH", "-e", GREP, *map(str, paths)], environment=self.environment).split(b"\n"):
            if line:
                path, offset, url = line.split(b":", 2)
                found[numbers[path.decode()]].append((url.decode(errors="replace"), [[int(offset), int(offset) + len(url)]]))
        return found


class Ripgrep(Tool):
    places = True

    def __init__(self, *args, expression):
        super().__init__(*args)
        self.expression = expression
        self.mailbox = ["-e", expression]

    def find(self, documents, paths):
        numbers = {str(path): number for number, path in enumerate(paths)}
        found = [[] for _ in paths]
        for line in run(self.command + ["--json", "-e", self.expression, *map(str, paths)]).decode().split("\n"):
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


class Regex(Tool):
    """Python's `email` and a regular expression: the script that most people write. Its driver reads a mailbox, for the speed."""

    mailbox = ["--mbox"]

    def __init__(self, *args, preparation):
        super().__init__(*args)
        self.preparation = preparation

    def find(self, documents, paths):
        return [[(url, None) for text in texts_of(document.data, self.preparation) for url in regex_links(text)] for document in documents]


class OnPaths(Tool):
    """A driver that reads paths of messages."""

    def __init__(self, *args, mailbox=None, preparation="decoded"):
        super().__init__(*args)
        self.mailbox, self.preparation = mailbox, preparation

    def find(self, documents, paths):
        out = run(self.command, "".join(f"{path}\n" for path in paths).encode(), self.environment)
        found = [[] for _ in paths]
        for line in out.decode().split("\n"):
            if line:
                answer = json.loads(line)
                found[answer["id"]] = [(without_brackets(url), None) for url, *_ in answer["found"]]
        return found


class OnTexts(Tool):
    """A driver that reads texts, separated by NUL.

    What it finds in a paragraph is kept, since most preparations leave most paragraphs alone; the same is found in whole texts.
    But three tools find something else in them, for example after a bracket that is not closed: these get whole texts.
    """

    timed = ["--urls"]
    whole = ("urlextract", "URI::Find", "URI::Find::Schemeless", "KDE's KTextToHTML")
    known = collections.defaultdict(dict)

    def __init__(self, *args, unit=None, preparation="decoded", environment=()):
        super().__init__(*args, environment=environment)
        # What its offsets count: `bytes`, `points`, `utf-16`, or `None`, if it has none.
        self.unit, self.preparation = unit, preparation
        self.places = unit is not None

    def bytes_before(self, text, offset):
        if self.unit == "bytes" or text.isascii():
            return offset
        if self.unit == "points":
            return len(text[:offset].encode())
        return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le").encode())

    def answers(self, stdin):
        """Yields what was found in each text."""
        for line in run(self.command, stdin, self.environment).decode().split("\n"):
            if line:
                yield json.loads(line)["found"]

    def find(self, documents, paths):
        # Each paragraph with the document that it is in, and its place there, if it is known.
        paragraphs = []
        for number, document in enumerate(documents):
            for text in texts_of(document.data, self.preparation):
                base = offset_of(text, document.data) if self.unit and self.preparation == "decoded" else None
                for paragraph in [text] if self.name in self.whole else text.split("\n\n"):
                    paragraphs.append((number, paragraph, base))
                    if base is not None:
                        base += len(paragraph.encode("utf-8", "replace")) + 2
        known = self.known[tuple(self.command)]
        new = list(dict.fromkeys(text for _, text, _ in paragraphs if text not in known))
        if new:
            known |= zip(new, self.answers(joined_texts(new)), strict=True)
        found = [[] for _ in paths]
        for number, text, base in paragraphs:
            for url, *place in known[text]:
                pieces = None
                if base is not None and place:
                    pieces = [[base + self.bytes_before(text, place[0]), base + self.bytes_before(text, place[1])]]
                found[number].append((without_brackets(url), pieces))
        return found


class Kde(OnTexts):
    """Its driver prints HTML, in which each link is an `<a>`."""

    timed = []
    link = r'<a href="([^"]*)"'

    def answers(self, stdin):
        for page in run(self.command, stdin, self.environment).decode().split("\0")[:-1]:
            yield [[html.unescape(url)] for url in re.findall(self.link, page)]


class KdeWithNames(Kde):
    # What stood in the text: it puts a scheme before names and addresses.
    link = r'<a href="[^"]*">([^<]*)</a>'


def joined_texts(texts):
    return "\0".join(text.replace("\0", " ") for text in texts).encode("utf-8", "replace")


def first_version(command):
    out = run(command).decode(errors="replace")
    return re.search(r"\d[\w.]*", out)[0]


def ours(urlsift):
    """Returns the rows of urlsift."""
    version = first_version([urlsift, "--version"])
    base = [urlsift, "list", "-I", "-N"]
    return [
        Urlsift("urlsift --all", version, base + ["--all"]),
        Urlsift("urlsift", version, base),
        # It is measured apart: evidence from other texts is nothing that the other tools get.
        Urlsift("urlsift --all --settle", version, base + ["--all", "--settle"]),
    ]


def by_tool(what, rows):
    """Returns what a function returns of each row, several at once, but one after another those of a tool: these share what is known."""
    groups = collections.defaultdict(list)
    for at, tool in enumerate(rows):
        groups[tool.name].append((at, tool))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # The slowest are among the last.
        done = pool.map(lambda group: [(at, what(tool)) for at, tool in group], reversed(groups.values()))
        return [out for _, out in sorted((one for group in done for one in group), key=lambda one: one[0])]


def with_names(urlsift, rows):
    """Returns the rows that find names, urlsift first: of the measured tools, each with its settings for names and addresses."""
    known = {tool.name: tool for tool in rows if tool.preparation == "decoded"}
    out = [UrlsiftWithNames(NAMES_OF_OURS, first_version([urlsift, "--version"]), [urlsift, "list", "-I", "-N", "--all", "--names", "--addresses"])]
    for name in ("linkify-it (fuzzy)", "xurls (relaxed)", "linkifyjs", "Autolinker", "twitter-text", "linkify", "urlextract", "URI::Find", "KDE's KTextToHTML"):
        tool = known.get(name)
        if tool:
            kind = KdeWithNames if isinstance(tool, Kde) else OnTexts
            # These two find names as they are.
            command = tool.command + ([] if name in ("linkify-it (fuzzy)", "xurls (relaxed)", "KDE's KTextToHTML") else ["--names"])
            title = {"URI::Find": "URI::Find::Schemeless"}.get(name, name)
            out.append(kind(title, tool.version, command, unit=tool.unit, environment=tool.environment))
    return out


# As a careful user calls them: without `-i`, since schemes are in lower case; `-a`, since old mail is not all UTF-8.
GREP_OPTIONS = ["grep", "-aoE"]
GREP_ENVIRONMENT = (("LC_ALL", "C"),)
RIPGREP_OPTIONS = ["rg", "-aoN", "--no-config", "-j1"]

NAMES_OF_OURS = "urlsift --all --names --addresses"


def others(cache, python_versions, node_versions):
    """Returns the other tools that can be run, and a `Failure` for each that cannot."""
    venv, node, rust = cache / "venv/bin/python", cache / "node", cache / "rust/release"
    tools, missing = [], []

    def add(name, is_there, make, reason):
        try:
            if is_there:
                tools.extend(make())
            else:
                missing.append(Failure(name, reason))
        except (RuntimeError, OSError) as error:
            missing.append(Failure(name, str(error)))

    add("grep", shutil.which("grep"),
        lambda: [Grep("grep", first_version(["grep", "--version"]), GREP_OPTIONS, environment=GREP_ENVIRONMENT)], "there is no program `grep`")
    add("ripgrep", shutil.which("rg"),
        lambda: [Ripgrep(name, first_version(["rg", "--version"]), command, expression=expression)
                 for name, command, expression in (("ripgrep", RIPGREP_OPTIONS, RIPGREP), ("ripgrep -U", [*RIPGREP_OPTIONS, "-U"], RIPGREP_LINES))],
        "there is no program `rg`")
    add("KDE's KTextToHTML", (cache / "kde").exists(), lambda: on_texts("KDE's KTextToHTML", install.debian_version("libkf5coreaddons-dev"), [cache / "kde"], kind=Kde),
        "it was not built: it needs g++ and libkf5coreaddons-dev")
    for kind in ("strict", "relaxed"):
        add(f"xurls ({kind})", (cache / "xurls").exists(),
            lambda: on_texts(f"xurls ({kind})", install.debian_version("golang-mvdan-xurls-dev"), [cache / "xurls", kind], unit="bytes"),
            "it was not built: it needs go and golang-mvdan-xurls-dev")
    add("URI::Find", has_perl_module("URI::Find"),
        lambda: on_texts("URI::Find", first_version(["perl", "-MURI::Find", "-e", "print $URI::Find::VERSION"]), ["perl", DRIVERS / "uri_find.pl"]),
        "the Perl module is not installed")
    add("SpamAssassin", has_perl_module("Mail::SpamAssassin"),
        lambda: [OnPaths("SpamAssassin", install.debian_version("spamassassin"), ["perl", DRIVERS / "spamassassin.pl"])], "it is not installed")
    for name in ("linkify-it", "linkify-it (fuzzy)", "linkifyjs", "Autolinker", "twitter-text"):
        add(name, name.split()[0] in node_versions,
            lambda: on_texts(name, node_versions[name.split()[0]], ["node", DRIVERS / "finders.mjs", name], unit="utf-16",
                             environment=(("NODE_MODULES_OF", str(node / "package.json")),)), "npm has not installed it")
    add("linkify", (rust / "linkify").exists(), lambda: on_texts("linkify", crate_version("linkify"), [rust / "linkify"], unit="bytes"),
        "Cargo has not built it")
    stack = rust / "mail_parser_linkify"
    add("mail-parser + linkify", stack.exists(),
        lambda: [OnPaths("mail-parser + linkify", crate_version("mail-parser"), [stack, *flag], mailbox=["--mbox"], preparation=preparation)
                 for preparation, flag in (("decoded", []), ("unquoted", ["--unquoted"]))], "Cargo has not built it")
    for name, unit in [("urlextract", "points"), ("iocextract", None)]:
        # They are slow: without the preparations that change most texts.
        add(name, name in python_versions, lambda: on_texts(name, python_versions[name], [venv, DRIVERS / "texts.py", name], unit=unit)[:2],
            "pip has not installed it")
    add("urlscan", "urlscan" in python_versions,
        lambda: [OnPaths("urlscan", python_versions["urlscan"], [venv, DRIVERS / "urlscan_links.py"])], "pip has not installed it")
    add("email + regex", True,
        lambda: [Regex("email + regex", sys.version.split()[0], [sys.executable, DRIVERS / "email_regex.py", preparation], preparation=preparation)
                 for preparation in PREPARATIONS], "")
    return tools, missing


def on_texts(*args, kind=OnTexts, **options):
    """Returns the tool with each preparation of the texts."""
    return [kind(*args, preparation=preparation, **options) for preparation in PREPARATIONS]


def has_perl_module(name):
    return shutil.which("perl") and subprocess.run(["perl", f"-M{name}", "-e1"], capture_output=True, check=False).returncode == 0


def crate_version(name):
    lock = (DRIVERS / "rust/Cargo.lock").read_text()
    return re.search(rf'name = "{name}"\nversion = "([^"]+)"', lock)[1]


# Tools of the field that no command can install from a registry, and why.
LEFT_OUT = [
    ["lychee", "its extractor for plain text is linkify with the default settings (`utils/url.rs` of lychee-lib 0.24.2), so that its row "
     "would be that of linkify; lychee-lib has 410 dependencies"],
    ["Thunderbird's mozTXTToHTMLConv", "part of Thunderbird, and not to be had as a library"],
    ["bulk_extractor", "not in Debian 12"],
]
