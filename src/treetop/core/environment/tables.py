"""The tables of what surrounds a craft, and what their kernels write."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle
from treetop.core.environment.atmosphere import NO_AIR, AirTables
from treetop.core.environment.ephemeris import NO_EPHEMERIDES, Ephemerides
from treetop.core.environment.harmonics import NO_HARMONICS, Harmonics
from treetop.core.environment.magnetic import NO_MAGNETIC_FIELD, MagneticField
from treetop.core.environment.magnets import NO_MAGNETS, Magnets
from treetop.core.environment.planet_light import NO_PLANET_LIGHT, PlanetLight
from treetop.core.environment.rotation import NO_ROTATION, Rotation
from treetop.core.environment.shading import Shade, shade_for
from treetop.core.environment.shape import NO_SHAPE, Shape
from treetop.core.environment.solid_tides import NO_TIDES, Tides
from treetop.core.environment.surfaces import NO_SURFACES, Surfaces
from treetop.core.environment.warmed_surfaces import NO_WARMED_SURFACES, WarmedSurfaces


class Planet(NamedTuple):
    """Numbers of the planet, and which laws apply."""

    figure: np.ndarray  # (4,)  see below
    degree: np.ndarray  # (2,)  of its harmonics, and of those that are evaluated at each body
    laws: np.ndarray  # (4,)  whether, or how, they apply; see below
    light: np.ndarray  # (5,)  irradiance, at which distance, radii: see below
    shadow: np.ndarray  # (1,)  kind of the planet's shadow


MU, RADIUS, FLATTENING, MOMENTUM = range(4)  # `Planet.figure`; angular momentum over mass, m²/s
WHOLE, AT_BODIES = range(2)  # `Planet.degree`
RELATIVITY, TIDES, AIR, MAGNETIC = range(4)  # `Planet.laws`
WITH_GRADIENT = 2  # of the magnetic field
OF_THE_MASS, OF_ALL = 1, 2  # relativity: what of it
# `Planet.light`: radii of the Sun, of the planet's shadow, and of its companion's, or 0: none
IRRADIANCE, DISTANCE, SUN_RADIUS, SHADOW_RADIUS, COMPANION_RADIUS = range(5)
NO_SHADOW, CYLINDER, CONE = range(3)


class Others(NamedTuple):
    """Bodies beside the planet."""

    mu: np.ndarray  # (k,)  0: it does not attract
    sun: np.ndarray  # (1,)  number of the Sun, or -1
    companion: np.ndarray  # (1,)  of the Moon near the Earth, or of the Earth near the Moon; or -1
    ephemerides: Ephemerides


class EnvironmentTables(NamedTuple):
    """All that surrounds a craft."""

    planet: Planet
    rotation: Rotation
    harmonics: Harmonics
    shape: Shape
    others: Others
    tides: Tides
    air: AirTables
    magnetic: MagneticField
    shining: PlanetLight
    surfaces: Surfaces
    warmed: WarmedSurfaces
    magnets: Magnets


_INTEGERS = np.zeros(4, dtype=np.int64)
NO_ENVIRONMENT = EnvironmentTables(
    Planet(np.zeros(4), _INTEGERS[:2], _INTEGERS, np.zeros(5), _INTEGERS[:1]),
    NO_ROTATION,
    NO_HARMONICS,
    NO_SHAPE,
    Others(np.zeros(0), _INTEGERS[:1], _INTEGERS[:1], NO_EPHEMERIDES),
    NO_TIDES,
    NO_AIR,
    NO_MAGNETIC_FIELD,
    NO_PLANET_LIGHT,
    NO_SURFACES,
    NO_WARMED_SURFACES,
    NO_MAGNETS,
)


def shade_of(surfaces: Surfaces) -> Shade:
    """What evaluations write."""
    return shade_for(len(surfaces.frame), len(surfaces.kind), surfaces.shading)


bundle = Bundle(NO_ENVIRONMENT, shade_of(NO_SURFACES))
unpack_environment = bundle.unpack
