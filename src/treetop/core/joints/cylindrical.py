"""Cylindrical: turning about an axis and sliding along it, independently."""

from treetop.core.compiler import kernel
from treetop.core.joints.angles import angle_about_z
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, still, turned_about_z, z_axis, zero3
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, angle, slide, rate, slide_rate, S, j):
    a = z_axis(R_NF)
    put_six(S, j, Motion(a, zero3()))
    put_six(S, j + 1, Motion(zero3(), a))
    V = Motion(a * rate, a * slide_rate)
    return Across(turned_about_z(R_NF, angle), a * slide, V, still())


@kernel
def coordinates(R_FM, d, near, q, k):
    q[k], q[k + 1] = angle_about_z(R_FM, near[k]), d.z
