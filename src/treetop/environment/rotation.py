"""Tables of the rotation of planets, for `treetop.core.environment.rotation`.

Any theory gives matrices M(t) from inertial axes to those fixed to the planet; here they are
taken apart into the pole and the angle about it, and made into Chebyshev series.  With the
pieces and degrees below the series miss the theories by less than 1e-14 rad.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import erfa
import numpy as np

from treetop.core.environment.rotation import Rotation
from treetop.environment.chebyshev import Pieces, nodes, pieces_over, series_through
from treetop.environment.epoch import DAY, J2000, Epoch, JulianDate
from treetop.environment.rotation_elements import (
    MARS,
    MOON,
    RotationElements,
    pole_and_meridian,
    turned_through,
)
from treetop.errors import ModelError, Problem

SPAN = 400 * DAY  # s, from the epoch
DAILY = 16  # coefficients of a day in which the pole moves: seen from space it goes round
TURNS_AT_J2000 = 0.7790572732640  # of the Earth, and
MORE_TURNS = 0.00273781191135448  # than one in a day of UT1: IERS Conventions 2010, (5.15)
EARTH_RATE = 2.0 * math.pi * (1.0 + MORE_TURNS) / DAY  # rad/s of UT1
EARTH_THEORIES = ("IAU 2006/2000A", "IAU 1976/1980")

Matrices = Callable[[np.ndarray], np.ndarray]  # of times (n,), s from the epoch, to (n, 3, 3)


@lru_cache(maxsize=16)
def earth_rotation(epoch: Epoch, span: float = SPAN, theory: str = EARTH_THEORIES[0]) -> Rotation:
    """The rotation from GCRF to ITRF.

    Parameters
    ----------
    epoch : Epoch
        With its Earth orientation parameters: UT1 - UTC and polar motion, constant or a table;
        after the last day of a table its last values hold.
    span : float, s
        How far from the epoch the table goes.
    theory : str
        ``"IAU 2006/2000A"`` (precession and nutation of the IERS Conventions 2010) or
        ``"IAU 1976/1980"`` (with the sidereal time of 1994; inertial axes are those of J2000).
    """
    matrices = {EARTH_THEORIES[0]: _earth, EARTH_THEORIES[1]: _older_earth}
    if theory not in matrices:
        hint = "there are: " + ", ".join(EARTH_THEORIES)
        raise ModelError([Problem(f"unknown theory of rotation {theory!r}", "rotation", hint)])
    known = min(span, epoch.orientation_known)
    coefficients = 8 if epoch.orientation.file is None else DAILY

    def whole(t: np.ndarray) -> np.ndarray:
        clipped = np.clip(t, 0.0, known)
        return erfa.pom00(*epoch.pole(clipped), 0.0) @ matrices[theory](epoch, t, clipped)

    W = erfa.pom00(*epoch.pole(0.0), 0.0)
    return rotation_table(whole, EARTH_RATE, pieces_over(span, DAY), coefficients, W)


def _dates(epoch: Epoch, t: np.ndarray, clipped: np.ndarray) -> tuple[JulianDate, JulianDate]:
    """Julian dates of TT and of UT1, by what UT1 - TT is at times that are held within a table."""
    tt = epoch.jd("TT", t)
    return tt, (tt[0], tt[1] + epoch.ut1_minus_tt(clipped) / DAY)


def _earth(epoch: Epoch, t: np.ndarray, clipped: np.ndarray) -> np.ndarray:
    """Without polar motion, but with the locator s' that goes with it."""
    tt, ut1 = _dates(epoch, t, clipped)
    return erfa.rz(_earth_rotation_angle(ut1) + erfa.sp00(*tt), erfa.c2i06a(*tt))


def _earth_rotation_angle(ut1: JulianDate) -> np.ndarray:
    """The Earth rotation angle, rad: `erfa.era00` without its rounding, which is 5e-14 rad."""
    days = ut1[0] - J2000
    turns = turned_through(MORE_TURNS, days, ut1[1], 1.0) + days % 1.0 + ut1[1]
    return 2.0 * math.pi * ((TURNS_AT_J2000 + turns) % 1.0)


def _older_earth(epoch: Epoch, t: np.ndarray, clipped: np.ndarray) -> np.ndarray:
    tt, ut1 = _dates(epoch, t, clipped)
    return erfa.rz(erfa.gst94(*ut1), erfa.pnm80(*tt))


@lru_cache(maxsize=16)
def moon_rotation(epoch: Epoch, span: float = SPAN) -> Rotation:
    """The rotation from ICRF-oriented axes to those fixed to the Moon (IAU_MOON)."""
    return _by_elements(epoch, span, MOON)


@lru_cache(maxsize=16)
def mars_rotation(epoch: Epoch, span: float = SPAN) -> Rotation:
    """The rotation from ICRF-oriented axes to those fixed to Mars (IAU_MARS)."""
    return _by_elements(epoch, span, MARS)


def _by_elements(epoch: Epoch, span: float, elements: RotationElements) -> Rotation:
    def matrices(t: np.ndarray) -> np.ndarray:
        return axes_of_pole(*pole_and_meridian(elements, epoch.jd("TDB", t)))

    rate = math.radians(elements.meridian[1]) / DAY
    return rotation_table(matrices, rate, pieces_over(span, DAY), 8)


def uniform_rotation(
    pole: Any = (0.0, 0.0, 1.0), rate: float = 0.0, angle: float = 0.0
) -> Rotation:
    """The rotation of a planet that turns uniformly about a fixed pole, for all times.

    Parameters
    ----------
    pole : 3 numbers
        The north pole, inertial axes, of any length.
    rate : float, rad/s
        About the pole.
    angle : float, rad
        At t = 0, of the planet's x axis from where its equator ascends through the inertial xy
        plane; from the inertial x axis if the pole is along z.
    """
    p = np.asarray(pole, dtype=float)
    if p.shape != (3,) or not np.isfinite(p).all() or not np.linalg.norm(p) > 0.0:
        hint = "give three numbers such as [0, 0, 1]"
        raise ModelError([Problem(f"{pole!r} is not the direction of a pole", "pole", hint)])
    p = p / np.linalg.norm(p)
    if p[0] == p[1] == 0.0:
        B = np.diag([1.0, p[2], p[2]])
    else:
        node = np.array([-p[1], p[0], 0.0]) / math.hypot(p[0], p[1])
        B = np.array([node, np.cross(p, node), p])
    pieces = Pieces(-1.0, 2.0, 1)  # any: θ = angle + rate t holds beyond it
    series = np.array([[[0.0, 0.0, angle], [0.0, 0.0, rate]]])
    return Rotation(np.array([np.eye(3).ravel(), B.ravel()]), pieces.grid, series)


# --- from matrices to tables --------------------------------------------------------------------


def axes_of_pole(ascension: Any, declination: Any, angle: Any) -> np.ndarray:
    """The matrix to axes of a planet from its pole and the angle of its prime meridian, rad."""
    half = 0.5 * math.pi
    return erfa.rz(angle, erfa.rx(half - declination, erfa.rz(half + ascension, np.eye(3))))


def rotation_table(
    matrices: Matrices, rate: float, pieces: Pieces, coefficients: int, W: np.ndarray | None = None
) -> Rotation:
    """The table of a rotation that is given by matrices.

    Parameters
    ----------
    matrices : function
        From times (n,) to matrices (n, 3, 3), W among their factors.
    rate : float, rad/s
        About what it turns at: only so that the angle is followed from node to node.
    pieces : Pieces
    coefficients : int
        Of each series.
    W : (3, 3), optional
        The constant factor on the left.
    """
    W = np.eye(3) if W is None else W
    times = nodes(pieces, coefficients)
    turned = W.T @ matrices(times.ravel())  # Rz(θ) C(X, Y) B
    B = shortest_turn(turned[turned.shape[0] // 2, 2])
    turned = turned @ B.T
    X, Y = turned[:, 2, 0], turned[:, 2, 1]
    about = turned @ intermediate_axes(X, Y).swapaxes(1, 2)
    angle = np.arctan2(about[:, 0, 1], about[:, 0, 0]).reshape(times.shape)
    slow = angle - rate * (times - pieces.middles[:, None])
    slow = slow[:, :1] + (slow - slow[:, :1] + math.pi) % (2.0 * math.pi) - math.pi
    values = np.stack([X.reshape(times.shape), Y.reshape(times.shape), slow], axis=2)
    series = series_through(values)
    series[:, 1, 2] += 0.5 * rate * pieces.length  # exact, where times of nodes are rounded
    return Rotation(np.array([W.ravel(), B.ravel()]), pieces.grid, series)


def shortest_turn(pole: np.ndarray) -> np.ndarray:
    """Axes with the pole as z: turned there by the shortest way, for a pole in the south after half
    a turn about x."""
    half = np.diag([1.0, 1.0, 1.0] if pole[2] >= 0.0 else [1.0, -1.0, -1.0])
    x, y, z = half @ pole
    a = 1.0 / (1.0 + z)
    C = np.array([[1.0 - a * x * x, -a * x * y, -x], [-a * x * y, 1.0 - a * y * y, -y], [x, y, z]])
    return C @ half


def intermediate_axes(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """C of many poles (n,), as `treetop.core.environment.rotation` has it of one: (n, 3, 3)."""
    Z = np.sqrt(1.0 - (X * X + Y * Y))
    a = 1.0 / (1.0 + Z)
    rows = [[1.0 - a * X * X, -a * X * Y, -X], [-a * X * Y, 1.0 - a * Y * Y, -Y], [X, Y, Z]]
    return np.moveaxis(np.array(rows), 2, 0)
