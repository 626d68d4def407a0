"""`scan_arrow`, read by the libraries that it is made for."""

from __future__ import annotations

import gc
import gzip
import os
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urlsift
from rows import OWN_COLUMNS, row, without_own_columns
from support import THREADS, mbox, run, wait_until

ALL: dict[str, Any] = {"kinds": "all", "conforms": "none"}


def table(scan: urlsift.ArrowScan | urlsift.ArrowTable) -> pa.Table:
    """Returns a table that pyarrow has validated."""
    found: pa.Table = pa.table(scan)
    found.validate(full=True)
    return found


def assert_equals(found: pa.Table, objects: list[dict[str, Any]]) -> None:
    """Asserts that a table has the rows of the objects that the command prints."""
    names = found.schema.names
    rows = [without_own_columns(found) for found in found.to_pylist()]
    for actual, found_object in zip(rows, objects, strict=True):
        assert actual == row(found_object, names)


@pytest.mark.parametrize("threads", [1, 3])
def test_scan_arrow_equals_the_command(
    cases: list[tuple[str, bytes]], listed: Callable[..., list[dict[str, Any]]], tmp_path: Path, threads: int
) -> None:
    for number, (_, source) in enumerate(cases):
        (tmp_path / f"{number:05}").write_bytes(source)
    scan = urlsift.scan_arrow(tmp_path, threads=threads, **ALL)
    with warnings.catch_warnings(action="ignore"):
        found = table(scan)
    objects = listed("--json-errors", tmp_path)
    assert_equals(found, [found for found in objects if "error" not in found])
    errors = [found["error"] for found in objects if "error" in found]
    assert [error.code for error in scan.errors] == [error["code"] for error in errors]
    assert found.num_rows > 500
    assert set(found.schema.names) >= OWN_COLUMNS


def test_scan_arrow_equals_the_command_on_archives(archives: Path, listed: Callable[..., list[dict[str, Any]]]) -> None:
    with warnings.catch_warnings(action="ignore"):
        found = table(urlsift.scan_arrow(archives, **ALL))
    assert_equals(found, [found for found in listed("--json-errors", archives) if "error" not in found])


def test_types(archive: Path) -> None:
    schema = pa.schema(urlsift.scan_arrow(archive))
    assert schema == table(urlsift.scan_arrow(archive)).schema
    assert schema.field("url").type == pa.string()
    assert not schema.field("url").nullable
    assert schema.field("offset").type == pa.int64()
    assert schema.field("message_date").type == pa.timestamp("us", tz="UTC")
    assert schema.field("pieces").type.value_type == pa.int64()
    assert not any(pa.types.is_unsigned_integer(field.type) for field in schema)


def test_columns(archive: Path) -> None:
    found = table(urlsift.scan_arrow(archive, columns=["host", "url", "message_subject"]))
    assert found.schema.names == ["host", "url", "message_subject"]
    assert found.slice(19_999).to_pylist() == [
        {"host": "19999.example", "url": "http://19999.example/", "message_subject": "19999"}
    ]
    assert table(urlsift.scan_arrow(archive, columns="url")).num_columns == 1
    assert table(urlsift.scan_arrow(archive, columns=[])).num_rows == 20_000
    with pytest.raises(ValueError, match="no column 'hosts'"):
        urlsift.scan_arrow(archive, columns=["hosts"])
    with pytest.raises(TypeError, match="columns"):
        urlsift.scan_arrow(archive, columns=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("dictionary", [True, ["host", "message_newsgroups"], "url"])
def test_dictionaries(
    archive: Path, cases: list[tuple[str, bytes]], tmp_path: Path, dictionary: bool | list[str] | str
) -> None:
    for number, (_, source) in enumerate(cases):
        (tmp_path / f"{number:05}").write_bytes(source)
    with warnings.catch_warnings(action="ignore"):
        plain = table(urlsift.scan_arrow(tmp_path, **ALL))
        scan = urlsift.scan_arrow(tmp_path, dictionary=dictionary, batch_size=1000, errors="collect", **ALL)
        found = table(scan)
        frame = pl.DataFrame(scan)
    assert found.schema == pa.schema(scan)
    assert found.cast(plain.schema).equals(plain)
    key = pa.dictionary(pa.int32(), pa.string())
    names = {field.name for field in found.schema if key in (field.type, getattr(field.type, "value_type", None))}
    match dictionary:
        case bool():
            assert {"path", "delimiter", "conforms", "type", "header", "message_subject"} < names
            assert not {"raw", "message_newsgroups"} & names
        case str():
            assert names == {dictionary}
        case _:
            assert names == set(dictionary)
    # Each batch has its own dictionary, and several batches are one column.
    assert found["url"].num_chunks > 1
    assert frame["host"].cast(pl.String).to_list() == plain["host"].to_pylist()
    with warnings.catch_warnings(action="ignore"):
        assert list(pd.DataFrame.from_arrow(scan)["url"]) == plain["url"].to_pylist()
    if "message_newsgroups" in names:
        # DuckDB 2.0 does not read a batch whose lists of dictionaries are all empty.
        return
    query = "SELECT host, message_subject, count(*) FROM {} GROUP BY ALL ORDER BY ALL"
    with duckdb.connect() as connection:
        expected = connection.execute(query.format("plain")).fetchall()
        assert connection.execute(query.format("scan")).fetchall() == expected


def test_dictionaries_of_other_columns(archive: Path) -> None:
    for dictionary, message in [("hosts", "no column 'hosts'"), (["offset"], "'offset' has no strings")]:
        with pytest.raises(ValueError, match=message):
            urlsift.scan_arrow(archive, dictionary=dictionary)
    with pytest.raises(TypeError, match="dictionary"):
        urlsift.scan_arrow(archive, dictionary=3)  # type: ignore[arg-type]
    assert pa.schema(urlsift.scan_arrow(archive, dictionary=False)) == pa.schema(urlsift.scan_arrow(archive))


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 20])
def test_batch_size(archive: Path, size: int) -> None:
    archive.write_bytes(mbox(2_000))
    reader = pa.RecordBatchReader.from_stream(urlsift.scan_arrow(archive, batch_size=size, columns=["url"]))
    rows = [batch.num_rows for batch in reader]
    assert max(rows) <= size
    assert sum(rows) == 2_000
    with pytest.raises(ValueError):
        urlsift.scan_arrow(archive, batch_size=0)


def test_a_stream_is_lazy_and_repeatable(archive: Path, tmp_path: Path) -> None:
    missing = tmp_path / "b"
    scan = urlsift.scan_arrow([archive, missing], columns=["url"])
    reader = pa.RecordBatchReader.from_stream(scan)
    assert scan.errors == []
    missing.write_bytes(mbox(1))
    assert reader.read_all().num_rows == 20_001
    missing.unlink()
    with pytest.warns(urlsift.ScanWarning):
        assert table(scan).num_rows == 20_000
    assert [error.code for error in scan.errors] == ["not-found"]
    missing.write_bytes(mbox(1))
    assert table(scan).num_rows == 20_001
    assert scan.errors == []


def test_errors_are_a_table(archive: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "b.gz"
    damaged.write_bytes(gzip.compress(mbox(9))[:-6])
    scan = urlsift.scan_arrow(["/no/such", archive, damaged], columns=["url"])
    assert len(scan.error_table) == 0
    with pytest.warns(urlsift.ScanWarning):
        assert table(scan).num_rows == 20_009
    found = table(scan.error_table)
    assert found.schema == pa.schema(scan.error_table)
    assert [(found["path"], found["code"], found["offset"]) for found in found.to_pylist()] == [
        ("/no/such", "not-found", None),
        (str(damaged), "truncated", len(mbox(9))),
    ]
    assert found["text"].to_pylist() == [error.text for error in scan.errors]


def test_a_warning_that_is_an_exception_ends_a_stream(archive: Path) -> None:
    scan = urlsift.scan_arrow(["/no/such", archive])
    with pytest.raises(Exception, match="ScanWarning: /no/such"):
        pa.table(scan)
    assert len(scan.errors) == 1


def test_libraries(archive: Path) -> None:
    scan = urlsift.scan_arrow(archive)
    expected = table(scan)
    assert pl.DataFrame(scan).to_arrow().cast(expected.schema).equals(expected)
    frame = pd.DataFrame.from_arrow(scan)
    assert list(frame["offset"]) == expected["offset"].to_pylist()
    assert list(frame["message_subject"]) == expected["message_subject"].to_pylist()
    with duckdb.connect() as connection:
        query = "SELECT count(*), count(DISTINCT host), max(message_date) FROM scan"
        assert connection.execute(query).fetchall() == [(20_000, 20_000, None)]
        # The same object twice.
        query = "SELECT count(*) FROM scan a JOIN scan b USING (url)"
        assert connection.execute(query).fetchall() == [(20_000,)]


@pytest.mark.skipif(not THREADS.exists(), reason="needs the threads of Linux")
def test_a_stream_that_is_dropped_ends(archive: Path) -> None:
    before = len(list(THREADS.iterdir()))
    reader = pa.RecordBatchReader.from_stream(urlsift.scan_arrow([archive] * 50, threads=3, batch_size=100))
    reader.read_next_batch()
    assert len(list(THREADS.iterdir())) > before
    del reader
    gc.collect()
    wait_until(lambda: len(list(THREADS.iterdir())) <= before)


# Libraries that release the GIL and read the stream, in a process of their own: an error would end it.
READ = """
import _thread, sys, threading, urlsift, pandas, polars, pyarrow
read = {
    "pyarrow": lambda scan: len(pyarrow.table(scan)),
    "pandas": lambda scan: len(scan.to_pandas()),
    "polars": lambda scan: len(scan.to_polars()),
    "duckdb": lambda scan: len(scan.to_duckdb()),
    # An iterator that this package calls.
    "iterator": lambda scan: len(list(urlsift.scan(sys.argv[1] for _ in [pyarrow.table(scan)]))),
}[sys.argv[2]]
"""
READERS = ["pyarrow", "pandas", "polars", "duckdb", "iterator"]


@pytest.mark.parametrize("reader", READERS)
def test_readers_that_wait(tmp_path: Path, reader: str) -> None:
    path = tmp_path / "a.mbox"
    # Long enough that the first batch is not ready at once.
    path.write_bytes(b"\n" + b"a line of prose\n" * 2_000_000 + mbox(9_000))
    script = READ + 'print(read(urlsift.scan_arrow(sys.argv[1], columns=["url"])))'
    result = run(script, str(path), reader)
    assert (result.returncode, result.stdout, result.stderr) == (0, "9000\n", "")


def test_close_ends_a_stream(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    scan = urlsift.scan_arrow(fifo)
    threading.Timer(0.2, scan.close).start()
    with pytest.raises(pa.ArrowException, match="was closed"):
        pa.table(scan)
    assert scan.errors == []


@pytest.mark.parametrize("reader", READERS[:-1])
def test_a_signal_ends_a_wait(tmp_path: Path, reader: str) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    script = (
        READ
        + """
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    try:
        read(urlsift.scan_arrow(sys.argv[1]))
    except Exception as error:
        assert "KeyboardInterrupt" in str(error), error
        while True:
            pass
except KeyboardInterrupt:
    sys.exit(7)
"""
    )
    result = run(script, str(fifo), reader)
    assert (result.returncode, result.stderr) == (7, "")


def test_a_reader_that_holds_the_gil(archive: Path) -> None:
    # `PYFUNCTYPE` keeps the GIL, which the threads that read the file object need.
    script = """if True:
        import ctypes, io, sys, urlsift
        class Struct(ctypes.Structure):
            _fields_ = [("fields", ctypes.c_void_p * 5)]
        class Array(ctypes.Structure):
            _fields_ = [("length", ctypes.c_int64), ("fields", ctypes.c_void_p * 9)]
        pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
        pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        scan = urlsift.scan_arrow(io.BytesIO(open(sys.argv[1], "rb").read()), columns=["url"])
        capsule = scan.__arrow_c_stream__()
        stream = pointer_of(capsule, b"arrow_array_stream")
        _, get_next, *_ = Struct.from_address(stream).fields
        get_next = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(get_next)
        count = 0
        while True:
            array = Array()
            assert get_next(stream, ctypes.addressof(array)) == 0
            release = array.fields[7]
            if release is None:
                break
            count += array.length
            ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(release)(ctypes.addressof(array))
        assert count == 20_000, count
    """
    result = run(script, str(archive))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_stream_does_not_survive_a_fork(archive: Path) -> None:
    script = """if True:
        import os, sys, urlsift, pyarrow
        path = sys.argv[1]
        scan = urlsift.scan_arrow([path] * 20, batch_size=100, columns=["url"])
        reader = pyarrow.RecordBatchReader.from_stream(scan)
        rows = reader.read_next_batch().num_rows
        child = os.fork()
        if child == 0:
            try:
                while True:
                    reader.read_next_batch()
            except Exception as error:
                assert "fork" in str(error), error
            del reader
            again = pyarrow.RecordBatchReader.from_stream(scan)
            assert sum(batch.num_rows for batch in again) == 20 * 20_000
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert rows + sum(batch.num_rows for batch in reader) == 20 * 20_000
    """
    result = run(script, str(archive))
    assert (result.returncode, result.stderr) == (0, "")


def test_splits_have_each_row_once(archive: Path) -> None:
    whole = table(urlsift.scan_arrow(archive))
    splits = urlsift.plan_splits(archive, size=100_000)
    assert len(splits) > 5
    assert pa.concat_tables(table(urlsift.scan_arrow(split)) for split in splits).equals(whole)
