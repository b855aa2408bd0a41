"""Controllers that give what is no number, in words."""

import numpy as np
import pytest

import treetop as tt


def craft(device, value):
    m = tt.Model("craft")
    hub = m.add_body("hub", 10.0, [5.0] * 3)
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_device("part", device(hub))

    def law(t, z, x, p, u):
        u[0] = value if t > 0.35 else 0.01

    m.add_controller("law", tt.Controller(law, every=0.1, to="part"))
    return m.build()


def wheel(hub, **given):
    return tt.Wheel(hub, [0, 0, 1], 0.1, **given)


def limited_wheel(hub):
    return wheel(hub, torque=0.2)


def jet(hub, pulsed=False):
    return tt.Thruster(hub.frame("nozzle", at=[1, 0, 0]), 1.0, [0, 1, 0], pulsed=pulsed)


def pulsed_jet(hub):
    return jet(hub, pulsed=True)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("device", "command", "value"),
    [
        (wheel, "torque", np.nan),
        (limited_wheel, "torque", np.inf),
        (pulsed_jet, "on_time", np.inf),
        (pulsed_jet, "on_time", np.nan),
        (jet, "throttle", -np.inf),
    ],
)
def test_a_command_that_is_no_number_names_its_controller(device, command, value):
    system = craft(device, value)
    with pytest.raises(tt.RunError, match=rf"the controller 'law' makes 'part.{command}' {value}"):
        tt.simulate(system, system.state(), 1.0, every=0.1)


@pytest.mark.compiled
def test_even_in_the_first_sample():
    m = tt.Model("craft")
    hub = m.add_body("hub", 10.0, [5.0] * 3)
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_device("wheel", tt.Wheel(hub, [0, 0, 1], 0.1, torque=0.2))

    def law(t, z, x, p, u):
        u[0] = np.inf

    m.add_controller("law", tt.Controller(law, every=0.1, to="wheel"))
    system = m.build()
    with pytest.raises(tt.RunError, match=r"at 0 s: the controller 'law' makes 'wheel.torque' inf"):
        tt.simulate(system, system.state(), 1.0)
