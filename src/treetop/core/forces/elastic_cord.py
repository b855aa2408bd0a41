"""An elastic cord without mass that runs over points, its tension being the same all along."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.forces import group
from treetop.core.forces.exerted import put
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import Vec3, dot, norm, zero3
from treetop.core.tables.samples import ACT, EXERT


class ElasticCords(NamedTuple):
    """Cords, each over some frames."""

    at: np.ndarray  # (k + 1,)  first frame of each
    frame: np.ndarray  # (frames,)
    law: np.ndarray  # (k, 4)  length, stiffness, damping, 1: it only pulls


NO_ELASTIC_CORDS = ElasticCords(
    np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, 4))
)

# --- the law ----------------------------------------------------------------------------


@kernel
def tension(law, length, rate):
    """Tension of a cord with that length, which grows at a rate."""
    stretch = length - law[0]
    pull = law[1] * stretch + law[2] * rate
    if law[3] == 1.0:
        return max(pull, 0.0) if stretch > 0.0 else 0.0
    return pull


# --- over the cords ---------------------------------------------------------------------


class Pulled(NamedTuple):
    """What a cord does: its tension, how fast it becomes longer, and the direction of its end."""

    tension: float
    rate: float
    last: Vec3


@kernel
def pull_of(cords, frames, work, origin, k):
    length, rate, n = 0.0, 0.0, zero3()
    for m in range(cords.at[k], cords.at[k + 1] - 1):
        a = station(frames, work, origin, cords.frame[m])
        b = station(frames, work, origin, cords.frame[m + 1])
        d = b.p - a.p
        piece = norm(d)
        n = d * (1.0 / piece)
        length, rate = length + piece, rate + dot(n, b.V.lin - a.V.lin)
    return Pulled(tension(cords.law[k], length, rate), rate, n)


@kernel
def apply(cords, frames, work, origin):
    """Pull the points together; return the power."""
    power = 0.0
    for k in range(cords.law.shape[0]):
        pulled = pull_of(cords, frames, work, origin, k)
        for m in range(cords.at[k], cords.at[k + 1] - 1):
            a = station(frames, work, origin, cords.frame[m])
            b = station(frames, work, origin, cords.frame[m + 1])
            d = b.p - a.p
            F = d * (pulled.tension / norm(d))
            push(work.F, a, F, zero3())
            push(work.F, b, F * -1.0, zero3())
        power -= pulled.tension * pulled.rate
    return power


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_ELASTIC_CORDS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Elastic cords."""
    (_, cords, _), (frames, work, origin, _) = _unpack_own(own), group.around(problem, y)
    return apply(cords, frames, work, origin), 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """Elastic cords, at their last ends."""
    (_, cords, rows), (frames, work, origin, _) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.size):
        pulled, f = pull_of(cords, frames, work, origin, k), rows[k]
        a = station(frames, work, origin, cords.frame[cords.at[k]])
        b = station(frames, work, origin, cords.frame[cords.at[k + 1] - 1])
        put(out.applied_force[s, f], pulled.last * -pulled.tension)
        put(out.point_of_action[s, f], origin.p + b.p)
        put(out.point_of_reaction[s, f], origin.p + a.p)
        out.power[s, f] = -pulled.tension * pulled.rate
    return 0


GROUP = group.Group(_OWN, NO_ELASTIC_CORDS, act=act, record=record)
