"""Messages in memory, and their links."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable
from email.generator import BytesGenerator
from email.message import Message
from typing import TYPE_CHECKING, Any

from ._urlsift import Link

if TYPE_CHECKING:
    from ._types import Buffer


# The maximum number of links in the table of a notebook.
SHOWN_LINKS = 50

LINE_END = re.compile("\r\n|\r")

# Lone surrogates that stand for no byte.
NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


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


def source_of(message: Buffer | str | Message) -> Buffer:
    """Returns the bytes of a message: what was passed in if it has any. Raises `TypeError` for other objects."""
    if isinstance(message, str):
        try:
            return message.encode()
        except UnicodeEncodeError:
            # A `str` may hold the bytes of an 8-bit message as the package `email` decodes them.
            return NO_BYTE.sub("\ufffd", message).encode("utf-8", "surrogateescape")
    if isinstance(message, Message):
        file = io.BytesIO()
        _FastGenerator(file, mangle_from_=False, policy=message.policy).flatten(message)
        return file.getvalue()
    try:
        memoryview(message)
    except TypeError:
        raise TypeError(f"expected a message, its text or its bytes, not '{type(message).__name__}'") from None
    return message


class Links(list[Link]):
    """The links of a message.

    Attributes:
        source: The bytes of the message, in which the offsets of the links count: the object that was passed in, if it
            has bytes.
    """

    source: Any

    def __init__(self, links: Iterable[Link], source: Buffer) -> None:
        super().__init__(links)
        self.source = source

    def __reduce__(self) -> tuple[Any, ...]:
        # Neither a file in memory nor a view can be pickled.
        return Links, (list(self), bytes(self.source))

    def _repr_html_(self) -> str:
        """Returns a table for notebooks."""
        head = "".join(f"<th>{name}</th>" for name in ("url", "conforms", "path", "start", "end"))
        rows = "".join(link._html_row() for link in self[:SHOWN_LINKS])
        left_out = len(self) - SHOWN_LINKS
        more = f"<p>{html.escape(str(left_out))} more</p>" if left_out > 0 else ""
        return f"<table><tr>{head}</tr>{rows}</table>{more}"
