"""What forces exert, as it is recorded: a row for each force, and for each generalised force.

A force acts on the second of its two ends, and the opposite on the first; along a joint these are
the outboard and the inboard body.  Several rows of a table may belong to one force: three
components along a vector of speeds, or two ends of a capsule on a plane.
"""

import math
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined
from treetop.core.spatial import cross, dot, norm
from treetop.core.spatial.table_access import vec


class ForceHistories(NamedTuple):
    """One row per instant; inertial axes."""

    applied_force: np.ndarray  # (t, f, 3)  on the second end
    applied_torque: np.ndarray  # (t, f, 3)  likewise, about the point of action
    point_of_action: np.ndarray  # (t, f, 3)
    point_of_reaction: np.ndarray  # (t, f, 3)  where the opposite acts on the first end
    power: np.ndarray  # (t, f)
    generalised_forces: np.ndarray  # (t, g)
    gravity_force: np.ndarray  # (t, n, 3)  on each body
    gravity_torque: np.ndarray  # (t, n, 3)  about its mass centre
    scratch: np.ndarray  # (2, speeds)


class ForceSizes(NamedTuple):
    """How many there are of what."""

    forces: int
    generalised: int
    bodies: int
    speeds: int  # of the tree, or of joints that close loops if these have more


NO_FORCES = ForceSizes(0, 0, 0, 0)


class PressureRows(NamedTuple):
    """Which force of the model each surface, dipole, body with eddy currents and conductor is."""

    surfaces: np.ndarray  # (k,)
    dipoles: np.ndarray  # (k,)
    eddies: np.ndarray  # (k,)
    conductors: np.ndarray  # (k,)


NO_PRESSURE_ROWS = PressureRows(*np.zeros((4, 0), dtype=np.int64))


def force_histories(instants: int, counts: ForceSizes) -> ForceHistories:
    """Workspace for so many instants; all are pieces of one array."""
    shapes = force_shapes(instants, counts)
    return ForceHistories(**pieces(np.zeros(count_of(shapes)), shapes))


def force_shapes(instants: int, counts: ForceSizes) -> dict[str, tuple[int, ...]]:
    t = instants
    shapes: dict[str, tuple[int, ...]]
    shapes = dict.fromkeys(ForceHistories._fields, (t, counts.forces, 3))
    shapes.update(power=(t, counts.forces), generalised_forces=(t, counts.generalised))
    shapes.update(dict.fromkeys(("gravity_force", "gravity_torque"), (t, counts.bodies, 3)))
    shapes.update(scratch=(2, counts.speeds))
    return shapes


def count_of(shapes: dict[str, tuple[int, ...]]) -> int:
    """How many numbers arrays of these shapes have together."""
    return sum(map(math.prod, shapes.values()))


def pieces(row: np.ndarray, shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """Arrays of these shapes that follow each other in a row."""
    ends = [0, *accumulate(map(math.prod, shapes.values()))]
    spans = zip(shapes.items(), ends, ends[1:], strict=False)
    return {name: row[first:last].reshape(shape) for (name, shape), first, last in spans}


# What is recorded is packed with these first: rows of other forces follow.
RECORDED = force_histories(0, NO_FORCES), NO_PRESSURE_ROWS


@inlined
def clear(out, s):
    """Exert nothing: parts of what a force exerts are added."""
    out.applied_force[s], out.applied_torque[s], out.power[s] = 0.0, 0.0, 0.0


@inlined
def write_pair(out, s, f, origin, a, b, force, torque):
    """A force and a torque on b, and the opposite on a."""
    put(out.applied_force[s, f], force)
    put(out.applied_torque[s, f], torque)
    put(out.point_of_action[s, f], origin.p + b.p)
    put(out.point_of_reaction[s, f], origin.p + a.p)
    out.power[s, f] = dot(force, b.V.lin - a.V.lin) + dot(torque, b.V.ang - a.V.ang)


@inlined
def write_one(out, s, f, origin, b, force, torque):
    """A force and a torque on b, which nothing within the model answers."""
    put(out.applied_force[s, f], force)
    put(out.applied_torque[s, f], torque)
    put(out.point_of_action[s, f], origin.p + b.p)
    put(out.point_of_reaction[s, f], origin.p + b.p)
    out.power[s, f] = dot(force, origin.v + b.V.lin) + dot(torque, b.V.ang)


@inlined
def add_at(out, s, f, x, F):
    """Add a force at x to that which is written; return the point between them that the forces, by
    their sizes, make the common point of action."""
    force, at = vec(out.applied_force[s], f), vec(out.point_of_action[s], f)
    here, there = norm(F), norm(force)
    if here + there == 0.0:
        return at
    common = at + (x - at) * (here / (here + there))
    couple = cross(at - common, force) + cross(x - common, F)
    put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + couple)
    put(out.applied_force[s, f], force + F)
    return common


@inlined
def add_wrench(out, s, f, x, F):
    """A part of what a force along a joint exerts on the outboard body."""
    put(out.applied_force[s, f], vec(out.applied_force[s], f) + F.lin)
    put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + F.ang)
    put(out.point_of_action[s, f], x)
    put(out.point_of_reaction[s, f], x)


@inlined
def put(row, a):
    row[0], row[1], row[2] = a.x, a.y, a.z
