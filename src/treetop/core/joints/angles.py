"""Angles and quaternions of an attitude; of those that are not unique, as an angle after
a full turn or the sign of a quaternion, the ones nearest to a given guess."""

import math

from treetop.core.compiler import kernel, where
from treetop.core.spatial import Quaternion


@kernel
def angle_about_z(R, near):
    """The angle of a rotation about z, or of the one nearest to R."""
    return unwound(math.atan2(R.y.x - R.x.y, R.x.x + R.y.y), near)


@kernel
def unwound(angle, near):
    """The angle plus the full turns that bring it nearest."""
    return angle + 2.0 * math.pi * math.floor((near - angle) / (2.0 * math.pi) + 0.5)


@kernel
def nearest(q, near):
    """The sign of a quaternion that brings it near another."""
    along = q.w * near.w + q.x * near.x + q.y * near.y + q.z * near.z
    return where(along < 0.0, Quaternion(-q.w, -q.x, -q.y, -q.z), q)
