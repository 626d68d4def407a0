"""Types of arguments and of values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, NotRequired, Protocol, TypeAlias, TypedDict, runtime_checkable

Conformance: TypeAlias = Literal["rfc1738", "rfc3986", "whatwg", "relative", "none"]
Kind: TypeAlias = Literal["url", "angle", "prefix", "quote", "bare", "attribute", "delimited", "all"]
ErrorMode: TypeAlias = Literal["raise", "warn", "collect"]
Kinds: TypeAlias = str | Iterable[Kind] | None

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


ArrowArrayLike: TypeAlias = ArrowExporter | ArrowStreamExporter


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
