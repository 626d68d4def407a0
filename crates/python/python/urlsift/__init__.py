r"""Finds the delimited URLs in mail, news and plain text, rejoined and with their positions.

>>> import urlsift
>>> urlsift.find("> It is in <URL:http://ds.internic.\n> net/rfc/rfc1738.txt>.")[0].url
'http://ds.internic.net/rfc/rfc1738.txt'
"""

from ._message import Links, find_message
from ._urlsift import Link, Verdict, check, find

__all__ = [
    "Link",
    "Links",
    "Verdict",
    "check",
    "find",
    "find_message",
]
