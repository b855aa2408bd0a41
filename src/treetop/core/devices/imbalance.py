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

from treetop.core.compiler import inlined, kernel
from treetop.core.devices.wheel import turning
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import cross, zero3
from treetop.core.spatial.table_access import vec


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
