"""What wheels out of balance exert on their bodies.

At the speed Ω relative to the body and the angle θ, θ' = Ω, a wheel with static imbalance S and
dynamic imbalance D exerts

    S Ω² r    and    D Ω² a × r,    r = cos nθ r₀ + sin nθ a × r₀

at the centre of its axle a, with n = 1, r being the direction of its heavy side.  Harmonics of
other orders n come from bearings and motor (R. A. Masterson, D. W. Miller, R. L. Grogan, *Journal
of Sound and Vibration* 249 (2002), 575-598).  This is the usual model of jitter: what the imbalance
does to the inertia of the body, and what a change of speed or a turn of the body would add, is left
out.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.devices.wheel import NO_WHEELS, Wheels, turning
from treetop.core.forces import group
from treetop.core.forces.exerted import put
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import cross, dot, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import ACT, EXERT


class Imbalances(NamedTuple):
    """Harmonics of wheels out of balance."""

    wheel: np.ndarray  # (k,)    row of Wheels
    radial: np.ndarray  # (k, 3)  the heavy side at angle 0, in the axes of the wheel's frame
    law: np.ndarray  # (k, 3)  static and dynamic imbalance, order
    angle: np.ndarray  # (k,)    which internal state


NO_IMBALANCES = Imbalances(
    np.zeros(0, dtype=np.int64), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, dtype=np.int64)
)


@kernel
def exerted(imbalances, wheels, frames, work, origin, states, k):
    """Where imbalance k is, how fast its wheel turns, and its force and torque."""
    wheel, law = imbalances.wheel[k], imbalances.law[k]
    angle = law[2] * states[imbalances.angle[k]]
    at = station(frames, work, origin, wheels.frame[wheel])
    motion = turning(wheels, frames, work, states, wheel)
    start = at.R @ vec(imbalances.radial, k)
    r = start * math.cos(angle) + cross(motion.axis, start) * math.sin(angle)
    square = motion.speed * motion.speed
    force, torque = r * (law[0] * square), cross(motion.axis, r) * (law[1] * square)
    return at, motion.speed, force, torque


@inlined
def apply(imbalances, wheels, frames, work, origin, states, state_rates):
    total = Account(0.0, zero3())
    for k in range(imbalances.wheel.size):
        at, speed, force, torque = exerted(imbalances, wheels, frames, work, origin, states, k)
        state_rates[imbalances.angle[k]] = speed
        push(work.F, at, force, torque)
        total = total + account_of(at, force, torque)
    return total


# --- as a group -------------------------------------------------------------------------


class Unbalanced(NamedTuple):
    """Wheels, and what some of them are out of balance by."""

    imbalances: Imbalances
    wheels: Wheels


BALANCED = Unbalanced(NO_IMBALANCES, NO_WHEELS)
_OWN = group.own_tables(BALANCED)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Wheels shake their bodies."""
    (_, (imbalances, wheels), _), (_, rates) = (
        _unpack_own(own),
        group.states_and_rates(problem, y, rate),
    )
    frames, work, origin, values = group.around(problem, y)
    return group.account_numbers(apply(imbalances, wheels, frames, work, origin, values, rates))


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """Add to what balanced wheels exert, whose rows these are."""
    (_, (imbalances, wheels), rows), (out, _) = _unpack_own(own), group.unpack_recorded(handle)
    frames, work, origin, values = group.around(problem, y)
    for k in range(imbalances.wheel.size):
        at, _, F, T = exerted(imbalances, wheels, frames, work, origin, values, k)
        f, V = rows[imbalances.wheel[k]], at.V
        put(out.applied_force[s, f], vec(out.applied_force[s], f) + F)
        put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + T)
        out.power[s, f] += dot(F, origin.v + V.lin) + dot(T, V.ang)
    return 0


GROUP = group.Group(_OWN, BALANCED, act=act, record=record)
