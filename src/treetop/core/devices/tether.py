"""A tether without mass between two frames, with a reel: it pulls, or is slack.

    l       natural length, a state of the reel
    d, d'   distance of the ends, and its rate
    T       tension

An elastic tether has T = k (d - l) + c (d' - l') while d > l, and never pushes.  Its reel pays out
at the rate l' = ± min(r l, v, r |L - l|): in proportion to the length at first, at a greatest
speed, and more slowly as it comes to its target L.  By a tension law there is no natural length:
the reel lets the line run under the tension T = T0 + a d + b d² + e d'.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces import group
from treetop.core.forces.exerted import write_pair
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import Station, push, station
from treetop.core.spatial import Vec3, dot, norm, zero3
from treetop.core.tables.samples import ACT, EXERT, TELL


class Tethers(NamedTuple):
    """Tethers between frames."""

    frames: np.ndarray  # (k, 2)
    elastic: np.ndarray  # (k, 2)  stiffness, damping
    reel: np.ndarray  # (k, 4)  rate, greatest speed, target, 1 or -1 towards it without a target
    law: np.ndarray  # (k, 4)  tension: constant, by length, by its square, by its rate
    length: np.ndarray  # (k,)  which internal state: the natural length, or -1: a tension law
    command: np.ndarray  # (k,)  which internal state: added to rate or tension, or -1: it is off
    output: np.ndarray  # (k,)  first output: tension, distance, stretch


NO_TETHERS = Tethers(
    np.zeros((0, 2), dtype=np.int64),
    *(np.zeros((0, 2)), np.zeros((0, 4)), np.zeros((0, 4))),
    *np.zeros((3, 0), dtype=np.int64),
)

# --- the laws ---------------------------------------------------------------------------


@kernel
def elastic_tension(stretch, stretch_rate, stiffness, damping):
    if stretch <= 0.0:
        return 0.0
    return max(stiffness * stretch + damping * stretch_rate, 0.0)


@kernel
def length_rate(length, rate, speed, target, direction):
    """How fast a reel pays out by itself; `target` is infinite where there is none."""
    fastest = min(rate * length, speed) if rate < math.inf else speed
    if target == math.inf:
        return direction * fastest
    left = target - length
    return math.copysign(min(fastest, rate * abs(left)), left)


@kernel
def law_tension(distance, rate, law):
    """What a tension law asks for."""
    return law[0] + (law[1] + law[2] * distance) * distance + law[3] * rate


# --- over the tethers -------------------------------------------------------------------


class Pull(NamedTuple):
    """What a tether does: the force on its first end, and what it tells."""

    a: Station
    b: Station
    force: Vec3
    tension: float
    distance: float
    stretch: float
    length_rate: float


@kernel
def paid_out(tethers, states, k):
    """The rate of the natural length of tether k; what is all in stays in."""
    if tethers.command[k] < 0:
        return 0.0
    reel, length = tethers.reel[k], states[tethers.length[k]]
    rate = length_rate(length, reel[0], reel[1], reel[2], reel[3]) + states[tethers.command[k]]
    return max(rate, 0.0) if length <= 0.0 else rate


@kernel
def pull_of(tethers, frames, work, origin, states, k):
    a = station(frames, work, origin, tethers.frames[k, 0])
    b = station(frames, work, origin, tethers.frames[k, 1])
    d, v = b.p - a.p, b.V.lin - a.V.lin
    distance = norm(d)
    n = d * (1.0 / distance)
    rate = dot(n, v)
    if tethers.length[k] < 0:
        tension, off = 0.0, tethers.command[k] < 0
        if not off:
            wanted = law_tension(distance, rate, tethers.law[k])
            tension = max(wanted + states[tethers.command[k]], 0.0)
        return Pull(a, b, n * tension, tension, distance, 0.0, rate)
    stretch = distance - states[tethers.length[k]]
    own = paid_out(tethers, states, k)
    tension = elastic_tension(stretch, rate - own, tethers.elastic[k, 0], tethers.elastic[k, 1])
    return Pull(a, b, n * tension, tension, distance, stretch, own)


@inlined
def apply(tethers, frames, work, origin, states, state_rates):
    """Pull at the bodies, and write the rates of natural lengths."""
    total = Account(0.0, zero3())
    for k in range(tethers.length.size):
        pull = pull_of(tethers, frames, work, origin, states, k)
        if tethers.length[k] >= 0:
            state_rates[tethers.length[k]] = pull.length_rate
        push(work.F, pull.a, pull.force, zero3())
        push(work.F, pull.b, pull.force * -1.0, zero3())
        total = total + account_of(pull.a, pull.force, zero3())
        total = total + account_of(pull.b, pull.force * -1.0, zero3())
    return total


@kernel
def outputs(tethers, frames, work, origin, states, row):
    for k in range(tethers.length.size):
        pull, m = pull_of(tethers, frames, work, origin, states, k), tethers.output[k]
        row[m], row[m + 1] = pull.tension, pull.distance
        if tethers.length[k] >= 0:
            row[m + 2] = pull.stretch


@inlined
def seen(tethers, rows, frames, work, origin, states, out, s):
    """Write what tethers exert."""
    for k in range(rows.size):
        pull = pull_of(tethers, frames, work, origin, states, k)
        write_pair(out, s, rows[k], origin, pull.a, pull.b, pull.force * -1.0, zero3())


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_TETHERS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Tethers pull."""
    (_, tethers, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    _, rates = group.states_and_rates(problem, y, rate)
    return group.account_numbers(apply(tethers, frames, work, origin, values, rates))


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, tethers, rows), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    seen(tethers, rows, frames, work, origin, values, out, s)
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, tethers, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    outputs(tethers, frames, work, origin, values, row)
    return 0


GROUP = group.Group(_OWN, NO_TETHERS, act=act, record=record, outputs=tell)
