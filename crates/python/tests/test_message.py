"""`find_message`."""

from __future__ import annotations

import email
import pickle
from collections.abc import Callable
from email import policy
from pathlib import Path
from typing import Any

import pytest

import urlsift

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}


def test_find_message_equals_the_command(
    cases: list[tuple[str, bytes]], listed: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    paths = [tmp_path / str(number) for number in range(len(cases))]
    for path, (_, source) in zip(paths, cases, strict=True):
        path.write_bytes(source)
    objects: dict[str, list[dict[str, Any]]] = {str(path): [] for path in paths}
    for found in listed("--as", "message", "--no-decompress", *paths):
        objects[found.pop("path")].append(found)
    count = 0
    for path, (name, source) in zip(paths, cases, strict=True):
        links = [link.to_dict() for link in urlsift.find_message(source, **ALL)]
        for link in links:
            assert link.pop("path") == ""
        assert links == objects[str(path)], name
        count += sum("message" in link for link in links)
    assert count > 500


@pytest.mark.parametrize("of", [policy.compat32, policy.default])
def test_offsets_of_a_message_index_its_source(of: Any) -> None:
    raw = b"From: a@b\nSubject: <http://s.example/>\n\n> <http://a.example/\n> b>\n"
    message = email.message_from_bytes(raw, policy=of)
    links = urlsift.find_message(message)
    assert links.source == message.as_bytes()
    assert [link.url for link in links] == ["http://s.example/", "http://a.example/b"]
    for link in links:
        assert links.source[link.start : link.end] == link.raw_bytes
    message = links[0].message or {}
    assert message["header"] == "Subject"
    assert pickle.loads(pickle.dumps(links)).source == links.source


def test_only_messages() -> None:
    with pytest.raises(TypeError):
        urlsift.find_message("From: a@b\n\n")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        urlsift.find_message(b"", range=(0, 1))  # type: ignore[call-arg]
