"""Momentum that a body carries and that is constant in its axes, such as that of a rotor that turns
at constant speed.

The body feels -ω × h, which takes no power.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces import group
from treetop.core.forces.exerted import write_one
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import cross, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import ACT, EXERT, MOMENTA


class StoredMomenta(NamedTuple):
    """Constant momenta in frames."""

    frame: np.ndarray  # (k,)
    momentum: np.ndarray  # (k, 3)  in the axes of the frame


NO_STORED_MOMENTA = StoredMomenta(np.zeros(0, dtype=np.int64), np.zeros((0, 3)))


@kernel
def carried(stored, frames, work, origin, k):
    """Where momentum k is, that momentum, and the torque on its body."""
    at = station(frames, work, origin, stored.frame[k])
    h = at.R @ vec(stored.momentum, k)
    return at, h, cross(h, at.V.ang)


@inlined
def apply(stored, frames, work, origin):
    for k in range(stored.frame.size):
        at, _, torque = carried(stored, frames, work, origin, k)
        push(work.F, at, zero3(), torque)


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_STORED_MOMENTA)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Momentum takes no power."""
    (_, stored, _), (frames, work, origin, _) = _unpack_own(own), group.around(problem, y)
    apply(stored, frames, work, origin)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, stored, rows), (frames, work, origin, _) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.size):
        at, _, torque = carried(stored, frames, work, origin, k)
        write_one(out, s, rows[k], origin, at, zero3(), torque)
    return 0


@entry(*MOMENTA)
def momenta(y, energies, problem, own):
    (_, stored, _), (frames, work, origin, _) = _unpack_own(own), group.around(problem, y)
    spin = zero3()
    for k in range(stored.frame.size):
        _, h, _ = carried(stored, frames, work, origin, k)
        spin = spin + h
    return 0.0, 0.0, spin.x, spin.y, spin.z


GROUP = group.Group(_OWN, NO_STORED_MOMENTA, in_lanes=True, act=act, record=record, momenta=momenta)
