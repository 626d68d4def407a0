"""`find_arrow`, and user-defined functions that call it."""

from __future__ import annotations

import io
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urlsift

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}
TEXTS = [
    "see <http://a.example/> and\n> <URL:ftp://b.\n> example/c-\n> d>",
    None,
    "",
    "no link",
    "\U00010300 <http://\u00e4.example/~x>",
    "<mailto:a at b.example>",
]
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def found(array: Any, **options: Any) -> list[list[dict[str, Any]] | None]:
    lists = pa.array(urlsift.find_arrow(array, **options))
    lists.validate(full=True)
    rows: list[list[dict[str, Any]] | None] = lists.to_pylist()
    return rows


def expected(texts: list[str | None]) -> list[list[dict[str, Any]] | None]:
    """Returns what `scan_arrow` finds in files with the texts."""
    rows: list[list[dict[str, Any]] | None] = []
    for text in texts:
        if text is None:
            rows.append(None)
            continue
        links = urlsift.find(text.encode(), **ALL)
        rows.append([{"url": link.url, "offset": link.offset, "raw": link.raw, "host": link.host} for link in links])
    return rows


@pytest.mark.parametrize("data_type", TYPES)
def test_types(data_type: pa.DataType) -> None:
    array = pa.array([text and text.encode() for text in TEXTS], pa.binary()).cast(data_type)
    rows = found(array, columns=["url", "offset", "raw", "host"], **ALL)
    assert rows == expected(TEXTS)
    assert [None if row is None else len(row) for row in rows] == [2, None, 0, 0, 1, 1]
    assert found(array.slice(4, 2), **ALL) == found(array, **ALL)[4:]


def test_chunks_and_other_forms() -> None:
    array = pa.array(TEXTS)
    rows = found(array)
    chunked = pa.chunked_array([array.slice(0, 2), array.slice(2, 0), array.slice(2)])
    assert found(chunked) == rows
    assert found(pa.chunked_array([], pa.string())) == []
    assert found(pa.nulls(3)) == [None] * 3
    assert found(pl.Series(TEXTS)) == rows
    assert found(pd.Series(TEXTS, dtype=pd.ArrowDtype(pa.string())).array.__arrow_array__()) == rows


def test_all_columns_are_those_of_a_scan(cases: list[tuple[str, bytes]], tmp_path: Any) -> None:
    texts = [source for _, source in cases]
    lists = pa.array(urlsift.find_arrow(pa.array(texts, pa.binary()), **ALL))
    names = [field.name for field in lists.type.value_type]
    scan = urlsift.scan_arrow(tmp_path, read_as="text", unpack=False, columns=names, **ALL)
    for number, source in enumerate(texts):
        (tmp_path / f"{number:05}").write_bytes(source)
    links = pa.Table.from_struct_array(lists.flatten())
    assert links.num_rows > 500
    assert links.schema == pa.schema(scan)
    assert links.equals(pa.table(scan))


def test_options() -> None:
    texts = pa.array(["see http://a.example/ <URL:b/c>"])
    assert found(texts, kinds="delimited") == [[]]
    assert found(texts, columns="url", kinds="bare") == [[{"url": "http://a.example/"}]]
    [[link]] = found(texts, columns=["resolved"], kinds="delimited", conforms="relative", base="http://a.example/")  # type: ignore[misc]
    assert link == {"resolved": "http://a.example/b/c"}
    assert found(texts, columns=[], **ALL) == [[{}, {}]]
    with pytest.raises(ValueError, match="no column 'path'"):
        urlsift.find_arrow(texts, columns=["path"])
    with pytest.raises(TypeError, match="threads"):
        urlsift.find_arrow(texts, threads=1)  # type: ignore[call-arg]


def test_lists_of_texts() -> None:
    texts = ["<http://a.example/>", None, "é http://b.example/"]
    assert found(texts, columns="url") == found(pa.array(texts), columns="url")


def test_invalid_arrays() -> None:
    with pytest.raises(TypeError, match="not 'tuple'"):
        urlsift.find_arrow(("<http://a.example/>",))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="int"):
        urlsift.find_arrow([1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="strings or bytes"):
        urlsift.find_arrow(pa.array([1]))
    with pytest.raises(TypeError, match="strings or bytes"):
        urlsift.find_arrow(pa.table({"a": ["<http://a.example/>"]}))

    class Raises:
        def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
            raise KeyError("x")

    with pytest.raises(KeyError):
        urlsift.find_arrow(Raises())

    class Others:
        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return pa.array([1]).__arrow_c_array__()[::-1]

    with pytest.raises(ValueError, match="name"):
        urlsift.find_arrow(Others())

    class Twice:
        def __init__(self) -> None:
            self.capsules = pa.array(["<http://a.example/>"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return self.capsules

    twice = Twice()
    assert len(urlsift.find_arrow(twice)) == 1
    with pytest.raises(ValueError):
        urlsift.find_arrow(twice)


def test_a_table_is_not_read() -> None:
    class Unread(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise AssertionError("it was read")

    with pytest.raises(TypeError, match="strings or bytes, not of Struct"):
        urlsift.find_arrow(urlsift.scan_arrow(Unread(b"<http://a.example/>")))
    with pytest.raises(TypeError, match="strings or bytes, not of Int64"):
        urlsift.find_arrow(pa.chunked_array([], pa.int64()))


def test_the_result_is_an_array() -> None:
    lists = urlsift.find_arrow(pa.array(TEXTS), columns=["url"])
    assert len(lists) == len(TEXTS)
    assert pa.field(lists).type == pa.array(lists).type
    assert pa.array(lists).equals(pa.array(lists))
    assert pl.Series(lists).to_list() == pa.array(lists).to_pylist()


def test_polars() -> None:
    def links(texts: pl.Series) -> pl.Series:
        return pl.Series(urlsift.find_arrow(texts, columns=["url", "host"]))

    frame = pl.DataFrame({"text": TEXTS})
    frame = frame.with_columns(
        links=pl.col("text").map_batches(links, return_dtype=pl.List(pl.Struct({"url": pl.String, "host": pl.String})))
    )
    urls = frame.explode("links").unnest("links")["url"].drop_nulls().to_list()
    assert urls == [link.url for text in TEXTS if text for link in urlsift.find(text)]


def test_duckdb() -> None:
    def links(texts: pa.Array) -> pa.Array:
        return pa.array(urlsift.find_arrow(texts, columns=["url", "offset"]))

    with duckdb.connect() as connection:
        structs = 'STRUCT(url VARCHAR, "offset" BIGINT)[]'
        connection.create_function("links", links, ["VARCHAR"], structs, type="arrow")  # type: ignore[call-overload]
        mail = pa.table({"number": range(len(TEXTS)), "text": TEXTS})
        assert mail.num_rows == len(TEXTS)
        query = "SELECT number, unnest(links(text), recursive := true) FROM mail ORDER BY ALL"
        rows = connection.execute(query).fetchall()
    assert rows == sorted(
        (number, link.url, link.offset)
        for number, text in enumerate(TEXTS)
        if text
        for link in urlsift.find(text.encode())
    )
