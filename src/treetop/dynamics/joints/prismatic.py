"""Prismatic: sliding along an axis fixed in both frames."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import Motion, still, zero3
from treetop.spatial.rows import put_six


@kernel
def across(R_NF, axis, q, u, S, j):
    sliding = Motion(zero3(), R_NF @ axis)
    put_six(S, j, sliding)
    return Across(R_NF, sliding.lin * q, sliding * u, still())
