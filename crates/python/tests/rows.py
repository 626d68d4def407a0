"""Rows of tables, made of the objects that the command prints."""

from __future__ import annotations

import base64
import datetime
from typing import Any

# The columns that JSON does not have.
OWN_COLUMNS = {"message_received", "message_list_id", "message_references"}
LISTS = {"problems", "warnings", "pieces", "joins", "readings", "also", "message_newsgroups"}
# The fields of a message whose columns have no prefix `message_`.
OF_SECTION = {"part", "part_base64", "type", "header", "header_base64"}


def value(name: str, found: Any) -> Any:
    """Returns the value of a column for that of a field."""
    match name:
        case "pieces":
            return [offset for piece in found for offset in piece]
        case "joins":
            return [text_of_join(join) for join in found]
        case "also":
            return [f"{guess['why']}:{guess['url']}" for guess in found]
        case "port":
            return found if found < 1 << 63 else None
        case "message_date":
            return datetime.datetime.fromisoformat(found.replace("Z", "+00:00"))
        case _:
            return found


def text_of_join(join: dict[str, Any]) -> str:
    """Returns a join as columns have it, such as `11:break+leader`."""
    hyphen = "~" if "typeset" in join else "-" if join["hyphen"] else ""
    return f"{hyphen}{join['url_at']}" + (f":{'+'.join(join['dropped'])}" if join["dropped"] else "")


def row(found: dict[str, Any], columns: list[str]) -> dict[str, Any]:
    """Returns the values of the columns that JSON has, for an object."""
    fields = {name: field for name, field in found.items() if name != "message"}
    for name, field in found.get("message", {}).items():
        fields[name if name in OF_SECTION else f"message_{name}"] = field
    values: dict[str, Any] = {name: [] if name in LISTS else None for name in columns}
    for name, field in fields.items():
        text = name.removesuffix("_base64")
        if text == name and name in values:
            values[name] = value(name, field)
        elif text != name and f"{text}_bytes" in values:
            values[f"{text}_bytes"] = base64.b64decode(field)
    return {name: field for name, field in values.items() if name not in OWN_COLUMNS}


def without_own_columns(found: dict[str, Any]) -> dict[str, Any]:
    """Returns a row of a table without the columns that JSON does not have."""
    return {name: field for name, field in found.items() if name not in OWN_COLUMNS}
