"""What is put right between two steps: constraints met again, then what every tree needs.

As in absolute coordinates the state is projected by the smallest change in the measure of kinetic
energy, positions first, then velocities.
"""

import math

from treetop.core.compiler import inlined
from treetop.core.constraints import constrain
from treetop.core.formulations.joint_space.normalize import (
    FLOOR,
    MAX_ITERATIONS,
    greatest_missed,
    mismoved,
    misplaced,
    normalized_tree,
)
from treetop.core.interface import LOST, MOVED, origin_of
from treetop.core.joints import coordinate_rates
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.loop_angles import measure_loops, put_carried
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.linear_algebra.vectors import add_multiple


@inlined
def projected(decide, corrected, t, y, rate, tables, work, rows, change, solver):
    """Project y, the state at time t; return whether the constraints could be met.

    `decide` readies the solution at the state at hand, `corrected` writes the smallest change of
    speeds that makes up for errors of the constraints; `change` is workspace for q and u.  Which
    constraints are held is as before while errors are made up for, and is decided anew where
    there are none.
    """
    tree, first = tables.tree, tables.constraints.joint_at[-1]
    nq, nu = tree.q_at[-1], tree.u_at[-1]
    q, u = y[:nq], y[nq : nq + nu]
    in_q, in_u = change[:nq], change[nq : nq + nu]
    fill_tanks(tables, y)
    begun, positions, done, lost, before = False, True, False, False, math.inf
    for left in range(
        MAX_ITERATIONS, -1, -1
    ):  # one loop: what is compiled into it stands there once
        normalized_tree(y, rate, tables)
        bodies_in_motion(tree, q, u, work)
        hang_by_level(tables, y, work)
        measure_loops(tables, work, origin_of(y), y)
        constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, q, rows)
        if done or left == 0:
            work.rank[0] = -1
        if not begun or work.rank[0] < 0:
            decide(tables, work, rows, solver, q, u)
            begun = True
        errors = rows.error[first:] if positions else rows.rate[first:]
        error = greatest_missed(tables.constraints, rows, first, errors)
        if done:
            break
        elif FLOOR < error < 0.5 * before:
            before = error
            corrected(tables, work, rows, solver, errors, in_u)
            if positions:
                coordinate_rates(tree, q, in_u, in_q)
                add_multiple(q, 1.0, in_q)
            else:
                add_multiple(u, 1.0, in_u)
        elif positions:
            lost = misplaced(error, work.p, rows.length[0])
            positions, before = False, math.inf
        else:
            lost = lost or mismoved(error, work.V, rows.length[0])
            done = True
    put_carried(tables.loops, work.loops, y)
    return LOST if lost else MOVED
