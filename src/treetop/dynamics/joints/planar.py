"""Planar: sliding in a plane fixed in F, and turning about its normal."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import Motion, cross, rotation, still, zero3
from treetop.spatial.rows import put_six


@kernel
def across(R_NF, normal, x_axis, place, rate, S, j):
    """`place` is (x, y, angle), `rate` its rate."""
    n, e = R_NF @ normal, R_NF @ x_axis
    f = cross(n, e)
    put_six(S, j, Motion(zero3(), e))
    put_six(S, j + 1, Motion(zero3(), f))
    put_six(S, j + 2, Motion(n, zero3()))
    V = Motion(n * rate.z, e * rate.x + f * rate.y)
    return Across(R_NF @ rotation(normal, place.z), e * place.x + f * place.y, V, still())
