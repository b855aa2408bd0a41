"""Spherical: turning at will about a common point; the rates are in M's own axes."""

from treetop.core.compiler import kernel
from treetop.core.joints.angles import nearest
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Motion, quaternion_of, rotation_of, still, transpose, zero3
from treetop.core.spatial.table_access import put_quaternion_at, put_six, quaternion_at


@kernel
def across(R_NF, attitude, w_M, S, j):
    R = R_NF @ rotation_of(attitude)
    put_turning(R, S, j)
    return Across(R, zero3(), Motion(R @ w_M, zero3()), still())


@kernel
def put_turning(R, S, j):
    """Unit rates about the axes of a frame of attitude R."""
    axes = transpose(R)
    put_six(S, j, Motion(axes.x, zero3()))
    put_six(S, j + 1, Motion(axes.y, zero3()))
    put_six(S, j + 2, Motion(axes.z, zero3()))


@kernel
def coordinates(R_FM, d, near, q, k):
    put_quaternion_at(q, k, nearest(quaternion_of(R_FM), quaternion_at(near, k)))
