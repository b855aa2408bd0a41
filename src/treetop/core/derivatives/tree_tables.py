"""What is found of a tree on the way to its Jacobian, and values in and out of its rows."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, kernel
from treetop.core.compiler.rows_of_lanes import COLUMNS
from treetop.core.derivatives.tree_laws import Whole
from treetop.core.interface import DERIVATIVE_TYPE
from treetop.core.joints import has_attitude
from treetop.core.spatial import Force, Mat3, Motion, RigidInertia
from treetop.core.spatial.table_access import put_vec_at, sym_at, vec_at
from treetop.core.tables.kinds import FREE, SPHERICAL
from treetop.core.tables.tables import AROUND, FORCES_AND_STATES, PRESSED

S, PSI, CHI, SIGMA = 0, 6, 12, 18  # columns of `axes` where each begins
U, D, TURNED, OWN = 6, 12, 13, 16  # columns of `speeds`, which begin with S, likewise
MAX_SPEEDS = 6  # speeds of a joint


class TreeJacobian(NamedTuple):
    """A system, and room for what is found of it: of n bodies, the ground among them, nu speeds.

    Columns of all speeds are those of a coordinate each; as many others follow, of the speeds.
    """

    derivative: Any
    problem: np.ndarray  # (1,)  its handle
    rate: np.ndarray  # (ny,)
    V: np.ndarray  # (n, 6)  velocities and accelerations, seen from the trees' points
    A: np.ndarray  # (n, 6)
    axes: np.ndarray  # (nu, 24)  S, ψ, χ and σ of each speed
    turning: np.ndarray  # (6, c)  turning parts of ψ and of S
    whole: np.ndarray  # (n, 28)  of each body with all that hangs on it
    stage: np.ndarray  # (nu,)  a displacement carries along the axes of its joint of no lower one
    coordinate: np.ndarray  # (nu,)  whose rate each speed is, or -1
    root: np.ndarray  # (n,)  the body on the ground that each hangs on
    ends: np.ndarray  # (n,)  1: the next body does not hang on this one
    inward: np.ndarray  # (n, c)  1 for speeds of the body's joint, and of those further in
    speeds: np.ndarray  # (nu, 22)  S, articulated inertia along it, mobility, turned and own effort
    felt: np.ndarray  # (nu, 12)  forces felt further in, by coordinates and by speeds
    X: np.ndarray  # (nu, 2 c)  rates of speeds by coordinates, then by speeds
    left: np.ndarray  # (nu, 2 COLUMNS)  efforts left
    handed: np.ndarray  # (n, 12 COLUMNS)  of forks: forces, then accelerations
    slopes: np.ndarray  # (nu, 2)  of each effort along its own speed: by coordinate, by speed


_V, _M = np.zeros(0), np.zeros((0, 0))
_N = np.zeros(0, dtype=np.int64)
bundle = Bundle(
    TreeJacobian(
        *(DERIVATIVE_TYPE, BOX, _V, _M, _M, _M, _M, _M, _N, _N, _N, _N, _M, _M, _M, _M, _M, _M, _M)
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
    wide = -(-nu // COLUMNS) * COLUMNS
    root, inward = np.arange(n), np.zeros((n, wide))
    stage, coordinate = np.zeros((2, nu), dtype=np.int64) - 1
    for i in range(1, n):
        P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
        if P > 0:
            root[i], inward[i] = root[P], inward[P]
        inward[i, first:last] = 1.0
        speeds = np.arange(last - first)
        if tree.joint[i] == FREE:
            speeds = (speeds < 3).astype(np.int64)  # what slides takes along what turns
        elif tree.joint[i] == SPHERICAL:
            speeds[:] = 0
        stage[first:last] = speeds
        q, count = tree.q_at[i + 1], last - first - 3 * int(has_attitude(tree.joint[i]))
        coordinate[last - count : last] = np.arange(q - count, q)
    return TreeJacobian(
        derivative,
        problem,
        rate=np.zeros(size),
        V=np.zeros((n, 6)),
        A=np.zeros((n, 6)),
        axes=np.zeros((nu, 24)),
        turning=np.zeros((6, wide)),
        whole=np.zeros((n, 28)),
        stage=stage,
        coordinate=coordinate,
        root=root,
        ends=np.append(tree.parent[1:] != np.arange(n - 1), True).astype(np.int64),
        inward=inward,
        speeds=np.zeros((nu, OWN + MAX_SPEEDS)),
        felt=np.zeros((nu, 12)),
        X=np.zeros((nu, 2 * wide)),
        left=np.zeros((nu, 2 * COLUMNS)),
        handed=np.zeros((n, 12 * COLUMNS)),
        slopes=np.zeros((nu, 2)),
    )


def pack(jacobian: TreeJacobian) -> tuple[Any, Any]:
    """A handle for `write`, and what must be kept alive with it."""
    return bundle.pack(jacobian)


@kernel
def motion_at(table, j, k):
    """The motion in row j from column k on."""
    row = table[j]
    return Motion(vec_at(row, k), vec_at(row, k + 3))


@kernel
def force_at(table, j, k):
    row = table[j]
    return Force(vec_at(row, k), vec_at(row, k + 3))


@kernel
def put_pair(table, j, k, pair):
    """A motion or a force."""
    row = table[j]
    put_vec_at(row, k, pair.ang)
    put_vec_at(row, k + 3, pair.lin)


@kernel
def put_axis(room, j, axis):
    put_pair(room.axes, j, S, axis.S)
    put_pair(room.axes, j, PSI, axis.psi)
    put_pair(room.axes, j, CHI, axis.chi)
    put_pair(room.axes, j, SIGMA, axis.sigma)
    by, own, along = room.turning, axis.psi.ang, axis.S.ang
    by[0, j], by[1, j], by[2, j] = own.x, own.y, own.z
    by[3, j], by[4, j], by[5, j] = along.x, along.y, along.z


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
