"""Wheels in free bodies: an axial gyrostat in closed form, three wheels with torque, a slew of one
axis, and a wheel that friction stops.

In the axial gyrostat with transverse inertia I_t, axial inertia I_a without the rotor and the
rotor's momentum h, the transverse rate turns at ((I_a - I_t) ω₃ + h)/I_t in body axes, and the
attitude is exp(H/I_t t) ∘ exp(e₃ (ω₃ - H₃/I_t) t).
"""

import math

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

IT, IA, IS, SPEED = 120.0, 80.0, 0.4, 200.0
START = np.array([0.02, 0.01, 0.1])
DURATION = 100.0
# Of three wheels, computed by extended precision: rates, attitude, speeds after 100 s.
RATE = (0.0256005978134862, -0.0031916468375599, 0.0138567277466849)
ATTITUDE = (0.475872107209472, 0.406581366265255, 0.264647078476741, 0.733620647228267)
SPEEDS = (100.339010953596, 199.836193721497, 299.491879038688)


def checks() -> list[Check]:
    return [*_axial(), *_three_wheels(), *_slew(), *_coast_down()]


def _axial() -> list[Check]:
    model = free_body([IT, IT, IA + IS])
    model.add_device("wheel", tt.Wheel("hub", [0, 0, 1], inertia=IS, start=SPEED))
    run = _run(model.build(), START)
    h = IS * (START[2] + SPEED)
    k, H = ((IA - IT) * START[2] + h) / IT, np.array([*(IT * START[:2]), IA * START[2] + h])
    turned = complex(*START[:2]) * np.exp(1j * k * DURATION)
    expected = (turned.real, turned.imag, START[2])
    turn = _product(
        _turn(H / IT * DURATION), _turn(np.array([0, 0, START[2] - H[2] / IT]) * DURATION)
    )
    found = run["flight.attitude"].values[-1]
    return [
        *_rates("axial gyrostat, rate", run, expected, 1e-12),
        *componentwise("axial gyrostat, attitude", "wxyz", found, turn, 1e-12, "1"),
    ]


def _three_wheels() -> list[Check]:
    model = free_body([900, 800, 600])
    for i, axis in enumerate(np.eye(3)):
        wheel = tt.Wheel("hub", axis, inertia=0.159, start=100.0 * (i + 1))
        model.add_device(f"wheel{i}", wheel)
    to = [f"wheel{i}" for i in range(3)]
    model.add_controller("drive", tt.Controller(_sines, to=to))
    run = _run(model.build(), [0.01, -0.01, 0.03])
    speeds = [run[f"{name}.speed"].values[-1] for name in to]
    found = run["flight.attitude"].values[-1]
    return [
        *_rates("three wheels, rate", run, RATE, 1e-12),
        *componentwise("three wheels, attitude", "wxyz", found, ATTITUDE, 1e-12, "1"),
        *componentwise("three wheels, speed", "xyz", speeds, SPEEDS, 1e-9, "rad/s"),
    ]


def _sines(t, z, x, p, u, rates):
    for i in range(3):
        u[i] = 0.02 * math.sin(0.3 * t + i)


def _slew() -> list[Check]:
    """One axis, half the time forward and half the time back."""
    J, wheel, torque, T = 100.0, 0.05, 0.1, 60.0
    model = tt.Model("slew")
    hub = model.add_body("hub", 1, [J + wheel] * 3)
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device("wheel", tt.Wheel("hub", [0, 0, 1], inertia=wheel))
    law = tt.Controller(_bang_bang, every=T / 2, to="wheel", parameters=[torque, T / 2])
    model.add_controller("slew", law)
    system = model.build()
    run = tt.simulate(system, system.state(), T, at=[T / 2, T], **TIGHT)
    angle, speed = run["axle.angle"].values[-1], run["wheel.speed"].values[0]
    greatest = 0.5 * torque * T * (1 / wheel + 1 / J)
    return [
        Check("slew of one axis, angle", angle, -torque * T**2 / (4 * J), 1e-12, "rad"),
        Check("slew of one axis, speed of the wheel", speed, greatest, 1e-11, "rad/s"),
    ]


def _bang_bang(t, z, x, p, u):
    u[0] = p[0] if t < p[1] else -p[0]


def _coast_down() -> list[Check]:
    J, wheel, coulomb, viscous, start = 10.0, 0.05, 0.002, 1e-5, 600.0
    model = tt.Model("coast-down")
    hub = model.add_body("hub", 1, [J + wheel] * 3)
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    friction = {"coulomb": coulomb, "viscous": viscous}
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=wheel, start=start, **friction))
    system = model.build()
    run = tt.simulate(system, system.state(), 8000.0, every=4000.0, **TIGHT)
    reduced = wheel * J / (wheel + J)
    stops = reduced / viscous * math.log(1 + viscous * start / coulomb)
    rate = wheel * start / (wheel + J)
    return [
        Check("coast-down, time of standstill", run.events[0].time, stops, 1e-6, "s"),
        Check("coast-down, rate in the end", run["axle.rate"].values[-1], rate, 1e-11, "rad/s"),
        Check("coast-down, speed in the end", run["wheel.speed"].values[-1], 0.0, 1e-12, "rad/s"),
    ]


def free_body(inertia) -> tt.Model:
    model = tt.Model("gyrostat")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("hub", 100, inertia))
    return model


def _run(system: tt.System, rate) -> tt.Run:
    start = system.state(flight={"angular_velocity": rate})
    return tt.simulate(system, start, DURATION, every=DURATION / 2, **TIGHT)


def _rates(title, run, expected, tolerance):
    found = run["flight.angular_velocity"].values[-1]
    return componentwise(title, "xyz", found, expected, tolerance, "rad/s")


def _turn(rotation):
    angle = np.linalg.norm(rotation)
    return np.append(math.cos(angle / 2), math.sin(angle / 2) * rotation / angle)


def _product(a, b):
    w, v = a[0] * b[0] - a[1:] @ b[1:], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.append(w, v)
