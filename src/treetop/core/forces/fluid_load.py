"""What a fluid does to the rods of a beam or cable: drag after Morison, and buoyancy.

    n       unit vector along a rod, of length L and diameter d
    v       velocity of the rod's middle relative to the fluid, v_n across it and v_t along it
    ρ       density of the fluid

    F = -½ρ C_n d L |v_n| v_n - ½ρ C_t π d L |v_t| v_t - ρ ¼π d² L g

acts at the middle, half at each end.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.forces import group
from treetop.core.forces.exerted import add_at, put
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.forces.time_functions import signal
from treetop.core.interface import unpack
from treetop.core.kinematics.frames import Station, push, station
from treetop.core.spatial import Vec3, dot, norm, zero3
from treetop.core.tables.samples import ACT, EXERT
from treetop.core.tables.tables import Signals


class FluidLoads(NamedTuple):
    """Loads, and the rods that they act on."""

    frames: np.ndarray  # (k, 2)  ends of each rod
    load: np.ndarray  # (k,)    which load
    law: np.ndarray  # (l, 5)  diameter, density, coefficients across and along, 1: it is buoyant
    current: Signals  # (l rows)  velocity of the fluid in time
    profile_at: np.ndarray  # (l + 1,)  first height of each profile; none: the current is uniform
    height: np.ndarray  # z, increasing
    share: np.ndarray  # of the current there


NO_FLUID_LOADS = FluidLoads(
    np.zeros((0, 2), dtype=np.int64),
    np.zeros(0, dtype=np.int64),
    np.zeros((0, 5)),
    Signals(
        np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros((0, 3))
    ),
    np.zeros(1, dtype=np.int64),
    *np.zeros((2, 0)),
)

# --- the law ----------------------------------------------------------------------------


@kernel
def drag(v, n, across, along):
    """Per unit of ½ρ d L; `across` and `along` are the coefficients."""
    v_t = n * dot(v, n)
    v_n = v - v_t
    return v_n * (-across * norm(v_n)) - v_t * (math.pi * along * norm(v_t))


@kernel
def share_at(heights, shares, z):
    """Linear between heights, held beyond them."""
    if heights.size == 0:
        return 1.0
    if z <= heights[0]:
        return shares[0]
    for k in range(1, heights.size):
        if z < heights[k]:
            part = (z - heights[k - 1]) / (heights[k] - heights[k - 1])
            return shares[k - 1] + part * (shares[k] - shares[k - 1])
    return shares[-1]


# --- over the rods ----------------------------------------------------------------------


class Pressed(NamedTuple):
    """The ends of a rod, and half of the force on it."""

    a: Station
    b: Station
    half: Vec3


@kernel
def current_at(loads, l, t, z):
    """The velocity of the fluid of load l at the height z."""
    first, last = loads.profile_at[l], loads.profile_at[l + 1]
    share = share_at(loads.height[first:last], loads.share[first:last], z)
    return signal(loads.current, l, t) * share


@kernel
def pressed(loads, gravity, frames, work, origin, t, k):
    """What the fluid does to rod k."""
    a = station(frames, work, origin, loads.frames[k, 0])
    b = station(frames, work, origin, loads.frames[k, 1])
    l, d = loads.load[k], b.p - a.p
    diameter, density, across, along, buoyant = loads.law[l]
    length, z = norm(d), origin.p.z + 0.5 * (a.p.z + b.p.z)
    v = origin.v + (a.V.lin + b.V.lin) * 0.5 - current_at(loads, l, t, z)
    half = drag(v, d * (1.0 / length), across, along) * (0.25 * density * diameter * length)
    volume = 0.25 * math.pi * diameter * diameter * length
    g = Vec3(gravity.uniform[0], gravity.uniform[1], gravity.uniform[2])
    return Pressed(a, b, half - g * (0.5 * buoyant * density * volume))


@kernel
def apply(loads, gravity, frames, work, origin, t):
    total = Account(0.0, zero3())
    for k in range(loads.load.size):
        rod = pressed(loads, gravity, frames, work, origin, t, k)
        push(work.F, rod.a, rod.half, zero3())
        push(work.F, rod.b, rod.half, zero3())
        total = total + account_of(rod.a, rod.half, zero3())
        total = total + account_of(rod.b, rod.half, zero3())
    return total


@kernel
def seen(loads, rows, gravity, frames, work, origin, t, out, s):
    """Write the resultant on each beam; `rows` tell which force each rod belongs to."""
    for k in range(rows.size):
        rod, f = pressed(loads, gravity, frames, work, origin, t, k), rows[k]
        x, F = origin.p + (rod.a.p + rod.b.p) * 0.5, rod.half * 2.0
        if k > 0 and rows[k - 1] == f:
            x = add_at(out, s, f, x, F)
        else:
            put(out.applied_force[s, f], F)
        put(out.point_of_action[s, f], x)
        put(out.point_of_reaction[s, f], x)
        v = origin.v + (rod.a.V.lin + rod.b.V.lin) * 0.5
        out.power[s, f] += dot(F, v)


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_FLUID_LOADS, group.NO_FORCES)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Drag and buoyancy of beams."""
    (tables, _), (_, loads, _) = unpack(problem), _unpack_own(own)
    frames, work, origin, _ = group.around(problem, y)
    return group.account_numbers(apply(loads, tables.gravity, frames, work, origin, t))


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (tables, _), (_, loads, rows) = unpack(problem), _unpack_own(own)
    (out, _), (frames, work, origin, _) = group.unpack_recorded(handle), group.around(problem, y)
    seen(loads, rows, tables.gravity, frames, work, origin, t, out, s)
    return 0


GROUP = group.Group(_OWN, NO_FLUID_LOADS, act=act, record=record)
