"""The scripts that make figures and numbers of the documentation's pages."""

import runpy
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from folders import DOCS

FOLDER = DOCS / "examples"


@cache
def page(name: str) -> SimpleNamespace:
    """All names of a page's script."""
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))


def made_once(make: Callable[[], Any]) -> Any:
    """A fixture that a script makes once for the tests of a module, such as a run."""
    return pytest.fixture(scope="module")(lambda: make())
