"""Operators and laws on spatial values.

Everything is written in one common set of axes; ``r`` is always the vector from the old
reference point, or the parent's, to the new one, or the child's.
"""

import math
from operator import add, matmul, mul, neg, sub

from treetop.core.compiler import by_lane, kernel, rule, where
from treetop.core.spatial.sine_and_cosine import sine_and_cosine
from treetop.core.spatial.taylor import sqrt
from treetop.core.spatial.values import (
    ArticulatedInertia,
    Factors,
    Force,
    Mat3,
    Motion,
    Quaternion,
    RigidInertia,
    Sym3,
    Vec3,
)

__all__ = [
    "articulated", "by_pivots", "cross", "dot", "dyad", "eased", "factored", "force_moved",
    "halved", "inertia_moved", "motion_moved", "no_force", "no_inertia", "norm", "per_mass",
    "positive", "power", "quaternion_of", "quaternion_rate", "rigid_inertia", "rotation_of",
    "sine_and_cosine", "solved", "square", "still", "transpose", "turn_back", "turned",
    "turned_about_z", "turned_by", "wholed", "z_axis", "zero3",
]  # fmt: skip

# --- vectors and matrices ---------------------------------------------------------------

rule(add, Vec3, Vec3)(lambda a, b: Vec3(a.x + b.x, a.y + b.y, a.z + b.z))
rule(sub, Vec3, Vec3)(lambda a, b: Vec3(a.x - b.x, a.y - b.y, a.z - b.z))
rule(mul, Vec3, float)(lambda a, s: Vec3(a.x * s, a.y * s, a.z * s))
rule(mul, float, Vec3)(lambda s, a: Vec3(s * a.x, s * a.y, s * a.z))
rule(neg, Vec3)(lambda a: Vec3(-a.x, -a.y, -a.z))
rule(add, Mat3, Mat3)(lambda A, B: Mat3(A.x + B.x, A.y + B.y, A.z + B.z))
rule(sub, Mat3, Mat3)(lambda A, B: Mat3(A.x - B.x, A.y - B.y, A.z - B.z))
rule(mul, Mat3, float)(lambda A, s: Mat3(A.x * s, A.y * s, A.z * s))
rule(matmul, Mat3, Vec3)(lambda A, b: Vec3(dot(A.x, b), dot(A.y, b), dot(A.z, b)))
rule(matmul, Mat3, Mat3)(lambda A, B: Mat3(turn_back(B, A.x), turn_back(B, A.y), turn_back(B, A.z)))
rule(add, Sym3, Sym3)(
    lambda A, B: Sym3(A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz)
)
rule(sub, Sym3, Sym3)(
    lambda A, B: Sym3(A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz)
)
rule(mul, Sym3, float)(
    lambda A, s: Sym3(A.xx * s, A.xy * s, A.xz * s, A.yy * s, A.yz * s, A.zz * s)
)
rule(matmul, Sym3, Vec3)(
    lambda S, v: Vec3(
        S.xx * v.x + S.xy * v.y + S.xz * v.z,
        S.xy * v.x + S.yy * v.y + S.yz * v.z,
        S.xz * v.x + S.yz * v.y + S.zz * v.z,
    )
)


@kernel
def dot(a, b):
    return a.x * b.x + a.y * b.y + a.z * b.z


@kernel
def cross(a, b):
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@kernel
def norm(a):
    return sqrt(dot(a, a))


@kernel
def zero3():
    return Vec3(0.0, 0.0, 0.0)


@kernel
def transpose(A):
    return Mat3(Vec3(A.x.x, A.y.x, A.z.x), Vec3(A.x.y, A.y.y, A.z.y), Vec3(A.x.z, A.y.z, A.z.z))


@kernel
def turn_back(A, b):
    """``Aᵀ b``."""
    return A.x * b.x + A.y * b.y + A.z * b.z


@kernel
def skew(a):
    """The matrix of ``a ×``."""
    return Mat3(Vec3(0.0, -a.z, a.y), Vec3(a.z, 0.0, -a.x), Vec3(-a.y, a.x, 0.0))


@kernel
def outer(a, b):
    return Mat3(b * a.x, b * a.y, b * a.z)


@kernel
def square(a, s):
    """``s a aᵀ``."""
    return Sym3(
        s * a.x * a.x, s * a.x * a.y, s * a.x * a.z, s * a.y * a.y, s * a.y * a.z, s * a.z * a.z
    )


@kernel
def turned(R, S):
    """``R S Rᵀ``: a symmetric matrix in other axes."""
    X, Y, Z = S @ R.x, S @ R.y, S @ R.z
    return Sym3(dot(R.x, X), dot(R.x, Y), dot(R.x, Z), dot(R.y, Y), dot(R.y, Z), dot(R.z, Z))


@kernel
def factored(S):
    """The factors of a symmetric matrix, ``S = L D Lᵀ``.

    Without pivots, for a positive matrix needs none: what is left of heavy parts that cancel is
    off by their rounding alone, and not by its square, as with cofactors.
    """
    x = 1.0 / S.xx
    a, b = S.xy * x, S.xz * x
    yy, yz = S.yy - a * S.xy, S.yz - a * S.xz
    y = 1.0 / yy
    c = yz * y
    return Factors(a, b, c, x, y, 1.0 / (S.zz - b * S.xz - c * yz))


@kernel
def halved(F, v):
    """``L⁻¹ v``, of the factors of a symmetric matrix."""
    y = v.y - F.yx * v.x
    return Vec3(v.x, y, v.z - F.zx * v.x - F.zy * y)


@kernel
def by_pivots(F, v):
    """``D⁻¹ v``."""
    return Vec3(v.x * F.x, v.y * F.y, v.z * F.z)


@kernel
def wholed(F, v):
    """``L⁻ᵀ v``."""
    y = v.y - F.zy * v.z
    return Vec3(v.x - F.yx * y - F.zx * v.z, y, v.z)


@kernel
def solved(F, v):
    """``S⁻¹ v``."""
    return wholed(F, by_pivots(F, halved(F, v)))


@kernel
def eased(S, F, X, Y, Z):
    """``S - Wᵀ D⁻¹ W``, W having columns X, Y, Z."""
    x, y, z = by_pivots(F, X), by_pivots(F, Y), by_pivots(F, Z)
    return Sym3(
        S.xx - dot(X, x), S.xy - dot(X, y), S.xz - dot(X, z),
        S.yy - dot(Y, y), S.yz - dot(Y, z), S.zz - dot(Z, z),
    )  # fmt: skip


@kernel
def positive(F):
    """Whether a matrix of these factors is positive."""
    return F.x > 0.0 and F.y > 0.0 and F.z > 0.0


# --- rotations --------------------------------------------------------------------------


@kernel
def turned_about_z(R, angle):
    """A frame of attitude R, turned about its own z axis."""
    s, c = sine_and_cosine(angle)
    return Mat3(
        Vec3(c * R.x.x + s * R.x.y, c * R.x.y - s * R.x.x, R.x.z),
        Vec3(c * R.y.x + s * R.y.y, c * R.y.y - s * R.y.x, R.y.z),
        Vec3(c * R.z.x + s * R.z.y, c * R.z.y - s * R.z.x, R.z.z),
    )


@kernel
def z_axis(R):
    """The third axis of a frame of attitude R."""
    return Vec3(R.x.z, R.y.z, R.z.z)


@kernel
def rotation_of(q):
    """The rotation of a quaternion; its length does not matter."""
    s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z)
    x, y, z = q.x * s, q.y * s, q.z * s
    return Mat3(
        Vec3(1.0 - q.y * y - q.z * z, q.x * y - q.w * z, q.x * z + q.w * y),
        Vec3(q.x * y + q.w * z, 1.0 - q.x * x - q.z * z, q.y * z - q.w * x),
        Vec3(q.x * z - q.w * y, q.y * z + q.w * x, 1.0 - q.x * x - q.y * y),
    )


@by_lane
def quaternion_of(R):
    """The unit quaternion of a rotation, scalar part not negative (Shepperd 1978)."""
    trace = R.x.x + R.y.y + R.z.z
    if trace >= max(R.x.x, R.y.y, R.z.z):
        q = Quaternion(1.0 + trace, R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y)
    elif R.x.x >= max(R.y.y, R.z.z):
        q = Quaternion(R.z.y - R.y.z, 1.0 + R.x.x - R.y.y - R.z.z, R.x.y + R.y.x, R.x.z + R.z.x)
    elif R.y.y >= R.z.z:
        q = Quaternion(R.x.z - R.z.x, R.x.y + R.y.x, 1.0 - R.x.x + R.y.y - R.z.z, R.y.z + R.z.y)
    else:
        q = Quaternion(R.y.x - R.x.y, R.x.z + R.z.x, R.y.z + R.z.y, 1.0 - R.x.x - R.y.y + R.z.z)
    length = math.sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z)
    s = math.copysign(1.0 / length, q.w)
    return Quaternion(q.w * s, q.x * s, q.y * s, q.z * s)


rule(add, Quaternion, Quaternion)(
    lambda p, q: Quaternion(p.w + q.w, p.x + q.x, p.y + q.y, p.z + q.z)
)


@kernel
def quaternion_rate(q, w):
    """``½ q ∘ w``, with the angular velocity w in body axes."""
    return Quaternion(
        -0.5 * (q.x * w.x + q.y * w.y + q.z * w.z),
        0.5 * (q.w * w.x + q.y * w.z - q.z * w.y),
        0.5 * (q.w * w.y + q.z * w.x - q.x * w.z),
        0.5 * (q.w * w.z + q.x * w.y - q.y * w.x),
    )


@kernel
def turned_by(q, a):
    """``q ∘ exp(½ a)``: an attitude turned by a rotation vector a, body axes; of unit length."""
    half = 0.5 * norm(a)
    part = math.sin(half) / half if half > 0.0 else 1.0
    r, c = quaternion_rate(q, a * part), math.cos(half)
    w, x, y, z = c * q.w + r.w, c * q.x + r.x, c * q.y + r.y, c * q.z + r.z
    s = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    return Quaternion(w * s, x * s, y * s, z * s)


# --- motions and forces -----------------------------------------------------------------

rule(add, Motion, Motion)(lambda a, b: Motion(a.ang + b.ang, a.lin + b.lin))
rule(sub, Motion, Motion)(lambda a, b: Motion(a.ang - b.ang, a.lin - b.lin))
rule(mul, Motion, float)(lambda a, s: Motion(a.ang * s, a.lin * s))
rule(matmul, Mat3, Motion)(lambda R, V: Motion(R @ V.ang, R @ V.lin))
rule(add, Force, Force)(lambda a, b: Force(a.ang + b.ang, a.lin + b.lin))
rule(sub, Force, Force)(lambda a, b: Force(a.ang - b.ang, a.lin - b.lin))
rule(mul, Force, float)(lambda a, s: Force(a.ang * s, a.lin * s))


@kernel
def power(F, V):
    return dot(F.ang, V.ang) + dot(F.lin, V.lin)


@kernel
def still():
    return Motion(zero3(), zero3())


@kernel
def no_force():
    return Force(zero3(), zero3())


@kernel
def motion_moved(A, r):
    """The motion of the point at r, moving as one with the old one."""
    return Motion(A.ang, A.lin + cross(A.ang, r))


@kernel
def force_moved(F, r):
    """A force with its moment taken about the point at -r."""
    return Force(F.ang + cross(r, F.lin), F.lin)


# --- inertia ----------------------------------------------------------------------------

rule(add, RigidInertia, RigidInertia)(lambda a, b: RigidInertia(a.m + b.m, a.h + b.h, a.J + b.J))
rule(sub, RigidInertia, RigidInertia)(lambda a, b: RigidInertia(a.m - b.m, a.h - b.h, a.J - b.J))
rule(mul, RigidInertia, float)(lambda a, s: RigidInertia(a.m * s, a.h * s, a.J * s))
rule(matmul, RigidInertia, Motion)(
    lambda I, V: Force(I.J @ V.ang + cross(I.h, V.lin), V.lin * I.m - cross(I.h, V.ang))
)
rule(matmul, ArticulatedInertia, Motion)(
    lambda I, A: Force(I.J @ A.ang + I.H @ A.lin, turn_back(I.H, A.ang) + I.M @ A.lin)
)
rule(add, ArticulatedInertia, ArticulatedInertia)(
    lambda I, K: ArticulatedInertia(I.J + K.J, I.H + K.H, I.M + K.M)
)
rule(sub, ArticulatedInertia, ArticulatedInertia)(
    lambda I, K: ArticulatedInertia(I.J - K.J, I.H - K.H, I.M - K.M)
)


@kernel
def per_mass(a, m):
    """``a / m`` of a moment or momentum; where there is no mass there is none of them."""
    return where(m > 0.0, a, a * 0.0) * (1.0 / where(m > 0.0, m, 1.0))


@kernel
def rigid_inertia(m, c, J_C):
    """About the reference point, from mass, mass centre and inertia about the mass centre."""
    h = c * m
    mcc = dot(h, c)
    sphere = Sym3(mcc, 0.0, 0.0, mcc, 0.0, mcc)
    return RigidInertia(m, h, J_C + sphere - square(c, m))


@kernel
def articulated(I):
    """A rigid inertia, seen as that of a body on which nothing hangs."""
    return ArticulatedInertia(I.J, skew(I.h), Sym3(I.m, 0.0, 0.0, I.m, 0.0, I.m))


@kernel
def no_inertia():
    none, void = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), zero3()
    return ArticulatedInertia(none, Mat3(void, void, void), none)


@kernel
def dyad(U, s):
    """``s U Uᵀ``."""
    return ArticulatedInertia(square(U.ang, s), outer(U.ang * s, U.lin), square(U.lin, s))


@kernel
def cross_sym(r, M):
    """``r~ M``."""
    return Mat3(
        Vec3(r.y * M.xz - r.z * M.xy, r.y * M.yz - r.z * M.yy, r.y * M.zz - r.z * M.yz),
        Vec3(r.z * M.xx - r.x * M.xz, r.z * M.xy - r.x * M.yz, r.z * M.xz - r.x * M.zz),
        Vec3(r.x * M.xy - r.y * M.xx, r.x * M.yy - r.y * M.xy, r.x * M.yz - r.y * M.xz),
    )


@kernel
def inertia_moved(I, r):
    """The inertia about the point at -r: ``H + r~ M`` and ``J - H r~ + r~ (H + r~ M)ᵀ``."""
    H, B = I.H, I.H + cross_sym(r, I.M)
    J = Sym3(
        I.J.xx - (H.x.y * r.z - H.x.z * r.y) + (r.y * B.x.z - r.z * B.x.y),
        I.J.xy - (H.x.z * r.x - H.x.x * r.z) + (r.y * B.y.z - r.z * B.y.y),
        I.J.xz - (H.x.x * r.y - H.x.y * r.x) + (r.y * B.z.z - r.z * B.z.y),
        I.J.yy - (H.y.z * r.x - H.y.x * r.z) + (r.z * B.y.x - r.x * B.y.z),
        I.J.yz - (H.y.x * r.y - H.y.y * r.x) + (r.z * B.z.x - r.x * B.z.z),
        I.J.zz - (H.z.x * r.y - H.z.y * r.x) + (r.x * B.z.y - r.y * B.z.x),
    )
    return ArticulatedInertia(J, B, I.M)
