"""Momentum that a body carries and that is constant in its axes, such as that of a rotor that turns
at constant speed.

The body feels -ω × h, which takes no power.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import cross, zero3
from treetop.core.spatial.table_access import vec


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
