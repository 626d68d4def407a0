"""Runs the examples on the texts of `corpus/clients/hostile.toml`: `hostile.py GMIME_UNDERLINE QT_MESSAGE`.

It needs an X server. What the advice calls text is never opened or underlined, and `ask` not without a question.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
TEXTS = EXAMPLES.parents[2] / "corpus" / "clients" / "hostile.toml"
END = "http://end.example/"
LISTED = re.compile(r"^\[\d+\] (.+?)(?: \((show|ask|text)[:,] .*\))?$", re.MULTILINE)
UNDERLINED = re.compile("\x1b\\[4m(.*?)\x1b\\[24m", re.DOTALL)


def output(*command: str | Path) -> str:
    """Returns what a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def check_gmime(program: str, text: dict, subtype: str, mbox: Path) -> None:
    """Lists the links of a message."""
    mbox.write_text(f"From a\nContent-Type: text/{subtype}; charset=utf-8\n\n{text['text']}\n", "utf-8")
    shown = output(program, mbox)
    links = [[url, advice or "open"] for url, advice in LISTED.findall(shown)]
    assert links == text["links"], (text["name"], links)
    underlined = UNDERLINED.findall(shown)
    hidden = [url for url, advice in links if advice == "text"]
    assert len(underlined) <= len(links) - len(hidden), (text["name"], underlined)
    assert not {*underlined} & {*hidden}, (text["name"], underlined)


def check_qt(program: str, text: dict, file: Path) -> None:
    """Opens the links of a text or page, to which a last one is added."""
    is_page = file.suffix == ".html"
    file.write_text(text["text"] + (f"<p><a href='{END}'>end</a>" if is_page else f"\n<{END}>"), "utf-8")
    opened, is_asked = [], False
    for line in output(EXAMPLES / "open_links", program, file).splitlines():
        if not line.startswith("? "):
            opened.append([line, "ask" if is_asked else "open"])
        is_asked = line.startswith("? ")
    assert opened.pop() == [END, "open"], text["name"]
    links = [[url, "ask" if advice == "ask" else "open"] for url, advice in text["links"] if advice != "text"]
    # A page does not show its base, nor what another link covers.
    assert all(link in links for link in opened) if is_page else opened == links, (text["name"], opened)


gmime, qt = sys.argv[1:]
hostile = tomllib.loads(TEXTS.read_text("utf-8"))
with tempfile.TemporaryDirectory() as scratch:
    for kind, subtype, name in (("text", "plain", "a.txt"), ("page", "html", "a.html")):
        for text in hostile[kind]:
            check_gmime(gmime, text, subtype, Path(scratch, "mbox"))
            check_qt(qt, text, Path(scratch, name))
