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
from treetop.core.formulations.absolute.project import Steps, settled
from treetop.core.formulations.floating_frame.coordinates import changed, units_moved
from treetop.core.formulations.floating_frame.equations import accelerations, compose, load
from treetop.core.formulations.floating_frame.evaluation import in_motion, look, places
from treetop.core.formulations.floating_frame.jacobian import chart
from treetop.core.formulations.floating_frame.reactions import at_joints, from_joints
from treetop.core.formulations.floating_frame.workspace import length, problem_of, unpack
from treetop.core.formulations.joint_space.origin_and_work import add_power, tail_rates
from treetop.core.interface import DERIVATIVE, SETTLE, Formulation, origin_of
from treetop.core.joints import coordinate_rates
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
    tables, work, room, own = unpack(problem)
    origin, multiplier = origin_of(y), room.rows.multiplier
    in_motion(y, tables, work, room, own)
    powers = apply(problem, tables, work, origin, t, room.q, room.u, y, rate)
    constrain(tables.constraints, tables.drives, 0, work, origin, t, room.q, room.rows)
    load(tables, work, room, own)
    compose(tables, work, room, own)
    rank = factor(own.M, own.A, work.rank[0], own.factors)
    refined(own.M, own.A, own.Q, own.b, own.factors, own.x, multiplier)
    if rank + own.factors.counts[1] < own.x.size:
        own.x[:] = np.nan
    accelerations(tables.tree, work, own)
    tail_rates(tables, origin, powers, rate)
    add_power(drive_power(tables.constraints, room.rows), rate)
    unit_rates(y, work, own, rate)
    coordinate_rates(tables.tree, room.q, room.u, rate[places(own)[2] :])
    carried_rates(tables.loops, work.loops, rate)
    return 0


@inlined
def unit_rates(y, work, own, rate):
    """Rates of the coordinates of units, and of all speeds."""
    n, coordinates, _ = places(own)
    for k in range(n):
        x, v = 7 * k, coordinates + 6 * k
        put_quaternion_at(rate, x, quaternion_rate(quaternion_at(y, x), vec_at(y, v)))
        put_vec_at(rate, x + 4, vec_at(y, v + 3))
        put_vec_at(rate, v, turn_back(mat(work.R, own.units[k]), vec_at(own.x, 6 * k)))
        put_vec_at(rate, v + 3, vec_at(own.x, 6 * k + 3))
    for k in range(6 * n, own.x.size):
        rate[n + k], rate[coordinates + k] = y[coordinates + k], own.x[k]


@entry(*SETTLE)
def settle(t, y, rate, problem):
    tables, work, room, own = unpack(problem)
    return settled(STEPS, places(own), t, y, tables, work, room, own)


@inlined
def decide(tables, work, room, own):
    """Factors for the rank that is held, or for one decided here."""
    compose(tables, work, room, own)
    work.rank[0] = factor(own.M, own.A, work.rank[0], own.factors)


@inlined
def corrected(tables, work, room, own, errors):
    """The change of motion, least in kinetic energy, whose rows make up for the errors."""
    own.Q[:] = 0.0
    for k in range(errors.size):
        own.b[k] = -errors[k]
    solution(own.Q, own.b, own.factors, own.x)
    for k in range(own.units.size):
        turning = turn_back(mat(work.R, own.units[k]), vec_at(own.x, 6 * k))
        put_vec_at(own.x, 6 * k, turning)


STEPS = Steps(look, changed, units_moved, decide, corrected)
formulation = Formulation(
    derivative, settle, at_joints, from_joints, length, problem_of, chart, absolute=True
)
