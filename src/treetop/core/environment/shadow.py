"""Shadow of a planet or of its moon: the part of the Sun's disc that is seen from a point.

    sun     centre of the Sun, from the centre of the planet
    x       the point, from the centre of the planet
    a, b    apparent radii of Sun and planet, rad
    c       apparent separation of their centres, rad

Apparent discs are taken for circles in a plane (Montenbruck and Gill, Satellite Orbits, 3.4.2). The
derivation is in docs/theory/environment.md.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import cross, dot, norm

# θ - sin θ cos θ = ½ (2 θ)³ (1/3! - (2 θ)²/5! + ...): its coefficients.
_SEGMENT = tuple((-1.0) ** k / math.factorial(2 * k + 3) for k in range(9))
_SERIES_BELOW = 0.5  # rad; above, the two terms differ enough


@kernel
def apparent(sun, sun_radius, planet_radius, x):
    """Apparent radii of Sun and planet, and the angle between their centres."""
    to_sun = sun - x
    a = math.asin(min(sun_radius / norm(to_sun), 1.0))
    b = math.asin(min(planet_radius / norm(x), 1.0))
    return a, b, math.atan2(norm(cross(x, to_sun)), -dot(x, to_sun))


@kernel
def contacts(sun, sun_radius, planet_radius, x):
    """Angles from the edges of penumbra and umbra: positive outside, zero at the contacts.

    Where the planet looks smaller than the Sun, the second is the angle from the annular eclipse.
    """
    a, b, c = apparent(sun, sun_radius, planet_radius, x)
    return (c - b) - a, c - abs(b - a)


@kernel
def lit_fraction(sun, sun_radius, planet_radius, x):
    """The part of the Sun's disc that the planet leaves uncovered, from 0 to 1."""
    to_sun = sun - x
    far, high = dot(to_sun, to_sun), dot(x, x)
    if high >= far:  # the planet is behind the Sun
        return 1.0
    above = dot(x, to_sun) >= 0.0  # c is a right angle or more; a + b is less:
    if above and sun_radius**2 * high + planet_radius**2 * far <= far * high:
        return 1.0
    return uncovered(*apparent(sun, sun_radius, planet_radius, x))


@kernel
def uncovered(a, b, c):
    """The part of a disc of radius a that a disc of radius b leaves uncovered, c from centre to
    centre.

    Half angles of the common lens come from the sides of the triangle of its corner and the two
    centres; areas are sums of segments, or their difference where little is left: nothing cancels
    near the contacts.
    """
    beyond = c - b
    left, over, rest = a - beyond, a + beyond, b + (c - a)
    if left <= 0.0:
        return 1.0
    if over <= 0.0:
        return 0.0
    if rest <= 0.0:
        return 1.0 - (b / a) ** 2
    whole = a + b + c
    far, near = math.sqrt(rest * left), math.sqrt(whole * over)
    at_sun = 2.0 * math.atan2(far, near)
    at_planet = 2.0 * math.atan2(math.sqrt(over * left), math.sqrt(whole * rest))
    part = (b / a) ** 2 * segment(at_planet)
    if at_sun < 0.5 * math.pi:
        return 1.0 - (segment(at_sun) + part) / math.pi
    return (segment(2.0 * math.atan2(near, far)) - part) / math.pi


@kernel
def segment(angle):
    """The area of a segment of the unit circle of half this angle, ``θ - sin θ cos θ``."""
    if angle > _SERIES_BELOW:
        return angle - math.sin(angle) * math.cos(angle)
    twice = 2.0 * angle
    square = twice * twice
    total = _SEGMENT[8]
    for k in range(7, -1, -1):
        total = total * square + _SEGMENT[k]
    return 0.5 * twice * square * total


@kernel
def lit_by_both(one, other):
    """The lit part with two bodies before the Sun, of the lit part with each; exact where they do
    not cover the same part of the Sun, else less than it is."""
    return max(0.0, one + other - 1.0)


@kernel
def cylinder_contact(sun, planet_radius, x):
    """The distance outside a shadow that is a cylinder behind the planet, in distances from its
    centre: negative in the shadow."""
    distance = norm(x)
    if dot(x, sun) >= 0.0:
        return 1.0 - planet_radius / distance
    return (norm(cross(x, sun)) / norm(sun) - planet_radius) / distance


@kernel
def cylinder_lit_fraction(sun, planet_radius, x):
    """1 outside a shadow that is a cylinder behind the planet, 0 in it."""
    return 1.0 if cylinder_contact(sun, planet_radius, x) > 0.0 else 0.0
