"""Force of a free-molecular gas on a facet, a sphere and a cylinder, after Schaaf and Chambré.

S. A. Schaaf and P. L. Chambré, Flow of Rarefied Gases (Princeton, 1961).  Of the momentum that
arrives along the normal, the part σₙ leaves diffusely, and the rest mirror-like; of that along the
surface, the part σₜ stays there.  V is the velocity of the gas relative to the surface.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.environment.bessel import scaled_bessel
from treetop.core.environment.free_molecular import incident, incident_on_both
from treetop.core.spatial import cross, dot

SLOW = 0.5  # speed ratio below which the drag of a sphere is summed as a series
ROOT_PI = math.sqrt(math.pi)


@kernel
def facet(gas, V, n):
    """Force per area on the side of a plane whose outward normal is n."""
    inflow = -dot(V, n)
    flux, arriving = incident(gas.speed, inflow)
    flux, arriving = gas.density * flux, gas.density * arriving
    leaving = 0.5 * ROOT_PI * gas.leaving * flux
    pressure = (2.0 - gas.normal) * arriving + gas.normal * leaving
    shear = gas.tangential * flux
    return V * shear + n * (shear * inflow - pressure)


@kernel
def plate(gas, V, n):
    """Force per area on both sides of a plane."""
    inflow = -dot(V, n)
    flux, arriving = incident_on_both(gas.speed, inflow)
    leaving = 0.5 * ROOT_PI * gas.leaving * inflow  # what leaves one side less the other
    pressure = gas.density * ((2.0 - gas.normal) * arriving + gas.normal * leaving)
    shear = gas.density * gas.tangential * flux
    return V * shear + n * (shear * inflow - pressure)


@kernel
def sphere(gas, V):
    """Force per area of the great circle."""
    c, v = gas.speed, math.sqrt(dot(V, V))
    arriving = 0.5 * c * sphere_drag(v / c) * (2.0 - gas.normal + gas.tangential) * 0.5
    leaving = ROOT_PI / 3.0 * gas.normal * gas.leaving
    return V * (gas.density * (arriving + leaving))


@kernel
def sphere_drag(s):
    """Speed ratio times the drag coefficient of a sphere, of what arrives on it, if all stays."""
    x = s * s
    if s > SLOW:
        straight = (4.0 * x * x + 4.0 * x - 1.0) / (2.0 * x * s) * math.erf(s)
        return straight + (2.0 * x + 1.0) / (ROOT_PI * x) * math.exp(-x)
    total, power, before, now = 0.0, 1.0, 0.0, 1.0  # of exp(-x): the factors before x^(m-1), x^m
    for m in range(12):
        after = -now / (m + 1.0)
        term = 2.0 * now + after + 4.0 * before / (2.0 * m - 1.0)
        term += 4.0 * now / (2.0 * m + 1.0) - after / (2.0 * m + 3.0)
        total, power = total + term * power, power * x
        before, now = now, after
    return total / ROOT_PI


@kernel
def cylinder(gas, V, axis):
    """On the side of a cylinder: force per radius and length, and torque about its middle per
    square of the radius and length."""
    rho, c = gas.density, gas.speed
    along = axis * dot(V, axis)
    across = V - along
    z = 0.5 * dot(across, across) / (c * c)
    I0, I1 = scaled_bessel(z)
    both = I0 + I1
    arriving = 0.5 * ROOT_PI * c * (2.0 * I0 + 8.0 / 3.0 * z * both + 2.0 / 3.0 * I1)
    leaving = 0.25 * math.pi * ROOT_PI * gas.leaving
    staying = 0.5 * ROOT_PI * c * ((1.0 + 4.0 / 3.0 * z) * both - 2.0 / 3.0 * I1)
    flux = ROOT_PI * c * ((1.0 + 2.0 * z) * I0 + 2.0 * z * I1)
    normal = (2.0 - gas.normal) * arriving + gas.normal * leaving
    force = across * (rho * (normal + gas.tangential * staying))
    torque = cross(across, V) * (-0.5 * math.pi * rho * gas.tangential)
    return force + along * (rho * gas.tangential * flux), torque
