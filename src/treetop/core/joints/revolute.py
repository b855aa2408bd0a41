"""Revolute: turning by an angle about an axis fixed in both frames."""

from treetop.core.compiler import kernel
from treetop.core.joints.angles import angle_about_z
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, still, turned_about_z, z_axis, zero3
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, q, u, S, j):
    turning = Motion(z_axis(R_NF), zero3())
    put_six(S, j, turning)
    return Across(turned_about_z(R_NF, q), zero3(), turning * u, still())


@kernel
def coordinates(R_FM, d, near, q, k):
    q[k] = angle_about_z(R_FM, near[k])
