"""Revolute: turning by an angle about an axis fixed in both frames."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import Motion, rotation, still, zero3
from treetop.spatial.rows import put_six


@kernel
def across(R_NF, axis, q, u, S, j):
    turning = Motion(R_NF @ axis, zero3())
    put_six(S, j, turning)
    return Across(R_NF @ rotation(axis, q), zero3(), turning * u, still())
