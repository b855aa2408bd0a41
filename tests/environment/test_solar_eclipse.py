"""The total eclipse of 12 August 2026, against F. Espenak's prediction (NASA)."""

import math

import erfa
import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

import treetop as tt
from treetop.core.environment.ephemeris import place_of
from treetop.core.environment.shadow import contacts
from treetop.core.environment.surroundings import companion_at
from treetop.core.environment.tables import Others
from treetop.core.spatial import Vec3
from treetop.environment.ephemeris import ephemerides, places
from treetop.environment.epoch import Epoch
from treetop.environment.frames import rotation_matrices
from treetop.environment.rotation import earth_rotation

EPOCH = "2026-08-12T17:47:06 TT"  # of greatest eclipse
LATITUDE, LONGITUDE = math.radians(65 + 13.5 / 60), -math.radians(25 + 13.7 / 60)
LASTS = 138.2  # s, with a radius of the Moon 0.7 km less for the umbra
SUN, MOON = 6.957e8, 1737400.0


def umbra_angle(epoch, table, rotation, t):
    """On the ground at the place of greatest eclipse."""
    fixed = erfa.gd2gc(1, LONGITUDE, LATITUDE, 0.0)
    x = Vec3(*(rotation_matrices(rotation, np.array([t]))[0].T @ fixed))
    others = Others(np.zeros(2), np.array([0]), np.array([1]), table)
    sun, moon = place_of(table, 0, t), companion_at(others, t, x)
    return contacts(sun - moon, SUN, MOON, x - moon)[1]


@pytest.mark.compiled
@pytest.mark.parametrize(("file", "off"), [(None, 15.0), ("DE421", 2.0)])
def test_totality_at_the_place_of_greatest_eclipse(file, off):
    if file:
        pytest.importorskip("skyfield_data")
    epoch, span = Epoch(EPOCH), 86400.0
    table = ephemerides(epoch, ("sun", "moon"), "earth", span, file)
    rotation = earth_rotation(epoch, span)

    def angle(t):
        return umbra_angle(epoch, table, rotation, t)

    begin, end = brentq(angle, -300.0, 0.0, xtol=1e-3), brentq(angle, 0.0, 300.0, xtol=1e-3)
    assert 0.5 * (begin + end) == pytest.approx(0.0, abs=off)
    assert end - begin == pytest.approx(LASTS, abs=3.5)


def model_near(planet, epoch=EPOCH):
    model = tt.Model("eclipsed", epoch=epoch)
    bus = model.add_body("bus", 500.0, [100.0, 100.0, 100.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(planet)
    return model


def test_light_fades_in_the_shadow_of_the_moon():
    """Along a line across the shadow: what is left of the Sun follows from the angles alone."""
    system = model_near(tt.Earth(sun=True, moon=True)).build()
    bare = model_near(tt.Earth(sun=True, moon=tt.ThirdBody("moon", shadow_radius=0))).build()
    sun, moon = places(Epoch(EPOCH), np.zeros(1), ("sun", "moon"))[:, 0]
    sun /= np.linalg.norm(sun)
    across, middle = np.cross(sun, [0.0, 0.0, 1.0]), moon - (moon @ sun) * sun
    seen = []
    for off in np.linspace(-6e6, 6e6, 25):
        place = middle + 2e7 * sun + off * across  # on the day side of the Earth
        here = {"position": list(place), "velocity": [0, 1e3, 0]}
        told = system.evaluate(system.state(flight=here))
        dim, dark = (told[f"environment.moon_{name}_angle"] for name in ("penumbra", "umbra"))
        lit = told["environment.sunlight"]
        assert (lit == 1.0) == (dim >= 0.0)
        assert (lit == 0.0) == (dark <= 0.0)
        assert bare.evaluate(bare.state(flight=here))["environment.sunlight"] == 1.0
        seen.append(lit)
    assert min(seen) == 0.0
    assert max(seen) == 1.0
    assert len([lit for lit in seen if 0.0 < lit < 1.0]) > 5


@pytest.mark.compiled
def test_edges_of_the_moons_shadow_begin_new_steps():
    """Across the shadow in 50 minutes: the push of light that is missing is the same whatever the
    tolerance."""
    sun, moon = places(Epoch(EPOCH), np.zeros(1), ("sun", "moon"))[:, 0]
    sun /= np.linalg.norm(sun)
    across = np.cross(sun, [0.0, 0.0, 1.0])
    place = moon - (moon @ sun) * sun + 2e7 * sun - 6e6 * across
    here = {"position": list(place), "velocity": list(4e3 * across)}

    def end(moon, rtol):
        model = model_near(tt.Earth(sun=True, moon=moon))
        model.add_surface("ball", tt.Cannonball("bus", 20.0, light=1.3))
        system = model.build()
        start = system.state(flight=here)
        run = tt.simulate(system, start, 3000.0, every=10.0, rtol=rtol, atol=rtol / 100)
        return run["bus.position"].values[-1], run["environment.sunlight"].values.min()

    (loose, least), (tight, _) = end(True, 1e-9), end(True, 1e-12)
    bare, whole = end(tt.ThirdBody("moon", shadow_radius=0), 1e-12)
    assert least < 0.5
    assert whole == 1.0
    assert 0.05 < np.linalg.norm(tight - bare) < 1.0
    assert_allclose(loose, tight, rtol=0, atol=1e-5)


def test_the_earth_hides_the_sun_from_the_moon():
    """The total lunar eclipse of 3 March 2026, greatest at 11:33 UTC."""
    lunar = tt.Moon(sun=True, planets=["earth"], gravity=None)
    model = model_near(lunar, "2026-03-03T11:33:37 UTC")
    system = model.build()
    here = {"position": [0, 0, 2.5e6], "velocity": [1e3, 0, 0]}
    told = system.evaluate(system.state(flight=here))
    assert told["environment.earth_umbra_angle"] < 0.0
    assert told["environment.sunlight"] == 0.0
    assert np.dot(told["environment.earth_direction"], told["environment.sun_direction"]) > 0.9999


def test_only_moon_and_earth_cast_shadows():
    with pytest.raises(tt.ModelError, match="no shadow is known of 'jupiter'"):
        tt.ThirdBody("jupiter", shadow_radius=1.0)
    assert tt.Mars(sun=True, planets=["earth", "moon"]).companion is None
    assert tt.Earth(sun=True, moon=True, eclipse="cylinder").companion_shadow == 0.0
