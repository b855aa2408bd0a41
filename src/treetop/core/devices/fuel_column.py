"""Fuel along beams: its parts on rods, as the fuel of a tank becomes less.

    x along a rod, from its origin    m mass of a part    M that of the tank's fuel

A part has m = slope (M - first) until it is full.  It burns evenly, or settles towards the exit:
then it begins at `start`, and its surface falls towards that.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.devices.tank_shapes import Contents, about_axis, in_body
from treetop.core.spatial import Vec3
from treetop.core.spatial.table_access import mat, vec

START, SPAN, SLOPE, FIRST, FULL, CAPACITY, ACROSS = range(7)  # numbers of a part


class FuelColumns(NamedTuple):
    """Parts of fuel on rods, those of a tank one after another towards its exit."""

    part_at: np.ndarray  # (k + 1,)  first part of each tank
    body: np.ndarray  # (p,)    the rod
    law: np.ndarray  # (p, 7)  where it begins on the side of the exit, and its length from there on
    #                            with a sign, m; slope; first, and where it is full, kg; what fills
    #                            the length; squared radius of gyration across the rod
    exit: np.ndarray  # (p,)    where fuel leaves the rod, m
    settles: np.ndarray  # (k,)    1: towards the exit, 0: it burns evenly
    flows: np.ndarray  # (k,)    1: what flows to the exit within the beam acts on that


_NONE = np.zeros(0, dtype=np.int64)
NO_COLUMNS = FuelColumns(
    part_at=np.zeros(1, dtype=np.int64),
    body=_NONE,
    law=np.zeros((0, 7)),
    exit=np.zeros(0),
    settles=_NONE,
    flows=_NONE,
)


@kernel
def part_mass(law, M):
    """The mass of a part, and its derivative with respect to that of all fuel."""
    m = law[SLOPE] * (M - law[FIRST])
    if m <= 0.0:
        return 0.0, 0.0
    return (m, law[SLOPE]) if m <= law[FULL] else (law[FULL], 0.0)


@kernel
def column(m, start, span, across):
    """The inertia of a column along x, about the origin."""
    along = start * (start + span) + span * span / 3.0
    return about_axis(m, m * (start + 0.5 * span), m * along, m * across, Vec3(1.0, 0.0, 0.0))


@kernel
def settled_column(law, m):
    """A part whose surface falls, and its derivative with respect to its mass."""
    start, span, across = law[START], law[SPAN] * m / law[CAPACITY], law[ACROSS]
    return Contents(column(m, start, span, across), column(1.0, start + span, 0.0, across))


@kernel
def even_column(law, m):
    """A part that becomes less dense, likewise."""
    per = column(1.0, law[START], law[SPAN], law[ACROSS])
    return Contents(per * m, per)


@kernel
def part_in_rod(columns, frames, k, p, M):
    """Part p of the fuel of tank k, about the origin of its rod and in the axes of that; and its
    derivative with respect to all fuel of the tank."""
    law, i = columns.law[p], columns.body[p]
    m, slope = part_mass(law, M)
    own = even_column(law, m)
    if columns.settles[k] == 1 and m > 0.0:
        own = settled_column(law, m)
    R, place = mat(frames.R, i), vec(frames.p, i)  # bodies' own frames are the first ones
    return Contents(in_body(own.now, R, place), in_body(own.per * slope, R, place))


@kernel
def exit_of(columns, frames, p):
    """Where fuel leaves the rod of part p, from the origin of that."""
    i = columns.body[p]
    return vec(frames.p, i) + mat(frames.R, i) @ Vec3(columns.exit[p], 0.0, 0.0)
