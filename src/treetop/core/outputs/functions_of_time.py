"""Functions defined by the user along time, at motions that stay the same.

times (n,)    out one row for each time
"""

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.constraints.prescribed import drive
from treetop.core.devices import actuator, commands
from treetop.core.forces import group
from treetop.core.interface import DERIVATIVE_TYPE, PROBLEM, origin_of, unpack
from treetop.core.kinematics.frames import station
from treetop.core.spatial import Mat3
from treetop.core.spatial.table_access import put_vec_at, vec_at
from treetop.core.tables.motion import FrameMotion

_VECTOR, _MATRIX = np.zeros(0), np.zeros((0, 0))
_INTEGERS = np.zeros((0, 0), dtype=np.int64)
WIDTH = 18  # numbers of a motion: position, velocity, attitude by rows, angular velocity


@entry(None, PROBLEM, 0, _VECTOR, _MATRIX)
def drive_along(problem, d, times, out):
    """Value and rates of function d that a constraint follows."""
    tables, work = unpack(problem)
    for i in range(times.size):
        f = drive(tables.drives, work.jets, d, times[i])
        out[i, 0], out[i, 1], out[i, 2] = f.value, f.rate, f.second


@entry(None, PROBLEM, 0, _VECTOR, _VECTOR, _MATRIX)
def law_along(problem, k, motion, times, out):
    """The wrench of force k defined by the user."""
    tables, _ = unpack(problem)
    forces = tables.user_forces
    for i in range(times.size):
        wrench = forces.law(k, times[i], motion_in(motion), forces.parameters[k])
        put_vec_at(out[i], 0, wrench.force)
        put_vec_at(out[i], 3, wrench.torque)


@entry(None, actuator.LAW_TYPE, 0, *(_VECTOR,) * 5, _MATRIX)
def device_law_along(law, k, motion, x, c, p, times, out):
    """What device k defined by the user exerts and tells, and the rates of its states."""
    first = out.shape[1] - x.size
    for i in range(times.size):
        row = out[i]
        law(k, times[i], motion_in(motion), x, c, p, row[first:], row[:first])


@entry(None, commands.LAW_TYPE, 0, _INTEGERS, *(_VECTOR,) * 4, _MATRIX)
def command_law_along(law, b, reads, z, x, p, times, out):
    """The commands of continuous controller b, and the rates of its states."""
    first = out.shape[1] - x.size
    for i in range(times.size):
        for k in range(z.size):
            if reads[k, 0] == commands.TIME:
                z[k] = times[i]
        row = out[i]
        law(b, times[i], z, x, p, row[:first], row[first:])


@entry(None, PROBLEM, 0, _MATRIX, _VECTOR, _MATRIX)
def constraint_along(problem, f, user_frames, times, out):
    """What function f of a constraint defined by the user is, and how it changes with time
    alone."""
    tables, _ = unpack(problem)
    user = tables.drives.user
    for i in range(times.size):
        value, rate, second = user.user_function(f, times[i], 1.0, user_frames, user.parameters[f])
        out[i, 0], out[i, 1], out[i, 2] = value, rate, second


@entry(None, DERIVATIVE_TYPE, PROBLEM, _VECTOR, _VECTOR, _MATRIX)
def rate_along(derivative, problem, y, times, out):
    """The rate of a state."""
    for i in range(times.size):
        derivative(times[i], y, out[i], problem)


@entry(None, PROBLEM, _VECTOR, _INTEGERS, _MATRIX)
def motions_seen(problem, y, pairs, out):
    """How frames move as seen from others, a pair in each row, at the state last evaluated."""
    tables, work = unpack(problem)
    origin, frames = origin_of(y), tables.frames
    for k in range(pairs.shape[0]):
        on = station(frames, work, origin, pairs[k, 0])
        base = station(frames, work, origin, pairs[k, 1])
        put_vec_at(out[k], 0, on.p - base.p)
        put_vec_at(out[k], 3, on.V.lin - base.V.lin)
        put_vec_at(out[k], 6, on.R.x)
        put_vec_at(out[k], 9, on.R.y)
        put_vec_at(out[k], 12, on.R.z)
        put_vec_at(out[k], 15, on.V.ang - base.V.ang)


@entry(None, PROBLEM, _VECTOR, _VECTOR, _INTEGERS, 0.0, _VECTOR)
def quantities_read(problem, y, joint_vector, reads, t, out):
    """What continuous controllers read, at the state last evaluated."""
    around = group.around(problem, y)
    q, u = group.joint_motion(problem, joint_vector)
    for k in range(reads.shape[0]):
        out[k] = commands.read(reads[k], around, t, q, u)


@kernel
def motion_in(numbers):
    R = Mat3(vec_at(numbers, 6), vec_at(numbers, 9), vec_at(numbers, 12))
    return FrameMotion(vec_at(numbers, 0), vec_at(numbers, 3), R, vec_at(numbers, 15))
