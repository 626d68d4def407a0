"""Links of messages in memory."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from typing import TYPE_CHECKING, Any

from ._urlsift import Link, _find_in_message

if TYPE_CHECKING:
    from ._types import Buffer, Conformance, Kinds


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


def find_message(
    message: Buffer | Message,
    /,
    *,
    conforms: Conformance = "whatwg",
    kinds: Kinds = "delimited",
    www: bool = False,
    refang: bool = False,
    rejoin: bool = True,
    unwrap: bool = False,
    base: str | None = None,
    max_len: int = 8192,
    schemes: str | Iterable[str] = (),
    headers: bool = True,
    bodies: bool = True,
    html: bool = True,
) -> Links:
    r"""Returns the links in a message.

    Header fields and bodies are decoded. Offsets count bytes of the message; for a `Message`, those of its
    `as_bytes()`, which is the `source` of the result.

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
    if isinstance(message, Message):
        message = message.as_bytes()
    elif isinstance(message, str):
        raise TypeError("expected a message or its bytes, not 'str'")
    options = {
        "conforms": conforms,
        "kinds": kinds,
        "www": www,
        "refang": refang,
        "rejoin": rejoin,
        "unwrap": unwrap,
        "base": base,
        "max_len": max_len,
        "schemes": schemes,
        "headers": headers,
        "bodies": bodies,
        "html": html,
    }
    source = bytes(message)
    return Links(_find_in_message(source, options), source)
