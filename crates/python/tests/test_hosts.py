"""The spellings of `corpus/hosts`: their hosts are those of browsers."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import urlsift
from support import ROOT


@pytest.fixture(scope="module")
def spellings() -> list[dict[str, Any]]:
    table = tomllib.loads((ROOT / "corpus" / "hosts" / "browsers.toml").read_text())["url"]
    assert len(table) >= 300
    return list(table)


def test_check(spellings: list[dict[str, Any]]) -> None:
    for spelling in spellings:
        verdict = urlsift.check(spelling["url"])
        assert verdict.host_ascii == spelling.get("host_ascii"), spelling
        assert ("invalid-host" in verdict.warnings) == spelling.get("rejected", False), spelling


def test_attributes(spellings: list[dict[str, Any]]) -> None:
    def is_kept(url: str) -> bool:
        # An empty attribute has no link, nor one that names a part of the message; a page has no NUL, and a reference
        # that begins with a host gets a scheme.
        begins = url.lstrip("".join(map(chr, range(33))))[:2]
        is_reference = len(begins) == 2 and set(begins) <= set("/\\")
        return url != "" and "\0" not in url and not url.startswith("cid:") and not is_reference

    kept = [spelling for spelling in spellings if is_kept(spelling["url"])]
    values = ["".join(f"&#{ord(char)};" for char in spelling["url"]) for spelling in kept]
    anchors = "".join(f'<a href="{value}"></a>\n' for value in values)
    message = f"Content-Type: text/html\n\n{anchors}".encode()
    links = urlsift.find_message(message, kinds="attribute", conforms="none")
    assert [link.host_ascii for link in links] == [spelling.get("host_ascii") for spelling in kept]
