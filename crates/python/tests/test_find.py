"""`find` and `check`, and the class `Link`."""

from __future__ import annotations

import io
import mmap
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlsift

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}
ATTRIBUTES = [name for name in dir(urlsift.Link) if not name.startswith("_") and name != "to_dict"]
CHARACTERS = st.characters() | st.sampled_from("\ud800\udfff\U00010300é<>- \n")
PIECES = st.sampled_from(["<URL:", "<http://", "http://", ">", "\n> ", "-\n", " at ", "[", "]", "mailto:a"])
TEXTS = st.lists(st.text(CHARACTERS, max_size=6) | PIECES, max_size=30).map("".join)


@given(TEXTS)
def test_offsets_index_what_was_passed_in(text: str) -> None:
    for link in urlsift.find(text, **ALL):
        assert text[link.start : link.end] == link.raw
        assert (link.offset, link.start) == (link.start, link.to_dict()["offset"])
        joined = "".join(text[start:end] for start, end in link.pieces)
        ats = [join["url_at"] for join in link.joins if "at" in join["dropped"]]
        url = "".join(character for at, character in enumerate(link.url) if at not in ats)
        assert joined == url
        lines = text[: link.start].split("\n")
        assert (link.line, link.column) == (len(lines), len(lines[-1]) + 1)
        for problem in link.problems:
            assert 0 <= problem["start"] <= problem["end"] <= len(link.url)


@given(TEXTS)
def test_a_str_has_the_links_of_its_bytes(text: str) -> None:
    # None of their bytes is a no-break space.
    text = text.replace("\ud800", "\udbff")
    source = text.encode("utf-8", "surrogatepass")
    links, of_bytes = urlsift.find(text, **ALL), urlsift.find(source, **ALL)
    assert [link.url_bytes for link in links] == [link.url_bytes for link in of_bytes]
    for link, other in zip(links, of_bytes, strict=True):
        assert source[other.start : other.end] == other.raw_bytes == link.raw_bytes
        assert len(source[: other.start].decode("utf-8", "surrogatepass")) == link.start
        assert link.raw.encode("utf-8", "surrogatepass") == other.raw_bytes


@given(TEXTS)
def test_links_pickle(text: str) -> None:
    links = urlsift.find(text, **ALL)
    restored = pickle.loads(pickle.dumps(links))
    assert restored == links
    for link, other in zip(links, restored, strict=True):
        assert hash(link) == hash(other)
        assert repr(link) == repr(other)
        assert link.to_dict() == other.to_dict()
        for name in ATTRIBUTES:
            assert getattr(link, name) == getattr(other, name), name


def test_find_equals_the_command(
    cases: list[tuple[str, bytes]], listed: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    paths = [tmp_path / str(number) for number in range(len(cases))]
    for path, (_, source) in zip(paths, cases, strict=True):
        path.write_bytes(source)
    objects: dict[str, list[dict[str, Any]]] = {str(path): [] for path in paths}
    # An archive may begin like a compressed file.
    for found in listed("--text", "--no-decompress", *paths):
        objects[found.pop("path")].append(found)
    count = 0
    for path, (name, source) in zip(paths, cases, strict=True):
        links = [link.to_dict() for link in urlsift.find(source, **ALL)]
        for link in links:
            assert link.pop("path") == ""
        assert links == objects[str(path)], name
        count += len(links)
    assert count > 500


def test_links_of_different_places_differ() -> None:
    one, two = urlsift.find("<http://a/> <http://a/>")
    assert one != two
    assert one == urlsift.find("<http://a/>")[0]
    assert one != "http://a/"
    assert len({one, two, *urlsift.find("<http://a/>")}) == 2


def test_links_of_a_str_and_of_bytes_are_equal() -> None:
    for text in ("<http://a/>", "<http://ä/\n> b>", "<http://a/\udc80>"):
        [link] = urlsift.find(text, conforms="none")
        [of_bytes] = urlsift.find(text.encode(errors="surrogatepass"), conforms="none")
        # Their offsets count different units.
        assert (link == of_bytes) == (link.end == of_bytes.end)
        if text == "<http://a/>":
            assert link == of_bytes == pickle.loads(pickle.dumps(of_bytes))
            assert hash(link) == hash(of_bytes)
    assert urlsift.check("http://a/") == urlsift.check(b"http://a/")
    assert urlsift.check("http://a/") != urlsift.check(b"http://b/")


def test_all_lone_surrogates_are_parts_of_links() -> None:
    for surrogate in map(chr, range(0xD800, 0xE000)):
        url = f"http://a.example/{surrogate}b{surrogate}"
        for text in (f"see {url} and", f'"{url}"', f"<{url}>", f"\ued00 {url}"):
            [link] = urlsift.find(text, conforms="none")
            assert link.url == url
            assert link.url_bytes == url.encode("utf-8", "surrogatepass")
            assert text[link.start : link.end] == link.raw
            assert pickle.loads(pickle.dumps(link)) == link
            assert link.to_dict()["url"] == url
            assert "url_base64" not in link.to_dict()
    # These bytes stand for a surrogate only while a text is searched.
    assert urlsift.check("http://a.example/%F8bc").to_dict()["decoded"]["path_base64"] == "+GJj"


def test_attributes_without_a_value() -> None:
    [link] = urlsift.find("<URL:a/b>", conforms="relative")
    assert (link.scheme, link.host, link.host_bytes, link.port, link.message, link.best) == (None,) * 6
    assert (link.readings, link.also, link.joins, link.virtual) == (["a/b"], [], [], False)
    assert "scheme" not in link.to_dict()


def test_values_are_new_objects() -> None:
    [link] = urlsift.find("<http://a/\n é>", conforms="none")
    link.joins.clear()
    link.to_dict()["problems"].clear()
    assert len(link.joins) == len(link.problems) == 1


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_buffers(kind: Callable[[bytes], Any]) -> None:
    assert urlsift.find(kind(b"\xff <http://a/\xff>"), conforms="none")[0].url_bytes == b"http://a/\xff"


def test_mmap(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"<http://a/>")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        assert urlsift.find(text)[0].url == "http://a/"


def test_bytes_that_are_not_utf_8() -> None:
    [link] = urlsift.find(b"<http://a/\xff>", conforms="none")
    assert (link.url, link.url_bytes) == ("http://a/\ufffd", b"http://a/\xff")
    assert link.to_dict()["url_base64"] == "aHR0cDovL2Ev/w=="


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"x": 1}, TypeError),
        ({"threads": 1}, TypeError),
        ({"headers": True}, TypeError),
        ({"conforms": 3}, TypeError),
        ({"conforms": "RFC1738"}, ValueError),
        ({"kinds": ["url", "x"]}, ValueError),
        ({"max_len": 0}, ValueError),
        ({"www": True, "kinds": "delimited"}, ValueError),
        ({"schemes": "a b"}, ValueError),
        ({"base": "a/b"}, ValueError),
    ],
)
def test_invalid_options(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(options)).rstrip("s")):
        urlsift.find("", **options)


def test_exceptions_of_arguments() -> None:
    def names(error: BaseException) -> Iterator[str]:
        yield "foo"
        raise error

    for other in (KeyboardInterrupt(), OSError(5, "it broke"), RuntimeError("it broke")):
        with pytest.raises(type(other)) as raised:
            urlsift.find("", schemes=names(other))
        assert raised.value is other
    for error, expected in ((TypeError, TypeError), (UnicodeError, ValueError), (OverflowError, ValueError)):
        cause = error("it broke")
        with pytest.raises(expected, match="the argument 'schemes': it broke") as named:
            urlsift.find("", schemes=names(cause))
        assert named.value.__cause__ is cause


def test_invalid_texts() -> None:
    for text in (None, 3, ["<http://a/>"]):
        with pytest.raises(TypeError, match="expected a str or a buffer"):
            urlsift.find(text)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no kind 'quoted'; there are url"):
        urlsift.find("", kinds="quoted")  # type: ignore[arg-type]


def test_an_unknown_option_is_named() -> None:
    calls: list[tuple[Callable[..., Any], str, str | None]] = [
        (urlsift.find, "kind", "kinds"),
        (urlsift.find_html, "scheme", "schemes"),
        (urlsift.find_arrow, "conform", "conforms"),
        (urlsift.find_message, "header", None),
        (urlsift.texts, "body", "bodies"),
        (urlsift.scan, "exclude_hosts", "exclude_host"),
        (urlsift.scan_arrow, "from", "from_"),
        (urlsift.plan_splits, "reed_as", "read_as"),
    ]
    for call, name, close in calls:
        expected = rf"{call.__name__}\(\) got an unexpected keyword argument '{name}'"
        hint = rf"\. Did you mean '{close}'\?" if close else ""
        with pytest.raises(TypeError, match=expected + hint):
            call("", **{name: "x"})


def test_none_is_the_default() -> None:
    given = dict.fromkeys(("conforms", "kinds", "www", "rejoin", "width", "base", "max_len", "schemes"))
    text = "<http://a.exam\nple/> and http://b.example/"
    assert urlsift.find(text, **given) == urlsift.find(text)
    given |= dict.fromkeys(("headers", "read_as", "threads", "host", "no_mailto", "since", "quoted", "errors", "range"))
    assert len(list(urlsift.scan(io.BytesIO(text.encode()), **given))) == 2
    assert urlsift.texts(text, kind=None) == urlsift.texts(text)


def test_none_is_the_default_for_files(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"<http://a.exam\nple/> and http://b.example/ <a/b>")
    assert urlsift.plan_splits(path, size=None, errors=None) == urlsift.plan_splits(path)
    table = urlsift.scan_arrow(path, columns=None, batch_size=None, dictionary=None)
    assert pa.table(table) == pa.table(urlsift.scan_arrow(path))
    given: dict[str, Any] = dict.fromkeys(("conforms", "binary", "batch_size", "errors", "split_size", "threads"))
    written = urlsift.write_parquet(path, tmp_path / "given", **given)
    assert written.rows == urlsift.write_parquet(path, tmp_path / "out").rows
    given = dict.fromkeys(("format", "without", "wide", "shard_size", "into_existing", "add", "drop_missing", "errors"))
    made = urlsift.harvest(path, tmp_path / "made", **given)
    assert made.manifest["format"] == "parquet"
    assert made.rows("links") == made.rows("wide")


def test_advice() -> None:
    safe = "https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aa&data=x"
    for text, options, advice, reason in (
        ("<http://a.example/>", {}, "open", ""),
        ("<mailto:a@b.example>", {}, "open", ""),
        ("<http://a.exam ple/>", {}, "show", "space"),
        ("<http://bank.example@evil.example/>", {}, "ask", "login"),
        ("<javascript:alert(1)>", {"schemes": "javascript"}, "text", "scheme"),
        ("<URL:a>", {"base": "http://a.example/b"}, "open", ""),
        ("<URL:a>", {}, "text", "no scheme"),
        (f"<{safe}>", {"unwrap": True}, "text", "scheme"),
    ):
        [link] = urlsift.find(text, conforms="none", **options)
        for each in (link, pickle.loads(pickle.dumps(link))):
            assert each.advice == advice, text
            assert reason in each.advice_reason
            assert (each.advice_reason == "") == (advice == "open")
            assert each.absolute == (link.resolved if link.conforms == "relative" else link.url)


@pytest.mark.parametrize(
    ("url", "base", "advice"),
    [
        ("http://a.example/", None, "open"),
        ("JavaScript:alert(1)", None, "text"),
        ("http://bank.example@evil.example/", None, "ask"),
        ("--option", None, "text"),
        ("--option", "http://a.example/", "open"),
        ("passwd", "file:///etc/", "text"),
    ],
)
def test_advice_on_a_url(url: str, base: str | None, advice: str) -> None:
    verdict = urlsift.check(url, base=base)
    for each in (verdict, pickle.loads(pickle.dumps(verdict))):
        assert each.advice == advice
        assert (each.advice_reason == "") == (advice == "open")


def test_options() -> None:
    text = "www.a.example hxxp://b.example/ <foo:x>"
    found = urlsift.find(text, kinds=("bare", "angle"), www=True, refang=True, schemes="foo", conforms="none")
    assert [link.url for link in found] == ["http://www.a.example", "http://b.example/", "foo:x"]
    found = urlsift.find("a.example/b joe@c.example build.sh", names=True, addresses=True)
    assert [(link.kind, link.url) for link in found] == [
        ("name", "https://a.example/b"),
        ("address", "mailto:joe@c.example"),
    ]
    assert urlsift.find("<http://a/>", max_len=10, kinds="delimited") == []
    safe = "https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2F&data=x"
    assert urlsift.find(f"<{safe}>", unwrap=True)[0].target == "http://a.example/"


@given(st.text(CHARACTERS, max_size=30))
def test_check(rest: str) -> None:
    verdict = urlsift.check("http://" + rest)
    assert verdict.url == "http://" + rest
    assert verdict.reaches("none")
    assert verdict == pickle.loads(pickle.dumps(verdict))
    for problem in verdict.problems:
        assert 0 <= problem["start"] <= problem["end"] <= len(verdict.url)
    of_bytes = urlsift.check(("http://" + rest).encode("utf-8", "surrogatepass"))
    assert of_bytes.conforms == verdict.conforms


def test_check_resolves() -> None:
    verdict = urlsift.check("../c", base="http://a/b/d")
    assert (verdict.conforms, verdict.base, verdict.resolved) == ("relative", "http://a/b/d", "http://a/c")
    with pytest.raises(ValueError, match="base"):
        urlsift.check("a", base="b")
