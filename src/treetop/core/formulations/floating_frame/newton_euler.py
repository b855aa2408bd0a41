"""Newton-Euler equations with multipliers and floating frames, dense.

Unknowns are the accelerations of all units, rigid bodies and frames of flexible ones, and of the
modes; all joints are constraints, between whatever nodes and bodies they join.  They are solved for
as in `treetop.core.linear_algebra.constrained_system`.  Derivation: docs/theory/newton-euler.md.
"""

import numpy as np

from treetop.core.compiler import entry, inlined
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power
from treetop.core.forces import apply
from treetop.core.formulations.absolute.project import Steps, deciding, projected
from treetop.core.formulations.floating_frame.coordinates import changed, units_moved
from treetop.core.formulations.floating_frame.equations import accelerations, compose, load
from treetop.core.formulations.floating_frame.evaluation import in_motion, layout, look
from treetop.core.formulations.floating_frame.jacobian import chart
from treetop.core.formulations.floating_frame.reactions import at_joints, from_joints
from treetop.core.formulations.floating_frame.workspace import length, problem_of, unpack
from treetop.core.formulations.joint_space.origin_and_work import add_power, origin_and_work_rates
from treetop.core.interface import DERIVATIVE, PROJECT, Formulation, origin_of
from treetop.core.joints import coordinate_rates
from treetop.core.kinematics.hung import add_drift
from treetop.core.kinematics.loop_angles import carried_rates
from treetop.core.linear_algebra.constrained_system import factor, refined, solution
from treetop.core.spatial import quaternion_rate, turn_back
from treetop.core.spatial.table_access import (
    mat,
    put_quaternion_at,
    put_vec_at,
    quaternion_at,
    vec_at,
)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work, absolute, solver = unpack(problem)
    origin, multiplier = origin_of(y), absolute.rows.multiplier
    in_motion(y, tables, work, absolute, solver)
    powers = apply(problem, t, absolute.q, absolute.u, y, rate)
    constrain(tables.constraints, tables.drives, 0, work, origin, t, absolute.q, absolute.rows)
    load(tables, work, absolute, solver)
    compose(tables, work, absolute, solver)
    rank = factor(solver.M, solver.A, work.rank[0], solver.factors)
    refined(solver.M, solver.A, solver.Q, solver.b, solver.factors, solver.x, multiplier)
    if rank + solver.factors.counts[1] < solver.x.size:
        solver.x[:] = np.nan
    accelerations(tables.tree, work, solver)
    origin_and_work_rates(tables, work, origin, powers, rate)
    add_power(drive_power(tables.constraints, absolute.rows), rate)
    unit_rates(y, work, solver, rate)
    for h in range(work.hung.body.size):
        k = solver.unit[work.hung.body[h]]
        add_drift(tables.tree, work, rate, h, 7 * k + 4, layout(solver)[1] + 6 * k + 3)
    coordinate_rates(tables.tree, absolute.q, absolute.u, rate[layout(solver)[2] :])
    carried_rates(tables.loops, work.loops, rate)
    return 0


@inlined
def unit_rates(y, work, solver, rate):
    """Rates of the coordinates of units, and of all speeds."""
    n, coordinates, _ = layout(solver)
    for k in range(n):
        x, v = 7 * k, coordinates + 6 * k
        put_quaternion_at(rate, x, quaternion_rate(quaternion_at(y, x), vec_at(y, v)))
        put_vec_at(rate, x + 4, vec_at(y, v + 3))
        put_vec_at(rate, v, turn_back(mat(work.R, solver.units[k]), vec_at(solver.x, 6 * k)))
        put_vec_at(rate, v + 3, vec_at(solver.x, 6 * k + 3))
    for k in range(6 * n, solver.x.size):
        rate[n + k], rate[coordinates + k] = y[coordinates + k], solver.x[k]


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, absolute, solver = unpack(problem)
    return projected(STEPS, layout(solver), t, y, tables, work, absolute, solver)


@inlined
def corrected(tables, work, absolute, solver, errors):
    """The change of motion, least in kinetic energy, whose rows make up for the errors."""
    solver.Q[:] = 0.0
    for k in range(errors.size):
        solver.b[k] = -errors[k]
    solution(solver.Q, solver.b, solver.factors, solver.x)
    for k in range(solver.units.size):
        turning = turn_back(mat(work.R, solver.units[k]), vec_at(solver.x, 6 * k))
        put_vec_at(solver.x, 6 * k, turning)


STEPS = Steps(look, changed, units_moved, deciding(compose), corrected)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, absolute=True
)
