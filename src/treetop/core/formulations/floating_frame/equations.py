"""The equations of units and modes, those of nodes carried to their frames by the chain rule.

[ I_B  P ] [ A_B ]   [ F - gyroscopic forces ]
[ Pᵀ   M ] [ η'' ] = [ τ                     ] + rows λ

A = A_B + A_B × arm + φ η'' + c    of a node, whose forces and rows act through the same
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.flexible.tables import unpack as flexible
from treetop.core.formulations.absolute.evaluation import load_joint
from treetop.core.kinematics.rigid_inertia import gyroscopic_force, inertia_of
from treetop.core.spatial import Motion, Vec3, force_moved, motion_moved, power, zero3
from treetop.core.spatial.table_access import (
    copy_rows,
    force,
    mat,
    motion,
    put_six,
    put_vec_at,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import DEFORMATION


@inlined
def compose(tables, work, absolute, solver):
    """Mass matrix and constraints."""
    tree, rows, constraints = tables.tree, absolute.rows, tables.constraints
    solver.M[:], solver.A[:] = 0.0, 0.0
    for k in range(solver.units.size):
        i = solver.units[k]
        put_inertia(solver.M, 6 * k, inertia_of(work.bodies, i, mat(work.R, i)))
    for B in range(1, tree.parent.size):
        if tree.joint[B] == DEFORMATION:
            put_modes(tree, solver, B)
    for i in range(1, tree.parent.size):
        if solver.home[i] != i and has_inertia(work.bodies, i):
            add_node(solver, i, inertia_of(work.bodies, i, mat(work.R, i)))
    for k in range(solver.b.size):
        solver.b[k] = -rows.bias[k]
        for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
            solver.b[k] -= add_row(
                solver, solver.A[k], constraints.bodies[p, 0], force(rows.on_a, p)
            )
            solver.b[k] -= add_row(
                solver, solver.A[k], constraints.bodies[p, 1], force(rows.on_b, p)
            )


@kernel
def put_inertia(M, at, I):
    """Column by column: the forces of unit accelerations."""
    for k in range(6):
        one = Vec3(1.0 * (k % 3 == 0), 1.0 * (k % 3 == 1), 1.0 * (k % 3 == 2))
        F = I @ (Motion(one, zero3()) if k < 3 else Motion(zero3(), one))
        put_vec_at(M[at + k], at, F.ang)
        put_vec_at(M[at + k], at + 3, F.lin)


@kernel
def has_inertia(bodies, i):
    """Whether a body has any: nodes have that of wheels and fuel at them, most have none."""
    if bodies.mass[i] != 0.0:
        return True
    for x in bodies.J_C[i]:  # noqa: SIM110
        if x != 0.0:
            return True
    return False


@kernel
def add_node(solver, i, I):
    """The inertia of a node, felt through its frame and modes."""
    at, first, r = 6 * solver.unit[i], solver.phi_at[i], vec(solver.arm, i)
    for k in range(6):
        one = Vec3(1.0 * (k % 3 == 0), 1.0 * (k % 3 == 1), 1.0 * (k % 3 == 2))
        A = Motion(one, zero3()) if k < 3 else Motion(zero3(), one)
        add_row(solver, solver.M[at + k], i, I @ motion_moved(A, r))
    for k in range(solver.phi_at[i + 1] - first):
        add_row(solver, solver.M[solver.mode_at[i] + k], i, I @ motion(solver.phi, first + k))


@kernel
def needed_at_rest(work, solver, i):
    """The force that a body needs while neither its frame nor modes accelerate."""
    I = inertia_of(work.bodies, i, mat(work.R, i))
    return gyroscopic_force(I, motion(work.V, i).ang) + I @ motion(solver.c, i)


@inlined
def put_modes(tree, solver, B):
    tables, modal, _ = flexible(tree.bent.tables[0])
    f, at, column = tables.number[B], 6 * solver.unit[B], solver.mode_at[B]
    first, pair, m = tables.mode_at[f], tables.pair_at[f], tree.u_at[B + 1] - tree.u_at[B]
    for k in range(m):
        for j in range(6):
            solver.M[column + k, at + j] = solver.M[at + j, column + k] = modal.P[first + k, j]
        for l in range(m):
            solver.M[column + k, column + l] = tables.M[pair + k * m + l]


@kernel
def add_row(solver, row, i, on):
    """Add what body i makes of a row; return what its acceleration at rest of all unknowns does."""
    if i == 0:
        return 0.0
    at, first = 6 * solver.unit[i], solver.phi_at[i]
    F = force_moved(on, vec(solver.arm, i))
    put_vec_at(row, at, vec_at(row, at) + F.ang)
    put_vec_at(row, at + 3, vec_at(row, at + 3) + F.lin)
    for k in range(solver.phi_at[i + 1] - first):
        row[solver.mode_at[i] + k] += power(on, motion(solver.phi, first + k))
    return power(on, motion(solver.c, i))


@inlined
def load(tables, work, absolute, solver):
    """Forces on units and along modes, less what turning asks for."""
    tree = tables.tree
    solver.Q[:] = 0.0
    copy_rows(absolute.pull, work.F)
    for i in range(1, tree.parent.size):
        if tree.joint[i] < DEFORMATION:
            load_joint(tree, i, work, absolute)
    for i in range(1, tree.parent.size):
        add_row(solver, solver.Q, i, force(absolute.pull, i))
        if tree.joint[i] == DEFORMATION:
            for k in range(tree.u_at[i + 1] - tree.u_at[i]):
                solver.Q[solver.mode_at[i] + k] += work.tau[tree.u_at[i] + k]
        if solver.home[i] == i or has_inertia(work.bodies, i):
            add_row(solver, solver.Q, i, needed_at_rest(work, solver, i) * -1.0)


@inlined
def accelerations(tree, work, solver):
    """Accelerations of all bodies, those of units and modes being found."""
    for i in range(1, tree.parent.size):
        at, first = 6 * solver.unit[i], solver.phi_at[i]
        A = Motion(vec_at(solver.x, at), vec_at(solver.x, at + 3))
        A = motion_moved(A, vec(solver.arm, i)) + motion(solver.c, i)
        for k in range(solver.phi_at[i + 1] - first):
            A = A + motion(solver.phi, first + k) * solver.x[solver.mode_at[i] + k]
        put_six(work.A, i, A)
