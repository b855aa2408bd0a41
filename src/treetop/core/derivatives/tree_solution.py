"""How the rates of a tree's speeds vary with its coordinates and speeds, some of them at a time.

A displacement along a speed, or a change of it, gives all that is further out an acceleration of
its own, and makes it need other forces.  The articulated recursion answers: efforts that are left,
and forces felt, inward; accelerations outward.  All are seen from one point, so that they are
handed on as they are.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.compiler.rows_of_lanes import (
    COLUMNS,
    columns_at,
    one_column,
    put_columns,
    same_in_columns,
)
from treetop.core.derivatives.tree_tables import (
    CHI,
    OWN,
    PSI,
    SIGMA,
    TURNED,
    D,
    S,
    U,
    force_at,
    motion_at,
)
from treetop.core.spatial import Force, Motion, Vec3, dot, power
from treetop.core.spatial.table_access import vec_at


@inlined
def solve(tree, room):
    """Write X, some of its columns at a time."""
    for first in range(0, room.stage.size, COLUMNS):
        look_inward(tree, room, first)
        look_outward(tree, room, first)


# --- values in columns ----------------------------------------------------------------------


@kernel
def nothing():
    zero = same_in_columns(0.0)
    return Vec3(zero, zero, zero)


@kernel
def three_at(table, i, k):
    """The vector of each column, whose components are in rows."""
    return Vec3(columns_at(table, i, k), columns_at(table, i + 1, k), columns_at(table, i + 2, k))


@kernel
def handed(table, i, k):
    """The vector of each column, one component after the other."""
    return Vec3(
        columns_at(table, i, k),
        columns_at(table, i, k + COLUMNS),
        columns_at(table, i, k + 2 * COLUMNS),
    )


@kernel
def hand(table, i, k, a):
    put_columns(table, i, k, a.x)
    put_columns(table, i, k + COLUMNS, a.y)
    put_columns(table, i, k + 2 * COLUMNS, a.z)


# --- inward -------------------------------------------------------------------------------------


@inlined
def look_inward(tree, room, first):
    """Efforts left along all speeds, by changes of coordinates (q) and of speeds (u)."""
    for i in range(1, tree.parent.size):
        if tree.forks[i]:
            room.handed[i, :] = 0.0
    felt_q, felt_u = Force(nothing(), nothing()), Force(nothing(), nothing())
    turned_q, turned_u = nothing(), nothing()
    for i in range(tree.parent.size - 1, 0, -1):
        if room.ends[i]:
            felt_q, felt_u = Force(nothing(), nothing()), Force(nothing(), nothing())
            some = columns_at(room.inward, i, first)
            turned_q = three_at(room.turning, 0, first) * some
            turned_u = three_at(room.turning, 3, first) * some
        if tree.forks[i]:
            felt_q, felt_u = felt_q + force_on(room, i, 0), felt_u + force_on(room, i, 6)
        low, high = tree.u_at[i], tree.u_at[i + 1]
        own = range(max(low, first), min(high, first + COLUMNS))
        for j in range(low, high):
            row = room.speeds[j]
            along, by = motion_at(room.speeds, j, S), vec_at(row, TURNED)
            left_q = (dot(by, turned_q) + power(felt_q, along)) * -1.0
            left_u = (dot(by, turned_u) + power(felt_u, along)) * -1.0
            for k in own:
                left_q = left_q + one_column(k - first) * row[OWN + k - low]
            if j in own:
                left_u = left_u + one_column(j - first) * room.slopes[j, 1]
            put_columns(room.left, j, 0, left_q)
            put_columns(room.left, j, COLUMNS, left_u)
            F = force_at(room.speeds, j, U)
            felt_q, felt_u = felt_q + F * (left_q * row[D]), felt_u + F * (left_u * row[D])
        for k in own:
            one = one_column(k - first)
            felt_q = felt_q + force_at(room.felt, k, 0) * one
            felt_u = felt_u + force_at(room.felt, k, 6) * one
            turned_q = turned_q - motion_at(room.axes, k, PSI).ang * one
            turned_u = turned_u - motion_at(room.axes, k, S).ang * one
        P = tree.parent[i]
        if i - 1 != P and P > 0:
            put_force_on(room, P, 0, force_on(room, P, 0) + felt_q)
            put_force_on(room, P, 6, force_on(room, P, 6) + felt_u)


@kernel
def force_on(room, i, k):
    return Force(handed(room.handed, i, k * COLUMNS), handed(room.handed, i, (k + 3) * COLUMNS))


@kernel
def put_force_on(room, i, k, F):
    hand(room.handed, i, k * COLUMNS, F.ang)
    hand(room.handed, i, (k + 3) * COLUMNS, F.lin)


# --- outward ------------------------------------------------------------------------------------


@inlined
def look_outward(tree, room, first):
    """Rates of all speeds."""
    wide = room.turning.shape[1]
    A_q, A_u = Motion(nothing(), nothing()), Motion(nothing(), nothing())
    for i in range(1, tree.parent.size):
        P = tree.parent[i]
        if P == 0:
            A_q, A_u = Motion(nothing(), nothing()), Motion(nothing(), nothing())
        elif i - 1 != P:
            A_q, A_u = motion_on(room, P, 0), motion_on(room, P, 6)
        low, high = tree.u_at[i], tree.u_at[i + 1]
        for k in range(max(low, first), min(high, first + COLUMNS)):
            one = one_column(k - first)
            A_q = A_q + motion_at(room.axes, k, CHI) * one
            A_u = A_u + motion_at(room.axes, k, SIGMA) * one
        for j in range(high - 1, low - 1, -1):
            along, F = motion_at(room.speeds, j, S), force_at(room.speeds, j, U)
            rate_q = (columns_at(room.left, j, 0) - power(F, A_q)) * room.speeds[j, D]
            rate_u = (columns_at(room.left, j, COLUMNS) - power(F, A_u)) * room.speeds[j, D]
            put_columns(room.X, j, first, rate_q)
            put_columns(room.X, j, wide + first, rate_u)
            A_q, A_u = A_q + along * rate_q, A_u + along * rate_u
        if tree.forks[i]:
            put_force_on(room, i, 0, A_q)
            put_force_on(room, i, 6, A_u)


@kernel
def motion_on(room, i, k):
    return Motion(handed(room.handed, i, k * COLUMNS), handed(room.handed, i, (k + 3) * COLUMNS))
