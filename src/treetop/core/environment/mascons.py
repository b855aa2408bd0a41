"""Mascons: gravity of a small body as that of many point masses.

x is the position in axes fixed to the body.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.third_body import point_gradient
from treetop.core.forces.gravity import central_field
from treetop.core.spatial import Sym3, Vec3, zero3


class Mascons(NamedTuple):
    """Point masses, in axes fixed to the body."""

    mu: np.ndarray  # (n,) gravitational parameters
    at: np.ndarray  # (n, 3) positions


NO_MASCONS = Mascons(np.zeros(0), np.zeros((0, 3)))


@kernel
def _from_mascon(mascons, k, x):
    return Vec3(x.x - mascons.at[k, 0], x.y - mascons.at[k, 1], x.z - mascons.at[k, 2])


@kernel
def mascon_field(mascons, x):
    """The acceleration at x by all masses, and its gradient."""
    a, G = zero3(), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in range(mascons.mu.size):
        d, mu = _from_mascon(mascons, k, x), mascons.mu[k]
        a = a + central_field(mu, d)
        G = G + point_gradient(mu, d)
    return a, G
