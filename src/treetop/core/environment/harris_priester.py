"""Density after Harris and Priester: a night side, a day side, and a bulge that lags the Sun.

I. Harris and W. Priester (1962), as modified by O. Montenbruck and E. Gill, Satellite Orbits,
3.5.2: with ψ the angle from the apex of the bulge, density = least + (greatest - least) cosⁿ(ψ/2).
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import Vec3, dot, norm


@kernel
def bulge(exponent, lag_cosine, lag_sine, sun, x):
    """``cosⁿ(ψ/2)`` at x, planet's axes: the apex is east of the Sun by the lag."""
    apex = Vec3(sun.x * lag_cosine - sun.y * lag_sine, sun.x * lag_sine + sun.y * lag_cosine, sun.z)
    cosine = dot(apex, x) / (norm(apex) * norm(x))
    return max(0.5 * (1.0 + cosine), 0.0) ** (0.5 * exponent)


@kernel
def harris_priester(least, greatest, bulge):
    """The density, of logarithms of those against and at the apex of the bulge."""
    low = math.exp(least)
    return low + (math.exp(greatest) - low) * bulge
