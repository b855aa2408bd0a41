"""What is put right between two steps: constraints met again, a far-off origin moved along.

The state is projected onto the constraints, first positions, then velocities, by the smallest
change in the measure of kinetic energy: such a change of velocities is an impulse of the
constraints, and leaves the momenta alone.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints import constrain
from treetop.core.formulations.absolute.evaluation import (
    bodies_moved,
    measure_joints,
    place_bodies,
)
from treetop.core.formulations.joint_space.normalize import (
    FLOOR,
    MAX_ITERATIONS,
    greatest_missed,
    mismoved,
    misplaced,
)
from treetop.core.interface import EXTRA, LOST, MOVED, origin_of
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.loop_angles import measure_loops, put_carried
from treetop.core.linear_algebra.constrained_system import factor
from treetop.core.spatial import dot, quaternion_rate
from treetop.core.spatial.table_access import (
    copy_into,
    motion,
    put_quaternion_at,
    put_vec_at,
    quaternion_at,
    vec,
    vec_at,
)

REACH = 1.0  # m: sooner than among joints' coordinates, for a body's place is all it is given by


class Steps(NamedTuple):
    """What a formulation does to project a state onto its constraints."""

    look: Callable  # finds the constraints
    changed: Callable  # puts a change into the state
    moved: Callable  # gives coordinates from a moved origin
    decide: Callable  # readies the solution at the state at hand
    corrected: Callable  # finds the smallest change that makes up for errors of the constraints


def steps_of_bodies(decide, corrected) -> Steps:
    """Where every body has coordinates of its own."""
    return Steps(bodies_look, bodies_changed, bodies_moved, decide, corrected)


def deciding(compose) -> Callable:
    """How a formulation readies its solution whose matrices M and A `compose` writes."""

    @inlined
    def decide(tables, work, absolute, solver):
        """Factors for the rank that is held, or for one decided here."""
        compose(tables, work, absolute, solver)
        work.rank[0] = factor(solver.M, solver.A, work.rank[0], solver.factors)

    return decide


@inlined
def projected(steps, layout, t, y, tables, work, absolute, solver):
    """Project y, the state at time t; return whether the constraints could be met.

    `steps` are those of the formulation.  `layout` are how many bodies move on
    their own, and where coordinates and speeds end in the state.  The rank is that of before while
    errors are made up for, and is decided anew where there are none.
    """
    rows = absolute.rows
    n, _, speeds = layout
    begun, positions, done, lost, before = False, True, False, False, math.inf
    make_units(y, n)
    for left in range(
        MAX_ITERATIONS, -1, -1
    ):  # one loop: what is compiled into it stands there once
        steps.look(t, y, tables, work, absolute, solver)
        if done or left == 0:
            work.rank[0] = -1
        if not begun or work.rank[0] < 0:
            steps.decide(tables, work, absolute, solver)
            begun = True
        errors = rows.error if positions else rows.rate
        error = greatest_missed(tables.constraints, rows, 0, errors)
        ahead = vec(work.p, 1)
        if done:
            break
        elif FLOOR < error < 0.5 * before:
            before = error
            steps.corrected(tables, work, absolute, solver, errors)
            steps.changed(y, positions, tables, absolute, solver)
        elif positions:
            lost = misplaced(error, work.p, rows.length[0])
            positions, before = False, math.inf
        elif tables.falling[0] == 1 and dot(ahead, ahead) > REACH * REACH:
            move_origin(y, ahead, motion(work.V, 1).lin)
            steps.moved(y, ahead, motion(work.V, 1).lin, tables, solver)
        else:
            lost = lost or mismoved(error, work.V, rows.length[0])
            done = True
    copy_into(y[speeds : speeds + absolute.q.size], absolute.q)
    put_carried(tables.loops, work.loops, y)
    return LOST if lost else MOVED


@kernel
def layout_of(tree):
    """How many bodies there are, and where coordinates and speeds end in the state vector."""
    n = tree.parent.size - 1
    return n, 7 * n, 13 * n


@inlined
def bodies_look(t, y, tables, work, absolute, solver):
    """The constraints at y and time t."""
    look(place_bodies, t, y, tables, work, absolute)


@inlined
def look(place, t, y, tables, work, absolute):
    """The constraints at y and time t, bodies being placed by `place`."""
    fill_tanks(tables, y)
    place(tables.tree, y, work)
    measure_joints(tables.tree, y, work, absolute)
    measure_loops(tables, work, origin_of(y), y)
    constrain(
        tables.constraints, tables.drives, 0, work, origin_of(y), t, absolute.q, absolute.rows
    )


@kernel
def make_units(y, n):
    for i in range(n):
        x = 7 * i
        length = math.sqrt(y[x] ** 2 + y[x + 1] ** 2 + y[x + 2] ** 2 + y[x + 3] ** 2)
        for m in range(x, x + 4):
            y[m] /= length


@inlined
def bodies_changed(y, positions, tables, absolute, solver):
    """Change positions, or else speeds, by what was found."""
    n = tables.tree.parent.size - 1
    if positions:
        change_coordinates(y, n, absolute.change)
    else:
        change_speeds(y, n, absolute.change)


@kernel
def change_coordinates(y, n, change):
    """Turn and move each body a little."""
    for i in range(n):
        x, q = 7 * i, quaternion_at(y, 7 * i)
        turn = quaternion_rate(q, vec(change, i + 1))
        put_quaternion_at(y, x, q + turn)
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(change[i + 1], 3))
    make_units(y, n)


@kernel
def change_speeds(y, n, change):
    for i in range(n):
        v = 7 * n + 6 * i
        for k in range(6):
            y[v + k] += change[i + 1, k]


@kernel
def move_origin(y, d, v):
    """Let the origin go by d and v."""
    end, origin = y.size - EXTRA, origin_of(y)
    put_vec_at(y, end, origin.p + d)
    put_vec_at(y, end + 3, origin.v + v)
