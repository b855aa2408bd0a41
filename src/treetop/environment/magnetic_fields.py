"""Tables of magnetic fields: IGRF-14 and WMM2025, whose coefficients are shipped, and dipoles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treetop.core.environment.harmonics import NO_HARMONICS
from treetop.core.environment.magnetic import MagneticField
from treetop.environment.harmonics import harmonics
from treetop.errors import ModelError, Problem

__all__ = ["MAGNETIC_FIELDS", "dipole_table", "magnetic_table"]

RADIUS = 6371200.0  # m, of the coefficients of both fields
YEAR = 365.25 * 86400.0  # s
NANO = 1e-9
MU_0_OVER_4_PI = 1.25663706127e-6 / (4.0 * np.pi)  # T m/A, CODATA 2022


class Coefficients(NamedTuple):
    """Coefficients by degree and order in Schmidt's normalisation, nT, at epochs, years; between
    them they change linearly."""

    epochs: NDArray  # (k,)
    g: NDArray  # (k, degree + 1, degree + 1)
    h: NDArray


def magnetic_table(name: str, epoch_year: float, degree: int | None = None) -> MagneticField:
    """The table of a field of the Earth that is known by name.

    Parameters
    ----------
    name : "IGRF-14" or "WMM2025"
    epoch_year : float
        Start of the run, as a year with decimals such as 2026.5.
    degree : int, optional
        Only up to this degree: 1 for the tilted dipole.
    """
    if name not in MAGNETIC_FIELDS:
        known = ", ".join(MAGNETIC_FIELDS)
        raise _problem(f"unknown magnetic field {name!r}", f"there are: {known}")
    epochs, g, h = MAGNETIC_FIELDS[name]()
    first, last, most = epochs[0], epochs[-1], g.shape[1] - 1
    if not first <= epoch_year <= last:
        what = f"the coefficients of {name} are for {first:g} to {last:g}, not for {epoch_year:.2f}"
        raise _problem(what, "give an epoch within these years, or another field")
    degree = most if degree is None else degree
    if not 1 <= degree <= most:
        raise _problem(f"{name} has no degree {degree}", f"give 1 to {most}")
    k = min(int(np.searchsorted(epochs, epoch_year, side="right")) - 1, epochs.size - 2)
    rates = [(part[k + 1] - part[k]) / (epochs[k + 1] - epochs[k]) for part in (g, h)]
    years = epoch_year - epochs[k]
    now = [part[k] + rate * years for part, rate in zip((g, h), rates, strict=True)]
    n = degree + 1
    return schmidt_table(
        RADIUS,
        *(part[:n, :n] * NANO for part in now),
        *(rate[:n, :n] * (NANO / YEAR) for rate in rates),
    )


def dipole_table(moment: Sequence[float]) -> MagneticField:
    """The table of a dipole at the planet's centre: its moment, A m², in planet's axes."""
    x, y, z = (MU_0_OVER_4_PI * float(part) / RADIUS**3 for part in moment)
    g, h = np.zeros((2, 2, 2))
    g[1], h[1, 1] = (z, x), y
    return schmidt_table(RADIUS, g, h, 0.0 * g, 0.0 * h)


def schmidt_table(
    radius: float, g: NDArray, h: NDArray, g_rate: NDArray, h_rate: NDArray
) -> MagneticField:
    """The table of a field with these coefficients, T, and their rates, T/s."""
    normal = np.sqrt(2.0 * np.arange(len(g)) + 1.0)[:, None]
    field = harmonics(-(radius**2), radius, g / normal, h / normal)
    moving = np.flatnonzero(np.any(g_rate != 0.0, axis=1) | np.any(h_rate != 0.0, axis=1))
    slow = int(moving[-1]) if moving.size else 0
    change = NO_HARMONICS
    if slow:
        n, part = slow + 1, normal[: slow + 1]
        change = harmonics(-(radius**2), radius, g_rate[:n, :n] / part, h_rate[:n, :n] / part)
    return MagneticField(field, change, np.array([len(g) - 1, slow], dtype=np.int64))


def _lines(name: str) -> list[str]:
    path = resources.files("treetop.environment") / "data" / "magnetic" / name
    return path.read_text("utf-8").splitlines()


def igrf14() -> Coefficients:
    """The International Geomagnetic Reference Field, 14th generation."""
    lines = [line.split() for line in _lines("IGRF14.shc") if not line.startswith("#")]
    degree, epochs = int(lines[0][1]), np.array(lines[1], dtype=float)
    g, h = np.zeros((2, epochs.size, degree + 1, degree + 1))
    for n, m, *values in lines[2:]:
        part = g if int(m) >= 0 else h
        part[:, int(n), abs(int(m))] = [float(value) for value in values]
    return Coefficients(epochs, g, h)


def wmm2025() -> Coefficients:
    """The World Magnetic Model of 2025, for five years."""
    head, *rows = [line.split() for line in _lines("WMM2025.COF") if not line.startswith("9999")]
    degree, start = int(rows[-1][0]), float(head[0])
    g, h = np.zeros((2, 2, degree + 1, degree + 1))
    for row in rows:
        n, m = int(row[0]), int(row[1])
        values = [float(value) for value in row[2:]]
        g[:, n, m] = values[0], values[0] + 5.0 * values[2]
        h[:, n, m] = values[1], values[1] + 5.0 * values[3]
    return Coefficients(np.array([start, start + 5.0]), g, h)


MAGNETIC_FIELDS: dict[str, Callable[[], Coefficients]] = {"IGRF-14": igrf14, "WMM2025": wmm2025}


def _problem(what: str, hint: str) -> ModelError:
    return ModelError([Problem(what, "environment.magnetic", hint)])
