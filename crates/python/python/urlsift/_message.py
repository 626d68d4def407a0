"""Links of messages in memory."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable
from email.generator import BytesGenerator
from email.message import Message
from typing import TYPE_CHECKING, Any

from ._urlsift import Link, _find_in_message

if TYPE_CHECKING:
    from ._types import Buffer, Conformance, Kinds, Words


# The maximum number of links in the table of a notebook.
SHOWN_LINKS = 50

LINE_END = re.compile("\r\n|\r")


class _FastGenerator(BytesGenerator):
    """Writes a message as `as_bytes()` does, but whole texts instead of one line after the other.

    Messages that were parsed from a `str` may have other characters than ASCII, which become UTF-8.
    """

    def write(self, s: str) -> None:
        self._fp.write(s.encode("utf-8", "surrogateescape"))  # type: ignore[attr-defined]

    def _write_headers(self, msg: Message) -> None:
        for name, value in msg.raw_items():
            try:
                folded = msg.policy.fold_binary(name, value)
            except UnicodeEncodeError:
                folded = msg.policy.fold(name, value).encode("utf-8", "surrogateescape")
            self._fp.write(folded)  # type: ignore[attr-defined]
        self.write(self._NL)  # type: ignore[attr-defined]

    def _write_lines(self, lines: str) -> None:
        if self._NL != "\n":  # type: ignore[attr-defined]
            super()._write_lines(lines)  # type: ignore[misc]
        elif lines:
            self.write(LINE_END.sub("\n", lines) if "\r" in lines else lines)


def source_of(message: Buffer | str | Message) -> bytes:
    """Returns the bytes of a message. Raises `TypeError` for other objects."""
    if isinstance(message, bytes):
        return message
    if isinstance(message, str):
        # A `str` may hold the bytes of an 8-bit message as the package `email` decodes them.
        return message.encode("utf-8", "surrogateescape")
    if isinstance(message, Message):
        file = io.BytesIO()
        _FastGenerator(file, mangle_from_=False, policy=message.policy).flatten(message)
        return file.getvalue()
    try:
        return bytes(memoryview(message))
    except TypeError:
        raise TypeError(f"expected a message, its text or its bytes, not '{type(message).__name__}'") from None


class Links(list[Link]):
    """The links of a message.

    Attributes:
        source: The bytes of the message, in which the offsets of the links count.
    """

    source: bytes

    def __init__(self, links: Iterable[Link], source: bytes) -> None:
        super().__init__(links)
        self.source = source

    def __reduce__(self) -> tuple[Any, ...]:
        return Links, (list(self), self.source)

    def _repr_html_(self) -> str:
        """Returns a table for notebooks."""
        head = "".join(f"<th>{name}</th>" for name in ("url", "conforms", "path", "start", "end"))
        rows = "".join(link._html_row() for link in self[:SHOWN_LINKS])
        left_out = len(self) - SHOWN_LINKS
        more = f"<p>{html.escape(str(left_out))} more</p>" if left_out > 0 else ""
        return f"<table><tr>{head}</tr>{rows}</table>{more}"


def find_message(
    message: Buffer | str | Message,
    /,
    *,
    conforms: Conformance | None = "whatwg",
    kinds: Kinds = "all",
    www: bool | None = False,
    names: bool | None = False,
    addresses: bool | None = False,
    refang: bool | None = False,
    rejoin: bool | None = True,
    width: int | None = None,
    unwrap: bool | None = False,
    base: str | None = None,
    max_len: int | None = 8192,
    schemes: Words = (),
    headers: bool | None = True,
    bodies: bool | None = True,
    html: bool | None = True,
) -> Links:
    r"""Returns the links in a message.

    Header fields and bodies are decoded. Offsets count bytes of the message, which is the `source` of the result: what
    was passed in, a `str` in UTF-8, or for a `Message` its `as_bytes()`. The bytes are the quickest form: making them
    of a `Message` takes several times longer than the search.

    Options are those of `scan` for texts and messages: see `help(urlsift.scan)`.

    >>> from email.message import EmailMessage
    >>> import urlsift
    >>> message = EmailMessage()
    >>> message["Subject"] = "Notes"
    >>> message.set_content("É: <http://a.example/>\n", cte="quoted-printable")
    >>> links = urlsift.find_message(message)
    >>> links[0].url, links[0].message["subject"]
    ('http://a.example/', 'Notes')
    >>> links.source[links[0].start : links[0].end]
    b'<http://a.example/>'
    """
    options = {
        "conforms": conforms,
        "kinds": kinds,
        "www": www,
        "names": names,
        "addresses": addresses,
        "refang": refang,
        "rejoin": rejoin,
        "width": width,
        "unwrap": unwrap,
        "base": base,
        "max_len": max_len,
        "schemes": schemes,
        "headers": headers,
        "bodies": bodies,
        "html": html,
    }
    source = source_of(message)
    return Links(_find_in_message(source, options), source)
