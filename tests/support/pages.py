"""The scripts that make figures and numbers of the documentation's pages."""

import runpy
from functools import cache
from types import SimpleNamespace

from folders import DOCS

FOLDER = DOCS / "examples"


@cache
def page(name: str) -> SimpleNamespace:
    """All names of a page's script."""
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))
