"""Third bodies: what Sun, Moon and planets do at x, seen from the planet that they also attract.

s is the position of the third body from the centre of the planet, x that of the point, μ the
gravitational parameter of the third body.  The difference of the two accelerations is computed
without subtracting them (Battin 1999, section 8.4): with d = x - s and |d|² = (1 + q) |s|²,

    μ (s - x) / |d|³ - μ s / |s|³ = -μ / |d|³ (x + f(q) s),    f(q) = (1 + q)^(3/2) - 1.

Near the third body it is the other way round: its own attraction is far the larger part.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import Sym3, dot

NEAR = 0.25  # (distance from the third body / its distance from the planet)²


@kernel
def third_body(mu, s, x):
    """The acceleration at x less that of the centre of the planet."""
    d = x - s
    ss, dd = dot(s, s), dot(d, d)
    S, D = ss * math.sqrt(ss), dd * math.sqrt(dd)
    if dd < NEAR * ss:
        return (d * (1.0 / D) + s * (1.0 / S)) * -mu
    q = dot(d - s, x) / ss
    f = q * (3.0 + q * (3.0 + q)) / (1.0 + D / S)
    return (x + s * f) * (-mu / D)


@kernel
def point_gradient(mu, d):
    """The gradient of the acceleration -μ d / |d|³ by d."""
    dd = dot(d, d)
    k = mu / (dd * math.sqrt(dd))
    k3 = 3.0 * k / dd
    return Sym3(
        k3 * d.x * d.x - k,
        k3 * d.x * d.y,
        k3 * d.x * d.z,
        k3 * d.y * d.y - k,
        k3 * d.y * d.z,
        k3 * d.z * d.z - k,
    )


@kernel
def third_body_gradient(mu, s, x):
    """The gradient of the acceleration at x."""
    return point_gradient(mu, x - s)
