"""Albedo and infra-red against closed forms and an integral over the ground."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from treetop.core.environment.planet_light import NO_PLANET_LIGHT, ray_of
from treetop.core.environment.planet_light import planet_light as written_light
from treetop.core.spatial import Vec3
from treetop.environment.planet_light import planet_light_table

AU, R, S = 149597870700.0, 6378137.0, 1361.0
SUN = Vec3(AU, 0.0, 0.0)


def at(angle, distance):
    """A point seen from the planet at an angle from the Sun."""
    return Vec3(distance * math.cos(angle), distance * math.sin(angle), 0.0)


def planet_light(light, irradiance, sun, x):
    """Light of the whole planet."""
    return written_light(light, irradiance, sun, x, np.zeros(5 * len(light.elements)))


def total(light, x, sun=SUN):
    """Reflected sunlight and infra-red together."""
    reflected, infrared = planet_light(light, S, sun, x)
    return np.array(reflected) + np.array(infrared)


def over_the_ground(x, albedo, infrared):
    """The irradiance at x by a sum over pieces of the ground: n its normal."""
    count = 300
    z, w = np.polynomial.legendre.leggauss(count)
    turn = (np.arange(2 * count) + 0.5) * math.pi / count
    z, turn = np.meshgrid(z, turn, indexing="ij")
    area = np.repeat(w, 2 * count).reshape(z.shape) * R**2 * math.pi / count
    flat = np.sqrt(1 - z**2)
    n = np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=-1)
    way = np.array(x) - R * n
    distance = np.linalg.norm(way, axis=-1)
    seen = np.maximum(np.sum(n * way, axis=-1) / distance, 0.0)
    L = (albedo * S * np.maximum(n[..., 0], 0.0) + infrared) / math.pi
    part = L * seen * area / distance**3
    return np.einsum("ij,ijk->k", part, way)


@pytest.mark.parametrize("distance", [R, R + 4e5, 4.2e7, 4e8])
@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, math.pi])
def test_infrared_falls_with_the_square_of_the_distance(distance, angle):
    light = planet_light_table(R, 0.0, 237.0, rings=2, sectors=2)
    reflected, found = planet_light(light, S, SUN, at(angle, distance))
    assert reflected == Vec3(0.0, 0.0, 0.0)
    assert_allclose(found, np.array(at(angle, 237.0 * (R / distance) ** 2)), atol=1e-12)


def test_rays_of_infrared_fill_the_part_of_the_sky_that_the_planet_covers():
    light = planet_light_table(R, 0.0, 237.0)
    x = at(0.7, 2 * R)
    rays = [ray_of(light, k, S, SUN, x) for k in range(len(light.elements))]
    sky = 2 * math.pi * (1 - math.sqrt(0.75))
    whole = sum(infrared for _, _, infrared in rays)
    assert whole == pytest.approx(237.0 / math.pi * sky, rel=1e-14)


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.2, 2.0, 3.0])
def test_albedo_far_away_follows_the_phase_of_a_lambert_sphere(angle):
    light = planet_light_table(R, 0.3, 0.0, rings=60, sectors=120, twilight=0.0)
    distance = 1e4 * R
    found, _ = planet_light(light, S, SUN, at(angle, distance))
    phase = (math.sin(angle) + (math.pi - angle) * math.cos(angle)) / math.pi
    wanted = 2.0 / 3.0 * 0.3 * S * (R / distance) ** 2 * phase
    assert np.linalg.norm(found) == pytest.approx(wanted, rel=5e-3)


def test_albedo_below_the_sun_in_closed_form():
    # With every piece of ground that is seen in daylight, at a distance of d radii: the integral of
    # the cosine of its zenith angle, gamma, over the sky.
    light = planet_light_table(R, 0.3, 0.0, rings=8, sectors=3, twilight=0.0)
    d = 1.08
    found, _ = planet_light(light, S, SUN, at(0.0, d * R))
    g = np.polynomial.legendre.leggauss(60)
    cosine = 0.5 * (1 + 1 / d) + 0.5 * (1 - 1 / d) * g[0]
    square = 1 + d * d - 2 * d * cosine
    kernel = cosine * (d * cosine - 1) * (d - cosine) / square**2
    wanted = 2 * 0.3 * S * 0.5 * (1 - 1 / d) * np.sum(g[1] * kernel)
    assert found.x == pytest.approx(wanted, rel=1e-9)


@pytest.mark.compiled
@pytest.mark.parametrize("height", [4e5, 2e7])
def test_albedo_against_a_sum_over_the_ground(height):
    fine = planet_light_table(R, 0.3, 237.0, rings=40, sectors=60, twilight=0.0)
    coarse = planet_light_table(R, 0.3, 237.0)
    for angle in (0.3, 1.4, 1.8, 2.6):
        x = at(angle, R + height)
        wanted = over_the_ground(x, 0.3, 237.0)
        whole = np.linalg.norm(wanted)
        found = total(fine, x)
        assert_allclose(found, wanted, atol=3e-3 * whole)
        near = total(coarse, x)
        assert_allclose(near, wanted, atol=0.06 * whole)


def test_light_moves_without_jumps_around_the_planet():
    light = planet_light_table(R, 0.3, 237.0)
    angles = np.linspace(0, 2 * math.pi, 721)
    found = np.array([total(light, at(a, R + 5e5)) for a in angles])
    assert np.abs(np.diff(found, axis=0)).max() < 10.0
    second = np.abs(np.diff(found, 2, axis=0)).max()
    assert second < 0.3


def test_below_the_sun_and_at_a_pole():
    light = planet_light_table(R, 0.3, 237.0)
    for x, sun in (((7e6, 0, 0), (AU, 0, 0)), ((0, 7e6, 0), (0, AU, 0)), ((0, 0, 7e6), (0, 0, AU))):
        found = total(light, Vec3(*map(float, x)), Vec3(*map(float, sun)))
        assert_allclose(found / np.linalg.norm(found), np.array(x) / 7e6, atol=1e-14)
    assert_allclose(total(NO_PLANET_LIGHT, Vec3(7e6, 0.0, 0.0)), 0.0)
