"""Planar: sliding in a plane fixed in F, and turning about its normal."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import Motion, still, transpose, turned_about_z, zero3
from treetop.spatial.rows import put_six


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
