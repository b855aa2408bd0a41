"""The scripts that make figures and numbers of the documentation's pages."""

import runpy
from functools import cache
from pathlib import Path
from types import SimpleNamespace

FOLDER = Path(__file__).parents[1] / "docs" / "examples"


@cache
def page(name: str) -> SimpleNamespace:
    """All names of a page's script."""
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))
