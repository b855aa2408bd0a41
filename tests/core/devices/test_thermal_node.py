"""Temperatures of lumped nodes, against closed forms."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

import treetop as tt
from treetop.core.environment.heat import STEFAN_BOLTZMANN

SUN = [0.0, 0.0, 1.0]
TIGHT = {"rtol": 1e-11, "atol": 1e-9}


def craft(**nodes):
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    for name, node in nodes.items():
        model.add_device(name, node)
    return model.build()


def test_a_node_that_radiates_cools():
    capacity, area = 500.0, 0.4
    node = tt.ThermalNode("hub", capacity, temperature=400.0, area=area, emissivity=0.8)
    system = craft(node=node)
    run = tt.simulate(system, system.state(), 3000.0, every=1000.0, **TIGHT)
    rate = 0.8 * STEFAN_BOLTZMANN * area / capacity
    expected = (400.0**-3 + 3.0 * rate * run.data.time.values) ** (-1 / 3)
    assert_allclose(run["node.temperature"].values, expected, rtol=1e-9)
    assert_allclose(run["node.radiated"].values, rate * capacity * expected**4, rtol=1e-8)


@pytest.mark.parametrize(
    ("shape", "axis", "part"),
    [
        ("plate", [0, 0.6, 0.8], 0.8),
        ("plate", [0, 0.6, -0.8], 0.0),
        ("panel", [0, 0.6, -0.8], 0.4),
        ("cylinder", [0, 0.6, 0.8], 0.6 / np.pi),
        ("sphere", [0, 0, 1], 0.25),
    ],
)
def test_light_is_taken_up_by_what_faces_it(shape, axis, part):
    node = tt.ThermalNode(
        "hub", 100.0, area=2.0, absorptivity=0.3, emissivity=0.9, shape=shape, axis=axis, sun=SUN
    )
    system = craft(node=node)
    now = system.evaluate(system.state())
    assert_allclose(now["node.absorbed"], 0.3 * 2.0 * 1361.0 * part, rtol=1e-12, atol=1e-12)


@pytest.mark.compiled
def test_a_sphere_comes_to_the_temperature_of_balance():
    balance = (0.2 * 1361.0 / (4.0 * 0.8 * STEFAN_BOLTZMANN)) ** 0.25
    given = {"area": 1.0, "absorptivity": 0.2, "emissivity": 0.8, "shape": "sphere", "sun": SUN}
    system = craft(node=tt.ThermalNode("hub", 20.0, **given))
    run = tt.simulate(system, system.state(), 400.0, every=400.0, method="radau", rtol=1e-9)
    assert_allclose(run["node.temperature"].values[-1], balance, rtol=1e-7)


def test_two_nodes_come_to_one_temperature():
    system = craft(
        warm=tt.ThermalNode("hub", 300.0, temperature=330.0, conduction={"cold": 2.0}),
        cold=tt.ThermalNode("hub", 600.0, temperature=270.0),
    )
    run = tt.simulate(system, system.state(), 200.0, every=50.0, **TIGHT)
    rate, mean = 2.0 * (1 / 300.0 + 1 / 600.0), (300.0 * 330.0 + 600.0 * 270.0) / 900.0
    apart = 60.0 * np.exp(-rate * run.data.time.values)
    assert_allclose(run["warm.temperature"].values, mean + apart * 2 / 3, rtol=1e-10)
    assert_allclose(run["cold.temperature"].values, mean - apart / 3, rtol=1e-10)
    assert_allclose(run["cold.conducted"].values, 2.0 * apart, rtol=1e-8)


def test_heat_is_balanced():
    nodes = {
        "a": tt.ThermalNode("hub", 200.0, area=0.3, absorptivity=0.5, emissivity=0.7, sun=SUN,
                            radiation={"b": 0.05}, power=7.0),
        "b": tt.ThermalNode("hub", 100.0, temperature=350.0, conduction={"a": 1.5, "c": 0.5}),
        "c": tt.ThermalNode("hub", 50.0, temperature=250.0, sink=200.0, sink_conductance=0.3),
    }  # fmt: skip
    system = craft(**nodes)
    now = system.evaluate(system.state())
    run = tt.simulate(system, system.state(), 1e-3, every=1e-3, **TIGHT)
    total, between = 0.0, 0.0
    for name, node in nodes.items():
        rate = np.diff(run[f"{name}.temperature"].values)[0] / 1e-3
        own = now[f"{name}.absorbed"] - now[f"{name}.radiated"] + now[f"{name}.conducted"]
        assert_allclose(node.capacity * rate, own + node.power, rtol=1e-4)
        total += node.capacity * rate
        between += now[f"{name}.conducted"]
    assert_allclose(between, -0.3 * (250.0 - 200.0), rtol=1e-10)
    assert_allclose(total, now["a.absorbed"] - now["a.radiated"] + 7.0 + between, rtol=1e-5)


def test_power_is_commanded_and_ends_when_the_node_is_off():
    node = tt.ThermalNode("hub", 100.0)
    assert node.inputs["power"].start == 0.0
    system = craft(node=node)
    run = tt.simulate(system, system.state(node={"power": 5.0}), 10.0, every=10.0, **TIGHT)
    assert_allclose(run["node.temperature"].values[-1], 293.15 + 0.5, rtol=1e-12)
    system = craft(node=node.switched_off())
    run = tt.simulate(system, system.state(node={"power": 5.0}), 10.0, every=10.0, **TIGHT)
    assert run["node.temperature"].values[-1] == 293.15


AU, RADIUS = 149597870700.0, 6378137.0
FINISH = {"area": 2.0, "absorptivity": 0.3, "emissivity": 0.6, "axis": [0.6, 0, 0.8]}


def in_orbit(height, **more):
    """A node above the day side of a planet, at one astronomical unit from the Sun."""
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    sun = tt.Sun(position=[RADIUS + height + AU, 0, 0], attracts=False)
    model.set_environment(tt.Planet(mu=3.986e14, radius=RADIUS, sun=sun, **more))
    model.add_device("node", tt.ThermalNode("hub", 100.0, **FINISH))
    return model.build()


def at(system, x):
    return system.state(flight={"position": [x, 0, 0], "velocity": [0, 7500.0, 0]})


def test_the_light_of_an_environment_is_that_of_a_sun_that_is_given():
    system = in_orbit(700e3)
    now = system.evaluate(at(system, RADIUS + 700e3))
    assert_allclose(now["node.absorbed"], 0.6 * 0.3 * 2.0 * 1361.0, rtol=1e-12)
    night = system.evaluate(at(system, -RADIUS - 700e3))
    assert night["node.absorbed"] == 0.0


def test_a_planet_warms_what_faces_it():
    height = 700e3
    system = in_orbit(height, infrared=240.0)
    whole = 0.6 * 2.0 * 240.0
    night = system.evaluate(at(system, -RADIUS - height))
    assert_allclose(night["node.absorbed"], whole * seen_of_planet(height, 0.6), rtol=0.015)
    day = system.evaluate(at(system, RADIUS + height))  # it faces away, and sees the edge alone
    light, infrared = 0.6 * 0.3 * 2.0 * 1361.0, whole * seen_of_planet(height, -0.6)
    assert_allclose(day["node.absorbed"] - light, infrared, atol=0.005 * whole)


def seen_of_planet(height, cosine):
    """The view factor of a planet for a plate whose normal has this cosine to the nadir, by a sum
    over the sky."""
    edge = np.sqrt(1.0 - (RADIUS / (RADIUS + height)) ** 2)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    mu, turn = edge + 0.5 * (1.0 - edge) * (nodes + 1.0), np.linspace(0, 2 * np.pi, 1000, False)
    sideways = np.sqrt(1.0 - mu**2)[:, None] * np.sqrt(1.0 - cosine**2) * np.cos(turn)
    facing = np.maximum(cosine * mu[:, None] + sideways, 0.0).mean(axis=1)
    return (1.0 - edge) * np.sum(weights * facing)


@pytest.mark.compiled  # interpreted, the next test has surfaces
def test_surfaces_of_the_model_warm_a_node():
    """A box has the heat of six plates, and radiates from all of them."""
    model = in_orbit(700e3, albedo=0.3, infrared=240.0).model
    finish = {"absorption": 0.3, "diffuse": 0.7, "emissivity": 0.6}
    model.add_surface("hull", tt.Box("hub", [1.0, 2.0, 3.0], **finish))
    model.add_surface("fin", tt.Plate("hub", [1.0, 1.0], centre=[0, 0, 50], both=True, **finish))
    model.add_device("warm", tt.ThermalNode("hub", 1e5, surfaces=["hull", "fin"]))
    sides = [(axis, sign) for axis in range(3) for sign in (1, -1)]
    areas, own = (6.0, 3.0, 2.0), {"absorptivity": 0.3, "emissivity": 0.6}
    for axis, sign in sides:
        normal = [float(sign * (axis == k)) for k in range(3)]
        model.add_device(
            f"side {axis} {sign}",
            tt.ThermalNode("hub", 100.0, area=areas[axis], axis=normal, **own),
        )
    model.add_device("panel", tt.ThermalNode("hub", 100.0, area=2.0, shape="panel", **own))
    system = model.build()
    attitude = Rotation.from_rotvec([0.4, 0.2, 0.9]).as_quat()
    place = {"position": [4e6, 5e6, 3e6], "velocity": [0, 7500.0, 0]}
    state = system.state(flight=place | {"attitude": np.roll(attitude, 1)})
    now = system.evaluate(state)
    for what in ("absorbed", "radiated"):
        parts = [now[f"side {axis} {sign}.{what}"] for axis, sign in sides]
        assert_allclose(now[f"warm.{what}"], sum(parts) + now[f"panel.{what}"], rtol=1e-12)
    assert now["warm.absorbed"] > 1000.0
    run = tt.simulate(system, state, 0.1, every=0.1, **TIGHT)
    heat = now["warm.absorbed"] - now["warm.radiated"]
    assert_allclose(run["warm.temperature"][-1] - 293.15, 0.1 * heat / 1e5, rtol=1e-4)


def test_a_surface_in_the_shade_of_another_stays_cold():
    model = in_orbit(700e3).model
    finish = {"absorption": 0.5, "diffuse": 0.5, "emissivity": 0.8}
    model.add_surface("shade", tt.Plate("hub", [3.0, 3.0], normal=[1, 0, 0], centre=[2, 0, 0]))
    model.add_surface("cold", tt.Plate("hub", [1.0, 1.0], normal=[1, 0, 0], **finish))
    model.add_device("dark", tt.ThermalNode("hub", 100.0, surfaces="cold"))
    system = model.build()
    assert system.evaluate(at(system, RADIUS + 700e3))["dark.absorbed"] < 1e-9
    place = {"position": [RADIUS + 7e5, 0, 0], "velocity": [0, 7500.0, 0]}
    attitude = [np.cos(np.pi / 6), 0, 0, np.sin(np.pi / 6)]
    aside = system.state(flight=place | {"attitude": attitude})
    assert_allclose(system.evaluate(aside)["dark.absorbed"], 0.5 * 0.5 * 1361.0, rtol=1e-6)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"surfaces": "lid"}, "unknown surface 'lid'"),
        ({"surfaces": "ball"}, "absorption and emissivity"),
        ({"surfaces": "bare"}, "absorption and emissivity"),
        ({"surfaces": "away"}, "name surfaces of its own body"),
        ({"surfaces": "taken"}, "another node"),
    ],
)
def test_surfaces_that_cannot_warm_a_node_are_refused(changes, words):
    model = in_orbit(700e3).model
    model.add_body("other", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "hub", "other")
    finish = {"absorption": 0.5, "diffuse": 0.5, "emissivity": 0.8}
    model.add_surface("ball", tt.Cannonball("hub", 1.0, light=1.2))
    model.add_surface("bare", tt.Plate("hub", [1.0, 1.0], absorption=0.5, diffuse=0.5))
    model.add_surface("away", tt.Plate("other", [1.0, 1.0], **finish))
    model.add_surface("taken", tt.Plate("hub", [1.0, 1.0], **finish))
    model.add_device("a first", tt.ThermalNode("hub", 100.0, surfaces="taken"))
    model.add_device("warm", tt.ThermalNode("hub", 100.0, **changes))
    with pytest.raises(tt.ModelError, match=words):
        model.build()


def test_a_node_has_its_own_numbers_or_surfaces():
    with pytest.raises(tt.ModelError, match="both surfaces and area"):
        tt.ThermalNode("hub", 100.0, area=1.0, surfaces="hull")
    with pytest.raises(tt.ModelError, match="named twice"):
        tt.ThermalNode("hub", 100.0, surfaces=["hull", "hull"])
