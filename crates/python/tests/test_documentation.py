"""The examples in docstrings and in the README."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest

import urlsift
from urlsift import _message, _urlsift


@pytest.mark.parametrize("module", [urlsift, _message, _urlsift])
def test_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_readme() -> None:
    readme = Path(__file__).resolve().parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0
