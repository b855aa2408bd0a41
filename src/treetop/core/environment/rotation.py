"""How a planet turns, from tables made before the run.

The rotation R takes components in inertial axes to those in axes fixed to the planet:

    R(t) = W Rz(θ) C(X, Y) B.

B turns the inertial axes into others whose z axis is about the pole; X and Y are the components
of the pole in those; C carries z to the pole by the shortest way; θ is the angle of rotation about
it, counted from where C has carried x; W is constant (polar motion).  X, Y and θ
are Chebyshev series in pieces.  All theories of precession, nutation and rotation
are of this form, and a uniform rotation is one piece, with θ linear in time.

Derivation: C is the celestial-to-intermediate matrix of the IERS Conventions 2010, (5.7), without
its CIO locator s, which is a part of θ.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.chebyshev import piece_at, series, series_and_slope
from treetop.core.spatial import Mat3, Vec3, cross, sine_and_cosine, turn_back
from treetop.core.spatial.table_access import mat


class Rotation(NamedTuple):
    """Chebyshev series of the pole and of the angle of rotation about it."""

    axes: np.ndarray  # (2, 9)  W and B, by rows
    grid: np.ndarray  # (3,)  first time, length of a piece, 2 / length
    series: np.ndarray  # (pieces, coefficients, 3)  X, Y, θ


NO_ROTATION = Rotation(
    np.array([np.eye(3).ravel()] * 2), np.array([0.0, 1.0, 2.0]), np.zeros((1, 1, 3))
)


@kernel
def intermediate_axes(X, Y):
    """C: rows are axes of which z is the pole, carried there by the shortest way."""
    Z = math.sqrt(1.0 - (X * X + Y * Y))
    a = 1.0 / (1.0 + Z)
    return Mat3(
        Vec3(1.0 - a * X * X, -a * X * Y, -X),
        Vec3(-a * X * Y, 1.0 - a * Y * Y, -Y),
        Vec3(X, Y, Z),
    )


@kernel
def about_z(angle, A):
    """Rz(angle) A: components in axes turned about z."""
    s, c = sine_and_cosine(angle)
    return Mat3(A.x * c + A.y * s, A.y * c - A.x * s, A.z)


@kernel
def rotation_at(rotation, t):
    """R: from inertial axes to those fixed to the planet."""
    i, x = piece_at(rotation.grid, rotation.series.shape[0], t)
    pole = series(rotation.series[i], x)
    turned = about_z(pole.z, intermediate_axes(pole.x, pole.y))
    return mat(rotation.axes, 0) @ (turned @ mat(rotation.axes, 1))


@kernel
def spin_of(rotation, t):
    """The angular velocity of the planet, inertial axes.

    C turns by p × p' across the pole p, and by -(X Y' - Y X') / (1 + Z) about it.
    """
    i, x = piece_at(rotation.grid, rotation.series.shape[0], t)
    pole, slope = series_and_slope(rotation.series[i], x)
    rate = slope * rotation.grid[2]
    X, Y = pole.x, pole.y
    Z = math.sqrt(1.0 - (X * X + Y * Y))
    p = Vec3(X, Y, Z)
    p_rate = Vec3(rate.x, rate.y, -(X * rate.x + Y * rate.y) / Z)
    about = rate.z - (X * rate.y - Y * rate.x) / (1.0 + Z)
    return turn_back(mat(rotation.axes, 1), cross(p, p_rate) + p * about)
