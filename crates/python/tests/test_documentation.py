"""The examples in docstrings and in the README."""

from __future__ import annotations

import doctest
import re
from html import unescape
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

import pytest

import urlsift
from support import RECIPES, ROOT, clients, recipe, scripts
from urlsift import _harvest, _parquet, _urlsift


@pytest.mark.parametrize("module", [urlsift, _harvest, _parquet, _urlsift])
def test_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("document", ["crates/python/README.md", "docs/embedding/python.md"])
def test_documents(document: str) -> None:
    result = doctest.testfile(str(ROOT / document), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_code_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    exec(recipe("find", {}), {})
    assert capsys.readouterr().out == "http://a.example/ [(4, 21)]\n"


def test_each_script_is_run_by_a_test() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "crates").glob("*/*.md")]
    found = [(str(path.relative_to(ROOT)), script) for path in documents for script in scripts(str(path))]
    assert len(found) == len(RECIPES)
    for document, script in found:
        names = [name for name, (other, mark) in RECIPES.items() if other == document and mark in script]
        assert len(names) == 1, (document, script)
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    for name in RECIPES:
        assert re.search(rf'recipe\(\s*"{name}",', tests), name


class Widget:
    """What the guide uses of a text widget of Tk."""

    def __init__(self) -> None:
        self.text = ""
        self.tagged: list[str] = []
        self.bound: Any = None

    def insert(self, _: str, text: str) -> None:
        self.text = text

    def tag_configure(self, *_: object, **__: object) -> None:
        """Does nothing."""

    def tag_add(self, _: str, start: str, end: str) -> None:
        first, last = (int(place.removeprefix("1.0+").removesuffix("c")) for place in (start, end))
        self.tagged.append(self.text[first:last])

    def tag_bind(self, _: str, __: str, function: Any) -> None:
        self.bound = function

    def index(self, place: str) -> str:
        return place

    def count(self, _: str, place: str, __: str) -> tuple[int]:
        return (int(place[1:].partition(",")[0]),)


@pytest.fixture
def guide() -> dict[str, Any]:
    """Returns the functions of the guide."""
    page = (ROOT / "docs/embedding/python.md").read_text()
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_doctest(page, {}, "guide", None, None).examples:
        if re.match("def |import|from", example.source):
            exec(example.source, names)
    return names


def test_the_text_widget_of_the_guide(guide: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    [text] = urlsift.texts("\U00010300 see <http://a.exam\nple/>", kind="text")
    widget = Widget()
    guide["show"](widget, text)
    assert widget.tagged == ["http://a.exam", "ple/"]
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for at in (0, 7, 21, len(text) - 1):
        widget.bound(SimpleNamespace(x=at, y=0))
    assert opened == ["http://a.example/", "http://a.example/"]


@pytest.mark.parametrize("kind", ["text", "html"])
def test_hostile_texts_in_the_functions_of_the_guide(
    kind: Literal["text", "html"], guide: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: set[str] = set()
    every: set[str | None] = set()
    monkeypatch.setattr("webbrowser.open", opened.add)
    for hostile in clients("hostile", "page" if kind == "html" else "text"):
        [text] = urlsift.texts(hostile["text"], kind=kind, conforms="none", unwrap=True)
        # What another link covers is not shown, nor is the base of a page.
        shown = {link.absolute for _, _, link in text.pieces if link.advice == "open"}
        assert shown <= {url for url, advice in hostile["links"] if advice == "open"}
        linked = guide["linked"](text)
        assert {unescape(url) for url in re.findall('href="([^"]*)"', linked)} == shown
        assert set(re.findall("<(/?[a-z]+)", linked)) <= {"pre", "/pre", "a", "/a"}
        widget = Widget()
        guide["show"](widget, text)
        opened.clear()
        for at in range(len(text)):
            widget.bound(SimpleNamespace(x=at, y=0))
        assert opened == shown
        every |= shown
    assert len(every) >= 2
