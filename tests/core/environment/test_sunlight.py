import math

import pytest

from treetop.core.environment.sunlight import (
    ASTRONOMICAL_UNIT,
    LIGHT_SPEED,
    SOLAR_CONSTANT,
    sunlight,
)
from treetop.core.spatial import Vec3, norm


def test_pressure_at_one_astronomical_unit():
    sun = Vec3(ASTRONOMICAL_UNIT, 0.0, 0.0)
    light = sunlight(SOLAR_CONSTANT, ASTRONOMICAL_UNIT, sun, Vec3(0.0, 0.0, 0.0))
    assert light.x / LIGHT_SPEED == pytest.approx(-1361.0 / 299792458.0, rel=1e-15)
    assert (light.y, light.z) == (0.0, 0.0)


def test_irradiance_falls_with_the_square_of_the_distance():
    sun, x = Vec3(1e11, -2e11, 3e10), Vec3(-4e10, 5e10, 1e10)
    light, ray = sunlight(1361.0, 1.5e11, sun, x), x - sun
    assert norm(light) == pytest.approx(1361.0 * (1.5e11 / norm(ray)) ** 2, rel=1e-14)
    assert math.isclose(light.x / norm(light), ray.x / norm(ray), rel_tol=1e-14)
