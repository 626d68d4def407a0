"""The options of the data source. Spark has strings, and does not distinguish upper and lower case in names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .._engine import DEFAULT_SPLIT_SIZE, Errors, Table, check_choice
from .._paths import files


@dataclass(frozen=True)
class SourceOptions:
    """The options of a data source.

    Attributes:
        paths: The files and directories.
        split_size: The minimum number of bytes of a partition.
        table: The contents of the rows.
        errors: How errors of inputs are handled.
        scan: The keyword arguments of `scan_arrow`.
    """

    paths: list[str]
    split_size: int
    table: Table
    errors: Errors
    scan: dict[str, Any]


def _flag(text: str) -> bool:
    match text.lower():
        case "true":
            return True
        case "false":
            return False
    raise ValueError(f"expected true or false, not '{text}'")


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _names(text: str) -> list[str]:
    return [name for name in text.replace(",", "\n").split("\n") if name]


# The keyword arguments of `scan_arrow`, except `columns`, which the schema sets, `range`, which a split sets, and
# `dictionary`: Spark reads no dictionaries.
SCAN_OPTIONS: dict[str, Callable[[str], Any]] = {
    "batch_size": int,
    "conforms": str,
    "kinds": _names,
    "www": _flag,
    "names": _flag,
    "addresses": _flag,
    "refang": _flag,
    "rejoin": _flag,
    "width": int,
    "unwrap": _flag,
    "base": str,
    "max_len": int,
    "schemes": _names,
    "headers": _flag,
    "bodies": _flag,
    "html": _flag,
    "read_as": str,
    "encoding": str,
    "binary": str,
    "unpack": _flag,
    "max_window": int,
    "max_temp": int,
    "follow": _flag,
    "include": _lines,
    "exclude": _lines,
    "threads": int,
    "scheme": _names,
    "host": _names,
    "domain": _names,
    "exclude_scheme": _names,
    "exclude_host": _names,
    "no_mailto": _flag,
    "host_file": _lines,
    "exclude_host_file": _lines,
    "newsgroup": _lines,
    "from_": _lines,
    "subject": _lines,
    "header": _lines,
    "message_id": _lines,
    "thread": _lines,
    "since": str,
    "until": str,
    "local": _flag,
    "type": _names,
    "quoted": _flag,
    "joined": _flag,
    "warn": _names,
}


def option_name(keyword: str) -> str:
    """Returns the name that an argument has in Spark: `max_len` is `maxLen`, and `from_` is `from`."""
    first, *others = keyword.rstrip("_").split("_")
    return first + "".join(map(str.capitalize, others))


_KEYWORDS = {option_name(keyword).lower(): keyword for keyword in SCAN_OPTIONS}


def parse(options: Mapping[str, str]) -> SourceOptions:
    """Returns the options. Raises `ValueError` for unknown names and values: a filter must not be ignored."""
    given = {name.lower(): value for name, value in options.items() if value is not None}
    paths = _paths(given)
    split_size = _value("splitSize", int, given.pop("splitsize", str(DEFAULT_SPLIT_SIZE)))
    table = given.pop("table", "links")
    check_choice("table", table, ("links", "errors"))
    errors = given.pop("errors", "raise")
    check_choice("errors", errors, ("raise", "warn"))
    scan = {}
    for name, text in given.items():
        keyword = _KEYWORDS.get(name)
        if keyword is None:
            raise ValueError(f"there is no option '{name}'")
        scan[keyword] = _value(option_name(keyword), SCAN_OPTIONS[keyword], text)
    return SourceOptions(paths, split_size, cast(Table, table), cast(Errors, errors), scan)


def _value(name: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise ValueError(f"the option '{name}': {error}") from None


def _paths(given: dict[str, str]) -> list[str]:
    """Removes the paths, of which Spark passes several as JSON, and returns them."""
    several = given.pop("paths", None)
    paths = json.loads(several) if several is not None else []
    one = given.pop("path", None)
    if one is not None:
        paths.append(one)
    if not paths:
        raise ValueError("there is no path: call load with one")
    return files(paths)
