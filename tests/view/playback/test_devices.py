"""Thrusters, tanks and coils as the page is given them."""

import numpy as np
import pytest

import treetop as tt
from fuelled import craft
from treetop.results.distance import turned
from treetop.topology.mechanism import mechanism_of
from treetop.view.playback.scene import scene

Z = [0.0, 0.0, 1.0]


@pytest.fixture(scope="module")
def run():
    model = craft()
    nozzle = tt.Thruster(
        "arm", thrust="20 N", direction=[0.6, 0, 0.8], misalignment=[0.1, 0.2, -0.1], throttle=1
    )
    model.add_device("small", nozzle)
    model.add_device("coil", tt.Magnetorquer("hub", axis=[0, 1, 0], field=[0, 0, 3e-5]))
    system = model.build()
    start = system.state(gimbal={"angle1": 0.2}, flight={"angular_velocity": [0.1, 0.2, -0.1]})
    return tt.simulate(system, start, duration=0.2, every=0.1)


@pytest.fixture(scope="module")
def made(run):
    return scene(run)


def named(made, name):
    return next(each for each in made["devices"] if each["name"] == name)


def test_exhaust_leaves_against_the_force(run, made):
    for name, body in (("main", "bell"), ("small", "arm")):
        device = named(made, name)
        assert made["bodies"][device["body"]]["name"] == body
        assert made["quantities"][device["quantity"]]["name"] == f"{name}.thrust"
        exhaust = turned(np.array(device["attitude"]), Z)
        force = run[f"{name}.applied_force"].values[1]
        leaves = turned(run[f"{body}.attitude"].values[1], exhaust)
        assert leaves == pytest.approx(-force / np.linalg.norm(force), abs=1e-9)
    thrusts = [named(made, name)["full"] for name in ("main", "small")]
    assert thrusts == [4000, 20]
    assert named(made, "main")["length"] > named(made, "small")["length"]


def test_fuel_settles_where_the_tank_says(run, made):
    tank = named(made, "sphere")
    frame = run.model.bodies["arm"].frames["sphere"]
    down = turned(np.array(frame.attitude), [-0.6, 0, 0.8])
    assert turned(np.array(tank["attitude"]), Z) == pytest.approx(down, abs=1e-12)
    assert (tank["radius"], tank["length"], tank["dome"]) == (0.4, 0, 0.4)
    assert made["quantities"][tank["quantity"]]["name"] == "sphere.mass"
    tank = named(made, "cylinder")
    assert (tank["radius"], tank["length"], tank["dome"]) == (0.35, 0.5, 0.2)
    assert tank["density"] == 900


def test_a_tank_of_unknown_shape_is_a_ball_of_its_fuel(run, made):
    ball = named(made, "uniform")
    assert ball["kind"] == "ball"
    frame = run.model.bodies["hub"].frames["uniform"]
    centre = np.array(frame.at) + turned(np.array(frame.attitude), [0.4, 0.1, -0.2])
    assert ball["at"] == pytest.approx(centre)
    assert 4 / 3 * np.pi * ball["radius"] ** 3 * ball["density"] == pytest.approx(30)
    table = named(made, "table")
    assert 4 / 3 * np.pi * table["radius"] ** 3 * table["density"] == pytest.approx(60)


def test_bodies_with_devices_inside_are_named(made):
    carrying = {body["name"] for body in made["bodies"] if body.get("carries")}
    assert carrying == {"hub", "arm"}  # not the bell, which has a nozzle alone


def test_what_sloshes_is_as_large_as_its_mass(run, made):
    radii = [named(made, name)["radii"][-1] for name in ("swing 1", "swing 2")]
    assert [4 / 3 * np.pi * r**3 * 1000 for r in radii] == pytest.approx([5, 3])
    # Its place, from the joint, is that of the mass centre of its body at the start.
    for name, body in mechanism_of(run.model).bodies.items():
        if name.startswith(("swing", "slosh")):
            ball = named(made, name)
            centre = ball["offsets"][-1] * turned(np.array(ball["attitude"]), Z)
            assert centre == pytest.approx(body.centre, abs=1e-12)
    # By the depth of an upright cylinder the mass is less for less fuel.
    assert np.all(np.diff(named(made, "slosh 1")["radii"]) > 0)
    bodies = [body for body in made["bodies"] if body["name"].startswith("swing")]
    assert not any(body["looks"] for body in bodies)


def test_a_device_without_its_history_is_left_out(run):
    run = tt.Run(run.data.drop_sel(output="main.thrust"))
    made = scene(run)
    assert "main" not in [each["name"] for each in made["devices"]]
    assert named(made, "small")
