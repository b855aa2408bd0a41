import numpy as np
import pytest

import treetop as tt
from brick import CENTRE, CORNERS, FACES
from flights import flown
from treetop.topology.mechanism import mechanism_of
from treetop.view.flight import flight
from treetop.view.playback.flights import flight_entries
from treetop.view.playback.motion import motion

T = np.arange(0.0, 12000.0, 20.0)
RATE = 7.2921150e-5


def about(environment, **orbit):
    run = flown(environment, T, **{"semi_major_axis": 6.778e6} | orbit)
    return flight(motion(mechanism_of(run.model), run.data))


def turning(**more):
    turn = tt.UniformRotation(rate=RATE, angle=0.5)
    return tt.Planet(mu=3.986004418e14, radius=6378137.0, rotation=turn, **more)


def test_elements_of_the_heaviest_body():
    found = about(tt.Earth(sun=True), inclination=0.9, node=0.3, eccentricity=1e-3)
    assert found.body == "bus"
    assert found.elements.inclination == pytest.approx(0.9)
    assert found.elements.node == pytest.approx(0.3)
    assert found.elements.semi_major_axis == pytest.approx(6.778e6)


def test_the_ground_turns_away_below_the_orbit():
    found = about(turning(sun=tt.Sun(position=[1.5e11, 0, 0])), inclination=1.1)
    x, y, z = found.position.T
    longitude = np.arctan2(y, x) - 0.5 - RATE * T
    assert np.exp(1j * found.ground.longitude) == pytest.approx(np.exp(1j * longitude))
    assert np.sin(found.ground.latitude) == pytest.approx(z / np.hypot(np.hypot(x, y), z))
    # Where the planet is turned to: its x axis is so far from the inertial one.
    half = (0.5 + RATE * T) / 2
    assert np.abs(found.attitude[:, 0]) == pytest.approx(np.abs(np.cos(half)))
    assert np.abs(found.attitude[:, 3]) == pytest.approx(np.abs(np.sin(half)))


def test_the_equator_is_crossed_once_in_a_revolution():
    found = about(turning(), inclination=1.1, node=0.3, eccentricity=0.0)
    period = 2 * np.pi * np.sqrt(6.778e6**3 / 3.986004418e14)
    first = (1 - 0.6 / (2 * np.pi)) * period  # it starts 0.6 rad behind the node
    assert found.nodes == pytest.approx([first, first + period], abs=1e-4)
    assert about(turning(), inclination=0.0).nodes == []


def test_the_sun_above_the_orbit_plane():
    tilt = 0.4
    sun = 1.5e11 * np.array([np.cos(tilt), 0, np.sin(tilt)])
    found = about(turning(sun=tt.Sun(position=sun)), inclination=0.0)
    assert found.beta == pytest.approx(tilt, abs=1e-4)


def test_the_sun_stands_over_where_the_almanac_has_it():
    """On 1 July 2026, 06:30 UTC: declination 23.1°, the Sun 3.9 minutes late."""
    found = about(tt.Earth(sun=True))
    sun = next(each for each in found.sky if each.name == "Sun").positions[0]
    x, y, z = found.axes[0] @ sun
    assert np.degrees(np.arctan2(z, np.hypot(x, y))) == pytest.approx(23.1, abs=0.1)
    assert np.degrees(np.arctan2(y, x)) == pytest.approx((12 - 6.5 + 3.9 / 60) * 15, abs=0.15)
    assert np.linalg.norm(sun) == pytest.approx(1.0167 * 1.495978707e11, rel=3e-4)  # near aphelion


def test_what_is_seen_from_each_planet():
    names = {env().name: [each.name for each in about(env(sun=True), semi_major_axis=r).sky]
             for env, r in ((tt.Earth, 7e6), (tt.Moon, 2e6), (tt.Mars, 4e6))}  # fmt: skip
    assert names == {"Earth": ["Sun", "Moon"], "Moon": ["Sun", "Earth"], "Mars": ["Sun", "Earth"]}


def test_without_a_planet_there_is_no_flight(run):
    assert flight(motion(mechanism_of(run.model), run.data)) is None


@pytest.mark.parametrize(("planet", "radius"), [(tt.Earth, 7e6), (tt.Moon, 2e6), (tt.Mars, 4e6)])
def test_views_of_the_run_say_the_same(planet, radius):
    run = flown(planet(sun=True), T, radius)
    found = flight(motion(mechanism_of(run.model), run.data))
    orbit, track = run.orbit("bus"), run.ground_track("bus")
    assert found.elements.semi_major_axis == pytest.approx(orbit.semi_major_axis.values, rel=1e-12)
    assert found.elements.node == pytest.approx(orbit.node.values, abs=1e-12)
    for name in ("latitude", "longitude", "height"):
        assert getattr(found.ground, name) == pytest.approx(track[name].values, abs=1e-6)
    assert found.beta == pytest.approx(run.beta_angle("bus").values, abs=1e-12)


def test_a_solid_has_its_own_surface_and_no_heights_above_a_ball():
    solid = tt.Polyhedron(CORNERS * 100.0, FACES, density=2000.0)
    turning = tt.UniformRotation(1e-3)
    environment = tt.Planet(gravity=solid, rotation=turning, radius=150.0)
    run = flown(environment, T, semi_major_axis=1e3)
    moving = motion(mechanism_of(run.model), run.data)
    found = flight(moving)
    assert found.planet.radius == pytest.approx(100.0 * np.linalg.norm(CENTRE))
    assert found.ground is None and found.attitude is not None and not found.planet.note
    entry = flight_entries(found, moving.data, [])["planet"]
    assert np.linalg.norm(entry["vertices"].values, axis=1) == pytest.approx(np.ones(8))
    assert len(entry["faces"].values) == 12
    assert "attitudes" in entry and "track" not in entry
