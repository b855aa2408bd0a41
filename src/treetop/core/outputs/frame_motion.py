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
def attitude_component(q, k):
    return q.w if k == 0 else q.x if k == 1 else q.y if k == 2 else q.z


@kernel
def acceleration_from_origin(work, at):
    """The acceleration of a frame, seen from the origin of positions."""
    A, w = motion(work.A, at.body), at.V.ang
    return A.lin + cross(A.ang, at.r) + cross(w, cross(w, at.r))


@kernel
def specific_force(gravity, falling, work, origin, at):
    """Acceleration less gravity, in the axes of the frame: what an accelerometer feels."""
    field = field_from_origin(gravity, falling, work, origin, at.p)
    felt = acceleration_from_origin(work, at) - field
    return turn_back(at.R, felt)


@kernel
def quantity_of(number):
    """The first number of the quantity that a number belongs to."""
    if number < ANGULAR_VELOCITY:
        return ATTITUDE
    return number - (number - ANGULAR_VELOCITY) % 3


@inlined
def frame_vector(tables, work, origin, at, quantity):
    """A quantity of the motion of a frame, but for its attitude."""
    falling = tables.falling[0] == 1
    if quantity == ANGULAR_VELOCITY:
        return turn_back(at.R, at.V.ang)
    if quantity == ANGULAR_ACCELERATION:
        return turn_back(at.R, motion(work.A, at.body).ang)
    if quantity == POSITION:
        return origin.p + at.p
    if quantity == VELOCITY:
        return origin.v + at.V.lin
    if quantity == ACCELERATION:
        fall = free_fall(tables.gravity, falling, work, origin)
        return fall + acceleration_from_origin(work, at)
    return specific_force(tables.gravity, falling, work, origin, at)


@inlined
def frame_number(tables, work, origin, f, number):
    """One number of the motion of frame f."""
    at, quantity = station(tables.frames, work, origin, f), quantity_of(number)
    if quantity == ATTITUDE:
        return attitude_component(quaternion_of(at.R), number)
    return component(frame_vector(tables, work, origin, at, quantity), number - quantity)
