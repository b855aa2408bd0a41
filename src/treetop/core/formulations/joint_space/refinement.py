"""The articulated-body recursion where heavy bodies hang on light ones: solved, then refined.

What is felt inboard of a heavy body is a small difference of large inertias, and the rates keep as
many digits fewer as the masses are apart.  The forces that the rates need, found by
the recursion of Newton and Euler, show what they miss: its rounding is that of forces on the heavy
bodies themselves, which moves nothing.  The factors are there to make up for it.

    e = τ - S·B      u' += M⁻¹ e

N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), chapter 12.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.formulations.closed_loop.jacobian import answer
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.inverse_dynamics import carry_outward, joint_forces
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import driven_power, look_up_driven
from treetop.core.formulations.recursive import formulation as recursive
from treetop.core.formulations.recursive import gather_inward, spread_outward
from treetop.core.interface import DERIVATIVE, PROBLEM
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.linear_algebra.vectors import add_multiple, greatest
from treetop.core.spatial import power
from treetop.core.spatial.table_access import force, motion, put_six
from treetop.core.tables.kinds import D_INVERSE, DEFORMATION
from treetop.core.tables.samples import TABLES, WORK

ROUNDS = 2  # each mends as many digits as the first solution has right


class Missing(NamedTuple):
    """Residuals along nu speeds."""

    efforts: np.ndarray  # (nu,)  left over by the rates found so far
    rates: np.ndarray  # (nu,)  that make up for them


def missing(speeds: int) -> Missing:
    efforts, rates = np.zeros((2, speeds))
    return Missing(efforts, rates)


_bundle = Bundle(TABLES, WORK, missing(0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    return _bundle.pack(tables, work, missing(work.tau.size))


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    tables, work, solver = unpack(problem)
    nq = tables.tree.q_at[-1]
    u_rates = rate[nq : nq + work.tau.size]
    gather_inward(tables.tree, work, False)
    spread_outward(tables.tree, work, u_rates, False)
    for _ in range(ROUNDS):
        make_up(tables, work, solver, u_rates)
    add_power(driven_power(tables.driven, work), rate)
    return 0


@inlined
def make_up(tables, work, solver, u_rates):
    """Change the rates, and the accelerations of all bodies, by what they miss."""
    ground = motion(work.A, 0)
    find_missing(tables, work, solver, u_rates)
    put_six(work.A, 0, ground)
    add_multiple(u_rates, 1.0, solver.rates)
    carry_outward(tables.tree, work, u_rates)


@inlined
def find_missing(tables, work, solver, u_rates):
    """What the rates miss, and in ``work.A`` what all accelerations do."""
    tree = tables.tree
    joint_forces(tree, work)
    for i in range(1, tree.parent.size):
        F, modes = force(work.B, i), tree.u_at[tree.parent[i]] - tree.station_at[i]
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            solver.efforts[j] = work.tau[j] - power(F, motion(work.S, j))
            work.prescribed[j, 3] = -solver.efforts[j]
        for s in range(tree.station_at[i], tree.station_at[i + 1]):
            solver.efforts[modes + s] -= power(F, motion(work.phi, s))
        if tree.joint[i] >= DEFORMATION:
            tree.bent.resist(i, u_rates, solver.efforts, tree.bent.tables[0])
    work.A[0, :] = 0.0
    answer(tree, work, solver.efforts, solver.rates)


@entry(0.0, PROBLEM, np.zeros(0), np.zeros(0))
def part_missed(problem, q, u):
    """What part of the greatest acceleration the recursion alone is off by in a motion, under
    efforts that would accelerate each joint by itself at one unit."""
    tables, work, solver = unpack(problem)
    tree = tables.tree
    bodies_in_motion(tree, q, u, work)
    work.F[:], work.tau[:], work.A[0, :] = 0.0, 0.0, 0.0
    for _ in range(2):
        gather_inward(tree, work, False)
        for j in range(work.tau.size):
            work.tau[j] = (
                1.0 / work.pivots[j, D_INVERSE] if work.pivots[j, D_INVERSE] != 0.0 else 0.0
            )
    spread_outward(tree, work, solver.rates, False)
    turning, moving = greatest_of_both(work.A)
    find_missing(tables, work, solver, solver.rates)
    turned, moved = greatest_of_both(work.A)
    return max(share(turned, turning), share(moved, moving))


@kernel
def greatest_of_both(A):
    """The greatest size of an angular, and of a linear acceleration."""
    turning, moving = 0.0, 0.0
    for row in A:
        turning, moving = max(turning, greatest(row[:3])), max(moving, greatest(row[3:]))
    return turning, moving


@kernel
def share(part, whole):
    return part / whole if whole > 0.0 else 0.0


formulation = recursive._replace(derivative=derivative, problem_of=problem_of)
