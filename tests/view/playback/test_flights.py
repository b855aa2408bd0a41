"""What a page is given of a flight."""

import numpy as np
import pytest

import treetop as tt
from flights import flown
from treetop.view.playback.scene import scene

EARTH = tt.Earth(sun=True, magnetic="IGRF-14", atmosphere=tt.ExponentialAtmosphere(4e-12, 4e5, 6e4))
RUN = flown(EARTH, np.arange(0.0, 12000.0, 20.0), 6.778e6)


@pytest.fixture(scope="module")
def made():
    return scene(RUN)


def test_planet_sky_and_vectors(made):
    planet = made["planet"]
    assert (planet["name"], planet["radius"]) == ("Earth", 6378137.0)
    assert planet["land"]["points"].values.shape == (sum(planet["land"]["rings"]), 2)
    assert made["velocities"].values == pytest.approx(RUN["bus.velocity"].values)
    assert made["field"].values == pytest.approx(RUN["environment.magnetic_field"].values)
    assert [body["name"] for body in made["sky"]] == ["Sun", "Moon"]
    sun = made["sky"][0]["positions"].values - RUN["bus.position"].values
    sun /= np.linalg.norm(sun, axis=1, keepdims=True)
    assert sun == pytest.approx(RUN["environment.sun_direction"].values, abs=1e-9)


def test_the_track_lies_below(made):
    longitude, latitude = np.radians(made["planet"]["track"].values.T)
    assert np.abs(np.diff(longitude)).max() < 0.1  # no jump at the edge of maps
    w, z = made["planet"]["attitudes"].values[:, [0, 3]].T
    turn = 2 * np.arctan2(z, w)  # but for precession
    x, y, _ = RUN["bus.position"].values.T
    apart = np.angle(np.exp(1j * (longitude + turn - np.arctan2(y, x))))
    assert np.abs(apart).max() < np.radians(0.6)
    sine = RUN["bus.position"].values[:, 2] / np.linalg.norm(RUN["bus.position"].values, axis=1)
    assert np.abs(np.sin(latitude) - sine).max() < np.radians(0.4)


def test_eclipses_and_revolutions_on_the_time_line(made):
    kinds = [each["umbra"] for each in made["eclipses"]]
    assert kinds == [False, False, True, True]
    for each in made["eclipses"]:
        middle = np.interp((each["from"] + each["to"]) / 2, RUN.time, RUN["environment.sunlight"])
        assert middle == 0
    assert len(made["nodes"]) == 2


def test_curves_of_the_orbit_are_listed(made):
    names = [q["name"] for q in made["quantities"]]
    orbit, environment = (
        next(part for part in made["telemetry"] if part["section"] == section)
        for section in ("orbit", "environment")
    )
    told = [names[k] for k in orbit["quantities"]]
    assert {"orbit.semi_major_axis", "orbit.height", "orbit.latitude", "orbit.beta"} <= set(told)
    assert "environment.sunlight" in [names[k] for k in environment["quantities"]]
    curve = made["quantities"][names.index("orbit.semi_major_axis")]
    assert curve["unit"] == "km" and curve["values"].values == pytest.approx(6778.0)
    assert all(made["quantities"][k]["name"].startswith("hinge") for k in made["plotted"][:1])


def test_other_planets_have_no_coasts():
    moon = scene(flown(tt.Moon(sun=True), np.arange(0.0, 8000.0, 40.0), 1.85e6))["planet"]
    assert moon["name"] == "Moon" and "land" not in moon and "track" in moon


def test_more_eclipses_than_a_time_line_has_room_for():
    days = 25 * 86400.0
    made = scene(flown(tt.Earth(sun=True), np.arange(0.0, days, 120.0), 6.778e6))
    assert made["eclipses"] == [] and len(made["nodes"]) > 300
    assert any("eclipses: they are too many" in note for note in made["notes"])


def test_sensors_that_look_for_what_the_environment_has():
    run = flown(EARTH, np.arange(0.0, 400.0, 20.0), 6.778e6)
    run.model.add_sensor("eye", tt.SunSensor("bus", every=1.0, view="40 deg"))
    run.model.add_sensor("compass", tt.Magnetometer("bus", every=1.0))
    made = scene(run)
    assert [(each["kind"], each["name"]) for each in made["pointing"]] == [("sight", "eye")]
    assert "field" in made  # shown along the flight
