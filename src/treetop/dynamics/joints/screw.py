"""Screw: turning by an angle about an axis, and sliding along it in proportion."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import Motion, rotation, still
from treetop.spatial.rows import put_six


@kernel
def across(R_NF, axis, pitch, q, u, S, j):
    a = R_NF @ axis
    screwing = Motion(a, a * pitch)
    put_six(S, j, screwing)
    return Across(R_NF @ rotation(axis, q), screwing.lin * q, screwing * u, still())
