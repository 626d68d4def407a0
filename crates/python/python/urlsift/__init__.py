r"""Finds the delimited URLs in mail, news and plain text, rejoined and with their positions.

>>> import urlsift
>>> urlsift.find("> It is in <URL:http://ds.internic.\n> net/rfc/rfc1738.txt>.")[0].url
'http://ds.internic.net/rfc/rfc1738.txt'
"""

import atexit
import os

from ._message import Links, find_message
from ._urlsift import (
    ArrowArray,
    ArrowScan,
    ArrowTable,
    Link,
    Scan,
    ScanError,
    ScanWarning,
    Split,
    Verdict,
    _end_calls,
    _forget_calls,
    check,
    find,
    find_arrow,
    plan_splits,
    scan,
    scan_arrow,
)

__all__ = [
    "ArrowArray",
    "ArrowScan",
    "ArrowTable",
    "Link",
    "Links",
    "Scan",
    "ScanError",
    "ScanWarning",
    "Split",
    "Verdict",
    "check",
    "find",
    "find_arrow",
    "find_message",
    "plan_splits",
    "scan",
    "scan_arrow",
]

# Threads that read file objects must not call an interpreter that ends.
atexit.register(_end_calls)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_calls)
