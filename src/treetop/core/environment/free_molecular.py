"""What a gas in free-molecular flow brings to a surface, and how it leaves.

After S. A. Schaaf and P. L. Chambré, Flow of Rarefied Gases (Princeton, 1961).  The gas has
density ρ, a Maxwellian spread about its mean velocity, whose most probable speed is c = √(2 R T),
and the flow velocity V relative to the surface.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.environment.error_function import LARGEST, scaled_erfc
from treetop.core.spatial import dot

GAS_CONSTANT = 8.31446261815324  # J/(mol K), exact in the SI of 2019
COLD = 1e-8  # c over the flow speed: less changes no digit of what is exerted
STILL = 1e-30  # m/s
EDGE = LARGEST  # speed ratio along the normal: beyond, exp(-s²) is below 5e-19


class Gas(NamedTuple):
    """A gas and the surface that it meets."""

    density: float
    speed: float  # c, the most probable speed of the gas
    normal: float  # accommodation of momentum along the normal, 0 mirror-like, 1 diffuse
    tangential: float  # and of momentum along the surface
    leaving: float  # most probable speed of the gas that leaves diffusely


@kernel
def most_probable_speed(temperature, molar_mass):
    """√(2 R T / M), at no temperature 0."""
    if temperature <= 0.0:
        return 0.0
    return math.sqrt(2.0 * GAS_CONSTANT * temperature / molar_mass)


@kernel
def not_colder(c, V):
    """The most probable speed, not so small beside the flow V that quotients overflow: this is the
    hyperthermal limit."""
    return max(c, COLD * math.sqrt(dot(V, V)), STILL)


@kernel
def incident(c, inflow):
    """Mass flow and pressure that arrive on a plane, per unit of density, where the flow comes
    towards it at the speed `inflow`."""
    s = inflow / c
    if s > EDGE:
        return inflow, 0.5 * c * c + inflow * inflow
    if s < -EDGE:
        return 0.0, 0.0
    gauss = math.exp(-s * s)
    spread = 0.5 / math.sqrt(math.pi) * c * gauss
    tail = 0.5 * gauss * scaled_erfc(abs(s))
    part = tail if s < 0.0 else 1.0 - tail
    return spread + inflow * part, inflow * spread + (0.5 * c * c + inflow * inflow) * part


@kernel
def incident_on_both(c, inflow):
    """Mass flow that arrives on both sides of a plane, and the pressure on the first less that on
    the second."""
    s = inflow / c
    push = 0.5 * c * c + inflow * inflow
    if abs(s) > EDGE:
        return abs(inflow), math.copysign(push, s)
    gauss = math.exp(-s * s)
    spread = c / math.sqrt(math.pi) * gauss
    difference = math.copysign(1.0 - gauss * scaled_erfc(abs(s)), s)  # erf(s)
    return spread + inflow * difference, inflow * spread + push * difference
