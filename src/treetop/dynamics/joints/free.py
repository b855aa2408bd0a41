"""Free: turning with rates in M's own axes, and moving with velocities in F's axes."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.dynamics.joints.spherical import put_turning
from treetop.spatial import Motion, rotation_of, still, transpose, zero3
from treetop.spatial.rows import put_six


@kernel
def across(R_NF, attitude, position, w_M, v_F, S, j):
    R, axes = R_NF @ rotation_of(attitude), transpose(R_NF)
    put_turning(R, S, j)
    put_six(S, j + 3, Motion(zero3(), axes.x))
    put_six(S, j + 4, Motion(zero3(), axes.y))
    put_six(S, j + 5, Motion(zero3(), axes.z))
    return Across(R, R_NF @ position, Motion(R @ w_M, R_NF @ v_F), still())
