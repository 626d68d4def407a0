"""The texts of `corpus/clients`, which all libraries and the command read alike."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import urlsift
from support import clients

TEXTS = [*clients("tricky"), *clients("ordinary")]


def page(text: str) -> str:
    return "<pre>" + html.escape(text, quote=False)


def mail(text: str) -> str:
    return "Content-Type: text/plain; charset=utf-8\n\n" + text


# The kind of a source, the function that finds its links, and what makes one of a text.
ROUTES: list[tuple[Any, Callable[..., list[urlsift.Link]], Callable[[str], str]]] = [
    ("text", urlsift.find, str),
    ("html", urlsift.find_html, page),
    ("message", urlsift.find_message, mail),
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text["name"])
def test_texts_of_clients(text: dict[str, Any]) -> None:
    """All kinds of links are found, with default options, in the text, a page that shows it and a message."""
    found = text.get("found", text["links"])
    expected = list(zip(found, text.get("advice", ["open"] * len(found)), strict=True))
    links = urlsift.find(text["text"])
    pieces = [[text["text"][start:end] for start, end in link.pieces] for link in links]
    for kind, find, source in ROUTES:
        others = find(source(text["text"]))
        assert [(link.absolute, link.advice) for link in others] == expected
        for link, other in zip(links, others, strict=True):
            assert (link.kind, link.warnings) == (other.kind, other.warnings)
        shown = urlsift.texts(source(text["text"]), kind=kind)
        assert [link for each in shown for link in each.links] == others
        body = shown[-1]
        assert [[body.text[start:end] for start, end, of in body.pieces if of == link] for link in body.links] == pieces


@pytest.mark.parametrize(("kind", "find", "source"), ROUTES)
def test_the_links_of_the_command(
    kind: str,
    find: Callable[..., list[urlsift.Link]],
    source: Callable[[str], str],
    listed: Callable[..., list[dict[str, Any]]],
    tmp_path: Path,
) -> None:
    sources = {str(tmp_path / text["name"]): source(text["text"]).encode() for text in TEXTS}
    for path, data in sources.items():
        Path(path).write_bytes(data)
    objects: dict[str, list[dict[str, Any]]] = {path: [] for path in sources}
    for found in listed("--as", kind, *sources):
        objects[found["path"]].append(found)
    for path, data in sources.items():
        assert [link.to_dict() | {"path": path} for link in find(data, conforms="none")] == objects[path]


@pytest.mark.parametrize(
    ("text", "find"),
    [(text, urlsift.find) for text in clients("hostile")]
    + [(text, urlsift.find_html) for text in clients("hostile", "page")],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_hostile_texts(text: dict[str, Any], find: Callable[..., list[urlsift.Link]]) -> None:
    links = find(text["text"], conforms="none", unwrap=True)
    assert [[link.absolute or link.url, link.advice] for link in links] == text["links"]
    for link in links:
        clickable = re.findall('href="([^"]*)"', link._repr_html_())
        assert [html.unescape(url) for url in clickable] == [link.absolute] * (link.advice == "open")
        assert "<img" not in link._repr_html_()
