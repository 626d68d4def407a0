"""The texts of `corpus/clients`, which all libraries and the command read alike."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import urlsift
from support import ROOT

FILES = sorted((ROOT / "corpus" / "clients").glob("*.toml"))
TEXTS: list[dict[str, Any]] = [text for file in FILES for text in tomllib.loads(file.read_text("utf-8"))["text"]]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text["name"])
def test_texts_of_clients(text: dict[str, Any]) -> None:
    """All kinds of links are found, with default options."""
    urls = [link.url for link in urlsift.find(text["text"])]
    assert urls == text.get("found", text["links"])
