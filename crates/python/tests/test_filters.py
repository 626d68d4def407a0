"""The filters of `scan` and `scan_arrow`."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import urlsift

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}
DAY = datetime.date(1995, 1, 31)
MESSAGES = [
    (
        "From a@b.example Mon Jan 30 09:12:04 1995",
        "From: Ann <ann@a.example>",
        "Date: Mon, 30 Jan 1995 09:12:04 +0000",
        "Subject: Of URLs",
        "Message-ID: <1@a.example>",
        "Newsgroups: comp.mail.mime,alt.test",
        "Content-Type: text/html",
        "",
        "&lt;http://www.ietf.example/rfc&gt; &lt;ftp://ftp.ietf.example:80/&gt;",
    ),
    (
        "From a@b.example Tue Jan 31 09:12:04 1995",
        "From: Bob <bob@b.example>",
        "Date: Tue, 31 Jan 1995 09:12:04 +0000",
        "Subject: Re: of URLs",
        "Message-ID: <2@a.example>",
        "References: <1@a.example>",
        "List-Id: Links <links.a.example>",
        "",
        "> <http://www.ietf.example/",
        "> b> and <http://c.example/> and <URL:../d>",
    ),
    ("From a@b.example Tue Jan 31 09:12:04 1995", "", "<http://e.example@f.example/>"),
]
FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({"scheme": "FTP"}, ["--scheme", "FTP"]),
    ({"scheme": ["ftp", "gopher"]}, ["--scheme", "ftp,gopher"]),
    ({"host": "ietf.example"}, ["--host", "ietf.example"]),
    (
        {"host": "base.example", "base": "http://base.example/a/"},
        ["--host=base.example", "--base=http://base.example/a/"],
    ),
    ({"newsgroup": "comp.*,!comp.binaries.*"}, ["--newsgroup", "comp.*,!comp.binaries.*"]),
    ({"from_": "ANN"}, ["--from", "ANN"]),
    ({"subject": "^re:"}, ["--subject", "^re:"]),
    ({"header": "List-Id: links"}, ["--header", "List-Id: links"]),
    ({"header": ["List-Id:", "Subject: of"]}, ["--header", "List-Id:", "--header", "Subject: of"]),
    ({"message_id": "<2@a.example>"}, ["--message-id", "<2@a.example>"]),
    ({"thread": "1@a.example"}, ["--thread", "1@a.example"]),
    ({"since": "1995-01-31"}, ["--since", "1995-01-31"]),
    ({"since": DAY, "until": DAY}, ["--since", "1995-01-31", "--until", "1995-01-31"]),
    ({"until": datetime.datetime(1995, 1, 30, 12, tzinfo=datetime.UTC)}, ["--until", "1995-01-30T12:00:00Z"]),
    ({"type": "text/html"}, ["--type", "text/html"]),
    ({"quoted": True}, ["--quoted"]),
    ({"quoted": False}, ["--no-quoted"]),
    ({"joined": True}, ["--joined"]),
    ({"warn": ["reserved-port", "spaced"]}, ["--warn", "reserved-port,spaced"]),
    ({"warn": "hosts"}, ["--warn", "hosts"]),
]


@pytest.mark.parametrize(("options", "flags"), FILTERS, ids=[" ".join(flags) for _, flags in FILTERS])
def test_filters_equal_the_flags(
    listed: Callable[..., list[dict[str, Any]]], tmp_path: Path, options: dict[str, Any], flags: list[str]
) -> None:
    path = tmp_path / "a.mbox"
    path.write_text("\n\n".join("\n".join(message) for message in MESSAGES) + "\n")
    expected = listed(path, *flags)
    assert 0 < len(expected) < 6
    assert [link.to_dict() for link in urlsift.scan(path, **options, **ALL)] == expected
    scan = urlsift.scan_arrow(path, columns="url", **options, **ALL)
    assert pa.table(scan)["url"].to_pylist() == [found["url"] for found in expected]


def test_filters_of_archives(archives: Path, listed: Callable[..., list[dict[str, Any]]]) -> None:
    expected = listed("--since", "1998", "--scheme", "http", "--subject", "re", "--json-errors", archives)
    expected = [found for found in expected if "error" not in found]
    with warnings.catch_warnings(action="ignore"):
        scan = urlsift.scan(archives, since="1998", scheme="http", subject="re", **ALL)
        assert [link.to_dict() for link in scan] == expected
    assert len(expected) > 100


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"scheme": "a b"}, ValueError),
        ({"host": "http://a/"}, ValueError),
        ({"newsgroup": "!a"}, ValueError),
        ({"from_": "("}, ValueError),
        ({"header": "x"}, ValueError),
        ({"message_id": ""}, ValueError),
        ({"since": "soon"}, ValueError),
        ({"since": 1995}, TypeError),
        ({"type": "text"}, ValueError),
        ({"quoted": 1}, TypeError),
        ({"warn": "none"}, ValueError),
        ({"until": "1995", "since": "1996"}, ValueError),
        ({"from": "a"}, TypeError),
    ],
)
def test_invalid_filters(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=f"'{next(iter(options))}'"):
        urlsift.scan([], **options)
    with pytest.raises(TypeError, match="unexpected keyword"):
        urlsift.find("", **options)
