"""The columns of `scan_arrow` and of the engines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "path": "The file, or the member of a container: `a.tar/b.mbox`.",
        "path_bytes": "The exact bytes of the path, if it is not UTF-8.",
        "offset": "The offset in the file of the first byte of `raw`.",
        "end": "The offset after the last byte of `raw`.",
        "url": "The rejoined URL with every hyphen kept: the first of the readings.",
        "url_bytes": "The exact bytes of the URL, if they are not UTF-8.",
        "raw": "What was found in the decoded text, with its brackets and line breaks.",
        "raw_bytes": "The exact bytes of it, if they are not UTF-8.",
        "delimiter": "The kind of link: `url`, `angle`, `prefix`, `quote`, `bare` or `attribute`.",
        "element": "The element whose attribute holds the link.",
        "attribute": "The attribute that holds the link.",
        "text": "What the element shows.",
        "scheme": "The scheme in lower case.",
        "host": "The host to which a client connects, as written.",
        "host_bytes": "The exact bytes of the host, if they are not UTF-8.",
        "host_ascii": "The canonical form of the host, by which hosts are compared.",
        "port": "The written port.",
        "conforms": "The strictest standard that it satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`.",
        "best": "The index in `readings` of the best reading, if it is not the first.",
        "problems": "Why the URL does not conform to RFC 1738: structs of a code, a range of the URL and a rule.",
        "warnings": "Codes of warnings about the text and the URL.",
        "breaks": "The number of line breaks in `raw`.",
        "spaced": "Whether whitespace without a line break was removed from the URL.",
        "quote_depth": "The number of quote prefixes before the link on its line.",
        "pieces": "The ranges of the file that the URL was joined from: start, end, start, end, ...",
        "joins": "The joins between the pieces, such as `11:break+leader`.",
        "readings": "All readings, with and without each hyphen at the end of a line.",
        "also": "Guesses at what the URL was before the text was damaged, such as `wrapped:http://a.example/`.",
        "base": "The base of a relative reference.",
        "resolved": "The URL, resolved against the base.",
        "target": "The URL that a known mail filter has rewritten, with `unwrap=True`.",
        "domain": "The registered domain of the host: one label below its public suffix.",
        "message_offset": "The offset in the file at which the message begins.",
        "part": "The number of the part of the message, such as `1.2`.",
        "part_bytes": "The exact bytes of it, if they are not UTF-8.",
        "type": "The media type of the part, such as `text/plain`.",
        "header": "The name of the header field that holds the link.",
        "header_bytes": "The exact bytes of the name, if they are not UTF-8.",
        "message_id": "The Message-ID.",
        "message_date": "The field Date.",
        "message_received": "The date in the first Received that has one.",
        "message_from": "The field From, decoded.",
        "message_subject": "The field Subject, decoded.",
        "message_newsgroups": "The newsgroups.",
        "message_list_id": "The identifier in List-Id, without its brackets.",
        "message_references": "The message IDs in References.",
    }
)
