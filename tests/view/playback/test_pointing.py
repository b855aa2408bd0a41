"""Lines of sight, directions and targets as the page is given them."""

import numpy as np
import pytest

import treetop as tt
from controlled import WHEELS, hub, with_wheels
from treetop.results.distance import turned
from treetop.view.playback.scene import scene

SUN = [0.48, 0.6, 0.64]


def made_of(model, **start):
    system = model.build()
    run = tt.simulate(system, system.state(**start), duration=0.5, every=0.25)
    return run, scene(run)


def feedback(**more):
    given = {"attitude": "tracker", "rate": "bus", "every": 0.25, "stiffness": 1, "damping": 5}
    return tt.QuaternionFeedback(to=WHEELS, **given | more)


def test_sensors_look_along_z_of_their_frames():
    model = hub()
    model.add_sensor("tracker", tt.StarTracker("bus.imu", every=0.25))
    model.add_sensor("sun", tt.SunSensor("bus.imu", every=0.25, sun=SUN, view="40 deg"))
    model.add_sensor("wide", tt.SunSensor("bus", every=0.25, sun=SUN))
    model.add_sensor("field", tt.Magnetometer("bus", every=0.25, field=[0, 0, -3e-5]))
    model.add_sensor("gyro", tt.Gyro("bus", every=0.25))
    run, made = made_of(model, flight={"angular_velocity": [0.1, 0.2, 0.3]})
    by_name = {each["name"]: each for each in made["pointing"]}
    frame = run.model.bodies["bus"].frames["imu"]
    for name in ("tracker", "sun"):
        assert by_name[name]["at"] == list(frame.at)
        assert by_name[name]["attitude"] == pytest.approx(frame.attitude)
    assert by_name["sun"]["half"] == pytest.approx(np.radians(40))
    assert by_name["wide"]["half"] == 0  # it sees all around
    assert made["quantities"][by_name["sun"]["quantity"]]["name"] == "sun.visible"
    # What the sensor reads is the direction that is drawn.
    read = turned(run["bus.attitude"].values[1], run["wide.direction"].values[1])
    assert by_name["wide: Sun"]["along"] == pytest.approx(read, abs=1e-9)
    assert by_name["field: magnetic field"]["along"] == [0, 0, -1]
    assert not any(name.startswith("gyro") for name in by_name)


def test_a_controller_aims_at_its_target():
    model = with_wheels(hub())
    model.add_sensor("tracker", tt.StarTracker("bus.imu", every=0.25))
    model.add_controller("slew", feedback(target=[0.6, 0.8, 0, 0], axes="bus"))
    _, made = made_of(model)
    aim = next(each for each in made["pointing"] if each["kind"] == "target")
    assert aim["name"] == "slew"
    assert aim["target"] == [0.6, 0.8, 0, 0]
    assert aim["at"] == [0.5, 0, 0]


@pytest.mark.parametrize("attitude", ["bus", "bus.attitude", "flight.attitude"])
def test_a_target_that_moves_is_followed(attitude):
    model = with_wheels(hub())
    other = model.add_body("other", 1.0, [1, 1, 1])
    model.add_joint("far", tt.Free(), model.ground, other)
    model.add_controller("follow", feedback(attitude=attitude, target="other"))
    _, made = made_of(model)
    aim = next(each for each in made["pointing"] if each["kind"] == "target")
    assert made["quantities"][aim["quantity"]]["name"] == "other.attitude"
    assert made["bodies"][aim["body"]]["name"] == "bus"
    assert aim["at"] == [0, 0, 0]
