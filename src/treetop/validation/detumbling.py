"""A sphere that tumbles in a uniform magnetic field, under B-dot control.

The part of its rate across the field decays at k B²/J, and the part along it stays.  The dipole is
held for a tenth of a second, and the change of the field is that since the sample before.
"""

import math

import numpy as np

import treetop as tt
from treetop.validation.case import Check

INERTIA, FIELD, GAIN, DURATION = 10.0, 3e-5, 5e7, 200.0
RATE = [0.006, -0.008, 0.005]
THRUST = 1.0


def checks() -> list[Check]:
    system = sphere().build()
    start = system.state(ball={"angular_velocity": RATE})
    run = tt.simulate(system, start, duration=DURATION, every=DURATION)
    end = run["bus.angular_velocity"].values[-1]
    w, x, y, z = run["bus.attitude"].values[-1]
    along = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]) @ end
    across = math.sqrt(end @ end - along**2)
    decay = -math.log(across / math.hypot(*RATE[:2])) / DURATION
    return [
        Check("decay across the field", decay, 0.0045, 1e-3, "1/s", "relative"),
        Check("rate along the field", float(along), RATE[2], 1e-5, "rad/s"),
    ]


def sphere() -> tt.Model:
    """Held at its centre; the torque of the dipole is given by six thrusters."""
    model = tt.Model("detumbling")
    bus = model.add_body("bus", 10.0, [INERTIA] * 3)
    model.add_joint("ball", tt.Spherical(), model.ground, bus)
    for k, axis in enumerate("xyz"):
        for sign, word in ((1, "plus"), (-1, "minus")):
            frame = bus.frame(f"{word}_{axis}", at=np.roll([0.0, 1.0, 0.0], k))
            jet = tt.Thruster(frame, thrust=THRUST, direction=np.roll([0.0, 0.0, sign], k))
            model.add_device(f"{word}_{axis}", jet)
    meter = tt.Magnetometer(bus, every=0.1, field=[0, 0, "30 uT"])
    model.add_sensor("magnetometer", meter)
    model.add_controller("bdot", tt.Bdot("magnetometer", every=0.1, gain=GAIN))
    inputs = ["bdot.dipole", "magnetometer.field"]
    law = tt.Controller(torque, every=0.1, inputs=inputs, to=list(model.devices))
    model.add_controller("torque", law)
    return model


def torque(t, z, x, p, u):  # type: ignore[no-untyped-def]
    """Throttles that give the cross product of dipole and field."""
    for k in range(3):
        a, b = (k + 1) % 3, (k + 2) % 3
        wanted = z[a] * z[3 + b] - z[b] * z[3 + a]
        u[2 * k], u[2 * k + 1] = max(wanted, 0.0), max(-wanted, 0.0)
