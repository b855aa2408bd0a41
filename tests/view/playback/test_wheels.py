"""Wheels and gimbals as the page is given them."""

import numpy as np
import pytest

import treetop as tt
from controlled import hub, with_wheels
from treetop.results.distance import turned
from treetop.view.playback.scene import scene
from treetop.view.playback.wheels import DENSITY, THICKNESS


def drawn(model, **start):
    system = model.build()
    made = scene(tt.simulate(system, system.state(**start), duration=0.2, every=0.1))
    return made, {each["name"]: each for each in made["devices"] if each["kind"] == "wheel"}


def axle(wheel):
    return turned(np.array(wheel["attitude"]), [0, 0, 1])


def disc(wheel):
    return wheel["looks"][0]["radius"], wheel["looks"][0]["length"]


def test_a_wheel_turns_about_its_axis_where_its_frame_is():
    model = hub()
    model.add_device("wheel", tt.Wheel("bus.imu", [1, 0, 0], 0.1))
    made, wheels = drawn(model)
    wheel = wheels["wheel"]
    assert made["quantities"][wheel["quantity"]]["name"] == "wheel.speed"
    assert made["bodies"][wheel["body"]]["name"] == "bus"
    assert made["bodies"][wheel["body"]]["carries"]
    assert wheel["at"] == [0.5, 0, 0]
    assert axle(wheel) == pytest.approx([0, 1, 0], abs=1e-12)  # x of the frame, a quarter turn on


def test_its_disc_has_its_inertia():
    # A body large enough for the wheel, and not so large that the wheel could not be seen.
    model = tt.Model("craft")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("bus", 50, [20, 20, 20]))
    model.add_device("wheel", tt.Wheel("bus", [1, 0, 0], 0.1))
    radius, length = disc(drawn(model)[1]["wheel"])
    assert length == pytest.approx(THICKNESS * radius)
    mass = DENSITY * np.pi * radius**2 * length
    assert 0.5 * mass * radius**2 == pytest.approx(0.1)


def test_wheels_at_one_place_do_not_go_through_each_other():
    model = with_wheels(hub())
    model.add_device("spare", tt.Wheel("bus", [0, 0, 1], 0.1))
    model.add_device("alone", tt.Wheel("bus.imu", [0, 0, 1], 0.1))
    _, wheels = drawn(model)
    assert wheels.pop("alone")["at"] == [0.5, 0, 0]
    rims = {name: rim(wheel) for name, wheel in wheels.items()}
    for name, wheel in wheels.items():
        radius, length = disc(wheel)
        for other in rims.keys() - {name}:
            away = rims[other] - wheel["at"]
            along = away @ axle(wheel)
            across = np.linalg.norm(away - along[:, None] * axle(wheel), axis=1)
            assert not np.any((np.abs(along) < length / 2) & (across < radius)), (name, other)


def rim(wheel):
    """Points of the edges of a wheel."""
    radius, length = disc(wheel)
    turns = np.linspace(0, 2 * np.pi, 60)
    ring = np.stack([radius * np.cos(turns), radius * np.sin(turns), 0 * turns], axis=1)
    both = np.concatenate([ring + [0, 0, s * length / 2] for s in (-1, 0, 1)])
    return np.array(wheel["at"]) + turned(np.array(wheel["attitude"]), both)


def test_the_wheel_of_a_gyro_turns_with_its_gimbal():
    model = hub()
    gyro = tt.ControlMomentGyro(
        "bus.imu", gimbal_axis=[0, 0, 1], spin_axis=[1, 0, 0], inertia=0.1, start="100 rad/s"
    )
    model.add_device("gyro", gyro)
    system = model.build()
    run = tt.simulate(system, system.state(gyro={"angle": 0.4}), duration=0.2, every=0.1)
    made = scene(run)
    wheel, yoke = made["devices"]
    assert [wheel["kind"], yoke["kind"]] == ["wheel", "part"]
    assert made["bodies"][wheel["body"]]["name"] == "gyro"
    # The axle in space, from the frame on the bus and the angle of the gimbal.
    in_frame = [np.cos(0.4), np.sin(0.4), 0]
    frame = np.array(run.model.bodies["bus"].frames["imu"].attitude)
    there = turned(run["gyro.attitude"].values[0], axle(wheel))
    assert there == pytest.approx(turned(frame, in_frame), abs=1e-9)
    carrying = [body["name"] for body in made["bodies"] if body.get("carries")]
    assert carrying == ["bus"]
