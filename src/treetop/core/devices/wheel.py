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

from treetop.core.compiler import inlined, kernel
from treetop.core.forces.gravity import gradient_force, with_gradient
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import Station, point, push, station
from treetop.core.spatial import Sym3, Vec3, cross, dot, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.kinds import AS_IT_MOVES, STUCK

BAND = 1e-3  # part of the greatest speed, below it, within which the torque of a motor falls


class Wheels(NamedTuple):
    """Wheels on bodies."""

    frame: np.ndarray  # (k,)    of the body, in which the axle is told
    axis: np.ndarray  # (k, 3)  of the axle
    law: np.ndarray  # (k, 5)  axial inertia, greatest torque of the motor, Coulomb and viscous
    #                            friction, greatest speed
    mode: np.ndarray  # (k,)    the way it turns: 1 or -1; 0: it sticks; or as it turns
    state: np.ndarray  # (k,)    which internal state: the momentum
    command: np.ndarray  # (k,)    likewise: the torque asked for, or -1: the motor is off
    output: np.ndarray  # (k,)    first of its outputs: speed, torque and power of the motor


NO_WHEELS = Wheels(
    np.zeros(0, dtype=np.int64),
    np.zeros((0, 3)),
    np.zeros((0, 5)),
    *np.zeros((4, 0), dtype=np.int64),
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
def friction_of(speed, mode, coulomb, viscous):
    """The torque that resists a wheel's speed."""
    way = mode if mode != AS_IT_MOVES else 1 if speed > 0.0 else -1 if speed < 0.0 else 0
    return viscous * speed + coulomb * way


@kernel
def motor_of(command, speed, friction, limit, fastest):
    """The torque that a motor gives: within its limit; near the greatest speed ever less that makes
    a wheel faster, and at it only what friction takes."""
    torque = min(max(command, -limit), limit)
    room = (fastest - abs(speed)) / (BAND * fastest)
    if not room < 1.0 or (torque - friction) * speed <= 0.0:
        return torque
    return friction + (torque - friction) * max(0.0, room)


@kernel
def turning(wheels, frames, work, origin, states, k):
    """How wheel k turns, and what turns it."""
    at, h = station(frames, work, origin, wheels.frame[k]), states[wheels.state[k]]
    a, law = at.R @ vec(wheels.axis, k), wheels.law[k]
    speed = h / law[0] - dot(a, at.V.ang)
    command = states[wheels.command[k]] if wheels.command[k] >= 0 else 0.0
    friction = friction_of(speed, wheels.mode[k], law[2], law[3])
    motor = motor_of(command, speed, friction, law[1], law[4])
    return Turning(at, a, h, speed, motor, motor - friction)


@kernel
def torque_on_body(wheel):
    """What a wheel exerts on its body."""
    return wheel.axis * -wheel.torque - cross(wheel.at.V.ang, wheel.axis * wheel.momentum)


@kernel
def gravity_gradient(wheels, gravity, work, origin, wheel, k):
    """Let the gradient of gravity act on the inertia about the axle, which the body is without;
    return what that does to the energy."""
    mu, a, J = with_gradient(gravity), wheel.axis, wheels.law[k, 0]
    if mu == 0.0:
        return Account(0.0, zero3())
    centre = point(work, origin, wheel.at.body, vec(work.bodies.com, wheel.at.body))
    axial = Sym3(
        J * a.x * a.x, J * a.x * a.y, J * a.x * a.z, J * a.y * a.y, J * a.y * a.z, J * a.z * a.z
    )
    pull = gradient_force(mu, origin.p + centre.p, axial)
    push(work.F, centre, pull.lin, pull.ang)
    return account_of(centre, pull.lin, pull.ang)


@inlined
def apply(wheels, gravity, frames, work, origin, states, state_rates):
    total = Account(0.0, zero3())
    for k in range(wheels.frame.size):
        if wheels.mode[k] == STUCK:
            continue
        wheel = turning(wheels, frames, work, origin, states, k)
        state_rates[wheels.state[k]] = wheel.torque
        push(work.F, wheel.at, zero3(), torque_on_body(wheel))
        total = total + Account(wheel.torque * wheel.speed, zero3())
        total = total + gravity_gradient(wheels, gravity, work, origin, wheel, k)
    return total


@inlined
def take_along(wheels, frames, work, origin, states):
    """Let the momenta of wheels that stick be those of turning with their bodies."""
    for k in range(wheels.frame.size):
        if wheels.mode[k] == STUCK:
            at = station(frames, work, origin, wheels.frame[k])
            states[wheels.state[k]] = wheels.law[k, 0] * dot(at.R @ vec(wheels.axis, k), at.V.ang)


@kernel
def energy_of(wheels, states, k):
    """Kinetic energy of turning about the axle; of a wheel that sticks the body has it."""
    if wheels.mode[k] == STUCK:
        return 0.0
    h = states[wheels.state[k]]
    return 0.5 * h * h / wheels.law[k, 0]


@kernel
def spin_of(wheels, frames, work, origin, states, k):
    """Angular momentum beyond that of the body."""
    if wheels.mode[k] == STUCK:
        return zero3()
    at = station(frames, work, origin, wheels.frame[k])
    return at.R @ vec(wheels.axis, k) * states[wheels.state[k]]


@kernel
def outputs(wheels, frames, work, origin, states, row):
    for k in range(wheels.frame.size):
        wheel, m = turning(wheels, frames, work, origin, states, k), wheels.output[k]
        row[m], row[m + 1], row[m + 2] = wheel.speed, wheel.motor, wheel.motor * wheel.speed
