"""What is around a point near a planet: gravity, light, air and magnetic field."""

import math
from typing import NamedTuple

from treetop.core.compiler import inlined, kernel
from treetop.core.environment.atmosphere import Air, air_at
from treetop.core.environment.ellipsoid import height_and_up
from treetop.core.environment.ephemeris import place_and_velocity, place_of
from treetop.core.environment.harmonics import perturbation_and_gradient
from treetop.core.environment.magnetic import field_and_gradient, magnetic_field
from treetop.core.environment.planet_light import planet_light
from treetop.core.environment.relativity import de_sitter, lense_thirring, schwarzschild
from treetop.core.environment.rotation import rotation_at, spin_of
from treetop.core.environment.shadow import (
    contacts,
    cylinder_contact,
    cylinder_lit_fraction,
    lit_by_both,
    lit_fraction,
)
from treetop.core.environment.shape import AT_EACH_BODY, shape_field
from treetop.core.environment.solid_tides import permanent_tide, solid_tide
from treetop.core.environment.sunlight import LIGHT_SPEED, sunlight
from treetop.core.environment.surfaces import Ambient
from treetop.core.environment.tables import (
    AIR,
    AT_BODIES,
    COMPANION_RADIUS,
    CONE,
    CYLINDER,
    DISTANCE,
    FLATTENING,
    IRRADIANCE,
    MAGNETIC,
    MOMENTUM,
    MU,
    OF_ALL,
    RADIUS,
    RELATIVITY,
    SHADOW_RADIUS,
    SUN_RADIUS,
    TIDES,
    WHOLE,
    WITH_GRADIENT,
)
from treetop.core.environment.third_body import third_body, third_body_gradient
from treetop.core.spatial import (
    Mat3,
    Sym3,
    Vec3,
    norm,
    transpose,
    turn_back,
    turned,
    zero3,
)
from treetop.core.spatial.table_access import mat, put_vec_at, vec_at
from treetop.core.tables import surroundings as s


class AtPoint(NamedTuple):
    """What of the planet's field is evaluated at bodies, as it is at the point."""

    R: Mat3  # from inertial axes to those of the field
    acceleration: Vec3  # of its shape, in axes of the field
    gradient: Sym3  # inertial axes


@kernel
def put_sym_at(values, k, G):
    values[k], values[k + 1], values[k + 2] = G.xx, G.xy, G.xz
    values[k + 3], values[k + 4], values[k + 5] = G.yy, G.yz, G.zz


@inlined
def gravity_around(environment, t, R, origin, point, around):
    """Write the perturbing gravity at a point, seen from the origin of positions, and its gradient;
    return what of it is evaluated at each body.  R is the rotation of the planet."""
    planet, others, x, back = environment.planet, environment.others, origin.p + point, transpose(R)
    fall, G, there = planet_field(environment, mat(environment.harmonics.axes, 0) @ R, x)
    for k in range(others.mu.size):
        if others.mu[k] > 0.0:
            place = place_of(others.ephemerides, k, t)
            fall = fall + third_body(others.mu[k], place, x)
            if planet.laws[TIDES]:
                fall = fall + back @ solid_tide(environment.tides, others.mu[k], R @ place, R @ x)
            G = G + third_body_gradient(others.mu[k], place, x)
    if planet.laws[TIDES]:
        fall = fall - back @ permanent_tide(environment.tides, planet.figure[MU], R @ x)
    if planet.laws[RELATIVITY]:
        fall = fall + relativity(environment, t, R, x, origin.v)
    put_vec_at(around, s.POINT, point)
    put_vec_at(around, s.FALL, fall)
    put_sym_at(around, s.GRADIENT, G)
    return there


@inlined
def planet_field(environment, R, x):
    """Acceleration and gradient by harmonics or by the shape of the planet, inertial axes, and what
    of it is evaluated at each body.  R leads to the axes of the field."""
    field, shape, back = environment.harmonics, environment.shape, transpose(R)
    whole, at_bodies = environment.planet.degree[WHOLE], environment.planet.degree[AT_BODIES]
    fall, G = zero3(), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    there = AtPoint(R, zero3(), G)
    if whole > 0:
        a, part = perturbation_and_gradient(field, R @ x, whole)
        fall, G = back @ a, turned(back, part)
        if at_bodies == whole:
            there = AtPoint(R, zero3(), G)
        elif at_bodies > 0:
            _, part = perturbation_and_gradient(field, R @ x, at_bodies)
            there = AtPoint(R, zero3(), turned(back, part))
    if shape.use[0]:
        a, part = shape_field(shape, environment.planet.figure[MU], R @ x)
        fall, G = back @ a, turned(back, part)
        if shape.use[0] == AT_EACH_BODY:
            there = AtPoint(R, a, G)
    return fall, G, there


@inlined
def relativity(environment, t, R, x, v):
    """The corrections of general relativity to the acceleration at x."""
    planet, others = environment.planet, environment.others
    a = schwarzschild(planet.figure[MU], x, v)
    if planet.laws[RELATIVITY] == OF_ALL:
        a = a + lense_thirring(planet.figure[MU], R.z * planet.figure[MOMENTUM], x, v)
        sun, sun_rate = place_and_velocity(others.ephemerides, others.sun[0], t)
        a = a + de_sitter(others.mu[others.sun[0]], sun * -1.0, sun_rate * -1.0, v)
    return a


@inlined
def sense(environment, t, R, x, around):
    """Write all else that is around a place; R is the rotation of the planet."""
    planet, sun, companion = environment.planet, zero3(), companion_at(environment.others, t, x)
    put_directions(planet, environment.others.companion[0] >= 0, companion, x, around)
    if environment.others.sun[0] >= 0:
        sun = place_of(environment.others.ephemerides, environment.others.sun[0], t)
        put_light(environment, sun, companion, x, around)
    around[s.HEIGHT], _ = height_and_up(planet.figure[RADIUS], planet.figure[FLATTENING], R @ x)
    if planet.laws[AIR]:
        air = air_at(environment.air, t, x, R, spin_of(environment.rotation, t), sun)
        around[s.DENSITY], around[s.TEMPERATURE] = air.density, air.temperature
        around[s.MOLAR_MASS] = air.molar_mass
        put_vec_at(around, s.AIR_VELOCITY, air.velocity)
    if planet.laws[MAGNETIC]:
        if planet.laws[MAGNETIC] == WITH_GRADIENT:
            B, G = field_and_gradient(environment.magnetic, t, R @ x)
            put_sym_at(around, s.MAGNETIC_GRADIENT, turned(transpose(R), G))
        else:
            B = magnetic_field(environment.magnetic, t, R @ x)
        put_vec_at(around, s.MAGNETIC_FIELD, turn_back(R, B))
        put_vec_at(around, s.SPIN, spin_of(environment.rotation, t))


@kernel
def companion_at(others, t, x):
    """Where light that reaches x has passed the companion of the planet, if it has one, from where
    the planet is now: both have gone on about the Sun since, by 38 km from the Moon to the
    Earth."""
    k, sun, table = others.companion[0], others.sun[0], others.ephemerides
    if k < 0:
        return zero3()
    place = place_of(table, k, t)
    if sun < 0:
        return place
    earlier = t - norm(place - x) / LIGHT_SPEED
    return place_of(table, k, earlier) + (place_of(table, sun, t) - place_of(table, sun, earlier))


@kernel
def put_directions(planet, accompanied, companion, x, around):
    """Write where the planet and its companion are seen from x."""
    distance = norm(x)
    put_vec_at(around, s.PLANET, x * (-1.0 / distance))
    around[s.PLANET_ANGLE] = math.asin(min(planet.figure[RADIUS] / distance, 1.0))
    if accompanied:
        away = companion - x
        put_vec_at(around, s.COMPANION, away * (1.0 / norm(away)))


@inlined
def put_light(environment, sun, companion, x, around):
    """Write the direction of the Sun, its light at x, and that of the planet."""
    light, shadow = environment.planet.light, environment.planet.shadow[0]
    direction, lit, pressure = light_at(environment.planet, sun, companion, x)
    put_vec_at(around, s.SUN, direction)
    around[s.SUNLIGHT], around[s.LIGHT_PRESSURE] = lit, pressure
    penumbra = umbra = 1.0
    if shadow == CONE:
        penumbra, umbra = contacts(sun, light[SUN_RADIUS], light[SHADOW_RADIUS], x)
    elif shadow == CYLINDER:
        penumbra = umbra = cylinder_contact(sun, light[SHADOW_RADIUS], x)
    around[s.PENUMBRA], around[s.UMBRA] = penumbra, umbra
    if light[COMPANION_RADIUS] > 0.0:
        penumbra, umbra = contacts(
            sun - companion, light[SUN_RADIUS], light[COMPANION_RADIUS], x - companion
        )
        around[s.COMPANION_PENUMBRA], around[s.COMPANION_UMBRA] = penumbra, umbra
    if environment.shining.elements.shape[0] > 0:
        irradiance = norm(sunlight(light[IRRADIANCE], light[DISTANCE], sun, zero3()))
        rays = around[s.RAYS :]
        reflected, infrared = planet_light(environment.shining, irradiance, sun, x, rays)
        put_vec_at(around, s.REFLECTED, reflected)
        put_vec_at(around, s.INFRARED, infrared)


@kernel
def lit_part(planet, sun, companion, x):
    """The part of the Sun's disc that is seen from x."""
    light = planet.light
    if planet.shadow[0] == CYLINDER:
        return cylinder_lit_fraction(sun, light[SHADOW_RADIUS], x)
    if planet.shadow[0] != CONE:
        return 1.0
    radius = light[SUN_RADIUS]
    lit = lit_fraction(sun, radius, light[SHADOW_RADIUS], x)
    if light[COMPANION_RADIUS] > 0.0:
        apart, place = sun - companion, x - companion
        lit = lit_by_both(lit, lit_fraction(apart, radius, light[COMPANION_RADIUS], place))
    return lit


@kernel
def light_at(planet, sun, companion, x):
    """Direction of the Sun at x, the part of its disc that is seen, and the pressure of its
    light."""
    to_sun, light, lit = sun - x, planet.light, lit_part(planet, sun, companion, x)
    ray = sunlight(light[IRRADIANCE], light[DISTANCE], sun, x)
    return to_sun * (1.0 / norm(to_sun)), lit, lit * norm(ray) / LIGHT_SPEED


@inlined
def ambient_at(environment, t, x):
    """What surfaces feel at a place."""
    sun, direction, pressure = zero3(), zero3(), 0.0
    air = Air(0.0, 0.0, 1.0, zero3())
    if environment.others.sun[0] >= 0:
        sun = place_of(environment.others.ephemerides, environment.others.sun[0], t)
        companion = companion_at(environment.others, t, x)
        direction, _, pressure = light_at(environment.planet, sun, companion, x)
    if environment.planet.laws[AIR]:
        R = rotation_at(environment.rotation, t)
        air = air_at(environment.air, t, x, R, spin_of(environment.rotation, t), sun)
    return Ambient(air.density, air.temperature, air.molar_mass, air.velocity, direction, pressure)


@kernel
def ambient_in(around):
    """What surfaces feel where the surroundings are known."""
    air, sun = vec_at(around, s.AIR_VELOCITY), vec_at(around, s.SUN)
    density, temperature = around[s.DENSITY], around[s.TEMPERATURE]
    return Ambient(density, temperature, around[s.MOLAR_MASS], air, sun, around[s.LIGHT_PRESSURE])
