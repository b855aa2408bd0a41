"""Corrections of general relativity to the motion about a planet (IERS Conventions 2010, 10.12).

x and v are position and velocity from the centre of the planet, inertial axes; β = γ = 1.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import cross, dot, norm

LIGHT = 299792458.0  # m/s


@kernel
def schwarzschild(mu, x, v):
    """The acceleration by the mass of the planet: it makes the periapsis advance."""
    r = norm(x)
    k = mu / (LIGHT * LIGHT * r * r * r)
    return (x * (4.0 * mu / r - dot(v, v)) + v * (4.0 * dot(x, v))) * k


@kernel
def lense_thirring(mu, J, x, v):
    """The acceleration by the spin of the planet, J its angular momentum per mass (m²/s)."""
    r = norm(x)
    k = 2.0 * mu / (LIGHT * LIGHT * r * r * r)
    return (cross(x, v) * (3.0 * dot(x, J) / (r * r)) + cross(v, J)) * k


@kernel
def de_sitter(mu_sun, X, V, v):
    """The acceleration by the planet's own fall about the Sun, X and V its position and velocity
    from there: geodesic precession."""
    R = norm(X)
    k = -3.0 * mu_sun / (LIGHT * LIGHT * R * R * R)
    return cross(cross(V, X), v) * k
