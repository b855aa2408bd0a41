"""Areas that light meets, against sums over the surface."""

import numpy as np
import pytest

from treetop.core.environment.heat import (
    CYLINDER,
    DISC,
    PANEL,
    PLATE,
    SPHERE,
    absorbed_of_planet,
    fluxes_around,
    met,
    seen_across,
)
from treetop.core.environment.planet_light import planet_light
from treetop.core.environment.sunlight import LIGHT_SPEED
from treetop.core.spatial import Sym3, Vec3
from treetop.core.tables import surroundings as s
from treetop.environment.planet_light import planet_light_table

AXIS = np.array([0.48, -0.6, 0.64])
FLUX = np.array([400.0, 900.0, -700.0])


def vec(a):
    return Vec3(*np.asarray(a, dtype=float).tolist())


def normals(shape):
    """Many normals, each with an equal part of the area."""
    if shape == PLATE:
        return AXIS[None]
    if shape == PANEL:
        return np.array([AXIS, -AXIS])
    if shape == CYLINDER:
        side = np.cross(AXIS, [0.0, 0.0, 1.0])
        side /= np.linalg.norm(side)
        angle = (np.arange(20000) + 0.5) * 2 * np.pi / 20000
        return np.outer(np.cos(angle), side) + np.outer(np.sin(angle), np.cross(AXIS, side))
    z = (np.arange(2000) + 0.5) / 1000 - 1.0
    angle = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(2000)
    r = np.sqrt(1.0 - z * z)
    return np.column_stack([r * np.cos(angle), r * np.sin(angle), z])


@pytest.mark.parametrize("shape", [PLATE, PANEL, CYLINDER, SPHERE])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_light_meets_what_faces_it(shape, sign):
    expected = np.maximum(normals(shape) @ (sign * FLUX), 0.0).mean()
    found = met(shape, vec(AXIS), vec(sign * FLUX))
    assert np.isclose(found, expected, rtol=1e-4 if shape == SPHERE else 1e-7, atol=1e-12)


def test_infrared_is_taken_up_as_it_is_emitted():
    around = np.zeros(s.SIZE)
    around[s.RAYS : s.RAYS + 10] = 0, 0, -1, 100, 10, 0, 0, 1, 70, 7  # the second from behind
    found = absorbed_of_planet(PLATE, Vec3(0.0, 0.0, 1.0), around, 0.3, 0.8)
    assert np.isclose(found, 0.3 * 100.0 + 0.8 * 10.0)


@pytest.mark.parametrize("height", [0.02, 0.06, 1.0, 5.6])
def test_infrared_of_a_planet_by_view_factors(height):
    """Closed forms for a sphere at a distance of H radii: F = 1/H² facing it, for a plate that
    faces sideways (atan(1/k) - k/H²)/π with k² = H² - 1, for a ball (1 - k/H)/2."""
    H, radius = 1.0 + height, 6378137.0
    k = np.sqrt(H * H - 1.0)
    around, x, sun = np.zeros(s.SIZE), vec([0.0, 0.0, H * radius]), vec([1.5e11, 2e10, 1e10])
    planet_light(planet_light_table(radius, 0.0, 237.0), 1361.0, sun, x, around[s.RAYS :])

    def factor(shape, axis):
        return absorbed_of_planet(shape, vec(axis), around, 0.0, 1.0) / 237.0

    assert factor(PLATE, [0, 0, -1]) == pytest.approx(1.0 / H**2, rel=1e-12)
    assert factor(PLATE, [0, 0, 1]) == 0.0
    assert factor(SPHERE, [0, 0, 1]) == pytest.approx(0.5 * (1.0 - k / H), rel=1e-12)
    sideways = (np.arctan(1.0 / k) - k / H**2) / np.pi
    for turn in np.linspace(0.0, 1.0, 12):
        axis = [np.cos(turn), np.sin(turn), 0.0]
        assert factor(PLATE, axis) == pytest.approx(sideways, rel=0.03)
        assert factor(PANEL, axis) == pytest.approx(sideways, rel=0.03)


def test_fluxes_of_the_surroundings_point_to_their_sources():
    around = np.zeros(s.SIZE)
    around[s.SUN : s.SUN + 3] = 0.0, 0.6, 0.8
    around[s.LIGHT_PRESSURE] = 1361.0 / LIGHT_SPEED
    around[s.REFLECTED : s.REFLECTED + 3] = 0.0, 0.0, 300.0
    around[s.INFRARED + 1] = -200.0
    light = fluxes_around(around)
    assert np.allclose(light.sun, [0.0, 0.6 * 1361.0, 0.8 * 1361.0], rtol=1e-14)
    assert np.allclose(light.reflected, [0.0, 0.0, -300.0])
    assert np.allclose(light.infrared, [0.0, 200.0, 0.0])


def test_light_along_a_boom_is_hardly_seen():
    across = Sym3(0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    assert np.isclose(seen_across(across, vec([5.0, 3.0, 4.0])), 5.0, rtol=1e-5)
    assert seen_across(across, vec([5.0, 0.0, 0.0])) == 5.0 * DISC


def test_the_disc_of_the_sun_is_seen_end_on():
    radius = 6.957e8 / 149597870700.0  # rad; the mean of r over a disc is 2/3 of its radius
    assert np.isclose(DISC, 2.0 / 3.0 * radius, rtol=1e-3)
