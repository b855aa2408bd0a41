"""The state vector in absolute coordinates, and a workspace.

    x: quaternion and place of each body    v: angular velocity, body axes, and velocity
    q: coordinates of the joints    s: states of forces    c: angles of joints that close loops
    origin, works: as in every state vector

The joints' coordinates are carried along to count full turns and to be looked at; between two
steps they are brought in line with the bodies.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle
from treetop.core.constraints.row import Rows, rows_for
from treetop.core.interface import EXTRA, beside
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import length_of


class Absolute(NamedTuple):
    """Workspace for one evaluation, shared by all formulations in absolute coordinates."""

    rows: Rows
    q: np.ndarray  # (nq,)      coordinates of the joints
    u: np.ndarray  # (nu,)      their speeds
    scratch: np.ndarray  # (nu,)
    effort: np.ndarray  # (n + 1, 6)  of each joint's springs and drives, on its outboard body
    pull: np.ndarray  # (n + 1, 6)  all that acts on a body but its constraints and its inertia
    change: np.ndarray  # (n + 1, 6)  of all bodies, as speeds: what a projection asks for


def absolute_workspace(rows: Rows, bodies: int, coordinates: int, speeds: int) -> Absolute:
    n = bodies + 1
    u, scratch = np.zeros((2, speeds))
    effort, pull, change = np.zeros((3, n, 6))
    return Absolute(rows, np.zeros(coordinates), u, scratch, effort, pull, change)


def workspace_for(tables) -> Absolute:
    tree = tables.tree
    sizes = tree.parent.size - 1, tree.q_at[-1], tree.u_at[-1]
    rows = rows_for(tables.constraints, length_of(tables))
    return absolute_workspace(rows, *map(int, sizes))


ABSOLUTE = absolute_workspace(rows_for(TABLES.constraints), 0, 0, 0)
bundle = Bundle(TABLES, WORK, ABSOLUTE)
unpack = bundle.unpack


def length(tables) -> int:
    return 13 * (tables.tree.parent.size - 1) + tables.tree.q_at[-1] + beside(tables) + EXTRA
