"""What `help()` and the names of the package say."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pyarrow as pa
import pytest

import urlsift
from support import ROOT


def test_columns() -> None:
    scan = urlsift.scan_arrow([])
    assert list(urlsift.COLUMNS) == scan.schema.names == pa.schema(scan).names
    assert all(text.endswith(".") for text in urlsift.COLUMNS.values())


@pytest.mark.parametrize("name", ["find", "find_html", "find_arrow", "texts", "scan", "scan_arrow"])
def test_help_explains_each_option(name: str) -> None:
    function: Any = getattr(urlsift, name)
    explained = set(re.findall(r"^  ([a-z_, ]+): ", function.__doc__, re.MULTILINE))
    explained = {option for options in explained for option in options.split(", ")}
    options = {
        option.name
        for option in inspect.signature(function).parameters.values()
        if option.kind is inspect.Parameter.KEYWORD_ONLY
    }
    # Those of the function itself are in its text.
    own = {"columns", "batch_size", "dictionary", "kind"} & options
    assert all(f"`{option}" in function.__doc__ for option in own)
    assert explained == options - own


def test_the_version_is_that_of_the_package() -> None:
    manifest = (ROOT / "crates" / "python" / "Cargo.toml").read_text()
    assert f'\nversion = "{urlsift.__version__}"\n' in manifest


def test_all_names_are_there() -> None:
    assert sorted(urlsift.__all__) == sorted(set(urlsift.__all__))
    for name in urlsift.__all__:
        assert getattr(urlsift, name).__doc__ or name == "COLUMNS"
