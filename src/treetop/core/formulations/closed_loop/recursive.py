"""The articulated-body recursion with constraints beyond the tree, loops among them.

A unit of multiplier k, felt from outside inward, leaves an effort e at each speed that it passes
on its way to the ground, as every force does (docs/theory/recursive.md).  With these efforts as
rows of E,

    J M⁻¹ Jᵀ = E D Eᵀ = H

without M being formed, and with no more entries than the ways inward of two constraints have
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

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power, felt, push
from treetop.core.constraints.row import rows_for
from treetop.core.formulations.closed_loop.jacobian import chart
from treetop.core.formulations.closed_loop.project import settled
from treetop.core.formulations.closed_loop.reactions import joints_seen
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import driven_power, followed, look_up
from treetop.core.formulations.joint_space.refinement import ROUNDS, Missing, make_up, missing
from treetop.core.formulations.joint_space.state import from_joints, length
from treetop.core.formulations.recursive import gather_inward, spread_outward
from treetop.core.interface import AT_JOINTS, DERIVATIVE, SETTLE, Formulation, origin_of
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.skyline_cholesky import HELD, IDLE, factored, least_left, solve
from treetop.core.linear_algebra.vectors import inner
from treetop.core.spatial import force_moved, motion_moved, no_force, norm, power
from treetop.core.spatial.table_access import copy_into, force, motion, put_six, vec
from treetop.core.tables.kinds import DEFORMATION
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import APART, apart, length_of
from treetop.core.tables.tables import Paths

# Part of a row's size, squared, that others leave; above, one solution loses no more than 4 digits.
WELL_APART = 1e-4


SMALL = 1e-3  # part of a mechanism's length, beside which an arm that should be none is rounding


# Part of what a constraint exerts on a body, below which what is left of it is rounding.
CANCELLED = 1e-8


class Closed(NamedTuple):
    """Workspace for c constraints on a tree, whose paths inward have e speeds."""

    paths: Paths
    block: np.ndarray  # (6, 6)    room for those of one
    E: np.ndarray  # (e,)
    size: np.ndarray  # (c,)      how large H's diagonal would be if nothing cancelled
    H: np.ndarray  # (c, c)    lower triangle, or its factor
    rounds: np.ndarray  # (1,)      of solving: more than one where rows nearly depend
    again: np.ndarray  # (1,)      rounds of refining, where masses are far apart
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
    wanted: np.ndarray  # (c,)
    more: np.ndarray  # (n + 1, 6)  change of accelerations
    still: np.ndarray  # (n + 1, 6)
    change: np.ndarray  # (nq + nu,)
    dense: constrained_system.Room
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
        again=np.array([ROUNDS if apart(tables) > APART else 0]),
        reach=np.array([SMALL * length_of(tables)]),
        missing=missing(nu),
        found=np.zeros(c),
        state=np.zeros(c, dtype=np.int64),
        pull=pull,
        e=np.zeros(nu),
        gain=np.zeros(nu),
        missed=np.zeros(c),
        wanted=np.zeros(c),
        more=more,
        still=still,
        change=np.zeros(nq + nu),
        dense=constrained_system.room(c, 0),
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
    tables, work, rows, own = unpack(problem)
    tree, first, nq = tables.tree, tables.constraints.joint_at[-1], tables.tree.q_at[-1]
    u_rates = rate[nq : nq + work.tau.size]
    set_in_motion(t, y, rate, problem, tables, work)
    look_up(t, tables, work)
    gather_inward(tree, work, False)
    spread_outward(tree, work, u_rates, False)
    constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, y[:nq], rows)
    factor(tables, work, rows, own, work.rank[0] < 0)
    for k in range(own.wanted.size):
        own.wanted[k] = -rows.bias[first + k]
    own.found[:] = 0.0
    for left in range(own.again[0], -1, -1):
        meet(tables, work, rows, own, work.A, u_rates)
        for k in range(own.wanted.size):
            push(work.F, tables.constraints, rows, first + k, rows.multiplier[first + k])
            own.found[k] += rows.multiplier[first + k]
        if left > 0:
            make_up(tables, work, own.missing, u_rates)
    copy_into(rows.multiplier[first:], own.found)
    add_power(drive_power(tables.constraints, rows) + driven_power(tables.driven, work), rate)
    return 0


@entry(*SETTLE)
def settle(t, y, rate, problem):
    tables, work, rows, own = unpack(problem)
    followed(gather_inward, t, y, own.change, tables, work)
    return settled(decide, corrected, t, y, rate, tables, work, rows, own.change, own)


@inlined
def decide(tables, work, rows, own, u):
    """Factors for the constraints that are held, or decided here to be."""
    gather_inward(tables.tree, work, False)
    work.rank[0] = factor(tables, work, rows, own, work.rank[0] < 0)


@inlined
def corrected(tables, work, rows, own, errors, change):
    """The change of speeds, least in kinetic energy, whose rows make up for the errors."""
    own.still[:], change[:] = 0.0, 0.0
    for k in range(errors.size):
        own.wanted[k] = -errors[k]
    meet(tables, work, rows, own, own.still, change)


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation tells of the joints; the multipliers are made the smallest ones."""
    tables, work, rows, own = unpack(problem)
    make_smallest(tables, work, rows, own)
    return joints_seen(y, rate, tables, work, rows, z, z_rate)


# --- the multipliers --------------------------------------------------------------------


@inlined
def factor(tables, work, rows, own, decide):
    """The factor of H; return how many constraints are held."""
    if decide:
        own.state[:] = HELD
    for k in range(own.state.size):
        if own.state[k] == HELD:
            send_inward(tables, work, rows, own, k, decide)
    compose(work, own)
    held = factored(
        own.H, own.paths.low, own.size, own.paths.group_at, own.state, own.block, decide
    )
    if decide:
        own.rounds[0] = 1 if least_left(own.H, own.size, own.state) > WELL_APART else 2
    return held


@inlined
def send_inward(tables, work, rows, own, k, measured):
    """The efforts that a unit of multiplier k leaves on its way, and their size if asked for."""
    tree, paths, pull = tables.tree, own.paths, own.pull
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
            size += tree.bent.felt(i, pull, own.e, own.gain, tree.bent.own[0])
            F = force(pull, i)
            while first < last:
                own.E[m] = own.gain[first]
                m, first = m + 1, first + 1
        for j in range(first, last):
            S, D = motion(work.S, j), work.d[j, 0]
            own.E[m] = power(F, S)
            if measured:
                torque = norm(F.ang) + norm(F.lin) * own.reach[0]
                most = norm(S.ang) * torque + norm(S.lin) * norm(F.lin)
                # What cancels before it meets any speed, between bodies that are one, is nothing.
                alone = norm(S.ang) * (applied_ang + applied_lin * own.reach[0])
                alone = CANCELLED * (alone + norm(S.lin) * applied_lin)
                size += max(most, alone) ** 2 * (scale_of(work, j) if tree.given[j] else D)
            F = F - force(work.U, j) * (own.E[m] * D)
            m += 1
        put_six(pull, i, no_force())
        carried = force_moved(F, vec(work.r, i))
        if s + 1 == paths.body_at[k + 1] or paths.body[s + 1] != P:  # else handed on at once
            put_six(pull, P, force(pull, P) + carried)
            carried = no_force()
    put_six(pull, 0, no_force())
    own.size[k] = size


@kernel
def scale_of(work, j):
    """What D of a driven speed would be if it were free: a row that it alone could meet is small
    beside that."""
    inertia = power(force(work.U, j), motion(work.S, j))
    return 1.0 / inertia if inertia > 0.0 else 0.0


@inlined
def compose(work, own):
    """``H = E D Eᵀ``, the part that is looked at."""
    paths = own.paths
    for k in range(own.state.size):
        if own.state[k] == HELD:
            for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                own.e[paths.speed[m]] = own.E[m] * work.d[paths.speed[m], 0]
            for l in range(paths.low[k], k + 1):
                if own.state[l] == HELD:
                    own.H[k, l] = along_way(own, l)
            for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                own.e[paths.speed[m]] = 0.0


@inlined
def along_way(own, l):
    """Row l of E times what ``own.e`` has for its speeds."""
    total, paths = 0.0, own.paths
    for m in range(paths.speed_at[l], paths.speed_at[l + 1]):
        total += own.E[m] * own.e[paths.speed[m]]
    return total


@inlined
def meet(tables, work, rows, own, A, rates):
    """Change accelerations A and the speeds' rates so that the rows give what is wanted."""
    first, paths = tables.constraints.joint_at[-1], own.paths
    rows.multiplier[:] = 0.0
    for _ in range(own.rounds[0]):  # after the first for what the one before has missed
        for k in range(own.state.size):
            if own.state[k] == HELD:
                own.missed[k] = own.wanted[k] - felt(tables.constraints, rows, first + k, A)
        solve(own.H, paths.low, own.state, own.missed)
        for k in range(own.state.size):
            if own.state[k] == HELD:
                rows.multiplier[first + k] += own.missed[k]
                for m in range(paths.speed_at[k], paths.speed_at[k + 1]):
                    own.e[paths.speed[m]] += own.E[m] * own.missed[k]
        answer(tables.tree, work, own, A, rates)
        own.e[:] = 0.0


@inlined
def answer(tree, work, own, A, rates):
    """Spread outward what efforts ``own.e`` change."""
    for i in range(1, tree.parent.size):
        more = motion_moved(motion(own.more, tree.parent[i]), vec(work.r, i))
        if tree.joint[i] >= DEFORMATION:
            put_six(own.more, i, more)
            tree.bent.answered(i, own.more, own.e, own.gain, tree.bent.own[0])
            put_six(A, i, motion(A, i) + motion(own.more, i))
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                rates[j] += own.gain[j]
            continue
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            left = own.e[j] - power(force(work.U, j), more)
            if tree.given[j]:
                work.given[j, 3] -= left
            gain = left * work.d[j, 0]
            more = more + motion(work.S, j) * gain
            rates[j] += gain
        put_six(own.more, i, more)
        put_six(A, i, motion(A, i) + more)


# --- reactions --------------------------------------------------------------------------


@inlined
def make_smallest(tables, work, rows, own):
    """Share forces among constraints that depend on each other, with the smallest multipliers."""
    shared = False
    for k in range(own.state.size):
        shared = shared or own.state[k] == IDLE
    if not shared:
        return
    first = tables.constraints.joint_at[-1]
    own.state[:], work.rank[0] = HELD, -1
    for k in range(own.state.size):
        send_inward(tables, work, rows, own, k, False)
    compose(work, own)
    mirror(own.H, own.paths.low)
    for k in range(own.state.size):
        own.missed[k] = inner(own.H[k], rows.multiplier[first:])
    constrained_system.factor(own.H, own.none, 0, own.dense)
    constrained_system.solution(own.missed, own.none[:, 0], own.dense, own.wanted)
    for k in range(own.state.size):
        more = own.wanted[k] - rows.multiplier[first + k]
        push(work.F, tables.constraints, rows, first + k, more)
        rows.multiplier[first + k] = own.wanted[k]


@inlined
def mirror(H, low):
    """The whole of a symmetric matrix whose lower triangle is known."""
    for k in range(low.size):
        for l in range(k):
            if l < low[k]:
                H[k, l] = 0.0
            H[l, k] = H[k, l]


formulation = Formulation(
    derivative, settle, at_joints, from_joints, length, problem_of, chart, follows=True
)
