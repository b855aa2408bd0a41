"""Tables of the places of celestial bodies, for `treetop.core.environment.ephemeris`.

By default places come from ERFA: the Earth about the Sun by `epv00` (a part of VSOP2000), the Moon
by `moon98` (a part of ELP 2000-82, Meeus 1998) and the planets by `plan94` (Simon et al.
1994).  From 2025 to 2035 they are off DE440 by up to 7 km (Sun), 24 km (Moon) and 1e3 to 5e5 km
(planets): for better ones give an ephemeris of the Jet Propulsion Laboratory (DE440, DE421, ...),
which jplephem reads.

All places are geometric: neither light time nor aberration is counted.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import erfa
import numpy as np

from treetop.core.environment.ephemeris import Ephemerides
from treetop.core.environment.sunlight import ASTRONOMICAL_UNIT
from treetop.environment.chebyshev import nodes, pieces_over, series_through
from treetop.environment.epoch import DAY, Epoch
from treetop.environment.rotation import SPAN
from treetop.environment.spk import spk_places
from treetop.errors import ModelError, Problem

PLANETS = {
    "mercury": 1, "venus": 2, "mars": 4, "jupiter": 5, "saturn": 6, "uranus": 7, "neptune": 8,
}  # fmt: skip
BODIES = ("sun", "moon", "earth", *PLANETS)
LENGTH, COEFFICIENTS = DAY, 8  # of a piece, s: ERFA's Moon is met within 1 mm, its Sun within 2 cm

Bodies = tuple[str, ...]


def ephemerides(
    epoch: Epoch,
    bodies: Bodies = ("sun", "moon"),
    centre: str = "earth",
    span: float = SPAN,
    file: str | os.PathLike | None = None,
) -> Ephemerides:
    """Places of bodies from the centre of a planet, GCRF-oriented axes.

    Parameters
    ----------
    epoch : Epoch
    bodies : tuple of str
        Of sun, moon, earth, mercury, venus, mars, jupiter, saturn, uranus, neptune; body k of
        the table is that of this order.
    centre : str
        Where places are seen from, of the same names.
    span : float, s
        How far from the epoch the table goes.
    file : path, optional
        A JPL ephemeris: a .bsp file, or ``"DE440"`` or ``"DE421"`` where the extra of that name
        is installed; by default ERFA's theories.

    Returns
    -------
    Ephemerides
        Made once for the same arguments: asking again costs nothing.
    """
    for name in (*bodies, centre):
        if name not in BODIES:
            hint = "there are: " + ", ".join(BODIES)
            raise ModelError([Problem(f"unknown celestial body {name!r}", "ephemeris", hint)])
    return _table(epoch, tuple(bodies), centre, float(span), None if file is None else str(file))


@lru_cache(maxsize=16)
def _table(epoch: Epoch, bodies: Bodies, centre: str, span: float, file: str | None) -> Ephemerides:
    pieces = pieces_over(span, LENGTH)
    times = nodes(pieces, COEFFICIENTS)
    found = places(epoch, times.ravel(), bodies, centre, file)
    series = [series_through(each.reshape(*times.shape, 3)) for each in found]
    return Ephemerides(pieces.grid, np.array(series).reshape(len(bodies), pieces.total, -1, 3))


def places(
    epoch: Epoch, t: np.ndarray, bodies: Bodies, centre: str = "earth", file: str | None = None
) -> np.ndarray:
    """Places of bodies from a centre at times t after the epoch: (bodies, n, 3), m."""
    tdb = epoch.jd("TDB", t)
    if file is not None:
        return spk_places(file, tdb, bodies, centre)
    known: dict[str, np.ndarray] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error", erfa.ErfaWarning)
        try:
            seen = [_from_earth(name, tdb, known) for name in (*bodies, centre)]
        except (erfa.ErfaWarning, erfa.ErfaError):
            days = np.max(t) / DAY
            known_years = "ERFA has Sun and planets from 1900 to 2100"
            what = f"{known_years}, not at {epoch} and {days:.0f} days after"
            hint = "give another epoch or span, or the file of a JPL ephemeris"
            raise ModelError([Problem(what, "ephemeris", hint)]) from None
    return np.array(seen[:-1]) - seen[-1]


def fixed_places(positions: Mapping[str, Any]) -> Ephemerides:
    """Bodies that stay where the user puts them: places by name, m, inertial axes."""
    series = np.zeros((len(positions), 1, 1, 3))
    for k, (name, place) in enumerate(positions.items()):
        row = np.asarray(place, dtype=float)
        if row.shape != (3,) or not np.isfinite(row).all():
            what = f"{place!r} is not a place"
            raise ModelError([Problem(what, f"ephemeris.{name}", "give three numbers, m")])
        series[k, 0, 0] = row
    return Ephemerides(np.array([0.0, 1.0, 2.0]), series)


def joined(first: Ephemerides, second: Ephemerides) -> Ephemerides:
    """Two tables in one, of which at least one is of fixed places."""
    if first.series.shape[1] == 1:
        grid, n = second.grid, second.series.shape[1:3]
    else:
        grid, n = first.grid, first.series.shape[1:3]
    parts = []
    for each in (first.series, second.series):
        wide = np.zeros((len(each), *n, 3))
        wide[:, :, : each.shape[2]] = each
        parts.append(wide)
    return Ephemerides(grid, np.concatenate(parts))


# --- ERFA's theories ----------------------------------------------------------------------------


def _from_earth(name: str, tdb: tuple, known: dict[str, np.ndarray]) -> np.ndarray:
    """Geocentric places (n, 3), m; those that are known already are not computed again."""
    if name not in known:
        known[name] = _computed(name, tdb, known)
    return known[name]


def _computed(name: str, tdb: tuple, known: dict[str, np.ndarray]) -> np.ndarray:
    if name == "earth":
        return np.zeros((len(tdb[1]), 3))
    if name == "moon":
        return erfa.moon98(*tdb)["p"] * ASTRONOMICAL_UNIT
    if name == "sun":
        return -erfa.epv00(*tdb)[0]["p"] * ASTRONOMICAL_UNIT
    return (
        _from_earth("sun", tdb, known) + erfa.plan94(*tdb, PLANETS[name])["p"] * ASTRONOMICAL_UNIT
    )
