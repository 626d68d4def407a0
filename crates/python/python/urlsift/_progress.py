"""A bar of tqdm, if it is installed."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any


class _NoBar:
    def update(self, count: int) -> None:
        """Does nothing."""


def progress_bar(total: int, wanted: bool | None) -> AbstractContextManager[Any]:
    """Returns a bar of bytes. By default, it is shown if tqdm is installed and standard error is a terminal.

    Raises:
        ImportError: A bar is wanted, and tqdm is not installed.
    """
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return nullcontext(_NoBar())
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415 (optional)
    except ImportError:
        if wanted:
            raise
        return nullcontext(_NoBar())
    bar: AbstractContextManager[Any] = tqdm(total=total, unit="B", unit_scale=True)
    return bar
