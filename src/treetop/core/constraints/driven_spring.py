"""Springs along joints whose rest follows a function of time r, with dampers.

    effort = -k (q - r(t)) - d q'

They are forces, and stand here for the functions of time, which constraints follow as well.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.constraints.prescribed import drive
from treetop.core.forces import group
from treetop.core.interface import unpack
from treetop.core.tables.samples import ACT, EXERT


class DrivenSprings(NamedTuple):
    """Springs, and which function of time the rest of each follows."""

    place: np.ndarray  # (k, 3) coordinate, speed, 1: of a joint that closes a loop
    law: np.ndarray  # (k, 2) stiffness, damping
    rest: np.ndarray  # (k,)   which of the functions of time


NO_DRIVEN_SPRINGS = DrivenSprings(
    np.zeros((0, 3), dtype=np.int64), np.zeros((0, 2)), np.zeros(0, dtype=np.int64)
)


@kernel
def effort(x, rate, rest, stiffness, damping):
    return -stiffness * (x - rest) - damping * rate


@kernel
def effort_of(springs, k, t, q, u, problem):
    """The generalised force of spring k, and the rate of its coordinate."""
    (tables, work), at, law = unpack(problem), springs.place[k], springs.law
    loops, closes = work.loops, at[2] == 1
    x, rate = (loops.q[at[0]], loops.u[at[1]]) if closes else (q[at[0]], u[at[1]])
    rest = drive(tables.drives, work.jets, springs.rest[k], t).value
    return effort(x, rate, rest, law[k, 0], law[k, 1]), rate


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_DRIVEN_SPRINGS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Springs whose rest follows time."""
    (_, work), (_, springs, _), power = unpack(problem), _unpack_own(own), 0.0
    for k in range(springs.rest.size):
        j, (push, speed) = springs.place[k, 1], effort_of(springs, k, t, q, u, problem)
        tau = work.loops.tau if springs.place[k, 2] == 1 else work.tau
        tau[j] += push
        power += push * speed
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """Their generalised forces."""
    (_, springs, rows), (q, u) = _unpack_own(own), group.joint_motion(problem, z)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.size):
        push, _ = effort_of(springs, k, t, q, u, problem)
        out.generalised_forces[s, rows[k]] = push
    return 0


GROUP = group.Group(_OWN, NO_DRIVEN_SPRINGS, act=act, record=record)
