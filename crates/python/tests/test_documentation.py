"""The examples in docstrings and in the README."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import urlsift
from support import RECIPES, ROOT, recipe, scripts
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


def test_the_text_widget_of_the_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (ROOT / "docs/embedding/python.md").read_text()
    test = doctest.DocTestParser().get_doctest(guide, {}, "guide", None, None)
    names: dict[str, Any] = {}
    for example in test.examples:
        if "def show" in example.source or example.source.startswith("import"):
            exec(example.source, names)
    [text] = urlsift.texts("\U00010300 see <http://a.exam\nple/>", kind="text")
    widget = Widget()
    names["show"](widget, text)
    assert widget.tagged == ["http://a.exam", "ple/"]
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for at in (0, 7, 21, len(text) - 1):
        widget.bound(SimpleNamespace(x=at, y=0))
    assert opened == ["http://a.example/", "http://a.example/"]
