"""Sensors that are blinded by Sun, planet and Moon of the environment, or see no Sun."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import treetop as tt

AU = 149597870700.0
SUN = tt.Sun(position=[AU, 0, 0], attracts=False)
RADIUS = 6378137.0


def read(place, telescope, **tracker):
    """What a star tracker and a Sun sensor say at a place, with the axis of both along a
    direction."""
    model = tt.Model("looking")
    bus = model.add_body("bus", 10.0, [1.0, 1.0, 1.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(tt.Planet(mu=3.986e14, radius=RADIUS, sun=SUN))
    model.add_sensor("tracker", tt.StarTracker(bus, every=1.0, **tracker))
    model.add_sensor("coarse", tt.SunSensor(bus, every=1.0, view="80 deg"))
    system = model.build()
    turn, _ = Rotation.align_vectors([telescope], [[0, 0, 1]])
    at = {"position": place, "velocity": [0, 0, 7500.0]}
    start = system.state(flight=at | {"attitude": np.roll(turn.as_quat(), 1)})
    run = tt.simulate(system, start, 1.5, every=1.5)
    return run["tracker.valid"].values[-1], run["coarse.visible"].values[-1]


DAY, NIGHT, ASIDE = [7e6, 0, 0], [-7e6, 0, 0], [0, 7e6, 0]


@pytest.mark.parametrize(
    ("place", "telescope", "valid", "visible"),
    [
        (DAY, [1, 0, 0], 0, 1),  # into the Sun
        (DAY, [1, 1, 0], 1, 1),  # 45 degrees off
        (NIGHT, [-1, 1, 0], 1, 0),
        (NIGHT, [1, 2, 0], 0, 0),  # 63 degrees off the centre of the planet, whose limb is at 66
        (NIGHT, [0, 1, 0], 1, 0),  # at 90: 24 degrees from the limb
        (NIGHT, [0.1, 1, 0], 0, 0),  # at 84: 18 degrees
        (ASIDE, [0, 1, 0], 1, 0),
    ],
)
def test_a_tracker_near_a_planet(place, telescope, valid, visible):
    given = {"exclusion": "30 deg", "planet_exclusion": "20 deg"}
    assert read(place, telescope, **given) == (valid, visible)


def test_a_sun_in_shadow_does_not_blind():
    assert read(NIGHT, [1, 0, 0], exclusion="30 deg") == (1, 0)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"moon_exclusion": "10 deg"}, "moon_direction"),
        ({"exclusion": "200 deg"}, "exclusion"),
        ({"sun": [1, 0, 0]}, "exclusion"),
    ],
)
def test_what_cannot_blind_is_refused(given, words):
    with pytest.raises(tt.ModelError, match=words):
        read(DAY, [1, 0, 0], **given)
