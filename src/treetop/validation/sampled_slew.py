"""Slew of a spacecraft with three wheels by sampled feedback of modified Rodrigues parameters.

The torque -K σ - P ω is found every half second and held; nothing else acts on the attitude, also
on the way around a planet that is oblate.
"""

import math
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.low_orbit_day import J2, MU, POSITION, RADIUS, VELOCITY
from treetop.validation.numerics import TIGHT

DURATION = 600.0
START = np.array([0.1, 0.2, -0.3])
PARAMETERS = 0.0254469219860262, 0.0157079035033076, -0.014070970384952
RATE = -3.751444067645e-4, -1.0742080308376e-3, -7.818709194768e-4
SPEEDS = 303.703569466931, -230.732642776469, 242.786193786448


def checks() -> list[Check]:
    alone, orbiting = craft(), craft()
    field = tt.ZonalField([J2], radius=RADIUS)
    orbiting.set_environment(tt.Planet(mu=MU, radius=RADIUS, gravity=field, gradient=False))
    flight = {"position": POSITION, "velocity": VELOCITY}
    run = _slewed(orbiting, **flight)
    place = run["bus.position"].values[-1]
    return [
        *_end("", _slewed(alone)),
        *_end("J2 orbit: ", run),
        *componentwise("J2 orbit: place", "xyz", place, _orbit(), 1e-6, "m"),
    ]


def _end(word: str, run: tt.Run) -> list[Check]:
    q, rate = run["bus.attitude"].values[-1], run["bus.angular_velocity"].values[-1]
    return [
        *componentwise(f"{word}MRP", "123", q[1:] / (1.0 + q[0]), PARAMETERS, 1e-12),
        *componentwise(f"{word}rate", "xyz", rate, RATE, 1e-14, "rad/s"),
        *componentwise(f"{word}wheel", "xyz", speeds(run), SPEEDS, 1e-9, "rad/s"),
    ]


def _slewed(model: tt.Model, **flight: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, start(system, **flight), duration=DURATION, every=DURATION, **TIGHT)


def _orbit() -> np.ndarray:
    """The end of the orbit, by another integrator in another formula of the field."""
    from scipy.integrate import solve_ivp

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        r, sine = np.linalg.norm(y[:3]), y[2] / np.linalg.norm(y[:3])
        flat = 1.5 * J2 * (RADIUS / r) ** 2
        along = np.array([1 - 5 * sine**2, 1 - 5 * sine**2, 3 - 5 * sine**2])
        return np.append(y[3:], -MU / r**3 * y[:3] * (1 + flat * along))

    end = solve_ivp(rate, (0.0, DURATION), [*POSITION, *VELOCITY], "DOP853", rtol=1e-13, atol=1e-7)
    return end.y[:3, -1]


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
