"""How tasks are executed: each engine has a function that calls another one for each item."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Execute(Protocol):
    """Calls a function for each item, anywhere, and yields the results in any order."""

    def __call__(self, function: Callable[[T], R], items: list[T], /) -> Iterable[R]:
        """If the caller does not wait for all results, what has not begun is not done."""
        ...


def on_threads(
    function: Callable[[T], R], items: Iterable[T], /, *, threads: int | None, stop: Callable[[], None]
) -> Iterator[R]:
    """Calls a function for each item on several threads, one per core for `None`, and yields the results in order.

    After an exception, such as that of a signal, it calls `stop`, which ends the calls in progress.
    """
    pool = ThreadPoolExecutor(threads or cores())
    try:
        yield from pool.map(function, items)
    except BaseException:
        stop()
        raise
    finally:
        # What has not begun is not done.
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
