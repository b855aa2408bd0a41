"""Frames that follow a given motion, as scalar constraints.

A plane's distance follows each coordinate of the position; directions of the frame stay square to
those of an attitude that moves as given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.assembly.constraint_table import Row, X, Y, Z
from treetop.assembly.functions_of_time import DriveBook, Law, OrbitPart, Piecewise
from treetop.core.tables.kinds import GUIDED, PLANE
from treetop.model import Attitudes, Ephemeris, PrescribedOrbit, PrescribedPose, Spline
from treetop.model.rotation import matrix

if TYPE_CHECKING:
    from treetop.assembly.constraints import Ends

_PAIRS = ((Y, Z), (Z, X), (X, Y))


def pose_rows(pose: PrescribedPose, ends: Ends, drives: DriveBook) -> Iterator[Row]:
    if pose.position is not None:
        yield from _position(pose.position, ends, drives)
    elif pose.function is not None:
        yield from _position(tuple(part_of(pose.function, k) for k in range(3)), ends, drives)
    guide = _guide(pose, ends.a.R, drives)
    if guide >= 0:
        for e, f in _PAIRS:
            yield ends.row(GUIDED, e, f, normal=f)._replace(guide=guide)


def orbit_rows(orbit: PrescribedOrbit, mu: float, ends: Ends, drives: DriveBook) -> Iterator[Row]:
    """`mu` is that of the model's gravity, m³/s²."""
    if orbit.table is not None:
        yield from _position(position_splines(orbit.table), ends, drives)
        return
    a, e = orbit.semi_major_axis, orbit.eccentricity
    motion = math.sqrt((orbit.mu or mu) / a) / a, e, orbit.anomaly
    R = _about(Z, orbit.node) @ _about(X, orbit.inclination) @ _about(Z, orbit.periapsis)
    along, across = a * R[:, 0], a * math.sqrt(1.0 - e * e) * R[:, 1]
    parts = (OrbitPart(motion, *map(float, pair)) for pair in zip(along, across, strict=True))
    yield from _position(tuple(parts), ends, drives)


def part_of(function: Callable[..., Any], k: int) -> Callable[..., Any]:
    """A coordinate, with two rates, of a function that gives all three."""
    from treetop.core.compiler import inlinable

    whole = inlinable(function)

    def part(t):  # type: ignore[no-untyped-def]
        values = whole(t)
        return values[k], values[3 + k], values[6 + k]

    return part


def _position(laws: tuple[Law, ...], ends: Ends, drives: DriveBook) -> Iterator[Row]:
    for e, law in zip((X, Y, Z), laws, strict=True):
        yield ends.row(PLANE, e)._replace(drive=drives.add(law))


def _guide(pose: PrescribedPose, R: np.ndarray, drives: DriveBook) -> int:
    """The attitude to follow, in the axes of the body whose frame of attitude R it is given in;
    -1 if none is."""
    if pose.angles is not None:
        letters = dict(zip("xyz", (X, Y, Z), strict=True))
        axes = [letters[axis] if isinstance(axis, str) else axis for axis in pose.axes]
        return drives.add_angles(pose.angles, np.array(axes) @ R.T)
    if pose.attitudes is not None:
        return drives.add_quaternion(quaternion_splines(pose.attitudes, R))
    return -1


def quaternion_splines(table: Attitudes, R: np.ndarray) -> tuple[Spline, ...]:
    """Splines of the four components, each quaternion with the sign nearest to the one before."""
    values = np.array(table.values)
    for before, after in pairwise(values):
        after *= 1.0 if before @ after >= 0.0 else -1.0
    values[:, 1:] = values[:, 1:] @ R.T
    return tuple(Spline(table.times, part.tolist(), table.ends) for part in values.T)


def position_splines(table: Ephemeris) -> tuple[Piecewise, ...]:
    """Splines of the three coordinates."""
    parts = np.array(table.positions).T
    if table.velocities is None:
        return tuple(Piecewise(table.times, part, "not-a-knot") for part in parts)
    first, last = np.array(table.velocities)
    ends = [((1, a), (1, b)) for a, b in zip(first, last, strict=True)]
    return tuple(
        Piecewise(table.times, *coordinate) for coordinate in zip(parts, ends, strict=True)
    )


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    half = 0.5 * angle
    return np.array(matrix((math.cos(half), *(math.sin(half) * axis))))
