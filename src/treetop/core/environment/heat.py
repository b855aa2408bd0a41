"""Heat from around: what shapes take up of light, and what is driven by it.

A flux is a vector towards its source, W/m².  Of the whole area A of a shape it meets

    a plate, one side of which is seen       A max(0, n·f)
    a panel, both sides of which count       A |n·f| / 2
    a cylinder without its ends, axis n      A |f - n n·f| / π
    a sphere                                 A |f| / 4
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.environment.sunlight import LIGHT_SPEED
from treetop.core.spatial import Vec3, dot, norm, turn_back, zero3
from treetop.core.spatial.table_access import vec_at
from treetop.core.tables import surroundings as s

PLATE, PANEL, CYLINDER, SPHERE = range(4)  # shapes
DISC = 0.0031  # rad: mean distance of points of the Sun's disc from its middle, at 1 au
STEFAN_BOLTZMANN = 5.670374419e-8  # W/(m² K⁴), CODATA 2018


class Fluxes(NamedTuple):
    """Light that arrives."""

    sun: Vec3
    reflected: Vec3  # by the planet, its rays together
    infrared: Vec3  # of the planet, likewise


@kernel
def fluxes_around(around):
    """Fluxes of the surroundings, inertial axes."""
    sun = vec_at(around, s.SUN) * (around[s.LIGHT_PRESSURE] * LIGHT_SPEED)
    return Fluxes(sun, vec_at(around, s.REFLECTED) * -1.0, vec_at(around, s.INFRARED) * -1.0)


@kernel
def fluxes_of_sun(sun):
    """Fluxes of a Sun that is given, without a planet."""
    return Fluxes(sun, zero3(), zero3())


@kernel
def seen_from(R, fluxes):
    """Fluxes in axes of which R is the attitude."""
    sun, reflected = turn_back(R, fluxes.sun), turn_back(R, fluxes.reflected)
    return Fluxes(sun, reflected, turn_back(R, fluxes.infrared))


@kernel
def met(shape, axis, flux):
    """The flux that meets a shape, over the whole of its area."""
    along = dot(axis, flux)
    if shape == PLATE:
        return max(0.0, along)
    if shape == PANEL:
        return 0.5 * abs(along)
    if shape == CYLINDER:
        return norm(flux - axis * along) / math.pi
    return 0.25 * norm(flux)


@kernel
def ray_taken(around, k, absorptivity, emissivity):
    """Where ray k of the planet comes from, inertial axes, and what is taken up of it for each unit
    of area across; infra-red as well as it is emitted."""
    at = s.RAYS + s.RAY * k
    taken = absorptivity * around[at + 3] + emissivity * around[at + 4]
    return vec_at(around, at) * -1.0, taken


@kernel
def absorbed_of_planet(shape, axis, around, absorptivity, emissivity):
    """What a shape takes up of the rays of the planet, for each unit of its area: near the planet
    they come from half of the sky."""
    total = 0.0
    for k in range(s.RAY_COUNT):
        towards, taken = ray_taken(around, k, absorptivity, emissivity)
        if taken > 0.0:
            total += taken * met(shape, axis, towards)
    return total


@kernel
def seen_across(across, flux):
    """The size of the part of a flux that is across a boom or panel, of which `across` is the
    projection.  Its source has a disc, so that some of it always is: it has no corner."""
    return math.sqrt(max(0.0, dot(flux, across @ flux)) + DISC * DISC * dot(flux, flux))
