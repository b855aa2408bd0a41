"""Devices come back from files as they were."""

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads


def law(t, motion, x, c, p, rates, out):
    return tt.Wrench(motion.velocity * -c[0], motion.velocity * 0.0)


DEVICES = {
    "stored": tt.StoredMomentum("hub", ["3 N*m*s", 0, 1]),
    "motor": tt.Motor("hinge", gear=50, torque_constant="0.1 N*m/A", current=3, viscous=0.1),
    "coil": tt.Magnetorquer("hub", [1, 0, 0], field=["30000 nT", 0, 0], dipole=10),
    "wheel": tt.Wheel("hub", [0, 0, 1], inertia=0.1, static="1 g*m", dynamic=1e-5),
    "gyro": tt.ControlMomentGyro("hub", [0, 0, 1], [1, 0, 0], inertia=0.1, start="3000 rpm"),
    "damper": tt.NutationDamper("hub", [0, 0, 1], mass=2, stiffness=3, damping=0.5),
    "line": tt.Deployer(
        "hub", "50 g/m", "2 km", elements=20, length="1 + 9*smoothstep(t/60)", tip_mass=3
    ),
    "boom": tt.Deployer(
        "hub", 0.3, 12, elements=4, start_length=2, brake="3 N", stiffness="15 N*m^2", damping=0.01
    ),
    "winch": tt.Reel(
        "hub", 0.3, 12, elements=4, start_length=2, radius="20 cm", inertia=0.1, torque="-3 N*m"
    ),
    "own": tt.Actuator(law, "hub", commands={"grip": "3 N*s/m"}, memory={"heat": 0.0}),
}


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_comes_back_from_a_file(name):
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    arm = model.add_body("arm", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), hub, arm)
    model.add_device(name, DEVICES[name])
    again = loads(dumps(model), functions={"law": law})
    assert again.devices[name] == DEVICES[name]
    assert again.devices[name].inputs == DEVICES[name].inputs
