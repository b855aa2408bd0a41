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
    reflected: Vec3  # by the planet
    infrared: Vec3  # of the planet


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
def absorbed_by(shape, axis, fluxes, absorptivity, emissivity):
    """What a shape takes up for each unit of its area; infra-red as well as it emits that."""
    light = met(shape, axis, fluxes.sun) + met(shape, axis, fluxes.reflected)
    return absorptivity * light + emissivity * met(shape, axis, fluxes.infrared)


@kernel
def seen_across(across, flux):
    """The size of the part of a flux that is across a boom or panel, of which `across` is the
    projection.  Its source has a disc, so that some of it always is: it has no corner."""
    return math.sqrt(max(0.0, dot(flux, across @ flux)) + DISC * DISC * dot(flux, flux))
