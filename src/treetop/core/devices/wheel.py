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

from treetop.core.compiler import all_of, any_of, entry, inlined, kernel, where
from treetop.core.forces import group
from treetop.core.forces.exerted import write_one
from treetop.core.forces.gravity import gradient_force, tensor_torque, with_gradient
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.interface import span_of_states, unpack
from treetop.core.kinematics.frames import point, push, station, turn
from treetop.core.spatial import Force, Vec3, cross, dot, square, zero3
from treetop.core.spatial.table_access import mat, motion, sym_at, vec
from treetop.core.tables.kinds import AS_IT_MOVES, STUCK
from treetop.core.tables.samples import ACT, EXERT, MOMENTA, TELL
from treetop.core.tables.surroundings import GRADIENT

BAND = 1e-3  # part of the greatest speed, below it, within which the torque of a motor falls


class Wheels(NamedTuple):
    """Wheels on bodies."""

    frame: np.ndarray  # (k,)    where it is
    axis: np.ndarray  # (k, 3)  of the axle, in the axes of its body
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

    body: int
    axis: Vec3  # inertial axes
    w: Vec3  # angular velocity of the body
    momentum: float
    speed: float  # relative to the body
    motor: float  # torque of the motor on the wheel
    torque: float  # with friction


@kernel
def friction_of(speed, mode, coulomb, viscous):
    """The torque that resists a wheel's speed."""
    if mode != AS_IT_MOVES:
        return viscous * speed + coulomb * mode
    return viscous * speed + coulomb * where(speed > 0.0, 1.0, where(speed < 0.0, -1.0, 0.0))


@kernel
def motor_of(command, speed, friction, limit, fastest):
    """The torque that a motor gives: within its limit; near the greatest speed ever less that makes
    a wheel faster, and at it only what friction takes."""
    torque, room, band = min(max(command, -limit), limit), fastest - abs(speed), BAND * fastest
    near = room < band
    if not any_of(near):
        return torque
    slowed = near & ((torque - friction) * speed > 0.0)
    part = where(slowed, max(0.0, room), 1.0) / where(slowed, band, 1.0)  # speeds may be endless
    return where(slowed, friction + (torque - friction) * part, torque)


@kernel
def axle(wheels, frames, work, k):
    """The direction of the axle of wheel k, inertial axes."""
    return mat(work.R, frames.body[wheels.frame[k]]) @ vec(wheels.axis, k)


@kernel
def turning(wheels, frames, work, states, k):
    """How wheel k turns, and what turns it."""
    body, h, law = frames.body[wheels.frame[k]], states[wheels.state[k]], wheels.law[k]
    a, w = axle(wheels, frames, work, k), motion(work.V, body).ang
    speed = h / law[0] - dot(a, w)
    command = states[wheels.command[k]] if wheels.command[k] >= 0 else 0.0
    friction = friction_of(speed, wheels.mode[k], law[2], law[3])
    motor = motor_of(command, speed, friction, law[1], law[4])
    return Turning(body, a, w, h, speed, motor, motor - friction)


@kernel
def torque_on_body(wheel):
    """What a wheel exerts on its body."""
    return wheel.axis * -wheel.torque - cross(wheel.w, wheel.axis * wheel.momentum)


@kernel
def gravity_gradient(mu, work, origin, body, axial):
    """Let the gradient of gravity act on the inertia of wheels about their axles, which their body
    is without; return what that does to the energy."""
    centre = point(work, origin, body, vec(work.bodies.com, body))
    pull = gradient_force(mu, origin.p + centre.p, axial)
    torque = tensor_torque(sym_at(work.surroundings, GRADIENT), axial)
    pull = pull + Force(torque, zero3())
    push(work.F, centre, pull.lin, pull.ang)
    return account_of(centre, pull.lin, pull.ang)


@inlined
def apply(wheels, frames, work, states, rate, first):
    """Let wheels act on their bodies, and write the rates of their momenta, those of internal
    states beginning at `first`; return the power."""
    power = 0.0
    for k in range(wheels.frame.size):
        if wheels.mode[k] != STUCK:
            wheel = turning(wheels, frames, work, states, k)
            rate[first + wheels.state[k]] = wheel.torque
            turn(work.F, wheel.body, torque_on_body(wheel))
            power += wheel.torque * wheel.speed
    return power


@inlined
def gravity_gradients(mu, wheels, problem, y):
    """Let the gradient of gravity act, once for successive wheels of one body."""
    frames, work, origin, _ = group.around(problem, y)
    pull, none = Account(0.0, zero3()), square(zero3(), 0.0)
    axial = none
    for k in range(wheels.frame.size):
        body = frames.body[wheels.frame[k]]
        if wheels.mode[k] != STUCK:
            axial = axial + square(axle(wheels, frames, work, k), wheels.law[k, 0])
        if k + 1 == wheels.frame.size or frames.body[wheels.frame[k + 1]] != body:
            pull = pull + gravity_gradient(mu, work, origin, body, axial)
            axial = none
    return pull


@inlined
def take_along(wheels, frames, work, states):
    """Let the momenta of wheels that stick be those of turning with their bodies."""
    for k in range(wheels.frame.size):
        if wheels.mode[k] == STUCK:
            w = motion(work.V, frames.body[wheels.frame[k]]).ang
            states[wheels.state[k]] = wheels.law[k, 0] * dot(axle(wheels, frames, work, k), w)


@kernel
def energy_of(wheels, states, k):
    """Kinetic energy of turning about the axle; of a wheel that sticks the body has it."""
    if wheels.mode[k] == STUCK:
        return 0.0
    h = states[wheels.state[k]]
    return 0.5 * h * h / wheels.law[k, 0]


@kernel
def spin_of(wheels, frames, work, states, k):
    """Angular momentum beyond that of the body."""
    if wheels.mode[k] == STUCK:
        return zero3()
    return axle(wheels, frames, work, k) * states[wheels.state[k]]


@kernel
def outputs(wheels, frames, work, states, row):
    for k in range(wheels.frame.size):
        wheel, m = turning(wheels, frames, work, states, k), wheels.output[k]
        row[m], row[m + 1], row[m + 2] = wheel.speed, wheel.motor, wheel.motor * wheel.speed


# --- as groups --------------------------------------------------------------------------

_OWN = group.own_tables(NO_WHEELS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def stick(t, q, u, y, rate, problem, own):
    """Wheels that stick turn with their bodies."""
    (_, wheels, _), (frames, work, _, values) = _unpack_own(own), group.around(problem, y)
    take_along(wheels, frames, work, values)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Wheels that turn."""
    (tables, work), (_, wheels, _) = unpack(problem), _unpack_own(own)
    (values,), (first, _) = group.values_now(tables, y), span_of_states(tables, y)
    power = apply(wheels, tables.frames, work, values, rate, first)
    mu = with_gradient(tables.gravity)
    if all_of(mu == 0.0):
        return power, 0.0, 0.0, 0.0, 0.0, 0.0
    pull = Account(power, zero3()) + gravity_gradients(mu, wheels, problem, y)
    return group.account_numbers(pull)


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, wheels, rows), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.size):
        wheel, f = turning(wheels, frames, work, values, k), rows[k]
        at = station(frames, work, origin, wheels.frame[k])
        write_one(out, s, f, origin, at, zero3(), torque_on_body(wheel))
        out.power[s, f] = wheel.torque * wheel.speed
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, wheels, _), (frames, work, _, values) = _unpack_own(own), group.around(problem, y)
    outputs(wheels, frames, work, values, row)
    return 0


@entry(*MOMENTA)
def momenta(y, energies, problem, own):
    (_, wheels, _), (frames, work, _, values) = _unpack_own(own), group.around(problem, y)
    energy, spin = 0.0, zero3()
    for k in range(wheels.frame.size):
        stored, i = energy_of(wheels, values, k), frames.body[wheels.frame[k]]
        energy, energies[i - 1] = energy + stored, energies[i - 1] + stored
        spin = spin + spin_of(wheels, frames, work, values, k)
    return energy, 0.0, spin.x, spin.y, spin.z


STICKING = group.Group(_OWN, NO_WHEELS, group.BEFORE_COMMANDS, in_lanes=True, act=stick)
GROUP = group.Group(
    _OWN, NO_WHEELS, in_lanes=True, act=act, record=record, outputs=tell, momenta=momenta
)
