"""Prismatic: sliding along an axis fixed in both frames."""

from treetop.core.compiler import kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, still, z_axis, zero3
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, q, u, S, j):
    sliding = Motion(zero3(), z_axis(R_NF))
    put_six(S, j, sliding)
    return Across(R_NF, sliding.lin * q, sliding * u, still())


@kernel
def coordinates(R_FM, d, near, q, k):
    q[k] = d.z
