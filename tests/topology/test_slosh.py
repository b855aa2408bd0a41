"""Fuel that sloshes as bodies and joints."""

import numpy as np
import pytest

import treetop as tt
from fuelled import near
from treetop.topology.mechanism import mechanism_of
from treetop.topology.nodes import Role
from treetop.topology.slosh import cylinder_mode, slosh_parts


def rocket(**slosh):
    m = tt.Model("rocket")
    hull = m.add_body("hull", 500.0, [80.0, 900.0, 900.0])
    m.add_joint("flight", tt.Free(), m.ground, hull)
    shape = tt.CylindricalTank(0.5, 2.0, domes=0.0)
    at = hull.frame("tank", at=[0.5, 0.0, 0.0])
    m.add_device("tank", tt.Tank(at, fuel=1000.0, shape=shape, density=1000.0))
    m.add_device("jet", tt.Thruster(hull, thrust=8000.0, isp=300, tank="tank"))
    m.add_device("slosh", tt.Slosh("tank", **slosh))
    return m


def test_bodies_and_joints_have_the_name_of_the_device():
    one, two = mechanism_of(rocket()), mechanism_of(rocket(modes=2))
    assert "slosh" in one.bodies and one.joints["slosh"].bodies == ("hull", "slosh")
    assert {"slosh 1", "slosh 2"} <= two.bodies.keys()
    assert two.bodies["slosh 2"].role is Role.SLOSH


@pytest.mark.parametrize("model", ["pendulum", "spherical-pendulum", "spring"])
def test_what_sloshes_is_taken_from_the_fuel(model):
    m = rocket(model=model, modes=2, acceleration=8.0)
    bodies = mechanism_of(m).bodies
    near(sum(body.mass for body in bodies.values()), 1500.0, 1e-9)
    moment = sum(body.mass * np.array(body.centre) for body in [bodies["hull"]])
    for n, name in enumerate(("slosh 1", "slosh 2")):
        part = slosh_parts(m.devices["slosh"], m.devices["tank"])[n]
        mass, _, down = part.at(1000.0)
        rest = np.array([0.5, 0, 0]) + np.array(part.place) + down * np.array(part.along)
        moment = moment + mass * rest
        near(bodies[name].mass, mass, 1e-12)
    depth = 1.0 / (np.pi * 0.25)
    near(moment, [1000.0 * (0.5 - 1.0 + 0.5 * depth), 0.0, 0.0], 1e-9)


def test_at_rest_under_thrust_frequencies_are_those_of_the_modes():
    """Pendulums and springs swing alike in a hull that is far heavier."""
    depth = 1.0 / (np.pi * 0.25)
    mode = cylinder_mode(0, 0.5, depth, 1000.0, 2.0)
    for model in ("pendulum", "spring"):
        m = rocket(model=model, acceleration=2.0)
        m.bodies["hull"] = m.bodies["hull"]
        part = slosh_parts(m.devices["slosh"], m.devices["tank"])[0]
        mass, offset, _ = part.at(1000.0)
        near(mass, mode.mass, 2e-5 * mass)
        length = offset if model == "pendulum" else mode.length
        near(np.sqrt(2.0 / length), mode.frequency, 1e-4)
    height = 1.0 - slosh_parts(m.devices["slosh"], m.devices["tank"])[0].at(1000.0)[1]
    near(height, mode.height, 1e-4)


def test_masses_follow_the_level():
    part = slosh_parts(rocket().devices["slosh"], rocket().devices["tank"])[0]
    masses = [part.at(fuel)[0] for fuel in (1500.0, 1000.0, 500.0, 100.0, 0.0)]
    depth = [fuel / 1000.0 / (np.pi * 0.25) for fuel in (1500.0, 1000.0, 500.0, 100.0)]
    fuel = 1500.0, 1000.0, 500.0, 100.0
    expected = [cylinder_mode(0, 0.5, h, m, 1.0).mass for h, m in zip(depth, fuel, strict=True)]
    near(masses[:4], expected, 0.05)
    assert 0.0 < masses[4] < 0.01


@pytest.mark.parametrize("model", ["pendulum", "spring"])
def test_parameters_between_levels_are_those_of_the_mode_down_to_an_almost_empty_tank(model):
    """Lengths of pendulums grow as 1/depth: splines must not swing about that."""
    m = rocket(model=model, acceleration=2.0)
    part = slosh_parts(m.devices["slosh"], m.devices["tank"])[0]
    for fuel in 500.0 * np.pi * np.geomspace(0.005, 1.0, 400):
        depth = fuel / 1000.0 / (np.pi * 0.25)
        mode = cylinder_mode(0, 0.5, depth, fuel, 2.0)
        expected = mode.length if model == "pendulum" else 1.0 - mode.height
        mass, offset, _ = part.at(fuel)
        near(mass, mode.mass, 1e-5 * mode.mass)
        near(offset, expected, 1e-5 * max(expected, 0.5))


def test_hinges_are_above_the_masses_by_the_lengths_of_pendulums_at_every_level():
    """Places at rest are those of the mode, SP-106, seen from the hinge of the start."""
    m = rocket(modes=2)
    slosh, tank = m.devices["slosh"], m.devices["tank"]
    for n, part in enumerate(slosh_parts(slosh, tank)):
        for fuel in (1500.0, 1000.0, 400.0, 50.0):
            mode = cylinder_mode(n, 0.5, fuel / (250.0 * np.pi), fuel, 1.0)
            _, length, rest = part.at(fuel)
            at_rest = 1.0 - mode.height  # below the middle of the tank
            near(part.place[0], -(at_rest - rest), 1e-5)
            near(part.place[0] - (rest - length), mode.height + mode.length - 1.0, 1e-5 * length)


def test_a_pendulum_swings_as_it_should():
    m = rocket()
    system = m.build()
    state = system.state(slosh={"angle": 0.01}, jet={"throttle": 1.0})
    now = system.evaluate(state)
    assert now.speed_rates[system.speed_labels.index("slosh.rate")] < 0.0


def test_parameters_of_other_shapes_are_given_by_hand():
    m = rocket()
    m.devices["tank"] = tt.Tank("hull.tank", fuel=100.0, shape=tt.SphericalTank(0.5), density=1e3)
    with pytest.raises(tt.ModelError, match="parameters of a sphere are not known"):
        m.build()
