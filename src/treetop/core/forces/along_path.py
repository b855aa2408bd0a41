"""What acts along a path on the point that slides along it: a given force, friction and stops.

    F = force - damping s. - (friction + coefficient N) tanh(s. / slip speed) - stops

s being the arc length, N the size of what the path exerts across itself.  A stop pushes back by its
stiffness times the depth, and by its damping times the speed, but never pulls.  F acts on the point
along the path, and its opposite on the path.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.forces import group
from treetop.core.forces.reaction_friction import FRICTION_LOADS
from treetop.core.interface import unpack
from treetop.core.kinematics.frames import push
from treetop.core.kinematics.tracks import share, slide_of
from treetop.core.spatial import dot, norm, zero3
from treetop.core.spatial.table_access import force, mat, put_six
from treetop.core.tables.samples import ACT
from treetop.core.tables.workspace import Moving


class PathForces(NamedTuple):
    """Forces along paths."""

    path: np.ndarray  # (k,)  number among those of `Tracks`
    held_by: np.ndarray  # (k,)  number of the constraint among those that were added
    law: np.ndarray  # (k, 9)  force, damping, friction, slip speed, lower and upper stop, their
    #                          stiffness and damping, coefficient of friction


COEFFICIENT = 8  # column of the law
_NONE = np.zeros(0, dtype=np.int64)
NO_PATH_FORCES = PathForces(_NONE, _NONE, np.zeros((0, 9)))

# --- the law ----------------------------------------------------------------------------


@kernel
def along(law, s, rate, N):
    """The force along a path that exerts N across itself."""
    rubbing = (law[2] + law[COEFFICIENT] * N) * math.tanh(rate / law[3])
    pushed = law[0] - law[1] * rate - rubbing
    return pushed + stop(law[4] - s, -rate, law) - stop(s - law[5], rate, law)


@kernel
def stop(depth, rate, law):
    """What a stop does to a point that is in it by a depth, which grows at a rate."""
    if depth <= 0.0:
        return 0.0
    return max(law[6] * depth + law[7] * rate, 0.0)


# --- over the forces --------------------------------------------------------------------


@kernel
def apply(forces, load, tracks, work, origin):
    """Push points and paths; return the power."""
    moving, power = Moving(work.R, work.p, work.V, work.user_frames), 0.0
    for k in range(forces.path.size):
        c = forces.path[k]
        slide = slide_of(tracks, c, moving, origin)
        size = norm(slide.along.P1)
        F = slide.along.P1 * (along(forces.law[k], slide.s, slide.rate, load[k]) / size)
        push(work.F, slide.at, F, zero3())
        x = slide.s - tracks.begin[slide.span]
        row = tracks.slot_at[c] + (slide.span - tracks.span_at[c]) * tracks.slots[c]
        for m in range(row, row + tracks.slots[c]):
            body = tracks.body[tracks.node_at[c] + tracks.node[m]]
            part = share(tracks.cubic[m], x, mat(work.R, body), F)
            put_six(work.F, body, force(work.F, body) + part)
        power += dot(F, slide.at.V.lin - slide.along.v)
    return power


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_PATH_FORCES, group.NO_FORCES, FRICTION_LOADS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """What acts along paths."""
    (tables, work), (_, forces, _, loads) = unpack(problem), _unpack_own(own)
    _, _, origin, _ = group.around(problem, y)
    power = apply(forces, loads.path_load, tables.drives.sliding.tracks, work, origin)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


GROUP = group.Group(
    _OWN, NO_PATH_FORCES, room=lambda tables, packing: packing.friction_loads, act=act
)
