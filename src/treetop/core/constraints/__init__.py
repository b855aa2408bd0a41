"""The scalar constraints, and the one place that distinguishes them."""

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints.angle import turn
from treetop.core.constraints.coupling import coupled, dual
from treetop.core.constraints.distance import distance, measured_distance
from treetop.core.constraints.plane import plane
from treetop.core.constraints.prescribed import drive
from treetop.core.constraints.prescribed_attitude import attitude, guided
from treetop.core.constraints.rolling import (
    ball_on_ball,
    ball_on_plane,
    disc_on_plane,
    rolling,
)
from treetop.core.constraints.user_constraint import put_user_row
from treetop.core.kinematics.frames import point
from treetop.core.kinematics.hung import place_of
from treetop.core.spatial import zero3
from treetop.core.spatial.table_access import mat, motion, put_six, vec, vec_at
from treetop.core.tables.kinds import (
    CORD,
    COUPLING,
    DISTANCE,
    GUIDED,
    ON_PATH,
    PLANE,
    ROLLING_BALL,
    ROLLING_BALLS,
    ROLLING_DISC,
    TURN,
    USER,
    USER_SLIP,
)
from treetop.core.tables.tables import UserRowOut
from treetop.core.tables.workspace import Moving


@inlined
def constraint(constraints, k, work, origin, q):
    """Row k, between frames of two bodies that move as `work` says."""
    kind, pair = constraints.kind[k], constraints.pair_at[k]
    a, b = constraints.bodies[pair, 0], constraints.bodies[pair, 1]
    size, other = constraints.law[k, 0], constraints.law[k, 1]
    e = mat(work.R, a) @ vec(constraints.directions, k)
    if kind == TURN:
        f = mat(work.R, b) @ vec_at(constraints.directions[k], 3)
        return turn(e, f, motion(work.V, a).ang, motion(work.V, b).ang, size)
    at_a = point(work, origin, a, place_of(constraints, work, k, b))
    at_b = point(work, origin, b, vec_at(constraints.points[k], 3))
    if kind == PLANE:
        return plane(e, at_a, at_b, other, angle_of(constraints, k, pair, work, q))
    if kind == DISTANCE:
        return distance(at_a, at_b, size) if size > 0.0 else measured_distance(at_a, at_b)
    normal = mat(work.R, a) @ vec(constraints.normal, k)
    contact = ball_on_plane(normal, at_a, at_b, size)
    if kind == ROLLING_DISC:
        axis = mat(work.R, b) @ vec_at(constraints.directions[k], 3)
        contact = disc_on_plane(normal, axis, at_a, at_b, size)
    elif kind == ROLLING_BALLS:
        contact = ball_on_ball(at_a, at_b, other, size)
    return rolling(e, contact, at_a, at_b)


@kernel
def angle_of(constraints, k, pair, work, q):
    """The angle that the pitch of row k goes with."""
    turned_by = constraints.angle[k]
    if turned_by < 0:
        return 0.0
    return q[turned_by] if constraints.loop[pair] < 0 else work.loops.q[turned_by]


@inlined
def joint_part(constraints, p, work, q):
    """What the joint of pair p adds to a coupling."""
    a, b, l = constraints.bodies[p, 0], constraints.bodies[p, 1], constraints.loop[p]
    j, first, last = constraints.speeds[p, 0], constraints.speeds[p, 1], constraints.speeds[p, 2]
    weight, at, V_P, V = (
        constraints.weight[p],
        constraints.coordinate[p],
        motion(work.V, a),
        motion(work.V, b),
    )
    if l < 0:
        D, c = dual(work.S, j, first, last), motion(work.c, b)
        return coupled(weight, q[at], D, vec(work.r, b), zero3(), V_P, V, c)
    closing = work.loops
    D, c = dual(closing.S, j, first, last), motion(closing.c, l)
    return coupled(
        weight, closing.q[at], D, vec(closing.arms, l), vec_at(closing.arms[l], 3), V_P, V, c
    )


@kernel
def constrain(constraints, drives, first, work, origin, t, q, rows):
    """Fill the rows of all constraints from the first one on, at time t."""
    for k in range(first, constraints.kind.size):
        sliding = constraints.kind[k] in (ON_PATH, CORD)
        if not sliding:
            rows.error[k], rows.rate[k], rows.bias[k] = 0.0, 0.0, 0.0
        if constraints.kind[k] == COUPLING:
            rows.error[k] = -constraints.law[k, 0]
            for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
                put_row(rows, k, p, joint_part(constraints, p, work, q))
        elif constraints.kind[k] == GUIDED:
            follow_attitude(constraints, drives, k, work, t, rows)
        elif constraints.kind[k] in (USER, USER_SLIP):
            put_user_row(drives.user, constraints, k, work, origin, t, rows)
        elif sliding:
            put_sliding_rows(drives.sliding, constraints, k, work, origin, rows)
        else:
            pair = constraints.pair_at[k]
            put_row(rows, k, pair, constraint(constraints, k, work, origin, q))
        if constraints.drive[k] >= 0:
            f = drive(drives, work.jets, constraints.drive[k], t)
            rows.error[k] -= f.value
            rows.rate[k] -= f.rate
            rows.bias[k] -= f.second
            rows.drive[k] = f.rate
        rows.bias[k] += driven_back(work.gains, constraints.kind[k], rows.error[k], rows.rate[k])


@kernel
def driven_back(gains, kind, error, rate):
    """What Baumgarte's stabilisation adds to an acceleration; nothing where gains are zero.

    ``g'' + 2 α g' + β² g``; of rolling, a velocity v that is held at zero, ``v' + σ v``, and
    along the normal the gap as well.
    """
    of_speed = kind in (ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS, USER_SLIP)
    damping = gains[2] if of_speed else 2.0 * gains[0]
    return damping * rate + gains[1] * gains[1] * error


@kernel
def follow_attitude(constraints, drives, k, work, t, rows):
    pair = constraints.pair_at[k]
    a, b = constraints.bodies[pair, 0], constraints.bodies[pair, 1]
    at = attitude(drives, work.jets, constraints.guide[k], t)
    e, normal = vec(constraints.directions, k), vec(constraints.normal, k)
    f = mat(work.R, b) @ vec_at(constraints.directions[k], 3)
    w_a, w_b = motion(work.V, a).ang, motion(work.V, b).ang
    led = guided(at, mat(work.R, a), e, normal, f, w_a, w_b)
    put_row(rows, k, pair, led.row)
    rows.drive[k] = led.drive


@kernel
def put_sliding_rows(sliding, constraints, k, work, origin, rows):
    """Fill the row of a cord, or with the first row of a path all of its rows, by a call."""
    number, count = int(constraints.law[k, 0]), int(constraints.law[k, 1])
    if constraints.kind[k] == ON_PATH and count == 0:
        return
    moving = Moving(work.R, work.p, work.V, work.user_frames)
    out = UserRowOut(rows.on_a, rows.on_b, rows.error, rows.rate, rows.bias, rows.drive)
    tracks, cords, pair_at = sliding.tracks, sliding.cords, constraints.pair_at
    sliding.fill(k, number, count, origin.p, origin.v, moving, pair_at, tracks, cords, out)


@kernel
def put_row(rows, k, pair, row):
    put_six(rows.on_a, pair, row.on_a)
    put_six(rows.on_b, pair, row.on_b)
    rows.error[k] += row.error
    rows.rate[k] += row.rate
    rows.bias[k] += row.bias
