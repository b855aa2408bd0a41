"""All sorts of devices at once, on a node of a flexible body and in a loop, under control at every
instant: in every formulation."""

import numpy as np
import pytest

import flexible_craft
import treetop as tt
from four_bar import closed, four_bar
from fuelled import drift, near
from treetop.system.formulations import FLEXIBLE, FORMULATIONS


def fit_out(model, place, seat):
    """Wheel, tank with slosh, thruster, coil and stored momentum at a place, and controllers."""
    model.add_device("wheel", tt.Wheel(place, [1, 2, 2], inertia=1e-3, viscous=1e-4, coulomb=1e-3))
    model.add_device("heavy", tt.Wheel(place, [0, 1, 0], inertia=1e-3, static=1e-4, dynamic=1e-5))
    model.add_device("stored", tt.StoredMomentum(place, [0.1, -0.2, 0.3]))
    model.add_device("coil", tt.Magnetorquer(place, [1, 1, 0], field=[2e-5, 1e-5, -3e-5]))
    shape = tt.CylindricalTank(0.12, 0.05, down=[0, -1, 0])
    model.add_device("tank", tt.Tank(place, fuel=4.0, residual=0.5, density=1e3, shape=shape))
    swing = {"mass": 0.5, "length": 0.05, "down": [0, -1, 0], "direction": [0, 0, 1]}
    model.add_device("slosh", tt.Slosh("tank", **swing))
    model.add_device("waves", tt.Slosh("tank", direction=[0, 0, 1]))  # hung by the level
    jet = tt.Thruster(place, thrust=3.0, isp=220, tank="tank", direction=[0, 1, 0.2])
    model.add_device("jet", jet)
    rate = f"{place}.angular_velocity.z"
    damp = tt.Pid(rate, "continuous", proportional=0.02, integral=0.01, to="wheel")
    model.add_controller("damp", damp)
    model.add_controller("push", tt.Pid(f"{seat}.velocity.y", None, proportional=1.0, target=2.0,
                                        lower=0.0, upper=1.0, to="jet"))  # fmt: skip
    return model


def agree(model, formulations, state_of):
    first = model.build()
    state = state_of(first)
    expected = first.evaluate(state)
    rates = first.rate(state)[first.internal]
    assert abs(rates).max() > 1e-3
    for formulation in formulations:
        system = model.build(formulation)
        there = system.state_of(state)
        found = system.evaluate(there)
        near(found.speed_rates, expected.speed_rates, 1e-9)
        near(system.rate(there)[system.internal], rates, 1e-9)
    return first, state


def started(system, y):
    """Wheels that turn, and a tank that is not full."""
    y[system.places["wheel.momentum"]] = 0.3
    y[system.places["heavy.momentum"]] = -0.2
    y[system.places["heavy.angle"]] = 0.7
    y[system.places["coil.dipole"]] = 30.0
    y[system.places["tank.mass"]] = 3.9
    y[system.places["damp.memory.0"]] = 0.5
    return tt.State(system, 0.0, y)


def test_on_a_node_of_a_flexible_body():
    model = fit_out(flexible_craft.craft(), "boom.tip", "bus")

    def somewhere(system):
        return started(system, flexible_craft.somewhere(system).vector)

    agree(model, FLEXIBLE, somewhere)


def test_momenta_are_balanced_on_a_node():
    """Without the coil, which acts from outside, and the imbalance, a force without a reaction."""
    model = fit_out(flexible_craft.craft(), "boom.tip", "bus")
    del model.devices["coil"], model.devices["heavy"]
    system = model.build()
    y = flexible_craft.somewhere(system).vector
    y[system.places["wheel.momentum"]], y[system.places["tank.mass"]] = 0.3, 3.9
    near(drift(system, tt.State(system, 0.0, y)), np.zeros(9), 1e-6)


def test_in_a_loop():
    model = fit_out(four_bar(), "coupler", "rocker")

    def somewhere(system):
        start = system.state(**closed(0.8), slosh={"angle": 0.2, "rate": -0.3})
        return started(system, start.vector)

    agree(model, FORMULATIONS, somewhere)


@pytest.mark.compiled
def test_balances_close_in_a_loop_while_controllers_act():
    model = fit_out(four_bar(), "coupler", "rocker")
    system = model.build()
    run = tt.simulate(system, system.state(**closed(0.8)), 2.0, every=0.2, rtol=1e-12, atol=1e-13)
    audit = run.audit()
    assert audit["mass"].relative < 1e-12
    assert audit["energy"].relative < 1e-9
    assert float(run["tank.mass"][-1]) < 4.0
