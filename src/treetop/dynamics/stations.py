"""Frames fixed to bodies, where forces act and sensors sit, in inertial axes."""

from typing import NamedTuple

from treetop._kernel import inlined, kernel
from treetop.spatial import Force, Mat3, Motion, Vec3, cross, motion_moved
from treetop.spatial.rows import force, mat, motion, put_six, vec


class Origin(NamedTuple):
    """The moving origin of positions, seen from the ground."""

    p: Vec3
    v: Vec3


class Station(NamedTuple):
    body: int
    R: Mat3  # attitude
    r: Vec3  # place, from the body's origin
    p: Vec3  # place, from the origin of positions
    V: Motion  # velocity, seen from the origin of positions


@inlined
def station(tables, work, origin, f):
    """Frame f as it moves with its body."""
    body, R_BF, p_BF = tables.frame_body[f], mat(tables.frame_R, f), vec(tables.frame_p, f)
    R, p, V = mat(work.R, body), vec(work.p, body), motion(work.V, body)
    return moving_along(body, R, p, V, R_BF, p_BF, origin)


@kernel
def moving_along(body, R, p, V, R_BF, p_BF, origin):
    r = R @ p_BF
    place, velocity = p + r, motion_moved(V, r)
    if body == 0:  # the ground, seen from the moving origin
        place, velocity = place - origin.p, Motion(velocity.ang, velocity.lin - origin.v)
    return Station(body, R @ R_BF, r, place, velocity)


@kernel
def push(F, at, push_force, push_torque):
    """Add a force and a torque at a station to the forces F on the bodies."""
    wrench = Force(push_torque + cross(at.r, push_force), push_force)
    put_six(F, at.body, force(F, at.body) + wrench)
