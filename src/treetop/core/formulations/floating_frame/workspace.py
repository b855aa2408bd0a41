"""The state vector with floating frames, and a workspace.

Units are what moves on its own: rigid bodies, and the frames of flexible bodies.  Nodes of these,
which are bodies without mass in the tree, are placed from their frames.

    x: quaternion and place of each unit    η: modal coordinates
    v: angular velocity, own axes, and velocity of each unit    η': modal speeds
    the rest as in every state vector in absolute coordinates
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle
from treetop.core.formulations.absolute.workspace import ABSOLUTE, workspace_for
from treetop.core.interface import EXTRA, beside
from treetop.core.linear_algebra import constrained_system
from treetop.core.tables.kinds import DEFORMATION, STATION
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import length_of


class Floating(NamedTuple):
    """Who hangs on whom, by body of the tree, and the equations: n unknowns, m constraints."""

    units: np.ndarray  # (N,)      the body that each unit is
    unit: np.ndarray  # (b + 1,)  the unit that a body is, or whose node it is
    home: np.ndarray  # (b + 1,)  the body itself, or the frame whose node it is
    bearing: np.ndarray  # (b + 1,)  of a node: the row of the flexible tables that gives it
    mode_at: np.ndarray  # (b + 1,)  of nodes and frames: the unknown of the first mode
    phi_at: np.ndarray  # (b + 2,)  first row of `phi` of each node
    phi: np.ndarray  # (s, 6)    motion of a node per unit of each modal speed
    arm: np.ndarray  # (b + 1, 3)  of a node, from the origin of its frame
    c: np.ndarray  # (b + 1, 6)  its acceleration while neither frame nor modes accelerate
    felt: np.ndarray  # (b + 1, 6)  all that acts on a body, constraints included
    M: np.ndarray  # (n, n)
    Q: np.ndarray  # (n,)
    A: np.ndarray  # (m, n)
    b: np.ndarray  # (m,)
    x: np.ndarray  # (n,)      accelerations of units, inertial axes, and of modes
    factors: constrained_system.Workspace


def floating(tree, constraints: int, length: float = 1.0) -> Floating:
    bodies = np.arange(tree.parent.size)
    frames = np.flatnonzero(tree.joint == DEFORMATION)
    nodes = np.flatnonzero(tree.joint == STATION)
    modes = np.diff(tree.u_at)
    home, bearing = bodies.copy(), bodies.copy()
    home[tree.parent[frames]] = bearing[tree.parent[frames]] = frames
    home[nodes] = tree.parent[nodes]
    units = np.flatnonzero(home == bodies)[1:]
    unit = np.zeros_like(bodies)
    unit[units] = np.arange(units.size)
    mode_at = np.zeros_like(bodies)
    mode_at[frames] = 6 * units.size + np.cumsum([0, *modes[frames]])[:-1]
    phi_at = np.cumsum([0, *np.where(home == bodies, 0, modes[home])])
    n = 6 * units.size + int(modes[frames].sum())
    Q, x = np.zeros((2, n))
    measures = np.append(
        np.tile(np.repeat([1.0, length], 3), units.size), np.ones(n - 6 * units.size)
    )
    c, felt = np.zeros((2, bodies.size, 6))
    return Floating(
        units=units,
        unit=unit[home],
        home=home,
        bearing=bearing,
        mode_at=mode_at[home],
        phi_at=phi_at,
        phi=np.zeros((phi_at[-1], 6)),
        arm=np.zeros((bodies.size, 3)),
        c=c,
        felt=felt,
        M=np.zeros((n, n)),
        Q=Q,
        A=np.zeros((constraints, n)),
        b=np.zeros(constraints),
        x=x,
        factors=constrained_system.workspace(n, constraints, measures),
    )


_bundle = Bundle(TABLES, WORK, ABSOLUTE, floating(TABLES.tree, 0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    solver = floating(tables.tree, tables.constraints.kind.size, length_of(tables))
    return _bundle.pack(tables, work, workspace_for(tables), solver)


def speeds(tables):
    """Where they are in the state vector."""
    solver = floating(tables.tree, 0)
    first = solver.units.size + solver.x.size
    return slice(first, first + solver.x.size)


def length(tables) -> int:
    return speeds(tables).stop + tables.tree.q_at[-1] + beside(tables) + EXTRA
