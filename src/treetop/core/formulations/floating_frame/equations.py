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
def compose(tables, work, room, own):
    """Mass matrix and constraints."""
    tree, rows, constraints = tables.tree, room.rows, tables.constraints
    own.M[:], own.A[:] = 0.0, 0.0
    for k in range(own.units.size):
        i = own.units[k]
        put_inertia(own.M, 6 * k, inertia_of(work.bodies, i, mat(work.R, i)))
    for B in range(1, tree.parent.size):
        if tree.joint[B] == DEFORMATION:
            put_modes(tree, own, B)
    for k in range(own.b.size):
        own.b[k] = -rows.bias[k]
        for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
            own.b[k] -= add_row(own, own.A[k], constraints.bodies[p, 0], force(rows.on_a, p))
            own.b[k] -= add_row(own, own.A[k], constraints.bodies[p, 1], force(rows.on_b, p))


@kernel
def put_inertia(M, at, I):
    """Column by column: the forces of unit accelerations."""
    for k in range(6):
        one = Vec3(1.0 * (k % 3 == 0), 1.0 * (k % 3 == 1), 1.0 * (k % 3 == 2))
        F = I @ (Motion(one, zero3()) if k < 3 else Motion(zero3(), one))
        put_vec_at(M[at + k], at, F.ang)
        put_vec_at(M[at + k], at + 3, F.lin)


@inlined
def put_modes(tree, own, B):
    tables, room, _ = flexible(tree.bent.own[0])
    f, at, column = tables.number[B], 6 * own.unit[B], own.mode_at[B]
    first, pair, m = tables.mode_at[f], tables.pair_at[f], tree.u_at[B + 1] - tree.u_at[B]
    for k in range(m):
        for j in range(6):
            own.M[column + k, at + j] = own.M[at + j, column + k] = room.P[first + k, j]
        for l in range(m):
            own.M[column + k, column + l] = tables.M[pair + k * m + l]


@kernel
def add_row(own, row, i, on):
    """Add what body i makes of a row; return what its acceleration at rest of all unknowns does."""
    if i == 0:
        return 0.0
    at, first = 6 * own.unit[i], own.phi_at[i]
    F = force_moved(on, vec(own.arm, i))
    put_vec_at(row, at, vec_at(row, at) + F.ang)
    put_vec_at(row, at + 3, vec_at(row, at + 3) + F.lin)
    for k in range(own.phi_at[i + 1] - first):
        row[own.mode_at[i] + k] += power(on, motion(own.phi, first + k))
    return power(on, motion(own.c, i))


@inlined
def load(tables, work, room, own):
    """Forces on units and along modes, less what turning asks for."""
    tree = tables.tree
    own.Q[:] = 0.0
    copy_rows(room.pull, work.F)
    for i in range(1, tree.parent.size):
        if tree.joint[i] < DEFORMATION:
            load_joint(tree, i, work, room)
    for i in range(1, tree.parent.size):
        add_row(own, own.Q, i, force(room.pull, i))
        if tree.joint[i] == DEFORMATION:
            for k in range(tree.u_at[i + 1] - tree.u_at[i]):
                own.Q[own.mode_at[i] + k] += work.tau[tree.u_at[i] + k]
        if own.home[i] == i:
            I = inertia_of(work.bodies, i, mat(work.R, i))
            add_row(own, own.Q, i, gyroscopic_force(I, motion(work.V, i).ang) * -1.0)


@inlined
def accelerations(tree, work, own):
    """Of all bodies, those of units and modes being found."""
    for i in range(1, tree.parent.size):
        at, first = 6 * own.unit[i], own.phi_at[i]
        A = Motion(vec_at(own.x, at), vec_at(own.x, at + 3))
        A = motion_moved(A, vec(own.arm, i)) + motion(own.c, i)
        for k in range(own.phi_at[i + 1] - first):
            A = A + motion(own.phi, first + k) * own.x[own.mode_at[i] + k]
        put_six(work.A, i, A)
