"""What is found of a tree on the way to its Jacobian, and values in and out of its rows."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, kernel
from treetop.core.derivatives.tree_laws import Axis, Whole
from treetop.core.interface import DERIVATIVE_TYPE
from treetop.core.joints import has_attitude
from treetop.core.spatial import Force, Mat3, Motion, RigidInertia, Vec3
from treetop.core.spatial.table_access import put_vec_at, sym_at, vec_at
from treetop.core.tables.kinds import FREE, SPHERICAL
from treetop.core.tables.tables import AROUND, FORCES_AND_STATES, PRESSED

COLUMNS = 16  # that are solved for at a time
S, PSI, CHI, SIGMA = 0, 6, 12, 18  # rows of `axes` where each begins


class TreeJacobian(NamedTuple):
    """A system, and room for what is found of it: of n bodies, the ground among them, nu speeds."""

    derivative: Any
    problem: np.ndarray  # (1,)  its handle
    rate: np.ndarray  # (ny,)
    V: np.ndarray  # (n, 6)  velocities and accelerations, seen from the trees' points
    A: np.ndarray  # (n, 6)
    axes: np.ndarray  # (24, nu)  S, ψ, χ and σ of each speed
    whole: np.ndarray  # (n, 28)  of each body with all that hangs on it
    stage: np.ndarray  # (nu,)  a displacement carries along the axes of its joint of no lower one
    coordinate: np.ndarray  # (nu,)  whose rate each speed is, or -1
    root: np.ndarray  # (n,)  the body on the ground that each hangs on
    first: np.ndarray  # (n,)  the first of the bodies, each hung on the one before, up to this
    X: np.ndarray  # (nu, c)  columns by coordinates, then by speeds
    U: np.ndarray  # (nu, 6)
    left: np.ndarray  # (nu, COLUMNS)
    slot: np.ndarray  # (n,)  row of `felt`: that of the parent, if the body is alone there
    felt: np.ndarray  # (slots, 6 COLUMNS)  forces, then accelerations; the ground's stay zero
    row: np.ndarray  # (nu,)
    slopes: np.ndarray  # (nu, 2)  of each effort along its own speed: by coordinate, by speed


_V, _M = np.zeros(0), np.zeros((0, 0))
_N = np.zeros(0, dtype=np.int64)
bundle = Bundle(
    TreeJacobian(
        DERIVATIVE_TYPE, BOX, _V, _M, _M, _M, _M, _N, _N, _N, _N, _M, _M, _M, _N, _M, _V, _M
    )
)
unpack_tree = bundle.unpack


def knows_all(tables: Any) -> bool:
    """Whether all that makes a tree move is known here: joints whose axes are fixed in one body or
    the other, no flexible bodies, uniform gravity or none, springs, dampers and efforts along
    joints, none of which push the whole while its origin falls."""
    optional, around = tables.optional.sizes, tables.environment.sizes
    others = (
        (tables.tree.joint > FREE).any()
        or tables.line_springs.law.shape[0]
        or tables.frame_forces.frame.size
        or tables.user_forces.frames.shape[0]
        or tables.driven.speed.size
        or tables.gravity.central[0] != 0.0
        or (optional[FORCES_AND_STATES], around[AROUND], around[PRESSED]) != (0, 0, 0)
    )
    pushes = tables.falling[0] == 1 and tables.joint_efforts.push.any()
    return not (others or pushes)


def tree_tables(derivative: Any, problem: np.ndarray, tree: Any, size: int) -> TreeJacobian:
    """For a tree whose states have so many numbers."""
    n, nu = tree.parent.size, int(tree.u_at[-1])
    root, first, slot = np.arange(n), np.arange(n), np.zeros(n, dtype=np.int64)
    stage, coordinate = np.zeros((2, nu), dtype=np.int64) - 1
    for i in range(1, n):
        if tree.parent[i] > 0:
            root[i] = root[tree.parent[i]]
        if tree.parent[i] == i - 1 > 0:
            first[i] = first[i - 1]
        alone = tree.parent[i] == i - 1 > 0 and not tree.forks[i - 1]
        slot[i] = slot[i - 1] if alone else slot.max() + 1
        speeds = np.arange(tree.u_at[i + 1] - tree.u_at[i])
        if tree.joint[i] == FREE:
            speeds = (speeds < 3).astype(np.int64)  # what slides takes along what turns
        elif tree.joint[i] == SPHERICAL:
            speeds[:] = 0
        stage[tree.u_at[i] : tree.u_at[i + 1]] = speeds
        j, q = tree.u_at[i + 1], tree.q_at[i + 1]
        count = j - tree.u_at[i] - 3 * int(has_attitude(tree.joint[i]))
        coordinate[j - count : j] = np.arange(q - count, q)
    return TreeJacobian(
        derivative,
        problem,
        rate=np.zeros(size),
        V=np.zeros((n, 6)),
        A=np.zeros((n, 6)),
        axes=np.zeros((24, nu)),
        whole=np.zeros((n, 28)),
        stage=stage,
        coordinate=coordinate,
        root=root,
        first=first,
        X=np.zeros((nu, -(-2 * nu // COLUMNS) * COLUMNS)),
        U=np.zeros((nu, 6)),
        left=np.zeros((nu, COLUMNS)),
        slot=slot,
        felt=np.zeros((slot.max() + 1, 6 * COLUMNS)),
        row=np.zeros(nu),
        slopes=np.zeros((nu, 2)),
    )


def pack(jacobian: TreeJacobian) -> tuple[Any, Any]:
    """A handle for `write`, and what must be kept alive with it."""
    return bundle.pack(jacobian)


@kernel
def motion_of(axes, row, j):
    x = axes
    return Motion(
        Vec3(x[row, j], x[row + 1, j], x[row + 2, j]),
        Vec3(x[row + 3, j], x[row + 4, j], x[row + 5, j]),
    )


@kernel
def axis_at(axes, j):
    return Axis(
        motion_of(axes, S, j),
        motion_of(axes, PSI, j),
        motion_of(axes, CHI, j),
        motion_of(axes, SIGMA, j),
    )


@kernel
def put_axis(axes, j, axis):
    put_motion_of(axes, S, j, axis.S)
    put_motion_of(axes, PSI, j, axis.psi)
    put_motion_of(axes, CHI, j, axis.chi)
    put_motion_of(axes, SIGMA, j, axis.sigma)


@kernel
def put_motion_of(axes, row, j, V):
    axes[row, j], axes[row + 1, j], axes[row + 2, j] = V.ang.x, V.ang.y, V.ang.z
    axes[row + 3, j], axes[row + 4, j], axes[row + 5, j] = V.lin.x, V.lin.y, V.lin.z


@kernel
def whole_at(table, i):
    row = table[i]
    K = Mat3(vec_at(row, 19), vec_at(row, 22), vec_at(row, 25))
    F = Force(vec_at(row, 13), vec_at(row, 16))
    return Whole(RigidInertia(row[0], vec_at(row, 1), sym_at(row, 4)), vec_at(row, 10), F, K)


@kernel
def put_whole(table, i, whole):
    row, I, J = table[i], whole.I, whole.I.J
    row[0] = I.m
    put_vec_at(row, 1, I.h)
    put_three(row, 4, J.xx, J.xy, J.xz)
    put_three(row, 7, J.yy, J.yz, J.zz)
    put_vec_at(row, 10, whole.p)
    put_vec_at(row, 13, whole.F.ang)
    put_vec_at(row, 16, whole.F.lin)
    put_vec_at(row, 19, whole.K.x)
    put_vec_at(row, 22, whole.K.y)
    put_vec_at(row, 25, whole.K.z)


@kernel
def put_three(row, k, a, b, c):
    row[k], row[k + 1], row[k + 2] = a, b, c
