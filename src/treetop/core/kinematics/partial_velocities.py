"""Partial velocities for those who look at them: of each body's own frame and mass centre.

Inertial axes throughout, so that the rates are those of the components.  Every formulation with
partial velocities writes them by `show`, whatever its speeds are.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Motion, Vec3, cross


class Partial(NamedTuple):
    """How a body moves per unit of one speed."""

    V: Motion
    rate: Motion  # of change of V, as the body moves


class PointPartial(NamedTuple):
    """How a point moves per unit of one speed."""

    v: Vec3
    rate: Vec3


@kernel
def at_point(partial, w, r):
    """Partial velocity of a point at r from the body's origin, the body turning with w."""
    V, rate = partial.V, partial.rate
    v = V.lin + cross(V.ang, r)
    return PointPartial(v, rate.lin + cross(rate.ang, r) + cross(V.ang, cross(w, r)))


@kernel
def show(out, i, j, partial, w, frame, centre):
    """Write column j of body i, whose own frame and mass centre are at `frame` and `centre`."""
    at_frame, at_centre = at_point(partial, w, frame), at_point(partial, w, centre)
    put_column(out.angular_velocity, i, j, partial.V.ang)
    put_column(out.velocity, i, j, at_frame.v)
    put_column(out.centre_velocity, i, j, at_centre.v)
    put_column(out.angular_velocity_rate, i, j, partial.rate.ang)
    put_column(out.velocity_rate, i, j, at_frame.rate)
    put_column(out.centre_velocity_rate, i, j, at_centre.rate)


@kernel
def put_column(matrices, i, j, a):
    M = matrices[i - 1]  # the ground has none
    M[0, j], M[1, j], M[2, j] = a.x, a.y, a.z
