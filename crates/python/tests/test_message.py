"""`find_message`."""

from __future__ import annotations

import copy
import email
import email.message
import mmap
import pickle
import time
from collections.abc import Callable
from email import policy
from pathlib import Path
from typing import Any

import pytest

import urlsift
from support import run
from urlsift._message import source_of

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


def test_only_messages(tmp_path: Path) -> None:
    others: list[Any] = [5, 0, True, [], {}, None, tmp_path]
    for other in others:
        with pytest.raises(TypeError, match=f"not '{type(other).__name__}'"):
            urlsift.find_message(other)
    with pytest.raises(TypeError):
        urlsift.find_message(b"", range=(0, 1))  # type: ignore[call-arg]


@pytest.mark.parametrize("of", [policy.compat32, policy.default])
def test_messages_of_a_str(of: Any) -> None:
    text = "Subject: \u00e9 <http://s.example/>\n\n\u20ac <http://a.example/\u00e9>\n"
    for message in (text, email.message_from_string(text, policy=of)):
        links = urlsift.find_message(message, conforms="none")
        assert [link.url for link in links] == ["http://s.example/", "http://a.example/\u00e9"]
        assert isinstance(message, email.message.Message) or links.source == text.encode()
        # The package `email` may encode the header again.
        assert links.source[links[1].start : links[1].end] == links[1].raw_bytes


@pytest.mark.parametrize("of", [policy.compat32, policy.default])
def test_the_source_of_a_message_is_as_bytes(cases: list[tuple[str, bytes]], of: Any) -> None:
    compared = 0
    for name, source in cases:
        message = email.message_from_bytes(source, policy=of)
        try:
            expected = message.as_bytes()
        except Exception:
            # The package `email` cannot write all that it reads.
            continue
        assert source_of(message) == expected, name
        compared += 1
    assert compared > 500


def test_texts_have_the_links_of_the_message(cases: list[tuple[str, bytes]]) -> None:
    pieces = 0
    for name, source in cases:
        texts = urlsift.texts(source, **ALL)
        found = [link for text in texts for link in text.links]
        # The texts are those of one message, in its order.
        assert sorted(link.start for link in found) == sorted(
            link.start for link in urlsift.find_message(source, **ALL)
        ), name
        for text in texts:
            assert len(text) == len(text.text), name
            for start, end, link in text.pieces:
                assert 0 <= start < end <= len(text)
                at = text.link_at(start)
                assert at is not None
                assert at.url == link.url
                pieces += 1
    assert pieces > 1_000


def test_pieces_of_texts_spell_the_url() -> None:
    mail = (
        b"Content-Type: text/plain; charset=iso-8859-1\n\n"
        b"\xe9 \xff <http://a.exam\nple/b> and http://c.example/\xe9 www.d.example\n"
    )
    [_, body] = urlsift.texts(mail, conforms="none", www=True)
    assert body.text.startswith("\u00e9 \u00ff <http://a.exam\nple/b>")
    spelled: dict[str, str] = {}
    for start, end, link in body.pieces:
        spelled[link.url] = spelled.get(link.url, "") + body.text[start:end]
    assert spelled["http://a.example/b"] == "http://a.example/b"
    assert spelled["http://www.d.example"] == "www.d.example"
    at = body.link_at(body.text.index("ple/b"))
    assert at is not None
    assert at.url == "http://a.example/b"
    assert body.link_at(0) is None
    with pytest.raises(ValueError, match="negative"):
        body.link_at(-1)


def test_damaged_texts_count_replacements() -> None:
    mail = b"Content-Type: text/plain; charset=utf-8\n\n\xe2\x82 \xff\xfe \xc3\xa9 http://a.example/ \xf0\x90 http://b.example/\n"
    body = urlsift.texts(mail)[-1]
    assert [body.text[start:end] for start, end, _ in body.pieces] == ["http://a.example/", "http://b.example/"]
    assert len(body) == len(body.text)


def test_decoded_texts_and_pages() -> None:
    text = "\U00010300 <http://a.exam\nple/>"
    [found] = urlsift.texts(text, kind="text")
    assert found.text == text
    assert [text[start:end] for start, end, _ in found.pieces] == ["http://a.exam", "ple/"]
    assert [text[start:end] for start, end in found.links[0].pieces] == ["http://a.exam", "ple/"]
    page = "<p>\u00e9 <a href='http://a.example/'>this</a> http://b.example/"
    [shown] = urlsift.texts(page, kind="html")
    assert shown.is_html
    assert [page[link.start : link.end] for link in shown.links] == ["http://a.example/", "http://b.example/"]
    assert [shown.text[start:end] for start, end, _ in shown.pieces] == ["this", "http://b.example/"]
    at = shown.link_at(shown.text.index("this"))
    assert at is not None
    assert at.url == "http://a.example/"
    assert [link.url for link in urlsift.find_html(page)] == ["http://a.example/", "http://b.example/"]
    with pytest.raises(ValueError, match="there is no kind 'mbox'"):
        urlsift.texts(text, kind="mbox")  # type: ignore[arg-type]


def test_where_a_page_shows_a_link() -> None:
    page = (
        "<p>\u00e9 <a href='http://a.example/'>\u00e9 http://b.example/</a> <a href='http://c.example/'>\U00010300</a>"
    )
    [text] = urlsift.texts(page, kind="html")
    [of_mail] = urlsift.texts(f"Content-Type: text/html; charset=utf-8\n\n{page}", headers=False)
    for links in (text.links, of_mail.links, urlsift.find_html(page)):
        shown = [link.shown and text.text[slice(*link.shown)] for link in links]
        assert shown == ["\u00e9 http://b.example/", None, "\U00010300"]
        assert [link.shown_by for link in links] == [None, links[0].offset, None]


def test_texts_are_values() -> None:
    mail = b"Subject: =?utf-8?q?=C3=A9_http=3A//a.example/?=\n\n<http://b.exam\nple/> \xff <http://c.example/>\n"
    texts = urlsift.texts(mail)
    copies = pickle.loads(pickle.dumps(texts))
    assert copies == texts == copy.deepcopy(texts)
    assert texts[0] != texts[1]
    assert len({*texts, *copies}) == len(texts)
    assert repr(copies) == repr(texts)
    [body] = [text for text in copies if text.part == "1" and text.header is None]
    assert [body.text[start:end] for start, end, _ in body.pieces] == ["http://b.exam", "ple/", "http://c.example/"]


def test_a_str_is_decoded_as_the_package_email_does() -> None:
    mail = b"Subject: \xe9\nContent-Type: text/plain; charset=iso-8859-1\n\n\xe9 http://a.example/\xe9 \xff\n"
    for source in (mail.decode("ascii", "surrogateescape"), email.message_from_bytes(mail), mail):
        links = urlsift.find_message(source, **ALL)
        assert links.source == mail
        texts = urlsift.texts(source, **ALL)
        assert [link for text in texts for link in text.links] == links == urlsift.find_message(mail, **ALL)
        assert texts[-1].text == "\u00e9 http://a.example/\u00e9 \u00ff\n"
        assert [texts[-1].text[start:end] for start, end, _ in texts[-1].pieces] == ["http://a.example/\u00e9"]
    # Others stand for no byte.
    links = urlsift.find_message("\n\ud800 http://a.example/\ud83d \xe9", conforms="none")
    assert links.source == "\n\ufffd http://a.example/\ufffd \xe9".encode()
    assert links == [
        link for text in urlsift.texts("\n\ud800 http://a.example/\ud83d \xe9", **ALL) for link in text.links
    ]


def test_a_buffer_is_its_own_source(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\n<http://a.example/>\n")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for source in (mapped, bytearray(mapped), memoryview(mapped[:]), memoryview(b"\n<http://a.example/>\n\n")[:-1]):
            links = urlsift.find_message(source)
            assert links.source is source
            assert [bytes(links.source[link.start : link.end]) for link in links] == [b"<http://a.example/>"]
            assert pickle.loads(pickle.dumps(links)).source == path.read_bytes()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_large_file_in_memory_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "a"
    size = 256 << 20
    with path.open("wb") as file:
        file.write(b"\nsee http://a.example/ \n")
        file.truncate(size)
    script = """
import mmap, pathlib, sys, urlsift
with open(sys.argv[1], "rb") as file:
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
for find in (urlsift.find_message, urlsift.find):
    links = find(mapped)
    # The maximum of `getrusage` begins with that of the process that has started this one.
    peak = pathlib.Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]
    print(links, peak)
"""
    result = run(script, str(path))
    assert result.returncode == 0, result.stderr
    *_, line = result.stdout.splitlines()
    # The pages of the file count, too.
    assert int(line.split()[-1]) << 10 < 1.5 * size, line


def test_lone_surrogates_of_texts() -> None:
    text = "\ud800\udfff http://a.example/\udce0 <http://b.exam\nple/> \ud800"
    for kind in ("text", "html"):
        [found] = urlsift.texts(text, kind=kind)
        assert len(found) == len(found.text)
        assert found.text.count("\ud800") == 2
        first, *_ = found.pieces
        assert found.text[first[0] : first[1]] == "http://a.example/\udce0"


def test_texts_take_linear_time() -> None:
    def seconds(mail: bytes) -> float:
        begin = time.process_time()
        urlsift.texts(mail)
        return time.process_time() - begin

    line = b"see http://a.example/ and http://b.example/\n"
    part = b"--x\nContent-Type: text/plain\n\nhttp://a.example/ \xc3\xa9\n"
    for head, lines, tail in (
        (b"\n", line, b"\xe9"),
        (b"Content-Type: multipart/mixed; boundary=x\n\n", part, b"--x--\n"),
    ):
        assert seconds(head + 4_000 * lines + tail) < 12 * seconds(head + 1_000 * lines + tail) + 0.1


def test_links_in_notebooks() -> None:
    message = b"\n<javascript://a/%22'\"&> <http://a.example/?b&c> " + b"<http://b.example/> " * 99
    links = urlsift.find_message(message, conforms="none", schemes="javascript")
    table = links._repr_html_()
    assert 'href="http://a.example/?b&amp;c"' in table
    assert 'href="javascript' not in table
    assert "51 more" in table
    assert table.count("<tr>") == 51
