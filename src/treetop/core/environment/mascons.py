"""Mascons: gravity of a small body as that of many point masses.

x is the position in axes fixed to the body; potentials are positive.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.third_body import point_gradient
from treetop.core.spatial import Sym3, Vec3, norm, zero3


class Mascons(NamedTuple):
    """Point masses, in axes fixed to the body."""

    mu: np.ndarray  # (n,) gravitational parameters
    at: np.ndarray  # (n, 3) positions


NO_MASCONS = Mascons(np.zeros(0), np.zeros((0, 3)))


@kernel
def _from_mascon(mascons, k, x):
    return Vec3(x.x - mascons.at[k, 0], x.y - mascons.at[k, 1], x.z - mascons.at[k, 2])


@kernel
def mascon_potential(mascons, x):
    """The potential at x of all masses."""
    total = 0.0
    for k in range(mascons.mu.size):
        total += mascons.mu[k] / norm(_from_mascon(mascons, k, x))
    return total


@kernel
def mascon_acceleration(mascons, x):
    """The acceleration at x by all masses."""
    total = zero3()
    for k in range(mascons.mu.size):
        d = _from_mascon(mascons, k, x)
        r = norm(d)
        total = total + d * (-mascons.mu[k] / (r * r * r))
    return total


@kernel
def mascon_gradient(mascons, x):
    """The gradient at x of the acceleration by all masses."""
    total = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in range(mascons.mu.size):
        total = total + point_gradient(mascons.mu[k], _from_mascon(mascons, k, x))
    return total
