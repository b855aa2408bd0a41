"""Slew of a spacecraft with three wheels by sampled feedback of modified Rodrigues parameters.

The torque -K σ - P ω is found every half second and held; nothing else acts on the attitude.
"""

import math
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

START = np.array([0.1, 0.2, -0.3])
PARAMETERS = 0.0254469219860262, 0.0157079035033076, -0.014070970384952
RATE = -3.751444067645e-4, -1.0742080308376e-3, -7.818709194768e-4
SPEEDS = 303.703569466931, -230.732642776469, 242.786193786448


def checks() -> list[Check]:
    system = craft().build()
    run = tt.simulate(system, start(system), duration=600.0, every=600.0, **TIGHT)
    q, rate = run["bus.attitude"].values[-1], run["bus.angular_velocity"].values[-1]
    return [
        *componentwise("MRP", "123", q[1:] / (1.0 + q[0]), PARAMETERS, 1e-12),
        *componentwise("rate", "xyz", rate, RATE, 1e-14, "rad/s"),
        *componentwise("wheel", "xyz", speeds(run), SPEEDS, 1e-9, "rad/s"),
    ]


def start(system: tt.System, **flight: Any) -> tt.State:
    square = START @ START
    attitude = np.array([1.0 - square, *(2.0 * START)]) / (1.0 + square)
    return system.state(
        flight={"attitude": attitude, "angular_velocity": [0.001, -0.01, 0.03]} | flight,
        wheel_x={"speed": 100.0},
        wheel_y={"speed": 200.0},
        wheel_z={"speed": 300.0},
    )


def speeds(run: tt.Run) -> np.ndarray:
    """Wheel speeds in the end."""
    return np.array([run[f"wheel_{axis}.speed"].values[-1] for axis in "xyz"])


def craft() -> tt.Model:
    model = tt.Model("slew")
    bus = model.add_body("bus", 750.0, [900.0, 800.0, 600.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for name, axis in zip("xyz", np.eye(3), strict=True):
        wheel = tt.Wheel(bus, axis, inertia=100.0 / (6000.0 * math.pi / 30.0))
        model.add_device(f"wheel_{name}", wheel)
    wheels = ["wheel_x", "wheel_y", "wheel_z"]
    slew = tt.MrpFeedback("bus", "bus", every=0.5, stiffness=3.5, damping=30, to=wheels)
    model.add_controller("slew", slew)
    return model
