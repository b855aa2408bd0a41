"""What turns spacecraft beside wheels: a control moment gyro and coils in a magnetic field; and a
wheel out of balance.

Coils whose dipole is -k dB/dt, seen from a sphere of inertia J in a constant field B, let the rate
across the field decay at k B²/J.  A hub with a wheel of static imbalance S circles about the common
mass centre with the radius S over the whole mass.
"""

import math

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

# Of the gyro after 60 s, computed by rigid bodies: rates, angle of the gimbal, speed of the wheel.
RATE = (0.018237014362618, 0.003206208332474, 0.015444455635787)
ANGLE, SPEED = -1.143827828729306, 300.124007830299


def checks() -> list[Check]:
    return [*_gyro(), *_coils(), *_imbalance()]


def _gyro() -> list[Check]:
    model = _free_body(100, [900, 800, 600])
    gyro = tt.ControlMomentGyro(
        "hub",
        gimbal_axis=[0, 0, 1],
        spin_axis=[1, 0, 0],
        inertia=0.16,
        gimbal_inertia=[0.1, 0.2, 0.3],
        start=300,
    )
    model.add_device("gyro", gyro)
    to = ["gyro.gimbal_torque", "gyro.torque"]
    model.add_controller("drive", tt.Controller(_drive, to=to))
    system = model.build()
    start = system.state(
        flight={"angular_velocity": [0.01, -0.02, 0.015]}, gyro={"angle": 0.3, "rate": 0.02}
    )
    run = tt.simulate(system, start, 60.0, every=60.0, **TIGHT)
    rate = run["flight.angular_velocity"].values[-1]
    angle, speed = run["gyro.angle"].values[-1], run["gyro.speed"].values[-1]
    return [
        *componentwise("control moment gyro, rate", "xyz", rate, RATE, 1e-12, "rad/s"),
        Check("control moment gyro, gimbal", angle, ANGLE, 1e-12, "rad"),
        Check("control moment gyro, speed of the wheel", speed, SPEED, 1e-9, "rad/s"),
    ]


def _drive(t, z, x, p, u, rates):
    u[0] = 0.05 * math.cos(0.4 * t)
    u[1] = 0.01 * math.sin(0.7 * t)


def _coils() -> list[Check]:
    J, B, gain, duration = 10.0, 3e-5, 5e7, 200.0
    model = _free_body(50, [J] * 3)
    for name, axis in zip("xyz", np.eye(3), strict=True):
        model.add_device(name, tt.Magnetorquer("hub", axis, field=[0, 0, B]))
    read = ["hub.attitude", "hub.angular_velocity"]
    law = tt.Controller(against_change, inputs=read, to=list("xyz"), parameters=[gain, B])
    model.add_controller("detumbling", law)
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.01, -0.02, 0.03]})
    run = tt.simulate(system, start, duration, every=duration, **TIGHT)
    decay = math.exp(-gain * B**2 / J * duration)
    found, expected = run["angular_momentum"].values[-1] / J, (0.01 * decay, -0.02 * decay, 0.03)
    return componentwise("coils in a constant field, rate", "xyz", found, expected, 1e-12, "rad/s")


def against_change(t, z, x, p, u, rates):
    """The dipole -p₀ dB/dt in the axes of a body of attitude z₀ to z₃ and rate z₄ to z₆, in a field
    p₁ along z."""
    w, i, j, k = z[0], z[1], z[2], z[3]
    Bx, By = 2.0 * p[1] * (i * k - w * j), 2.0 * p[1] * (j * k + w * i)
    Bz = p[1] * (w * w - i * i - j * j + k * k)
    u[0] = -p[0] * (By * z[6] - Bz * z[5])
    u[1] = -p[0] * (Bz * z[4] - Bx * z[6])
    u[2] = -p[0] * (Bx * z[5] - By * z[4])


def _imbalance() -> list[Check]:
    mass, static, speed = 60.0, 3e-3, 20.0
    model = _free_body(mass, [20, 25, 30])
    model.add_device("wheel", tt.Wheel("hub", [0, 0, 1], inertia=0.1, start=speed, static=static))
    system, radius = model.build(), static / mass
    start = {"position": [-radius, 0, 0], "velocity": [0, -radius * speed, 0]}
    run = tt.simulate(system, system.state(flight=start), 2.0, every=0.05, **TIGHT)
    away = np.linalg.norm(run["hub.position"].values, axis=1)
    return [
        Check("wheel out of balance, least radius", away.min(), radius, 1e-15, "m"),
        Check("wheel out of balance, greatest radius", away.max(), radius, 1e-15, "m"),
    ]


def _free_body(mass, inertia) -> tt.Model:
    model = tt.Model("craft")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("hub", mass, inertia))
    return model
