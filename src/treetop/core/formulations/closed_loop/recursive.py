"""The articulated-body recursion with constraints beyond the tree, loops among them.

A unit of multiplier k, felt from outside inward, leaves an effort e at each speed that it passes
on its way to the ground, as every force does (docs/theory/recursive.md).  With these efforts as
rows of E,

    J M⁻¹ Jᵀ = E D Eᵀ = H

without M being formed, and with no more entries than the paths inward of two constraints have
speeds in common: K. Kreutz-Delgado, A. Jain and G. Rodriguez, *International Journal of Robotics
Research* 11 (1992), 320-336.  The tree moves as if alone; multipliers make up for what it misses,

    H λ = -bias - J A_tree

and spread outward as the answer of the tree to them.  H has the condition of J squared, and keeps
half the digits where rows nearly depend: there, what a first solution misses is solved for again.
Where masses are far apart, so is what the tree misses (`joint_space.refinement`).
Rows that do depend on others are left out; the smallest multipliers are found when reactions are
looked at.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel, varying
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power, felt, push
from treetop.core.constraints.row import rows_for
from treetop.core.formulations.closed_loop.jacobian import chart
from treetop.core.formulations.closed_loop.newton import newton
from treetop.core.formulations.closed_loop.project import projected
from treetop.core.formulations.closed_loop.reactions import joints_seen
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import driven_power, followed, look_up_driven
from treetop.core.formulations.joint_space.refinement import ROUNDS, Missing, make_up, missing
from treetop.core.formulations.joint_space.state import from_joints, length
from treetop.core.formulations.recursive import gather_inward, spread_outward
from treetop.core.interface import AT_JOINTS, DERIVATIVE, PROJECT, Formulation, origin_of
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.skyline_cholesky import (
    INDEPENDENT,
    REDUNDANT,
    factored,
    least_left,
    solve,
)
from treetop.core.linear_algebra.vectors import inner
from treetop.core.spatial import force_moved, motion_moved, no_force, norm, power
from treetop.core.spatial.table_access import copy_into, force, motion, put_six, vec
from treetop.core.tables.kinds import D_INVERSE, DEFORMATION
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import APART, apart, length_of
from treetop.core.tables.tables import Paths

# Part of a row's size, squared, that others leave; above, one solution loses no more than 4 digits.
WELL_APART = 1e-4


SMALL = 1e-3  # part of a mechanism's length, beside which an arm that should be none is rounding


# Part of what a constraint exerts on a body, below which what is left of it is rounding.
CANCELLED = 1e-8


@varying
class Closed(NamedTuple):
    """Workspace for c constraints on a tree, whose paths inward have e speeds."""

    paths: Paths
    block: np.ndarray  # (6, 6)    of one group of rows
    E: np.ndarray  # (e,)
    size: np.ndarray  # (c,)      how large H's diagonal would be if nothing cancelled
    H: np.ndarray  # (c, c)    lower triangle, or its factor
    rounds: np.ndarray  # (1,)      of solving: more than one where rows nearly depend
    refinements: np.ndarray  # (1,)      rounds of refining, where masses are far apart
    reach: (
        np.ndarray
    )  # (1,)      a small arm, that of a force through a joint is rounding beside it
    missing: Missing
    found: np.ndarray  # (c,)      multipliers so far
    state: np.ndarray  # (c,)      which constraints are held
    pull: np.ndarray  # (n + 1, 6)
    e: np.ndarray  # (nu,)
    gain: np.ndarray  # (nu,)
    missed: np.ndarray  # (c,)
    target: np.ndarray  # (c,)
    more: np.ndarray  # (n + 1, 6)  change of accelerations
    still: np.ndarray  # (n + 1, 6)
    change: np.ndarray  # (nq + nu,)
    dense: constrained_system.Workspace
    none: np.ndarray  # (0, c)


def closed(tables) -> Closed:
    tree, paths = tables.tree, tables.paths
    c, n = paths.low.size, tree.parent.size
    nq, nu = int(tree.q_at[-1]), int(tree.u_at[-1])
    pull, more, still = np.zeros((3, n, 6))
    return Closed(
        paths=paths,
        block=np.zeros((6, 6)),
        E=np.zeros(paths.speed.size),
        size=np.zeros(c),
        H=np.zeros((c, c)),
        rounds=np.ones(1, dtype=np.int64),
        refinements=np.array([ROUNDS if apart(tables) > APART else 0]),
        reach=np.array([SMALL * length_of(tables)]),
        missing=missing(nu),
        found=np.zeros(c),
        state=np.zeros(c, dtype=np.int64),
        pull=pull,
        e=np.zeros(nu),
        gain=np.zeros(nu),
        missed=np.zeros(c),
        target=np.zeros(c),
        more=more,
        still=still,
        change=np.zeros(nq + nu),
        dense=constrained_system.workspace(c, 0),
        none=np.zeros((0, c)),
    )


_bundle = Bundle(TABLES, WORK, rows_for(TABLES.constraints), closed(TABLES))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    rows = rows_for(tables.constraints, length_of(tables))
    return _bundle.pack(tables, work, rows, closed(tables))


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    tables, work, rows, solver = unpack(problem)
    tree, first, nq = tables.tree, tables.constraints.joint_at[-1], tables.tree.q_at[-1]
    u_rates = rate[nq : nq + work.tau.size]
    gather_inward(tree, work, False)
    spread_outward(tree, work, u_rates, False)
    constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, y[:nq], rows)
    factor(tables, work, rows, solver, work.rank[0] < 0)
    for k in range(solver.target.size):
        solver.target[k] = -rows.bias[first + k]
    solver.found[:] = 0.0
    for left in range(solver.refinements[0], -1, -1):
        meet(tables, work, rows, solver, work.A, u_rates)
        for k in range(solver.target.size):
            push(work.F, tables.constraints, rows, first + k, rows.multiplier[first + k])
            solver.found[k] += rows.multiplier[first + k]
        if left > 0:
            make_up(tables, work, solver.missing, u_rates)
    copy_into(rows.multiplier[first:], solver.found)
    add_power(drive_power(tables.constraints, rows) + driven_power(tables.driven, work), rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, rows, solver = unpack(problem)
    followed(gather_inward, t, y, solver.change, tables, work)
    return projected(decide, corrected, t, y, rate, tables, work, rows, solver.change, solver)


@inlined
def decide(tables, work, rows, solver, q, u):
    """Factors for the constraints that are held, or decided here to be."""
    gather_inward(tables.tree, work, False)
    work.rank[0] = factor(tables, work, rows, solver, work.rank[0] < 0)


@inlined
def corrected(tables, work, rows, solver, errors, change):
    """The change of speeds, least in kinetic energy, whose rows make up for the errors."""
    solver.still[:], change[:] = 0.0, 0.0
    for k in range(errors.size):
        solver.target[k] = -errors[k]
    meet(tables, work, rows, solver, solver.still, change)


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation gives for the joints; the multipliers are made the smallest ones."""
    tables, work, rows, solver = unpack(problem)
    make_smallest(tables, work, rows, solver)
    return joints_seen(y, rate, tables, work, rows, z, z_rate)


# --- the multipliers --------------------------------------------------------------------


@inlined
def factor(tables, work, rows, solver, decide):
    """The factor of H; return how many constraints are held."""
    if decide:
        solver.state[:] = INDEPENDENT
    for k in range(solver.state.size):
        if solver.state[k] == INDEPENDENT:
            send_inward(tables, work, rows, solver, k, decide)
    compose(work, solver)
    low, group_at = solver.paths.low, solver.paths.group_at
    independent = factored(solver.H, low, solver.size, group_at, solver.state, solver.block, decide)
    if decide:
        solver.rounds[0] = 1 if least_left(solver.H, solver.size, solver.state) > WELL_APART else 2
    return independent


@inlined
def send_inward(tables, work, rows, solver, k, measured):
    """The efforts that a unit of multiplier k leaves on its way, and their size if asked for."""
    tree, paths, pull = tables.tree, solver.paths, solver.pull
    row = tables.constraints.joint_at[-1] + k
    push(pull, tables.constraints, rows, row, 1.0)
    m, size, carried, applied_ang, applied_lin = paths.speed_at[k], 0.0, no_force(), 0.0, 0.0
    for s in range(paths.body_at[k], paths.body_at[k + 1]):
        i = paths.body[s]
        F, P = force(pull, i) + carried, tree.parent[i]
        first, last = tree.u_at[i], tree.u_at[i + 1]
        if measured:
            applied_ang += norm(force(pull, i).ang)
            applied_lin += norm(force(pull, i).lin)
        if tree.joint[i] >= DEFORMATION:
            put_six(pull, i, F)
            size += tree.bent.felt(i, pull, solver.e, solver.gain, tree.bent.tables[0])
            F = force(pull, i)
            while first < last:
                solver.E[m] = solver.gain[first]
                m, first = m + 1, first + 1
        for j in range(first, last):
            S, D = motion(work.S, j), work.pivots[j, D_INVERSE]
            solver.E[m] = power(F, S)
            if measured:
                torque = norm(F.ang) + norm(F.lin) * solver.reach[0]
                largest = norm(S.ang) * torque + norm(S.lin) * norm(F.lin)
                # What cancels before it meets any speed, between bodies that are one, is nothing.
                alone = norm(S.ang) * (applied_ang + applied_lin * solver.reach[0])
                alone = CANCELLED * (alone + norm(S.lin) * applied_lin)
                size += max(largest, alone) ** 2 * (scale_of(work, j) if tree.prescribed[j] else D)
            F = F - force(work.U, j) * (solver.E[m] * D)
            m += 1
        put_six(pull, i, no_force())
        carried = force_moved(F, vec(work.r, i))
        if s + 1 == paths.body_at[k + 1] or paths.body[s + 1] != P:  # else handed on at once
            put_six(pull, P, force(pull, P) + carried)
            carried = no_force()
    put_six(pull, 0, no_force())
    solver.size[k] = size


@kernel
def scale_of(work, j):
    """What D of a driven speed would be if it were free: a row that it alone could meet is small
    beside that."""
    inertia = power(force(work.U, j), motion(work.S, j))
    return 1.0 / inertia if inertia > 0.0 else 0.0


@inlined
def compose(work, solver):
    """``H = E D Eᵀ``, the part that is looked at."""
    paths = solver.paths
    for k in range(solver.state.size):
        if solver.state[k] == INDEPENDENT:
            for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                solver.e[paths.speed[m]] = solver.E[m] * work.pivots[paths.speed[m], D_INVERSE]
            for l in range(paths.low[k], k + 1):
                if solver.state[l] == INDEPENDENT:
                    solver.H[k, l] = along_path(solver, l)
            for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                solver.e[paths.speed[m]] = 0.0


@inlined
def along_path(solver, l):
    """Row l of E times what ``solver.e`` has for its speeds."""
    total, paths = 0.0, solver.paths
    for m in range(paths.speed_at[l], paths.speed_at[l + 1]):
        total += solver.E[m] * solver.e[paths.speed[m]]
    return total


@inlined
def meet(tables, work, rows, solver, A, rates):
    """Change accelerations A and the speeds' rates so that the rows give what is wanted."""
    first, paths = tables.constraints.joint_at[-1], solver.paths
    rows.multiplier[:] = 0.0
    for _ in range(solver.rounds[0]):  # after the first for what the one before has missed
        for k in range(solver.state.size):
            if solver.state[k] == INDEPENDENT:
                solver.missed[k] = solver.target[k] - felt(tables.constraints, rows, first + k, A)
        solve(solver.H, paths.low, solver.state, solver.missed)
        for k in range(solver.state.size):
            if solver.state[k] == INDEPENDENT:
                rows.multiplier[first + k] += solver.missed[k]
                for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                    solver.e[paths.speed[m]] += solver.E[m] * solver.missed[k]
        answer(tables.tree, work, solver, A, rates)
        solver.e[:] = 0.0


@inlined
def answer(tree, work, solver, A, rates):
    """Spread outward what efforts ``solver.e`` change."""
    for i in range(1, tree.parent.size):
        more = motion_moved(motion(solver.more, tree.parent[i]), vec(work.r, i))
        if tree.joint[i] >= DEFORMATION:
            put_six(solver.more, i, more)
            tree.bent.answered(i, solver.more, solver.e, solver.gain, tree.bent.tables[0])
            put_six(A, i, motion(A, i) + motion(solver.more, i))
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                rates[j] += solver.gain[j]
            continue
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            left = solver.e[j] - power(force(work.U, j), more)
            if tree.prescribed[j]:
                work.prescribed[j, 3] -= left
            gain = left * work.pivots[j, D_INVERSE]
            more = more + motion(work.S, j) * gain
            rates[j] += gain
        put_six(solver.more, i, more)
        put_six(A, i, motion(A, i) + more)


# --- reactions --------------------------------------------------------------------------


@inlined
def make_smallest(tables, work, rows, solver):
    """Share forces among constraints that depend on each other, with the smallest multipliers."""
    shared = False
    for k in range(solver.state.size):
        shared = shared or solver.state[k] == REDUNDANT
    if not shared:
        return
    first = tables.constraints.joint_at[-1]
    solver.state[:], work.rank[0] = INDEPENDENT, -1
    for k in range(solver.state.size):
        send_inward(tables, work, rows, solver, k, False)
    compose(work, solver)
    mirror(solver.H, solver.paths.low)
    for k in range(solver.state.size):
        solver.missed[k] = inner(solver.H[k], rows.multiplier[first:])
    constrained_system.factor(solver.H, solver.none, 0, solver.dense)
    constrained_system.solution(solver.missed, solver.none[:, 0], solver.dense, solver.target)
    for k in range(solver.state.size):
        more = solver.target[k] - rows.multiplier[first + k]
        push(work.F, tables.constraints, rows, first + k, more)
        rows.multiplier[first + k] = solver.target[k]


@inlined
def mirror(H, low):
    """The whole of a symmetric matrix whose lower triangle is known."""
    for k in range(low.size):
        for l in range(k):
            if l < low[k]:
                H[k, l] = 0.0
            H[l, k] = H[k, l]


formulation = Formulation(
    *(derivative, project, at_joints, from_joints, length, problem_of),
    chart._replace(newton=newton),
    follows=True,
)
