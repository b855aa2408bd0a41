"""Fields of gravity: coefficient sets that come with Treetop, and those in files of the ICGEM.

``data/SOURCES.md`` says where each set is from.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np

from treetop.environment.gravity_field import GravityField
from treetop.environment.icgem import read_icgem
from treetop.errors import ModelError, Problem, TreetopError
from treetop.files.npz import npz_arrays

__all__ = ["GravityField", "field", "names", "read_icgem"]


def names() -> list[str]:
    """Names of the coefficient sets that come with Treetop."""
    folder = files(__package__) / "data"
    return sorted(
        each.name.removesuffix(".npz") for each in folder.iterdir() if each.name.endswith(".npz")
    )


@lru_cache(maxsize=16)
def field(name: str, degree: int | None = None) -> GravityField:
    """A coefficient set that comes with Treetop.

    Parameters
    ----------
    name : str
        Such as ``EGM2008``; `names` has all.
    degree : int, optional
        Highest degree; all that there are if it is left out.
    """
    known = {each.lower(): each for each in names()}
    if not isinstance(name, str) or name.lower() not in known:
        raise _wrong(f"there is no gravity field {name!r}", f"there are {', '.join(names())}")
    name = known[name.lower()]
    content = (files(__package__) / "data" / f"{name}.npz").read_bytes()
    arrays = npz_arrays(content, lambda text: _wrong(f"{name}.npz {text}"))
    mu, radius = arrays["constants"]
    C, S = (_square(arrays[part]) for part in "CS")
    whole = GravityField(name, float(mu), float(radius), C, S, str(arrays["tide_system"]))
    return whole if degree is None else whole.to_degree(degree)


def _square(rows: np.ndarray) -> np.ndarray:
    """Coefficients by degree and order, from a list that goes up in both."""
    size = int(np.sqrt(2 * len(rows)))
    square = np.zeros((size, size))
    square[np.tril_indices(size)] = rows
    return square


def _wrong(what: str, hint: str = "") -> TreetopError:
    return ModelError([Problem(what, "gravity", hint)])
