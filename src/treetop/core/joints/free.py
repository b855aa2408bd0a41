"""Free: turning with rates in M's own axes, and moving with velocities in F's axes."""

from treetop.core.compiler import kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.joints.spherical import coordinates as attitude_of
from treetop.core.joints.spherical import put_turning
from treetop.core.spatial import Motion, rotation_of, still, transpose, zero3
from treetop.core.spatial.table_access import put_six, put_vec_at


@kernel
def across(R_NF, attitude, position, w_M, v_F, S, j):
    R, axes = R_NF @ rotation_of(attitude), transpose(R_NF)
    put_turning(R, S, j)
    put_six(S, j + 3, Motion(zero3(), axes.x))
    put_six(S, j + 4, Motion(zero3(), axes.y))
    put_six(S, j + 5, Motion(zero3(), axes.z))
    return Across(R, R_NF @ position, Motion(R @ w_M, R_NF @ v_F), still())


@kernel
def coordinates(R_FM, d, near, q, k):
    attitude_of(R_FM, d, near, q, k)
    put_vec_at(q, k + 4, d)
