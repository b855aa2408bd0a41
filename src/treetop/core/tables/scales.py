"""Sizes that are typical of a mechanism, so that nothing depends on the units it is given in."""

from __future__ import annotations

import math

import numpy as np

from treetop.core.tables.kinds import JOINTS, KINDS
from treetop.core.tables.tables import Bodies, Tables

MOMENT_RESOLUTION = 1e-12  # part of a body's greatest moment of inertia, below which one is none
APART = 1e3  # inertias of a tree that differ by less take no digits worth looking for


def length_of(tables: Tables) -> float:
    """The longest arm of a mechanism, m, wherever it hangs."""
    tree, bodies = tables.tree, tables.bodies
    massive = bodies.mass > 0.0
    spread = np.abs(bodies.J_C[massive]).max(axis=1, initial=0.0) / bodies.mass[massive]
    arms = bodies.com, tree.p_PF[tree.parent > 0]
    squares = np.concatenate([*((each**2).sum(axis=1) for each in arms), spread])
    longest = math.sqrt(squares.max(initial=0.0))
    return longest if longest > 0.0 else 1.0


def coordinate_units(tables: Tables) -> np.ndarray:
    """One, or the mechanism's length, for each coordinate of its joints."""
    return _units(tables, tables.tree.q_at, 0)


def speed_units(tables: Tables) -> np.ndarray:
    """One rad/s, or the mechanism's length per second, for each speed of its joints."""
    return _units(tables, tables.tree.u_at, 1)


def _units(tables: Tables, at: np.ndarray, order: int) -> np.ndarray:
    units, length = np.ones(int(at[-1])), length_of(tables)
    for name, joint in JOINTS.items():
        here = np.flatnonzero(tables.tree.joint == KINDS[name])
        for place in joint.lengths[order]:
            units[at[here] + place] = length
    return units


def apart(tables: Tables) -> float:
    """The ratio of the greatest inertia of a body to the least that is not nothing."""
    bodies: Bodies = tables.bodies
    J = np.zeros((len(bodies.mass), 3, 3))
    rows, columns = np.triu_indices(3)
    J[:, rows, columns] = J[:, columns, rows] = bodies.J_C
    moments = np.linalg.eigvalsh(J)
    significant = moments > MOMENT_RESOLUTION * moments.max(axis=1, keepdims=True)
    some = np.append(bodies.mass[bodies.mass > 0.0], moments[significant] / length_of(tables) ** 2)
    return float(some.max() / some.min()) if some.size else 1.0
