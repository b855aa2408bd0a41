"""Universal: turning about a first axis fixed in F, then about a second one fixed in M."""

from treetop.core.compiler import kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, cross, turned_about_z, z_axis, zero3
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
