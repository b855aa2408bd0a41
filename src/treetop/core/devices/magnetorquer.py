"""A magnetorquer: a coil of dipole m along its axis a, in a magnetic field B, exerts m a × B."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.environment.ambient import ambient_field
from treetop.core.forces import group
from treetop.core.forces.exerted import write_one
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import cross, dot, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import ACT, EXERT, TELL


class Magnetorquers(NamedTuple):
    """Coils at frames."""

    frame: np.ndarray  # (k,)
    axis: np.ndarray  # (k, 3)  in the axes of the frame
    limit: np.ndarray  # (k,)    greatest dipole
    field: np.ndarray  # (k, 3)  the field around it, inertial axes, if that is uniform
    ambient: np.ndarray  # (k,)    1: the field is that of the surroundings
    command: np.ndarray  # (k,)    which internal state: the dipole asked for, or -1: it is off
    output: np.ndarray  # (k,)    its output: the dipole


NO_MAGNETORQUERS = Magnetorquers(
    np.zeros(0, dtype=np.int64),
    np.zeros((0, 3)),
    np.zeros(0),
    np.zeros((0, 3)),
    *np.zeros((3, 0), dtype=np.int64),
)


@kernel
def dipole_of(coils, states, k):
    """The dipole of coil k."""
    if coils.command[k] < 0:
        return 0.0
    return min(max(states[coils.command[k]], -coils.limit[k]), coils.limit[k])


@kernel
def field_at(coils, work, at, k):
    """The magnetic field at coil k."""
    return ambient_field(work, at.p) if coils.ambient[k] else vec(coils.field, k)


@kernel
def exerted(coils, frames, work, origin, states, k):
    """Where coil k is, and its torque there."""
    at = station(frames, work, origin, coils.frame[k])
    dipole = at.R @ vec(coils.axis, k) * dipole_of(coils, states, k)
    return at, cross(dipole, field_at(coils, work, at, k))


@inlined
def apply(coils, frames, work, origin, states):
    """Turn the bodies; return the power."""
    power = 0.0
    for k in range(coils.frame.size):
        at, torque = exerted(coils, frames, work, origin, states, k)
        push(work.F, at, zero3(), torque)
        power += dot(torque, at.V.ang)
    return power


@kernel
def outputs(coils, states, row):
    for k in range(coils.frame.size):
        row[coils.output[k]] = dipole_of(coils, states, k)


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_MAGNETORQUERS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Coils turn their bodies."""
    (_, coils, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    return apply(coils, frames, work, origin, values), 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, coils, rows), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.size):
        at, torque = exerted(coils, frames, work, origin, values, k)
        write_one(out, s, rows[k], origin, at, zero3(), torque)
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, coils, _), (_, _, _, values) = _unpack_own(own), group.around(problem, y)
    outputs(coils, values, row)
    return 0


GROUP = group.Group(_OWN, NO_MAGNETORQUERS, act=act, record=record, outputs=tell)
