"""Fields of gravity: coefficient sets that come with Treetop, and those in files of the ICGEM.

``data/SOURCES.md`` says where each set is from.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

import numpy as np

from treetop.environment.gravity_field import GravityField
from treetop.environment.icgem import icgem_field, read_icgem
from treetop.errors import ModelError, Problem, TreetopError
from treetop.files.npz import npz_arrays

__all__ = ["GravityField", "field", "field_in", "names", "read_icgem"]

# Principal axes of the Moon of DE430, from mean-Earth axes, by -0.285, -78.580 and -67.573 arcsec:
# Folkner et al., IPN Progress Report 42-196 (2014).
ARCSEC = math.pi / 648000.0
MOON_PRINCIPAL = (-0.285 * ARCSEC, -78.580 * ARCSEC, -67.573 * ARCSEC)


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
    tides, planet = str(arrays["tide_system"]), str(arrays["planet"])
    turns = tuple(arrays["turns"].tolist())
    whole = GravityField(name, float(mu), float(radius), C, S, tides, planet, turns)
    return whole if degree is None else whole.to_degree(degree)


def field_in(content: bytes, file: str, degree: int, axes: str = "fixed") -> GravityField:
    """The field in the content of an ICGEM file, up to a degree.

    Parameters
    ----------
    content : bytes
    file : str
        Its name, for messages.
    degree : int
    axes : str
        ``"fixed"`` to the planet, or ``"principal"`` for those of the Moon.
    """
    found = icgem_field(content, file).to_degree(degree)
    return replace(found, turns=MOON_PRINCIPAL) if axes == "principal" else found


def _square(rows: np.ndarray) -> np.ndarray:
    """Coefficients by degree and order, from a list that goes up in both."""
    size = int(np.sqrt(2 * len(rows)))
    square = np.zeros((size, size))
    square[np.tril_indices(size)] = rows
    return square


def _wrong(what: str, hint: str = "") -> TreetopError:
    return ModelError([Problem(what, "gravity", hint)])
