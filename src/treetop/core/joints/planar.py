"""Planar: sliding in a plane fixed in F, and turning about its normal."""

from treetop.core.compiler import kernel
from treetop.core.joints.angles import angle_about_z
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, still, transpose, turned_about_z, zero3
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, place, rate, S, j):
    """`place` is (x, y, angle), `rate` its rate."""
    axes = transpose(R_NF)
    put_six(S, j, Motion(zero3(), axes.x))
    put_six(S, j + 1, Motion(zero3(), axes.y))
    put_six(S, j + 2, Motion(axes.z, zero3()))
    V = Motion(axes.z * rate.z, axes.x * rate.x + axes.y * rate.y)
    d = axes.x * place.x + axes.y * place.y
    return Across(turned_about_z(R_NF, place.z), d, V, still())


@kernel
def coordinates(R_FM, d, near, q, k):
    q[k], q[k + 1], q[k + 2] = d.x, d.y, angle_about_z(R_FM, near[k + 2])
