"""The texts of `corpus/clients`, which all libraries and the command read alike."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import urlsift
from support import ROOT

SOURCE = (ROOT / "corpus" / "clients" / "tricky.toml").read_text(encoding="utf-8")
TEXTS: list[dict[str, Any]] = tomllib.loads(SOURCE)["text"]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text["name"])
def test_tricky_texts(text: dict[str, Any]) -> None:
    """All kinds of links are found, with default options."""
    urls = [link.url for link in urlsift.find(text["text"])]
    assert urls == text.get("found", text["links"])
