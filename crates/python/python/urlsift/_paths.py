"""Paths of files, and URLs of objects in a store."""

from __future__ import annotations

import os
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from ._types import Path


def is_url(path: object) -> bool:
    """Returns whether a path names an object in a store, and not a file."""
    return isinstance(path, str) and "://" in path and not path.startswith("file:")


def absolute(path: Path) -> str:
    """Returns the absolute path of a file, because processes that read it may have other working directories.

    The URL of an object stays as it is. Raises `ValueError` for an empty path, which would be the working directory.
    """
    name = os.fsdecode(path)
    if not name:
        raise ValueError("the path is empty")
    if is_url(path):
        return name
    if name.startswith("file:/"):
        name = unquote(urlsplit(name).path)
    return os.path.abspath(name)


def several(paths: Path | Iterable[Path]) -> list[Path]:
    """Returns the paths of an argument that may be one path. Raises `TypeError` for others, such as file objects."""
    if isinstance(paths, str | bytes | os.PathLike):
        return [paths]
    # A file object is an iterable of its lines.
    if hasattr(paths, "read") or not isinstance(paths, Iterable):
        raise TypeError(f"expected a path or an iterable of paths, not '{type(paths).__name__}'")
    return list(paths)


def files(paths: Path | Iterable[Path]) -> list[str]:
    """Returns the absolute paths of files that all machines see. Raises `ValueError` for the URL of an object."""
    found = several(paths)
    for path in found:
        if is_url(path):
            raise ValueError(f"the path '{path!s}': expected a path that all machines see, or a file: URL")
    return [absolute(path) for path in found]
