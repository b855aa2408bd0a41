"""Screw: turning by an angle about an axis, and sliding along it in proportion."""

from treetop.core.compiler import kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.joints.revolute import coordinates as coordinates
from treetop.core.spatial import Motion, still, turned_about_z, z_axis
from treetop.core.spatial.table_access import put_six


@kernel
def across(R_NF, pitch, q, u, S, j):
    a = z_axis(R_NF)
    screwing = Motion(a, a * pitch)
    put_six(S, j, screwing)
    return Across(turned_about_z(R_NF, q), screwing.lin * q, screwing * u, still())
