"""The other way round: coordinates and speeds of a joint, told from how its frames stand and move.

Where coordinates are not unique, as an angle after a full turn or the sign of a quaternion, those
nearest to a given guess are meant.
"""

import math

from treetop.core.compiler import inlined, kernel
from treetop.core.spatial import (
    Quaternion,
    power,
    quaternion_of,
    transpose,
    turned_about_z,
    z_axis,
)
from treetop.core.spatial.table_access import (
    force,
    mat,
    motion,
    put_quaternion_at,
    put_vec_at,
    quaternion_at,
)
from treetop.core.tables.kinds import (
    CYLINDRICAL,
    FREE,
    PLANAR,
    PRISMATIC,
    REVOLUTE,
    SCREW,
    SPHERICAL,
    UNIVERSAL,
)


@inlined
def measure_coordinates(tree, i, R_FM, d, near, q):
    """Write the coordinates of the joint of body i, M being at d in F's axes with attitude R_FM.

    `near` holds the guess, in the same places as `q`.
    """
    kind, k = tree.joint[i], tree.q_at[i]
    if kind in (REVOLUTE, SCREW):
        q[k] = angle_about_z(R_FM, near[k])
    elif kind == PRISMATIC:
        q[k] = d.z
    elif kind == CYLINDRICAL:
        q[k], q[k + 1] = angle_about_z(R_FM, near[k]), d.z
    elif kind == UNIVERSAL:
        q[k], q[k + 1] = two_angles(R_FM, mat(tree.middle, i), near[k], near[k + 1])
    elif kind == PLANAR:
        q[k], q[k + 1], q[k + 2] = d.x, d.y, angle_about_z(R_FM, near[k + 2])
    elif kind == SPHERICAL:
        put_quaternion_at(q, k, nearest(quaternion_of(R_FM), quaternion_at(near, k)))
    elif kind == FREE:
        put_quaternion_at(q, k, nearest(quaternion_of(R_FM), quaternion_at(near, k)))
        put_vec_at(q, k + 4, d)


@kernel
def angle_about_z(R, near):
    """The angle of a rotation about z, or of the one nearest to R."""
    return unwound(math.atan2(R.y.x - R.x.y, R.x.x + R.y.y), near)


@kernel
def two_angles(R, middle, near1, near2):
    """Angles about the z axes before and after a rotation in the middle."""
    b, b_0 = z_axis(R), z_axis(middle)
    first = unwound(math.atan2(b.y, b.x) - math.atan2(b_0.y, b_0.x), near1)
    rest = transpose(turned_about_z(transpose(R), first) @ middle)
    return first, angle_about_z(rest, near2)


@kernel
def unwound(angle, near):
    """The same angle, full turns added."""
    return angle + 2.0 * math.pi * math.floor((near - angle) / (2.0 * math.pi) + 0.5)


@kernel
def nearest(q, near):
    """The sign of a quaternion that brings it near another."""
    if q.w * near.w + q.x * near.x + q.y * near.y + q.z * near.z < 0.0:
        return Quaternion(-q.w, -q.x, -q.y, -q.z)
    return q


# --- speeds and efforts -----------------------------------------------------------------
#
# The motions per unit speed are square to each other and of unit size, but for a screw's, and for
# the two of a universal joint: there the inverse of SᵀS is needed.


@kernel
def measure_speeds(S, first, last, V, u):
    """Write the speeds that make the motion V, ``(SᵀS)⁻¹ Sᵀ V``."""
    for j in range(first, last):
        u[j] = power(force(S, j), V)
    whiten(S, first, last, u)


@kernel
def effort_of(S, first, last, tau, room):
    """The force ``S (SᵀS)⁻¹ τ`` that has the power of efforts τ; `room` is for as many numbers."""
    for j in range(first, last):
        room[j] = tau[j]
    whiten(S, first, last, room)
    total = force(S, first) * 0.0
    for j in range(first, last):
        total = total + force(S, j) * room[j]
    return total


@kernel
def whiten(S, first, last, x):
    """``(SᵀS)⁻¹ x`` in place, for at most two motions that are not square to each other."""
    if last - first == 1:
        x[first] /= power(force(S, first), motion(S, first))
    elif last - first == 2:
        a, b = force(S, first), force(S, first + 1)
        A, B = motion(S, first), motion(S, first + 1)
        aa, ab, bb = power(a, A), power(a, B), power(b, B)
        scale = 1.0 / (aa * bb - ab * ab)
        x[first], x[first + 1] = (
            scale * (bb * x[first] - ab * x[first + 1]),
            scale * (aa * x[first + 1] - ab * x[first]),
        )
