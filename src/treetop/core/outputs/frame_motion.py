"""The motion of frames, one number at a time: what sensors read."""

from treetop.core.compiler import inlined, kernel
from treetop.core.forces.gravity import field_from_origin, free_fall
from treetop.core.kinematics.frames import station
from treetop.core.spatial import cross, quaternion_of, turn_back
from treetop.core.spatial.table_access import motion

# First numbers of the quantities of a frame.  Inertial axes, but for turning and the specific
# force, which are in the axes of the frame.
ATTITUDE, ANGULAR_VELOCITY, ANGULAR_ACCELERATION = 0, 4, 7
POSITION, VELOCITY, ACCELERATION, SPECIFIC_FORCE, END = 10, 13, 16, 19, 22


@kernel
def component(a, k):
    """Component k of a vector."""
    return a.x if k == 0 else a.y if k == 1 else a.z


@kernel
def attitude_component(at, k):
    q = quaternion_of(at.R)
    return q.w if k == 0 else q.x if k == 1 else q.y if k == 2 else q.z


@kernel
def acceleration_from_origin(work, at):
    """The acceleration of a frame, seen from the origin of positions."""
    A, w = motion(work.A, at.body), at.V.ang
    return A.lin + cross(A.ang, at.r) + cross(w, cross(w, at.r))


@kernel
def specific_force(gravity, falling, work, origin, at):
    """Acceleration less gravity, in the axes of the frame: what an accelerometer feels."""
    felt = acceleration_from_origin(work, at) - field_from_origin(gravity, falling, origin, at.p)
    return turn_back(at.R, felt)


@inlined
def frame_number(tables, work, origin, f, number):
    """One number of the motion of frame f."""
    at, falling = station(tables.frames, work, origin, f), tables.falling[0] == 1
    if number < ANGULAR_VELOCITY:
        return attitude_component(at, number)
    if number < ANGULAR_ACCELERATION:
        return component(turn_back(at.R, at.V.ang), number - ANGULAR_VELOCITY)
    if number < POSITION:
        turning = motion(work.A, at.body).ang
        return component(turn_back(at.R, turning), number - ANGULAR_ACCELERATION)
    if number < VELOCITY:
        return component(origin.p + at.p, number - POSITION)
    if number < ACCELERATION:
        return component(origin.v + at.V.lin, number - VELOCITY)
    if number < SPECIFIC_FORCE:
        a = free_fall(tables.gravity, falling, origin) + acceleration_from_origin(work, at)
        return component(a, number - ACCELERATION)
    force = specific_force(tables.gravity, falling, work, origin, at)
    return component(force, number - SPECIFIC_FORCE)
