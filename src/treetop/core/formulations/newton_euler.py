"""Newton-Euler equations in absolute coordinates, with multipliers, in time of order n.

Every joint is a set of scalar constraints (after Aslanov, Kruglov and Yudintsev, *Newton-Euler
equations of multibody systems with changing structures*, 2011).  Accelerations A of all bodies
and multipliers λ solve one symmetric system,

    [ I  Jᵀ ] [  A ]   [ F - gyroscopic forces ]
    [ J  0  ] [ -λ ] = [ -bias                 ]

which a tree makes sparse: a body is coupled to its parent by the rows of its joint alone.  Body and
joint form one block.  Eliminated from the ends of the tree inward, blocks change no other block but
the parent's inertia, so that nothing fills in.

    K = [ I  Bᵀ ; B  0 ]   I of a body with all that was eliminated on it, B its joint's rows
    C                      the same rows as felt by the parent
    I_parent -= Cᵀ W C     W the lower right part of K⁻¹

Joints that close loops border the system.  Their multipliers meet what the tree alone would miss,

    H λ = -bias - J A_tree,    H = J X,    X the tree's answer to a unit of each multiplier

and are the smallest ones where rows depend on each other and H is singular.  Rows are measured by
an arm of the mechanism, or ranks would depend on the unit of length.  Where masses are far apart,
what a first solution misses is solved for again, as in `linear_algebra.constrained_system`.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.constraints.forces import felt, push
from treetop.core.formulations.absolute.evaluation import (
    less_gyroscopic,
    place_bodies,
    put_accelerations,
    set_in_motion,
)
from treetop.core.formulations.absolute.jacobian import chart
from treetop.core.formulations.absolute.project import layout_of, projected, steps_of_bodies
from treetop.core.formulations.absolute.reactions import at_joints, from_joints
from treetop.core.formulations.absolute.workspace import ABSOLUTE, length, workspace_for
from treetop.core.interface import DERIVATIVE, PROJECT, Formulation
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.constrained_system import factor_free, solution
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import articulated, dot, turn_back
from treetop.core.spatial.table_access import (
    copy_into,
    copy_rows,
    force,
    mat,
    motion,
    put_six,
    put_vec,
    vec,
)
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import APART, apart, length_of

ROUNDS = 3  # of solving where masses are far apart
MAX_UNKNOWNS = 12  # unknowns of a block: six accelerations, at most six multipliers
PIVOT_RESOLUTION = (
    1e-14  # part of the answer of free bodies to a unit multiplier below which one is none
)


class Blocks(NamedTuple):
    """Workspace for the factors, and for one right-hand side."""

    I: np.ndarray  # (n + 1, 6, 6)
    K: np.ndarray  # (n + 1, 12, 12)  factors
    order: np.ndarray  # (n + 1, 12)      of the rows in them
    pull: np.ndarray  # (n + 1, 6)       forces, with those of all that was eliminated
    x: np.ndarray  # (12,)
    WC: np.ndarray  # (12,)
    pushed: np.ndarray  # (n + 1, 6)       forces of a unit multiplier
    zeros: np.ndarray  # (m,)             biases of none
    X: np.ndarray  # (k, n + 1, 6)    answers of the tree to them
    missed: np.ndarray  # (k,)
    loop: np.ndarray  # (k,)             multipliers of loops
    unit: np.ndarray  # (k,)             that each of them is measured in
    length: np.ndarray  # (1,)             of the mechanism
    rounds: np.ndarray  # (1,)             of solving
    rest: np.ndarray  # (n + 1, 6)       forces that a solution leaves
    missing: np.ndarray  # (m,)             biases that it leaves
    found: np.ndarray  # (m,)             multipliers so far
    more: np.ndarray  # (n + 1, 6)       accelerations that make up for it
    none: np.ndarray  # (0, k)           no constraints on those
    factors: constrained_system.Workspace


def blocks(
    bodies: int, constraints: int, closing: int, length: float = 1.0, rounds: int = 1
) -> Blocks:
    n, k = bodies + 1, closing
    order = np.zeros((n, MAX_UNKNOWNS), dtype=np.int64)
    pull, pushed, rest, more = np.zeros((4, n, 6))
    x, WC = np.zeros((2, MAX_UNKNOWNS))
    missed, loop, unit = np.zeros((3, k))
    missing, found, zeros = np.zeros((3, constraints))
    return Blocks(
        I=np.zeros((n, 6, 6)),
        K=np.zeros((n, MAX_UNKNOWNS, MAX_UNKNOWNS)),
        order=order,
        pull=pull,
        x=x,
        WC=WC,
        pushed=pushed,
        zeros=zeros,
        X=np.zeros((k, n, 6)),
        missed=missed,
        loop=loop,
        unit=unit,
        length=np.array([length]),
        rounds=np.array([rounds]),
        rest=rest,
        missing=missing,
        found=found,
        more=more,
        none=np.zeros((0, k)),
        factors=constrained_system.workspace(k, 0),
    )


_bundle = Bundle(TABLES, WORK, ABSOLUTE, blocks(0, 0, 0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    m = tables.constraints.kind.size
    sizes = work.p.shape[0] - 1, m, m - int(tables.constraints.joint_at[-1])
    solver = blocks(*sizes, length_of(tables), ROUNDS if apart(tables) > APART else 1)
    return _bundle.pack(tables, work, workspace_for(tables), solver)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work, absolute, solver = unpack(problem)
    set_in_motion(place_bodies, t, y, rate, problem, tables, work, absolute)
    less_gyroscopic(tables, work, absolute)
    eliminate(tables, work, absolute.rows, solver)
    border(tables, absolute.rows, solver, work.rank[0])
    resolve(tables, work, absolute.rows, solver, absolute.pull, absolute.rows.bias, work.A)
    put_accelerations(tables, work, absolute, rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, absolute, solver = unpack(problem)
    return projected(STEPS, layout_of(tables.tree), t, y, tables, work, absolute, solver)


@inlined
def decide(tables, work, absolute, solver):
    """Factors for the rank of the loops that is held, or for one decided here."""
    eliminate(tables, work, absolute.rows, solver)
    work.rank[0] = border(tables, absolute.rows, solver, work.rank[0])


@inlined
def corrected(tables, work, absolute, solver, errors):
    """The change of motion, least in kinetic energy, whose rows make up for the errors."""
    absolute.pull[:] = 0.0
    resolve(tables, work, absolute.rows, solver, absolute.pull, errors, absolute.change)
    for i in range(1, tables.tree.parent.size):
        put_vec(absolute.change, i, turn_back(mat(work.R, i), vec(absolute.change, i)))


# --- the sparse system ------------------------------------------------------------------


@inlined
def eliminate(tables, work, rows, solver):
    """Factors of all blocks, from the ends of the tree inward."""
    tree, joint_at = tables.tree, tables.constraints.joint_at
    for i in range(1, tree.parent.size):
        put_inertia(solver.I[i], articulated(inertia_of(work.bodies, i, mat(work.R, i))))
    for i in range(tree.parent.size - 1, 0, -1):
        first, last = joint_at[i], joint_at[i + 1]
        size = 6 + last - first
        compose(solver.I[i], rows.on_b, first, last, solver.K[i])
        factor(solver.K[i], solver.order[i], size)
        P = tree.parent[i]
        for column in range(6 if P > 0 else 0):
            for k in range(size):
                solver.x[k] = rows.on_a[first + k - 6, column] if k >= 6 else 0.0
            solve(solver.K[i], solver.order[i], size, solver.x, solver.WC)
            for row in range(6):
                for k in range(first, last):
                    solver.I[P, row, column] -= rows.on_a[k, row] * solver.WC[6 + k - first]


@inlined
def substitute(tables, rows, solver, pulls, biases, A):
    """Accelerations A and multipliers for given forces and biases, the factors being there."""
    tree, joint_at = tables.tree, tables.constraints.joint_at
    copy_rows(solver.pull, pulls)
    for i in range(tree.parent.size - 1, 0, -1):
        first, last, P = joint_at[i], joint_at[i + 1], tree.parent[i]
        if P > 0:
            fill(solver.x, solver.pull[i], rows.on_a, biases, first, last, A[0])
            solve(solver.K[i], solver.order[i], 6 + last - first, solver.x, solver.WC)
            for k in range(first, last):
                for row in range(6):
                    solver.pull[P, row] -= rows.on_a[k, row] * solver.WC[6 + k - first]
    for i in range(1, tree.parent.size):
        first, last = joint_at[i], joint_at[i + 1]
        fill(solver.x, solver.pull[i], rows.on_a, biases, first, last, A[tree.parent[i]])
        solve(solver.K[i], solver.order[i], 6 + last - first, solver.x, solver.WC)
        for row in range(6):
            A[i, row] = solver.WC[row]
        for k in range(first, last):
            rows.multiplier[k] = -solver.WC[6 + k - first]


# --- loops ------------------------------------------------------------------------------


@inlined
def border(tables, rows, solver, rank_wanted):
    """What the multipliers of loops do to each other's rows; returns their rank."""
    constraints, first = tables.constraints, tables.constraints.joint_at[-1]
    for k in range(solver.loop.size):
        alone, solver.unit[k] = measured(tables, rows, first + k, solver.length[0])
        solver.factors.least[k] = PIVOT_RESOLUTION * alone * solver.unit[k] ** 2
    for k in range(solver.loop.size):
        solver.pushed[:] = 0.0
        push(solver.pushed, constraints, rows, first + k, solver.unit[k])
        substitute(tables, rows, solver, solver.pushed, solver.zeros, solver.X[k])
        for l in range(solver.loop.size):
            solver.factors.free[k, l] = (
                felt(constraints, rows, first + l, solver.X[k]) * solver.unit[l]
            )
    return factor_free(solver.loop.size, rank_wanted, solver.factors)


@kernel
def measured(tables, rows, k, length):
    """How bodies that nothing else holds would answer to a unit of multiplier k, at least; and the
    multiplier that pushes as a unit of force does, moments being taken at an arm of that length."""
    constraints, mass, alone, whole, heaviest = (
        tables.constraints,
        tables.bodies.mass,
        0.0,
        0.0,
        0.0,
    )
    for m in mass:
        heaviest = max(heaviest, m)
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        for side in range(2):
            i = constraints.bodies[p, side]
            if i > 0:
                on = force(rows.on_a if side == 0 else rows.on_b, p)
                size = dot(on.lin, on.lin) + dot(on.ang, on.ang) / length**2
                alone += size / (mass[i] if mass[i] > 0.0 else heaviest)
                whole += size
    return alone, 1.0 / math.sqrt(whole) if whole > 0.0 else 1.0


@inlined
def resolve(tables, work, rows, solver, pulls, biases, A):
    """Accelerations A and multipliers for given forces and biases, those of loops included."""
    copy_rows(solver.rest, pulls)
    copy_into(solver.missing, biases)
    solver.found[:] = 0.0
    A[1:] = 0.0
    for left in range(solver.rounds[0] - 1, -1, -1):
        resolve_once(tables, rows, solver, solver.rest, solver.missing, solver.more)
        for i in range(1, A.shape[0]):
            put_six(A, i, motion(A, i) + motion(solver.more, i))
        add_multiple(solver.found, 1.0, rows.multiplier)
        if left > 0:
            find_missing(tables, work, rows, solver, pulls, biases, A)
    copy_into(rows.multiplier, solver.found)


@inlined
def find_missing(tables, work, rows, solver, pulls, biases, A):
    """Forces and biases that a solution leaves."""
    copy_rows(solver.rest, pulls)
    for i in range(1, A.shape[0]):
        I = inertia_of(work.bodies, i, mat(work.R, i))
        put_six(solver.rest, i, force(solver.rest, i) - I @ motion(A, i))
    for k in range(biases.size):
        push(solver.rest, tables.constraints, rows, k, solver.found[k])
        solver.missing[k] = biases[k] + felt(tables.constraints, rows, k, A)


@inlined
def resolve_once(tables, rows, solver, pulls, biases, A):
    """Solve once, without refinement; forces of loops are added to `pulls`."""
    substitute(tables, rows, solver, pulls, biases, A)
    if solver.loop.size == 0:
        return
    constraints, first = tables.constraints, tables.constraints.joint_at[-1]
    for k in range(solver.loop.size):
        solver.missed[k] = -biases[first + k] - felt(constraints, rows, first + k, A)
        solver.missed[k] *= solver.unit[k]
    solution(solver.missed, solver.none[:, 0], solver.factors, solver.loop)
    for k in range(solver.loop.size):
        solver.loop[k] *= solver.unit[k]
        push(pulls, constraints, rows, first + k, solver.loop[k])
    substitute(tables, rows, solver, pulls, biases, A)
    copy_into(rows.multiplier[first:], solver.loop)


# --- blocks -----------------------------------------------------------------------------


@kernel
def put_inertia(table, I):
    J, H, M = I.J, I.H, I.M
    table[0, 0], table[0, 1], table[0, 2] = J.xx, J.xy, J.xz
    table[1, 0], table[1, 1], table[1, 2] = J.xy, J.yy, J.yz
    table[2, 0], table[2, 1], table[2, 2] = J.xz, J.yz, J.zz
    table[0, 3], table[0, 4], table[0, 5] = H.x.x, H.x.y, H.x.z
    table[1, 3], table[1, 4], table[1, 5] = H.y.x, H.y.y, H.y.z
    table[2, 3], table[2, 4], table[2, 5] = H.z.x, H.z.y, H.z.z
    table[3, 3], table[3, 4], table[3, 5] = M.xx, M.xy, M.xz
    table[4, 3], table[4, 4], table[4, 5] = M.xy, M.yy, M.yz
    table[5, 3], table[5, 4], table[5, 5] = M.xz, M.yz, M.zz
    for row in range(3, 6):
        for column in range(3):
            table[row, column] = table[column, row]


@kernel
def compose(I, B, first, last, K):
    """The block of a body and its joint."""
    K[:] = 0.0
    for row in range(6):
        for column in range(6):
            K[row, column] = I[row, column]
        for k in range(first, last):
            K[row, 6 + k - first] = K[6 + k - first, row] = B[k, row]


@kernel
def fill(x, pull, C, biases, first, last, A_P):
    """The right-hand side of a block: forces, then ``-bias - C A_parent``."""
    copy_into(x[:6], pull)
    for k in range(first, last):
        needed = -biases[k]
        for row in range(6):
            needed -= C[k, row] * A_P[row]
        x[6 + k - first] = needed


STEPS = steps_of_bodies(decide, corrected)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, absolute=True
)
