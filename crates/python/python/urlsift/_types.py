"""Types of arguments and of values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from typing import Any, Literal, NotRequired, Protocol, TypeAlias, TypedDict, runtime_checkable

Conformance: TypeAlias = Literal["rfc1738", "rfc3986", "whatwg", "relative", "none"]
LinkKind: TypeAlias = Literal["url", "angle", "prefix", "quote", "bare", "attribute", "name", "address"]
Kind: TypeAlias = LinkKind | Literal["delimited", "all"]
Binary: TypeAlias = Literal["skip", "text"]
ErrorMode: TypeAlias = Literal["raise", "warn", "collect"]
Kinds: TypeAlias = Kind | Iterable[Kind] | None
Advice: TypeAlias = Literal["open", "show", "ask", "text"]
Warn: TypeAlias = Literal[
    "ragged-quote",
    "doubtful-close",
    "unclosed",
    "trailing-text",
    "spaced",
    "text-differs",
    "refanged",
    "password-in-url",
    "reserved-port",
    "port-range",
    "encoded-crlf",
    "hostnumber-range",
    "mailto-not-addr-spec",
    "experimental-scheme",
    "reserved-scheme",
    "login-in-web-url",
    "mixed-script-host",
    "numeric-host",
    "invisible-in-host",
    "invalid-host",
    "host-differs",
    "lookalike-host",
]
Words: TypeAlias = str | Iterable[str] | None

Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]


class BinaryFile(Protocol):
    """A file object in binary mode."""

    def read(self, size: int, /) -> bytes | None:
        """Returns at most `size` bytes; none at the end."""
        ...


@runtime_checkable
class Buffer(Protocol):
    """An object with the buffer protocol; `collections.abc.Buffer` from Python 3.12 on."""

    def __buffer__(self, flags: int, /) -> memoryview:
        """Returns a view of the bytes."""
        ...


class ArrowExporter(Protocol):
    """An Arrow array."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Returns the schema and the array."""
        ...


class ArrowStreamExporter(Protocol):
    """A chunked Arrow array."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns the stream of chunks."""
        ...


ArrowArrayLike: TypeAlias = ArrowExporter | ArrowStreamExporter | list[str | None]


class Guess(TypedDict):
    """A guess at what a URL was before the text was damaged."""

    url: str
    url_base64: NotRequired[str]
    why: str


class Join(TypedDict):
    """A join between two pieces of a URL."""

    url_at: int
    dropped: list[str]
    hyphen: bool
    sign: NotRequired[str]
    typeset: NotRequired[bool]


class Problem(TypedDict):
    """Why a URL does not conform to RFC 1738."""

    code: str
    start: int
    end: int
    rule: str


MessageFields = TypedDict(
    "MessageFields",
    {
        "index": NotRequired[int],
        "offset": int,
        "id": NotRequired[str],
        "date": NotRequired[str],
        "date_written": NotRequired[str],
        "from": NotRequired[str],
        "subject": NotRequired[str],
        "newsgroups": NotRequired[list[str]],
        "part": NotRequired[str],
        "type": NotRequired[str],
        "header": NotRequired[str],
        "header_base64": NotRequired[str],
        "truncated": NotRequired[list[str]],
    },
)
MessageFields.__doc__ = "The message that holds a link."


class SearchOptions(TypedDict, total=False):
    """The options of searches of files."""

    kinds: Kinds
    www: bool | None
    names: bool | None
    addresses: bool | None
    refang: bool | None
    rejoin: bool | None
    width: int | None
    unwrap: bool | None
    base: str | None
    max_len: int | None
    schemes: Words
    headers: bool | None
    bodies: bool | None
    html: bool | None
    read_as: str | None
    encoding: str | None
    unpack: bool | None
    max_window: int | None
    max_temp: int | None
    follow: bool | None
    include: Words
    exclude: Words


class ScanOptions(SearchOptions, total=False):
    """Also which links are wanted."""

    binary: Binary | None
    conforms: Conformance | None
    scheme: Words
    host: Words
    domain: Words
    exclude_scheme: Words
    exclude_host: Words
    no_mailto: bool | None
    host_file: Words
    exclude_host_file: Words
    newsgroup: Words
    from_: Words
    subject: Words
    header: Words
    message_id: Words
    thread: Words
    since: str | date | None
    until: str | date | None
    local: bool | None
    type: Words
    quoted: bool | None
    joined: bool | None
    warn: Words


class ArrowOptions(ScanOptions, total=False):
    """Also what the tables are like."""

    batch_size: int | None
    dictionary: bool | str | Iterable[str] | None


class HarvestOptions(SearchOptions, total=False):
    """Also what the data set is like, and what happens to the one before."""

    format: Literal["parquet", "jsonl", "csv"] | None
    without: Words
    wide: bool | None
    shard_size: int | None
    into_existing: bool | None
    add: bool | None
    drop_missing: bool | None
