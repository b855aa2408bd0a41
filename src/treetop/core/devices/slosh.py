"""Fuel that sloshes: masses on springs or pendulums, each a body of its own on a joint.

What sloshes is a part of a tank's fuel.  Its mass, its place on the axis of the tank or the length
of its pendulum, stiffness and damping are splines over the mass of the fuel.  The hinge of a
pendulum is as far above its mass at rest as the pendulum is long.  The restoring force

    -k(m) x - c(m) x'

acts along the coordinates of its joint; that of a pendulum comes from the acceleration of the tank,
so that its stiffness is zero.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.devices.tank_shapes import piece_of, spline_value


class Sloshes(NamedTuple):
    """Parts of fuel that slosh."""

    tank: np.ndarray  # (n,)   row of Tanks
    body: np.ndarray  # (n,)   the body that it is
    place: np.ndarray  # (n, 3) of its mass in that body, without the offset
    along: np.ndarray  # (n, 3) direction of the offset, likewise
    rest: np.ndarray  # (n, 3) its place at rest in the frame of the tank, without the offset
    rest_along: np.ndarray  # (n, 3) direction of the offset, likewise
    at: np.ndarray  # (n, 3) first coordinate, first speed, number of these
    row_at: np.ndarray  # (n + 1,)  first row of each
    knots: np.ndarray  # (r,)   masses of fuel
    pieces: np.ndarray  # (r, 20) cubics from each on: mass, offset, stiffness, damping, rest
    hung: np.ndarray  # (n,)   its row of `Hung`, or -1 where its joint stays
    hinge: np.ndarray  # (n, 3) of the joint in the tank's body, as described
    hinge_along: np.ndarray  # (n, 3) the way along which it follows the level, likewise


_NONE, _VECTORS = np.zeros(0, dtype=np.int64), np.zeros((0, 3))
NO_SLOSH = Sloshes(
    tank=_NONE,
    body=_NONE,
    place=_VECTORS,
    along=_VECTORS,
    rest=_VECTORS,
    rest_along=_VECTORS,
    at=np.zeros((0, 3), dtype=np.int64),
    row_at=np.zeros(1, dtype=np.int64),
    knots=np.zeros(0),
    pieces=np.zeros((0, 20)),
    hung=_NONE,
    hinge=_VECTORS,
    hinge_along=_VECTORS,
)


class Part(NamedTuple):
    """What sloshes, and how that changes with the mass of the fuel."""

    mass: float
    mass_slope: float
    offset: float  # of the mass from its joint
    offset_slope: float
    stiffness: float
    damping: float
    rest: float  # of the mass at rest, from where its joint is described
    rest_slope: float


@kernel
def part_of(slosh, n, m):
    """Part n where the tank has fuel of mass m."""
    at = piece_of(slosh.knots, slosh.row_at[n], slosh.row_at[n + 1], m)
    row, x = slosh.pieces[at], m - slosh.knots[at]
    mass, mass_slope = spline_value(row, 0, x)
    offset, offset_slope = spline_value(row, 1, x)
    return Part(
        mass,
        mass_slope,
        offset,
        offset_slope,
        spline_value(row, 2, x)[0],
        spline_value(row, 3, x)[0],
        *spline_value(row, 4, x),
    )


def hung_bodies(slosh):
    """The bodies whose joints follow the level, by rows of `Hung`."""
    return slosh.body[slosh.hung >= 0]


@inlined
def apply(slosh, tank_states, states, q, u, tau):
    """Springs and dampers; return their power."""
    power = 0.0
    for n in range(slosh.tank.size):
        part = part_of(slosh, n, states[tank_states[slosh.tank[n]]])
        for k in range(slosh.at[n, 2]):
            x, v = q[slosh.at[n, 0] + k], u[slosh.at[n, 1] + k]
            effort = -part.stiffness * x - part.damping * v
            tau[slosh.at[n, 1] + k] += effort
            power += effort * v
    return power
