"""Columns of ``M⁻¹ X`` of a tree, by the factors that its articulated inertias leave.

All are seen from one point, so that forces and accelerations are handed on as they are.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.derivatives.tree_tables import COLUMNS, S, motion_of
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import force_moved
from treetop.core.spatial.table_access import copy_into, force, put_six, vec
from treetop.core.tables.kinds import D_INVERSE


@inlined
def solve(tree, work, room):
    """Replace X by ``M⁻¹ X``, some columns at a time; ``work.U`` and the pivots are those of speeds
    that were eliminated one by one."""
    for i in range(1, tree.parent.size):
        d = vec(work.p, i) - vec(work.p, room.root[i])
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            put_six(room.U, j, force_moved(force(work.U, j), d))
    for first in range(0, room.X.shape[1], COLUMNS):
        room.felt[:] = 0.0
        for i in range(tree.parent.size - 1, 0, -1):
            here, there = room.slot[i], room.slot[tree.parent[i]]
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                leave(room, room.X[j], first, j, work.pivots[j, D_INVERSE], room.felt[here])
            if tree.parent[i] > 0 and there != here:
                add_multiple(room.felt[there], 1.0, room.felt[here])
        for i in range(1, tree.parent.size):
            here, there = room.slot[i], room.slot[tree.parent[i]]
            if tree.parent[i] == 0 or there != here:
                copy_into(room.felt[here], room.felt[there])
            for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
                answer(room, room.X[j], first, j, work.pivots[j, D_INVERSE], room.felt[here])


@kernel
def leave(room, efforts, first, j, D, B):
    """The effort left along speed j, and the forces B felt further in once it has given way."""
    left, F = room.left[j], motion_of(room.axes, S, j)
    a, b, c, d, e, f = F.ang.x, F.ang.y, F.ang.z, F.lin.x, F.lin.y, F.lin.z
    for k in range(COLUMNS):
        turning = B[k] * a + B[k + COLUMNS] * b + B[k + 2 * COLUMNS] * c
        moving = B[k + 3 * COLUMNS] * d + B[k + 4 * COLUMNS] * e + B[k + 5 * COLUMNS] * f
        left[k] = efforts[first + k] - (turning + moving)
    for m in range(6):
        x, at = room.U[j, m] * D, m * COLUMNS
        for k in range(COLUMNS):
            B[at + k] += left[k] * x


@kernel
def answer(room, rates, first, j, D, A):
    """The rate of speed j, and the accelerations A of what is further out."""
    left, F = room.left[j], force(room.U, j)
    a, b, c, d, e, f = F.ang.x, F.ang.y, F.ang.z, F.lin.x, F.lin.y, F.lin.z
    for k in range(COLUMNS):
        turning = A[k] * a + A[k + COLUMNS] * b + A[k + 2 * COLUMNS] * c
        moving = A[k + 3 * COLUMNS] * d + A[k + 4 * COLUMNS] * e + A[k + 5 * COLUMNS] * f
        left[k] = (left[k] - (turning + moving)) * D
    for m in range(6):
        x, at = room.axes[S + m, j], m * COLUMNS
        for k in range(COLUMNS):
            A[at + k] += left[k] * x
    for k in range(COLUMNS):
        rates[first + k] = left[k]
