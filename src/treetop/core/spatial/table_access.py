"""Values in and out of the rows of tables."""

from treetop.core.compiler import kernel
from treetop.core.spatial.values import (
    ArticulatedInertia,
    Factors,
    Force,
    Mat3,
    Motion,
    Quaternion,
    Sym3,
    Vec3,
)


@kernel
def vec(table, i):
    return Vec3(table[i, 0], table[i, 1], table[i, 2])


@kernel
def mat(table, i):
    return Mat3(
        Vec3(table[i, 0], table[i, 1], table[i, 2]),
        Vec3(table[i, 3], table[i, 4], table[i, 5]),
        Vec3(table[i, 6], table[i, 7], table[i, 8]),
    )


@kernel
def sym(table, i):
    t = table
    return Sym3(t[i, 0], t[i, 1], t[i, 2], t[i, 3], t[i, 4], t[i, 5])


@kernel
def motion(table, i):
    t = table
    return Motion(Vec3(t[i, 0], t[i, 1], t[i, 2]), Vec3(t[i, 3], t[i, 4], t[i, 5]))


@kernel
def force(table, i):
    t = table
    return Force(Vec3(t[i, 0], t[i, 1], t[i, 2]), Vec3(t[i, 3], t[i, 4], t[i, 5]))


@kernel
def factors(table, i):
    t = table
    return Factors(t[i, 0], t[i, 1], t[i, 2], t[i, 3], t[i, 4], t[i, 5])


@kernel
def articulated_row(table, i):
    t = table
    return ArticulatedInertia(
        Sym3(t[i, 0], t[i, 1], t[i, 2], t[i, 3], t[i, 4], t[i, 5]),
        Mat3(
            Vec3(t[i, 6], t[i, 7], t[i, 8]),
            Vec3(t[i, 9], t[i, 10], t[i, 11]),
            Vec3(t[i, 12], t[i, 13], t[i, 14]),
        ),
        Sym3(t[i, 15], t[i, 16], t[i, 17], t[i, 18], t[i, 19], t[i, 20]),
    )


@kernel
def copy_into(target, source):
    for k in range(target.size):
        target[k] = source[k]


@kernel
def copy_rows(target, source):
    for i in range(target.shape[0]):
        copy_into(target[i], source[i])


@kernel
def vec_at(values, k):
    """Three successive numbers of a vector."""
    return Vec3(values[k], values[k + 1], values[k + 2])


@kernel
def motion_at(values, k):
    """Six successive numbers of a vector."""
    return Motion(vec_at(values, k), vec_at(values, k + 3))


@kernel
def sym_at(values, k):
    """Six successive numbers of a vector."""
    v = values
    return Sym3(v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4], v[k + 5])


@kernel
def quaternion_at(values, k):
    """Four successive numbers of a vector."""
    return Quaternion(values[k], values[k + 1], values[k + 2], values[k + 3])


@kernel
def put_vec(table, i, a):
    table[i, 0], table[i, 1], table[i, 2] = a.x, a.y, a.z


@kernel
def put_mat(table, i, A):
    table[i, 0], table[i, 1], table[i, 2] = A.x.x, A.x.y, A.x.z
    table[i, 3], table[i, 4], table[i, 5] = A.y.x, A.y.y, A.y.z
    table[i, 6], table[i, 7], table[i, 8] = A.z.x, A.z.y, A.z.z


@kernel
def put_six(table, i, a):
    """A motion or a force."""
    table[i, 0], table[i, 1], table[i, 2] = a.ang.x, a.ang.y, a.ang.z
    table[i, 3], table[i, 4], table[i, 5] = a.lin.x, a.lin.y, a.lin.z


@kernel
def put_factors(table, i, F):
    table[i, 0], table[i, 1], table[i, 2] = F.yx, F.zx, F.zy
    table[i, 3], table[i, 4], table[i, 5] = F.x, F.y, F.z


@kernel
def put_articulated(table, i, I):
    J, H, M = I.J, I.H, I.M
    table[i, 0], table[i, 1], table[i, 2] = J.xx, J.xy, J.xz
    table[i, 3], table[i, 4], table[i, 5] = J.yy, J.yz, J.zz
    table[i, 6], table[i, 7], table[i, 8] = H.x.x, H.x.y, H.x.z
    table[i, 9], table[i, 10], table[i, 11] = H.y.x, H.y.y, H.y.z
    table[i, 12], table[i, 13], table[i, 14] = H.z.x, H.z.y, H.z.z
    table[i, 15], table[i, 16], table[i, 17] = M.xx, M.xy, M.xz
    table[i, 18], table[i, 19], table[i, 20] = M.yy, M.yz, M.zz


@kernel
def put_vec_at(values, k, a):
    values[k], values[k + 1], values[k + 2] = a.x, a.y, a.z


@kernel
def put_quaternion_at(values, k, q):
    values[k], values[k + 1], values[k + 2], values[k + 3] = q.w, q.x, q.y, q.z
