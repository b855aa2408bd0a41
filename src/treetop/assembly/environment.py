"""The tables of what surrounds a spacecraft."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from treetop.assembly.atmosphere import air_table
from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.internal_states import device_outputs
from treetop.assembly.magnets import magnet_table
from treetop.assembly.surfaces import surface_table
from treetop.assembly.warmed_surfaces import warmed_surface_table
from treetop.core.compiler import BOX
from treetop.core.environment import tables as core
from treetop.core.environment.ephemeris import NO_EPHEMERIDES
from treetop.core.environment.harmonics import NO_HARMONICS, Harmonics
from treetop.core.environment.magnetic import NO_MAGNETIC_FIELD, MagneticField
from treetop.core.environment.planet_light import NO_PLANET_LIGHT, PlanetLight
from treetop.core.environment.rotation import NO_ROTATION, Rotation
from treetop.core.environment.shape import AT_EACH_BODY, AT_POINT, NO_SHAPE, Shape
from treetop.core.environment.solid_tides import NO_TIDES, Tides
from treetop.core.environment.tables import NO_ENVIRONMENT, EnvironmentTables, Others
from treetop.core.tables import surroundings as s
from treetop.core.tables.tables import Environment
from treetop.environment.ephemeris import ephemerides, fixed_places, joined
from treetop.environment.epoch import Epoch
from treetop.environment.harmonics import harmonics
from treetop.environment.magnetic_fields import dipole_table, magnetic_table
from treetop.environment.planet_light import planet_light_table
from treetop.environment.rotation import (
    earth_rotation,
    mars_rotation,
    moon_rotation,
    uniform_rotation,
)
from treetop.environment.small_bodies import mascons, polyhedron
from treetop.environment.tides import earth_tides
from treetop.model import Conductor, EddyCurrents, MagneticDipole, Magnetorquer
from treetop.model.environment.gravity import GravityField, ZonalField
from treetop.model.environment.planet import ENVIRONMENT, Mars, Moon, Planet, mu_of
from treetop.model.environment.rotation import UniformRotation
from treetop.model.environment.small_body import Mascons, Polyhedron
from treetop.model.surfaces import Surface
from treetop.topology.mechanism import Mechanism

THEORIES = {"IAU 2006": "IAU 2006/2000A", "IAU 1976": "IAU 1976/1980"}
RELATIVITY = {None: 0, "schwarzschild": core.OF_THE_MASS, "full": core.OF_ALL}
SHADOWS = {"none": core.NO_SHADOW, "cylinder": core.CYLINDER, "cone": core.CONE}
PLACES = {  # of outputs, in `Work.surroundings`
    "sun_direction.x": s.SUN,
    "sunlight": s.SUNLIGHT,
    "penumbra_angle": s.PENUMBRA,
    "umbra_angle": s.UMBRA,
    "air_density": s.DENSITY,
    "air_temperature": s.TEMPERATURE,
    "air_velocity.x": s.AIR_VELOCITY,
    "magnetic_field.x": s.MAGNETIC_FIELD,
    "reflected_flux.x": s.REFLECTED,
    "infrared_flux.x": s.INFRARED,
    "height": s.HEIGHT,
    "planet_direction.x": s.PLANET,
    "planet_angle": s.PLANET_ANGLE,
}
COMPANION_PLACES = {  # likewise of outputs of its companion, after whose name
    "direction.x": s.COMPANION,
    "penumbra_angle": s.COMPANION_PENUMBRA,
    "umbra_angle": s.COMPANION_UMBRA,
}


def environment_tables(
    model: Mechanism, frames: FrameBook
) -> tuple[EnvironmentTables, Environment]:
    """Tables of what surrounds a spacecraft, and what says how many there are of what; functions
    and handles are added where a model is built."""
    planet = model.model.environment
    if planet is None:
        none = np.zeros(2, dtype=np.int64), np.zeros((0, 2), dtype=np.int64)
        return NO_ENVIRONMENT, Environment(*(None,) * 4, *none, BOX.copy())
    epoch, magnets = model.model.epoch, magnet_table(model, frames)
    named_surfaces = dict(named(model, Surface))
    surfaces = surface_table(named_surfaces, frames)
    sizes = np.array([1, len(surfaces.frame) + magnets.acting])
    around = EnvironmentTables(
        _planet(planet, _wide(model)),
        rotation_of(planet, epoch),
        _harmonics(planet),
        _shape(planet),
        _others(planet, epoch),
        _tides(planet),
        air_table(planet, epoch),
        _magnetic(planet, epoch),
        _shining(planet),
        surfaces,
        warmed_surface_table(model, list(named_surfaces)),
        magnets,
    )
    return around, Environment(*(None,) * 4, sizes, _outputs(model, planet), BOX.copy())


def _outputs(model: Mechanism, planet: Planet) -> np.ndarray:
    """Places among the outputs, and in the row of the surroundings."""
    place = {label: k for k, label in enumerate(device_outputs(model))}
    rows, places = [], dict(PLACES)
    if planet.companion:
        body = planet.companion.body
        places |= {f"{body}_{name}": at for name, at in COMPANION_PLACES.items()}
    for name in planet.outputs:
        vector, _, axis = name.partition(".")
        at = places[f"{vector}.x"] + "xyz".index(axis) if axis else places[name]
        rows.append((place[f"{ENVIRONMENT}.{name}"], at))
    return np.array(rows, dtype=np.int64).reshape(-1, 2)


def _wide(model: Mechanism) -> bool:
    """Whether the gradient of the magnetic field matters: to dipoles, along conductors, and to what
    is on other bodies than the first."""
    first = model.tree.joints[0].bodies[1]
    fixed: list[Any] = [each for _, each in named(model, Magnetorquer, EddyCurrents)]
    away = any(model.frame(each.at).body != first for each in fixed)
    return away or bool(named(model, MagneticDipole, Conductor))


def _planet(planet: Planet, wide: bool) -> core.Planet:
    degree = getattr(planet.gravity, "degree", 0)
    at_bodies = getattr(planet.gravity, "bodies_degree", None)
    light, sun = np.zeros(5), planet.sun
    if sun:
        shadow = planet.shadow_radius or planet.radius
        radii = sun.radius, shadow, planet.companion_shadow
        light[:] = sun.irradiance, sun.distance, *radii
    magnetic = 0 if planet.magnetic is None else core.WITH_GRADIENT if wide else 1
    laws = RELATIVITY[planet.relativity], planet.tides, planet.atmosphere is not None, magnetic
    mu, radius = mu_of(planet), planet.radius or 1.0
    return core.Planet(
        np.array([mu, radius, planet.flattening, planet.angular_momentum]),
        np.array([degree, degree if at_bodies is None else min(at_bodies, degree)]),
        np.array(laws, dtype=np.int64),
        light,
        np.array([SHADOWS[planet.eclipse] if sun else core.NO_SHADOW]),
    )


def _shining(planet: Planet) -> PlanetLight:
    if not (planet.albedo or planet.infrared):
        return NO_PLANET_LIGHT
    return planet_light_table(planet.radius, planet.albedo or 0.0, planet.infrared or 0.0)


def _harmonics(planet: Planet) -> Harmonics:
    match planet.gravity:
        case GravityField():
            return planet.gravity.coefficients.tables(mu_of(planet))
        case ZonalField(J, radius):
            C, S = np.zeros((2, len(J) + 2, len(J) + 2))
            C[2:, 0] = [-each / math.sqrt(2 * n + 1) for n, each in enumerate(J, start=2)]
            return harmonics(mu_of(planet), radius, C, S)
    return NO_HARMONICS


def _shape(planet: Planet) -> Shape:
    """The shape of a small body."""
    gravity = planet.gravity
    match gravity:
        case Mascons():
            made = NO_SHAPE._replace(mascons=mascons(gravity.masses, gravity.positions))
        case Polyhedron():
            made = NO_SHAPE._replace(polyhedron=polyhedron(gravity.surface, mu_of(planet)))
        case _:
            return NO_SHAPE
    return made._replace(use=np.array([AT_EACH_BODY if gravity.at_bodies else AT_POINT]))


def rotation_of(planet: Planet, epoch: Epoch | None) -> Rotation:
    """How a planet turns, from an epoch on; this may be None where it turns uniformly."""
    match planet.rotation:
        case None:
            return NO_ROTATION
        case UniformRotation(rate, pole, angle):
            return uniform_rotation(pole, rate, angle)
    assert epoch is not None, "models are checked before"
    if isinstance(planet, Moon):
        return moon_rotation(epoch, planet.span)
    if isinstance(planet, Mars):
        return mars_rotation(epoch, planet.span)
    return earth_rotation(epoch, planet.span, THEORIES[planet.rotation])


def _others(planet: Planet, epoch: Epoch | None) -> Others:
    """The Sun, the Moon and planets."""
    sun, others = planet.sun, [*([planet.moon] if planet.moon else []), *planet.planets]
    names, fixed, moving = [each.body for each in others], NO_EPHEMERIDES, NO_EPHEMERIDES
    if sun and sun.position is not None:
        fixed = fixed_places({"sun": sun.position})
    elif sun:
        names = ["sun", *names]
    if names:
        assert epoch is not None, "models are checked before"
        centre = planet.name.lower() or "earth"
        moving = ephemerides(epoch, tuple(names), centre, planet.span, planet.ephemeris_file)
    mu = [sun.mu if sun.attracts else 0.0] if sun else []
    mu += [each.parameter for each in others]
    numbers = {each.body: k for k, each in enumerate(others, start=1 if sun else 0)}
    near = numbers[planet.companion.body] if planet.companion else -1
    first = 0 if sun else -1
    return Others(np.array(mu), np.array([first]), np.array([near]), joined(fixed, moving))


def _tides(planet: Planet) -> Tides:
    if not planet.tides:
        return NO_TIDES
    has_field = isinstance(planet.gravity, GravityField)
    return earth_tides(planet.gravity.coefficients.tide_system if has_field else "tide_free")


def _magnetic(planet: Planet, epoch: Epoch | None) -> MagneticField:
    if planet.magnetic is None:
        return NO_MAGNETIC_FIELD
    if isinstance(planet.magnetic, str):
        assert epoch is not None, "models are checked before"
        return magnetic_table(planet.magnetic, epoch.decimal_year)
    return dipole_table(planet.magnetic.moment)
