"""Universal: turning about a first axis fixed in F, then about a second one fixed in M."""

import math

from treetop.core.compiler import kernel
from treetop.core.joints.angles import angle_about_z, unwound
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, cross, transpose, turned_about_z, z_axis, zero3
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, middle, angle1, angle2, rate1, rate2, S, j):
    R_middle = turned_about_z(R_NF, angle1) @ middle
    a, b = z_axis(R_NF), z_axis(R_middle)
    put_six(S, j, Motion(a, zero3()))
    put_six(S, j + 1, Motion(b, zero3()))
    V = Motion(a * rate1 + b * rate2, zero3())
    c = Motion(cross(a * rate1, b * rate2), zero3())  # the second axis is turned by the first
    return Across(turned_about_z(R_middle, angle2), zero3(), V, c)


@kernel
def coordinates(R_FM, middle, near, q, k):
    """Angles about the z axes before and after a rotation in the middle."""
    b, b_0 = z_axis(R_FM), z_axis(middle)
    first = unwound(math.atan2(b.y, b.x) - math.atan2(b_0.y, b_0.x), near[k])
    rest = transpose(turned_about_z(transpose(R_FM), first) @ middle)
    q[k], q[k + 1] = first, angle_about_z(rest, near[k + 1])
