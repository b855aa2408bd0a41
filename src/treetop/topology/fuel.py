"""Fuel in tanks: the numbers of their shapes, and what fuel adds to bodies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.devices.tank_shapes import (
    ALONG,
    ROUND,
    TABLE,
    UNIFORM,
    in_body,
    settled,
    tabulated,
    uniform,
)
from treetop.core.spatial import Mat3, RigidInertia, Sym3, Vec3, rigid_inertia
from treetop.model.body import Frame
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import FuelAlongBeam, FuelTable, UniformFuel
from treetop.model.rotation import matrix
from treetop.topology.nodes import BodyNode

WIDTH = 7  # numbers of a shape
COLUMNS = 9  # first moment and inertia


class ShapeNumbers(NamedTuple):
    """A shape as kernels have it."""

    shape: int
    law: tuple[float, ...] = (0.0,) * WIDTH
    knots: Any = ()
    pieces: Any = ()


def shape_numbers(tank: Tank) -> ShapeNumbers:
    shape = tank.shape
    if isinstance(shape, UniformFuel):
        radii = (float(k) ** 2 for k in shape.gyration)
        return ShapeNumbers(UNIFORM, (*map(float, shape.centre), *radii, 0.0))
    if isinstance(shape, FuelTable):
        return ShapeNumbers(TABLE, (0.0,) * WIDTH, *_table(shape))
    if isinstance(shape, FuelAlongBeam):
        return ShapeNumbers(ALONG)
    numbers = tank.density, *shape.sizes, *shape.down
    return ShapeNumbers(ROUND, tuple(map(float, numbers)))


def _table(shape: FuelTable) -> tuple[np.ndarray, np.ndarray]:
    """Knots, and cubics of first moment and inertia about the origin from each on."""
    masses, rows = np.array(shape.mass, dtype=float), []
    for m, c, J in zip(shape.mass, shape.centre, shape.inertia, strict=True):
        xx, yy, zz, xy, xz, yz = map(float, J)
        with interpreted():
            I = rigid_inertia(float(m), Vec3(*map(float, c)), Sym3(xx, xy, xz, yy, yz, zz))
        rows.append([*I.h, *I.J])
    return masses[:-1], cubics(masses, np.array(rows))


def cubics(knots: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Rows of cubics, from each knot but the last on, four numbers for each column of values."""
    from scipy.interpolate import CubicSpline  # takes long to import

    ends = "not-a-knot" if len(knots) > 3 else "natural"
    c = CubicSpline(knots, values, bc_type=ends).c  # (4, pieces, columns), highest power first
    return np.ascontiguousarray(c[::-1].transpose(1, 2, 0).reshape(len(knots) - 1, -1))


def fuel_of(tank: Tank, mass: float) -> RigidInertia:
    """The fuel of a tank, in its frame."""
    numbers, m = shape_numbers(tank), float(mass)
    law = numbers.law
    with interpreted():
        if numbers.shape == UNIFORM:
            return uniform(m, Vec3(*law[:3]), Vec3(*law[3:6])).now
        if numbers.shape == ROUND:
            return settled(m, *law[:4], Vec3(*law[4:])).now
        return tabulated(m, numbers.knots, numbers.pieces, 0, len(numbers.knots)).now


def inertia_of(body: BodyNode) -> RigidInertia:
    """That of a body about its origin."""
    J, c = np.array(body.inertia, dtype=float), Vec3(*map(float, body.centre))
    with interpreted():
        return rigid_inertia(float(body.mass), c, Sym3(*J[np.triu_indices(3)].tolist()))


def in_pose(I: RigidInertia, R: Any, p: Any) -> RigidInertia:
    """An inertia in a frame of attitude R at p in another, expressed in that other one."""
    rows = Mat3(*(Vec3(*map(float, row)) for row in R))
    with interpreted():
        return in_body(I, rows, Vec3(*map(float, p)))


def with_inertia(body: BodyNode, more: RigidInertia, frame: Frame) -> BodyNode:
    """A body with an inertia in one of its frames added."""
    whole: Any = inertia_of(body)
    whole = whole + in_pose(more, matrix(frame.attitude), frame.at)
    centre = whole.h * (1.0 / whole.m) if whole.m else Vec3(0.0, 0.0, 0.0)
    with interpreted():
        there = rigid_inertia(whole.m, centre, Sym3(*(0.0,) * 6))
    xx, xy, xz, yy, yz, zz = whole.J - there.J
    inertia = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
    return body._replace(mass=whole.m, centre=tuple(centre), inertia=inertia)
