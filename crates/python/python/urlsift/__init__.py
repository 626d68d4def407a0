r"""Finds the URLs in mail, news, HTML and plain text, rejoined and with their positions.

>>> import urlsift
>>> urlsift.find("> It is in <URL:http://ds.internic.\n> net/rfc/rfc1738.txt>.")[0].url
'http://ds.internic.net/rfc/rfc1738.txt'

In memory:
    find: The links of a text.
    find_html: The links of a decoded HTML page.
    find_message: The links of a message.
    texts: The decoded texts of a message, each with its links and the ranges to underline.
    find_arrow: The links of a column of texts.
    check: The verdict on a URL.
Files:
    scan: An iterator over the links of files.
    scan_arrow: The links of files as a table; `COLUMNS` describes its columns.
    plan_splits: Parts of files for separate jobs.
    write_parquet: The links of files as Parquet files.
    harvest, open_harvest: A data set of links that can be resumed and updated.
Clusters: the modules `urlsift.spark`, `urlsift.ray` and `urlsift.dask`.

`help(urlsift.scan)` describes all options of a search.
"""

import atexit
import contextlib
import os
import sys

if sys.version_info < (3, 12):
    # As later versions do: a process whose sub-interpreter has imported a module of PyO3 may never end.
    with contextlib.suppress(ModuleNotFoundError):
        import _xxsubinterpreters as interpreters

        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("module urlsift does not support loading in subinterpreters")

from . import _tables  # noqa: F401 (adds methods)
from ._columns import COLUMNS
from ._harvest import Change, Harvest, HarvestError, Pruned, harvest, open_harvest
from ._message import Links
from ._parquet import Written, write_parquet
from ._urlsift import (
    ArrowArray,
    ArrowScan,
    ArrowTable,
    DecodedText,
    Link,
    Scan,
    ScanError,
    ScanWarning,
    Split,
    Verdict,
    __version__,
    _end_calls,
    _forget_calls,
    check,
    find,
    find_arrow,
    find_html,
    find_message,
    plan_splits,
    scan,
    scan_arrow,
    texts,
)

__all__ = [
    "COLUMNS",
    "ArrowArray",
    "ArrowScan",
    "ArrowTable",
    "Change",
    "DecodedText",
    "Harvest",
    "HarvestError",
    "Link",
    "Links",
    "Pruned",
    "Scan",
    "ScanError",
    "ScanWarning",
    "Split",
    "Verdict",
    "Written",
    "__version__",
    "check",
    "find",
    "find_arrow",
    "find_html",
    "find_message",
    "harvest",
    "open_harvest",
    "plan_splits",
    "scan",
    "scan_arrow",
    "texts",
    "write_parquet",
]

# Threads that read file objects must not call an interpreter that ends.
atexit.register(_end_calls)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_calls)
