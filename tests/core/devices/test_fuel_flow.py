"""Fuel that flows and leaves: balances, in every formulation, and on nodes of flexible bodies."""

import numpy as np
import pytest

import flexible_craft
import fuelled
import treetop as tt
from fuelled import drift, near
from treetop.system.formulations import FLEXIBLE, FORMULATIONS
from treetop.validation.changing_mass import cylinder
from treetop.validation.numerics import cross_matrix
from treetop.validation.pellets import Thrown, thrown_out

TANKS = ("uniform", "sphere", "cylinder", "table")


@pytest.mark.parametrize("tanks", [TANKS, TANKS[::-1], ("cylinder", "table"), ("sphere",)])
def test_momenta_mass_and_energy_are_balanced(tanks):
    system = fuelled.craft(tanks=tanks).build()
    near(drift(system, fuelled.somewhere(system)), np.zeros(9), 1e-6)


@pytest.mark.parametrize("force", [tt.CentralGravity(mu=5e3, gradient=True), tt.UniformGravity()])
def test_energy_in_a_field_is_balanced(force):
    model = fuelled.craft()
    model.add_force("gravity", force)
    system = model.build()
    state = fuelled.somewhere(system)
    y = state.vector.copy()
    y[-8:-2] = 20.0, 12.0, 3.0, 3.0, -7.0, 2.0
    found = drift(system, tt.State(system, 0.0, y))
    near(found[6:], np.zeros(3), 1e-6)
    if isinstance(force, tt.CentralGravity):
        near(found[3:6], np.zeros(3), 1e-6)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_all_formulations_agree(formulation):
    model = fuelled.craft()
    first, system = model.build(), model.build(formulation)
    state = fuelled.somewhere(first)
    expected, found = first.evaluate(state), system.evaluate(system.state_of(state))
    near(found.speed_rates, expected.speed_rates, 1e-11)
    n = len(first.assembly.states)
    near(system.rate(system.state_of(state))[-8 - n : -8], first.rate(state)[-8 - n : -8], 1e-9)


def flexible():
    """A boom with a tank at its tip, from which nozzles there and on the bus take fuel."""
    model = flexible_craft.craft()
    shape = tt.SphericalTank(0.12, down=[0, -1, 0])
    model.add_device("tank", tt.Tank("boom.tip", fuel=4.0, residual=0.5, density=1e3, shape=shape))
    swing = {"mass": 0.5, "length": 0.05, "down": [0, -1, 0], "direction": [0, 0, 1]}
    model.add_device("slosh", tt.Slosh("tank", model="pendulum", **swing))
    feed = {"isp": 220, "throttle": 1.0, "tank": "tank", "direction": [0, 1, 0.2]}
    model.add_device("tip jet", tt.Thruster("boom.tip", thrust=3.0, **feed))
    model.add_device("bus jet", tt.Thruster("bus.port", thrust=2.0, **feed))
    return model


@pytest.mark.parametrize("formulation", FLEXIBLE)
def test_tanks_on_nodes_of_flexible_bodies(formulation):
    model = flexible()
    first, system = model.build(), model.build(formulation)
    y = flexible_craft.somewhere(first).vector
    y[first.places["tank.mass"]] = 3.9
    for name in ("tip jet", "bus jet"):
        y[first.places[f"{name}.throttle"]] = 1.0
    state = tt.State(first, 0.0, y)
    near(drift(first, state), np.zeros(9), 1e-6)
    expected, found = first.evaluate(state), system.evaluate(system.state_of(state))
    near(found.speed_rates, expected.speed_rates, 1e-9)
    near(found.joint["hinge"].reaction_force, expected.joint["hinge"].reaction_force, 1e-9)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_audits_close(formulation):
    system = fuelled.craft().build(formulation)
    run = tt.simulate(
        system, fuelled.somewhere(system), duration=2.0, every=1.0, rtol=1e-12, atol=1e-13
    )
    audit = run.audit()
    for name in ("mass", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-12
    assert audit["energy"].relative < 1e-9
    assert audit["energy about the mass centre"].relative < 1e-9


@pytest.mark.compiled
def test_pellets_tell_the_same_torque():
    """A second of throwing pellets, against the slope of the angular velocity and its bend."""
    inertia = np.diag([300.0, 500.0, 450.0])
    r_f, r_e, u_e = np.array([[0.2, -0.5, 0.6], [-2.0, 0.3, -0.4], [-20.0, 3.0, -2.0]])
    body = Thrown(400.0, inertia, 200.0, r_f, 0.09, r_e, u_e, 4.0)
    w = np.array([0.3, -0.4, 0.25])
    spread = [(thrown_out(body, w, h) - w) / h for h in (0.02, 0.01)]
    near(2 * spread[1] - spread[0], _turning_rate(body, w), 1e-5)


def _turning_rate(body, w):
    """By the model."""
    m = tt.Model("thrower")
    bus = m.add_body("bus", body.mass, body.inertia.tolist())
    m.add_joint("flight", tt.Free(), m.ground, bus)
    shape = tt.UniformFuel(body.r_f, np.sqrt(body.gyration2))
    m.add_device("tank", tt.Tank(bus, fuel=body.fuel, shape=shape))
    speed = np.linalg.norm(body.u_e)
    own = {"thrust": body.flow * speed, "direction": -body.u_e / speed, "throttle": 1.0}
    nozzle = bus.frame("nozzle", at=body.r_e)
    m.add_device("jet", tt.Thruster(nozzle, mass_flow=body.flow, tank="tank", **own))
    system = m.build()
    now = system.evaluate(system.state(flight={"angular_velocity": w}))
    return now.body["bus"].angular_acceleration


def test_jets_damp_turning():
    """The damping of a nozzle far behind the fuel; a wrong sign would make it grow."""
    system = cylinder(0.5, 4.0, 500.0, 0.2, 2.0).build()
    now = system.evaluate(system.state(flight={"angular_velocity": [0.1, 0.0, 0.0]}))
    m, k2, r2 = 1000.0, 0.5**2 / 4 + 16 / 12, 4.0 + 0.02
    expected = -5.0 / m * (r2 / k2 - 1.0) * 0.1
    near(now.body["body"].angular_acceleration, [expected, 0.0, 0.0], 1e-14)
    assert expected < 0.0


def test_without_flow_fuel_is_dead_weight():
    """A body with fuel accelerates like one described with it."""
    m = tt.Model("shut")
    hub = m.add_body("hub", 100.0, [10.0, 20.0, 15.0], centre=[0.1, 0.0, 0.2])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_device("tank", tt.Tank(hub, fuel=50.0, shape=tt.UniformFuel([0.5, 0, 0], 0.2)))
    m.add_device("jet", tt.Thruster(hub, thrust=1.0, isp=300, tank="tank"))
    m.add_force("push", tt.FrameForce(hub.frame("side", at=[0, 1, 0]), force=[3.0, 0.0, 1.0]))
    alone = tt.Model("one body")
    c = (100.0 * np.array([0.1, 0.0, 0.2]) + 50.0 * np.array([0.5, 0.0, 0.0])) / 150.0
    J = np.diag([12.0, 22.0, 17.0])
    for mass, at in ((100.0, [0.1, 0.0, 0.2]), (50.0, [0.5, 0.0, 0.0])):
        X = cross_matrix(np.array(at) - c)
        J = J + mass * X @ X.T
    body = alone.add_body("hub", 150.0, J.tolist(), centre=c)
    alone.add_joint("flight", tt.Free(), alone.ground, body)
    alone.add_force("push", tt.FrameForce(body.frame("side", at=[0, 1, 0]), force=[3.0, 0.0, 1.0]))
    rates = [
        s.evaluate(s.state(flight={"angular_velocity": [0.3, 0.2, -0.1]})).speed_rates
        for s in (m.build(), alone.build())
    ]
    near(rates[0], rates[1], 1e-13)
