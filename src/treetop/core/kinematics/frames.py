"""Frames fixed to bodies, where forces act and sensors sit, in inertial axes."""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Force, Mat3, Motion, Vec3, cross, motion_moved, zero3
from treetop.core.spatial.table_access import force, mat, motion, put_six, vec


class Station(NamedTuple):
    body: int
    R: Mat3  # attitude
    r: Vec3  # place, from the body's origin
    p: Vec3  # place, from the origin of positions
    V: Motion  # velocity, seen from the origin of positions


@kernel
def station(frames, work, origin, f):
    """Frame f as it moves with its body."""
    at = point(work, origin, frames.body[f], vec(frames.p, f))
    return Station(at.body, at.R @ mat(frames.R, f), at.r, at.p, at.V)


@kernel
def point(work, origin, body, place):
    """A point fixed to a body, with the body's own axes."""
    R = mat(work.R, body)
    r = R @ place
    p, V = vec(work.p, body) + r, motion_moved(motion(work.V, body), r)
    if body == 0:  # the ground, seen from the moving origin
        p, V = p - origin.p, Motion(V.ang, V.lin - origin.v)
    return Station(body, R, r, p, V)


@kernel
def beside(at, d):
    """The point of a station's body that is at d from the station."""
    return Station(at.body, at.R, at.r + d, at.p + d, motion_moved(at.V, d))


@kernel
def at_place(work, origin, body, x):
    """The point of a body that is at a place, seen from the origin of positions."""
    body_frame = point(work, origin, body, zero3())
    return beside(body_frame, x - body_frame.p)


@kernel
def push(F, at, push_force, push_torque):
    """Add a force and a torque at a station to the forces F on the bodies."""
    wrench = Force(push_torque + cross(at.r, push_force), push_force)
    put_six(F, at.body, force(F, at.body) + wrench)


@kernel
def turn(F, body, torque):
    """Add a torque to the forces F on the bodies."""
    F[body, 0] += torque.x
    F[body, 1] += torque.y
    F[body, 2] += torque.z
