"""Solid tides: the field of a planet that Sun and Moon deform (IERS Conventions 2010, 6.6).

A body of gravitational parameter μ at s raises a tide whose coefficients of degree n and order m
follow those of its own potential by Love numbers k_nm, the same at all frequencies.  Of degree 2
the potential is a quadratic form,

    U = μ R⁵ / |s|³ x·(k ∘ T) x / r⁵,    T = ½ (3 n nᵀ - 1),  n = s / |s|,

in which k ∘ T multiplies the parts of order 0, 1 and 2 of T by their Love numbers; imaginary parts
of these let the tide lag.  Of degree 3 it is k₃ μ R⁷ / |s|⁴ P₃(n·x/r) / r⁴, with more for order 3.
x and s are in axes fixed to the planet, R is its reference radius.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.spatial import Sym3, Vec3, dot, norm


class Tides(NamedTuple):
    """Love numbers, and the permanent tide that the field of the planet has in it already."""

    # (8,) reference radius; k₂₀; k₂₁, k₂₂ as real and imaginary parts; k₃ of orders 0 to 2; k₃₃
    love: np.ndarray
    permanent: np.ndarray  # (1,) normalised coefficient C₂₀; 0 for a tide-free field


NO_TIDES = Tides(np.zeros(8), np.zeros(1))


@kernel
def quadratic_field(Q, x):
    """The gradient of x·Q x / r⁵."""
    r2 = dot(x, x)
    Qx = Q @ x
    return (Qx * 2.0 - x * (5.0 * dot(x, Qx) / r2)) * (1.0 / (r2 * r2 * np.sqrt(r2)))


@kernel
def love_times(love, n):
    """``k ∘ T`` for a body in direction n."""
    zz, xz, yz = 1.5 * n.z * n.z - 0.5, 1.5 * n.x * n.z, 1.5 * n.y * n.z
    difference, xy = 0.75 * (n.x * n.x - n.y * n.y), 1.5 * n.x * n.y
    zz *= love[1]
    xz, yz = love[2] * xz + love[3] * yz, love[2] * yz - love[3] * xz
    difference, xy = love[4] * difference + love[5] * xy, love[4] * xy - love[5] * difference
    return Sym3(difference - 0.5 * zz, xy, xz, -difference - 0.5 * zz, yz, zz)


@kernel
def cubic_field(k, k_33, n, x):
    """The gradient of (k P₃(n·x/r) + what order 3 has more) / r⁴."""
    r2, c = dot(x, x), dot(n, x)
    value = k * 0.5 * c * (5.0 * c * c - 3.0 * r2)
    slope = (n * (15.0 * c * c - 3.0 * r2) - x * (6.0 * c)) * (0.5 * k)
    # (5/8) Re (w v*)³, w = x + i y and v that of n
    a, b = x.x * n.x + x.y * n.y, x.y * n.x - x.x * n.y
    real, imaginary = a * a - b * b, 2.0 * a * b
    more = 0.625 * (k_33 - k)
    value += more * (a * real - b * imaginary)
    along, across = 3.0 * more * real, -3.0 * more * imaginary
    slope = slope + Vec3(along * n.x - across * n.y, along * n.y + across * n.x, 0.0)
    return (slope - x * (7.0 * value / r2)) * (1.0 / (r2 * r2 * r2 * np.sqrt(r2)))


@kernel
def solid_tide(tides, mu, s, x):
    """The acceleration at x by the tide that one body raises."""
    love, distance = tides.love, norm(s)
    n, R = s * (1.0 / distance), love[0]
    strength = mu * R * R * (R / distance) * (R / distance) * (R / distance)
    second = quadratic_field(love_times(love, n), x) * strength
    return second + cubic_field(love[6], love[7], n, x) * (strength * R * R / distance)


@kernel
def permanent_tide(tides, mu, x):
    """The acceleration at x by the permanent tide in the field of a planet of parameter μ, which
    the tides raised by bodies contain once more."""
    c = tides.permanent[0] * mu * tides.love[0] * tides.love[0] * np.sqrt(5.0)
    return quadratic_field(Sym3(-0.5 * c, 0.0, 0.0, -0.5 * c, 0.0, c), x)
