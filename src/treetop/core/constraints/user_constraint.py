"""A constraint by a function defined by the user, differentiated as it is worked out.

The function sees how frames b move in the frame of reference a, in the axes of a, as jets: where
velocities are those that the motion has, and their rates those at which nothing accelerates, its
own rates are those of the constraint.  What it gains per unit of one displacement alone, or of one
velocity, is a component of the wrench, at the origin of b, that a unit multiplier exerts on b; the
opposite wrench acts on a at the same place.

    holonomic    φ(t, x) = 0       error φ    rate dφ/dt    gradient ∂φ/∂x
    otherwise    φ(t, x, v) = 0    error 0    rate φ        gradient ∂φ/∂v

    d, v, w    place, velocity and angular velocity of b in a, C its attitude, A accelerations
    in the axes of a, with A of both bodies zero:
    d'' = w_b × (w_b × r_b) - w_a × (w_a × r_a) - w_a × (w_a × d) - 2 w_a × v    w' = - w_a × w_b
    C' = w × C    C'' = w' × C + w × (w × C)
"""

import functools

from treetop.core.compiler import entry, guarded, inlinable, kernel
from treetop.core.kinematics.frames import Station, point
from treetop.core.spatial import (
    Force,
    Jet,
    Mat3,
    Vec3,
    cross,
    dot,
    jet_of,
    transpose,
    turn_back,
    zero3,
)
from treetop.core.spatial.table_access import put_six, vec_at
from treetop.core.tables.kinds import USER as HOLONOMIC
from treetop.core.tables.motion import FrameMotion, Origin
from treetop.core.tables.samples import USER_FILL, USER_FUNCTION_ROW
from treetop.core.tables.tables import UserRow, UserRowOut
from treetop.core.tables.user_laws import chosen_by_number
from treetop.core.tables.workspace import Moving

# Rows of what a function sees of one frame.
POSITION, VELOCITY, ATTITUDE, ANGULAR_VELOCITY, WIDTH = 0, 3, 6, 15, 18


@kernel
def put_user_row(user, constraints, k, work, origin, t, rows):
    """Fill row k, by a call."""
    f = int(constraints.law[k, 0])
    row = UserRow(
        constraints.pair_at,
        constraints.bodies,
        int(constraints.law[k, 1]),
        user.frames,
        f,
        user.parameters[f],
        1 if constraints.kind[k] == HOLONOMIC else 0,
        user.user_function,
    )
    moving = Moving(work.R, work.p, work.V, work.user_frames)
    out = UserRowOut(rows.on_a, rows.on_b, rows.error, rows.rate, rows.bias, rows.drive)
    user.fill(k, t, origin.p, origin.v, moving, row, out)


@entry(*USER_FILL)
def fill(k, t, p_O, v_O, moving, row, out):
    """Fill row k, on as many pairs of bodies as its function sees frames."""
    first, last, user_frames = row.pair_at[k], row.pair_at[k + 1], moving.user_frames
    f, p, user_function = row.function, row.parameters, row.user_function
    error, rate, bias = out.error, out.rate, out.bias
    holonomic, drive, frames = row.holonomic, out.drive, row.frames[row.frame :]
    for pair in range(first, last):
        a, b = ends(moving, Origin(p_O, v_O), row.bodies, pair, frames[pair - first])
        look(a, b, user_frames, WIDTH * (pair - first))
    value, first_rate, second = user_function(f, t, 1.0, user_frames, p)
    if holonomic == 1:
        error[k], rate[k], bias[k] = value, first_rate, second
    else:
        rate[k], bias[k] = value, first_rate
    drive[k] = -rate[k]
    hold_still(user_frames)
    for pair in range(first, last):
        at = WIDTH * (pair - first)
        wrench = gradient(user_function, f, t, user_frames, p, at, holonomic == 1)
        drive[k] += power_along(user_frames, at, wrench)
        a, b = ends(moving, Origin(p_O, v_O), row.bodies, pair, frames[pair - first])
        force, torque = a.R @ wrench.lin, a.R @ wrench.ang
        put_six(out.on_b, pair, Force(torque + cross(b.r, force), force))
        put_six(out.on_a, pair, Force(-(torque + cross(a.r + b.p - a.p, force)), -force))
    return 0


@entry(*USER_FILL)
def no_row(k, t, p_O, v_O, moving, row, out):
    """Where there are none."""
    return 0


@kernel
def ends(moving, origin, bodies, pair, X):
    """Stations at the two frames X of a pair, in the axes of the frames."""
    a = point(moving, origin, bodies[pair, 0], vec_at(X, 9))
    b = point(moving, origin, bodies[pair, 1], vec_at(X, 21))
    return turned(a, X, 0), turned(b, X, 12)


@kernel
def turned(at, X, k):
    """A station with the axes that begin at k."""
    R = Mat3(vec_at(X, k), vec_at(X, k + 3), vec_at(X, k + 6))
    return Station(at.body, at.R @ R, at.r, at.p, at.V)


@kernel
def look(a, b, user_frames, at):
    """Write how b moves in a, as jets, into rows of what the function sees."""
    d, w_a, w_b = b.p - a.p, a.V.ang, b.V.ang
    v = b.V.lin - a.V.lin - cross(w_a, d)
    centripetal = cross(w_b, cross(w_b, b.r)) - cross(w_a, cross(w_a, a.r))
    gain = centripetal - cross(w_a, cross(w_a, d) + v * 2.0)
    d, v, gain = turn_back(a.R, d), turn_back(a.R, v), turn_back(a.R, gain)
    w, w_rate = turn_back(a.R, w_b - w_a), turn_back(a.R, cross(w_b, w_a))
    put(user_frames, at + POSITION, 1, d, v, gain)
    put(user_frames, at + VELOCITY, 1, v, gain, zero3())
    put(user_frames, at + ANGULAR_VELOCITY, 1, w, w_rate, zero3())
    axes = transpose(transpose(a.R) @ b.R)
    put_turning(user_frames, at + ATTITUDE, axes.x, w, w_rate)
    put_turning(user_frames, at + ATTITUDE + 1, axes.y, w, w_rate)
    put_turning(user_frames, at + ATTITUDE + 2, axes.z, w, w_rate)


@kernel
def put(user_frames, at, step, value, rate, second):
    """A vector with its rates, into every so many rows."""
    user_frames[at, 0], user_frames[at + step, 0], user_frames[at + 2 * step, 0] = (
        value.x,
        value.y,
        value.z,
    )
    user_frames[at, 1], user_frames[at + step, 1], user_frames[at + 2 * step, 1] = (
        rate.x,
        rate.y,
        rate.z,
    )
    user_frames[at, 2], user_frames[at + step, 2], user_frames[at + 2 * step, 2] = (
        second.x,
        second.y,
        second.z,
    )


@kernel
def put_turning(user_frames, at, axis, w, w_rate):
    """A column of the attitude, which turns."""
    turning = cross(w, axis)
    put(user_frames, at, 3, axis, turning, cross(w_rate, axis) + cross(w, turning))


@kernel
def gradient(user_function, f, t, user_frames, p, at, holonomic):
    """What the function gains per unit of displacement, or velocity, of the frame whose motion
    begins at that row: turning and moving, in the axes of the reference.  No rate is left."""
    x, y, z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
    turning = Vec3(
        gain_turning(user_function, f, t, user_frames, p, at, holonomic, x),
        gain_turning(user_function, f, t, user_frames, p, at, holonomic, y),
        gain_turning(user_function, f, t, user_frames, p, at, holonomic, z),
    )
    moving = Vec3(
        gain_moving(user_function, f, t, user_frames, p, at, holonomic, x),
        gain_moving(user_function, f, t, user_frames, p, at, holonomic, y),
        gain_moving(user_function, f, t, user_frames, p, at, holonomic, z),
    )
    return Force(turning, moving)


@kernel
def gain_moving(user_function, f, t, user_frames, p, at, holonomic, e):
    place = at + POSITION if holonomic else at + VELOCITY
    put_rate(user_frames, place, 1, e)
    _, gain, _ = user_function(f, t, 0.0, user_frames, p)
    put_rate(user_frames, place, 1, zero3())
    return gain


@kernel
def gain_turning(user_function, f, t, user_frames, p, at, holonomic, e):
    turned, spun = at + ATTITUDE, at + ANGULAR_VELOCITY
    if holonomic:
        for column in range(3):
            put_rate(
                user_frames, turned + column, 3, cross(e, seen(user_frames, turned + column, 3))
            )
    else:
        put_rate(user_frames, spun, 1, e)
    _, gain, _ = user_function(f, t, 0.0, user_frames, p)
    for column in range(3):
        put_rate(user_frames, turned + column, 3, zero3())
    put_rate(user_frames, spun, 1, zero3())
    return gain


@kernel
def put_rate(user_frames, at, step, rate):
    user_frames[at, 1], user_frames[at + step, 1], user_frames[at + 2 * step, 1] = (
        rate.x,
        rate.y,
        rate.z,
    )


@kernel
def seen(user_frames, at, step):
    return Vec3(user_frames[at, 0], user_frames[at + step, 0], user_frames[at + 2 * step, 0])


@kernel
def hold_still(user_frames):
    """Keep the values, and let nothing change."""
    for i in range(user_frames.shape[0]):
        user_frames[i, 1], user_frames[i, 2] = 0.0, 0.0


@kernel
def power_along(user_frames, at, wrench):
    """Power of the wrench, in the motion that the function sees."""
    w, v = seen(user_frames, at + ANGULAR_VELOCITY, 1), seen(user_frames, at + VELOCITY, 1)
    return dot(wrench.ang, w) + dot(wrench.lin, v)


# --- functions defined by the user ------------------------------------------------------------


@entry(*USER_FUNCTION_ROW)
def no_function(f, t, t_rate, user_frames, p):
    return 0.0, 0.0, 0.0


def user_rows_by(functions):
    """One compiled function that calls function f, and what fills rows by it; `functions` have
    their numbers of frames and of parameters beside them."""
    if not functions:
        return no_function.function, no_row.function
    return _compiled(tuple(functions)), fill.function


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(f, t, t_rate, user_frames, p):
        return 0.0, 0.0, 0.0

    called = [
        guarded(_OF_FRAMES[frames](inlinable(f)), numbers) for f, frames, numbers in functions
    ]
    return chosen_by_number(none, _or_else, enumerate(called), USER_FUNCTION_ROW)


def _or_else(number, function, others):
    def choose(f, t, t_rate, user_frames, p):
        if f == number:
            found = jet_of(function(Jet(t, t_rate, 0.0), user_frames, p))
            return found.value, found.rate, found.second
        return others(f, t, t_rate, user_frames, p)

    return choose


def _of_one(function):
    return lambda t, user_frames, p: function(t, motion_seen(user_frames, 0), p)


def _of_two(function):
    return lambda t, user_frames, p: function(
        t, motion_seen(user_frames, 0), motion_seen(user_frames, WIDTH), p
    )


def _of_three(function):
    return lambda t, user_frames, p: function(
        t,
        motion_seen(user_frames, 0),
        motion_seen(user_frames, WIDTH),
        motion_seen(user_frames, 2 * WIDTH),
        p,
    )


_OF_FRAMES = {1: _of_one, 2: _of_two, 3: _of_three}


@kernel
def motion_seen(user_frames, at):
    """How a frame moves in the reference, as jets."""
    attitude = Mat3(
        jets(user_frames, at + ATTITUDE),
        jets(user_frames, at + ATTITUDE + 3),
        jets(user_frames, at + ATTITUDE + 6),
    )
    return FrameMotion(
        jets(user_frames, at + POSITION),
        jets(user_frames, at + VELOCITY),
        attitude,
        jets(user_frames, at + ANGULAR_VELOCITY),
    )


@kernel
def jets(user_frames, at):
    return Vec3(jet(user_frames, at), jet(user_frames, at + 1), jet(user_frames, at + 2))


@kernel
def jet(user_frames, at):
    return Jet(user_frames[at, 0], user_frames[at, 1], user_frames[at, 2])
