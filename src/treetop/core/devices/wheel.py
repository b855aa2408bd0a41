"""A balanced wheel that turns about an axle fixed to a body.

Its state is its absolute momentum about the axle a,

    h = J (Ω + a·ω)        h' = τ

with the axial inertia J, the speed Ω relative to the body, and the torque τ on the wheel: that of
the motor, less friction.  The body has the inertia of all without J a aᵀ, which is taken off when
a model is assembled, and feels

    -a τ - ω × a h

so that the wheel has no angle and no row in the mass matrix (docs/theory/devices.md).
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account
from treetop.core.kinematics.frames import Station, push, station
from treetop.core.spatial import Vec3, cross, dot, zero3
from treetop.core.spatial.table_access import vec


class Wheels(NamedTuple):
    """Wheels on bodies."""

    frame: np.ndarray  # (k,)    of the body, in which the axle is told
    axis: np.ndarray  # (k, 3)  of the axle
    law: np.ndarray  # (k, 4)  axial inertia, greatest torque of the motor, Coulomb and viscous
    #                            friction
    state: np.ndarray  # (k,)    which internal state: the momentum
    command: np.ndarray  # (k,)    likewise: the torque asked for, or -1: the motor is off
    output: np.ndarray  # (k,)    first of its outputs: speed, torque and power of the motor


NO_WHEELS = Wheels(
    np.zeros(0, dtype=np.int64),
    np.zeros((0, 3)),
    np.zeros((0, 4)),
    *np.zeros((3, 0), dtype=np.int64),
)


class Turning(NamedTuple):
    """How a wheel turns."""

    at: Station
    axis: Vec3  # inertial axes
    momentum: float
    speed: float  # relative to the body
    motor: float  # torque of the motor on the wheel
    torque: float  # with friction


@kernel
def friction_of(speed, coulomb, viscous):
    """The torque that resists a wheel's speed."""
    return viscous * speed + (coulomb if speed > 0.0 else -coulomb if speed < 0.0 else 0.0)


@kernel
def turning(wheels, frames, work, origin, states, k):
    """How wheel k turns, and what turns it."""
    at, h = station(frames, work, origin, wheels.frame[k]), states[wheels.state[k]]
    a, law = at.R @ vec(wheels.axis, k), wheels.law
    speed = h / law[k, 0] - dot(a, at.V.ang)
    motor = states[wheels.command[k]] if wheels.command[k] >= 0 else 0.0
    motor = min(max(motor, -law[k, 1]), law[k, 1])
    torque = motor - friction_of(speed, law[k, 2], law[k, 3])
    return Turning(at, a, h, speed, motor, torque)


@kernel
def torque_on_body(wheel):
    """What a wheel exerts on its body."""
    return wheel.axis * -wheel.torque - cross(wheel.at.V.ang, wheel.axis * wheel.momentum)


@kernel
def apply(wheels, frames, work, origin, states, state_rates):
    power = 0.0
    for k in range(wheels.frame.size):
        wheel = turning(wheels, frames, work, origin, states, k)
        state_rates[wheels.state[k]] = wheel.torque
        push(work.F, wheel.at, zero3(), torque_on_body(wheel))
        power += wheel.torque * wheel.speed
    return Account(power, zero3())


@kernel
def energy_of(wheels, states, k):
    """Kinetic energy of turning about the axle."""
    h = states[wheels.state[k]]
    return 0.5 * h * h / wheels.law[k, 0]


@kernel
def spin_of(wheels, frames, work, origin, states, k):
    """Angular momentum beyond that of the body."""
    at = station(frames, work, origin, wheels.frame[k])
    return at.R @ vec(wheels.axis, k) * states[wheels.state[k]]


@kernel
def outputs(wheels, frames, work, origin, states, row):
    for k in range(wheels.frame.size):
        wheel, m = turning(wheels, frames, work, origin, states, k), wheels.output[k]
        row[m], row[m + 1], row[m + 2] = wheel.speed, wheel.motor, wheel.motor * wheel.speed
