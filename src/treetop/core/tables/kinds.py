"""The numbers by which tables distinguish joint kinds, scalar constraints and functions of time,
and the steps of an expression; and how many frames a function defined by the user may look at."""

from typing import Literal, NamedTuple


class JointRecord(NamedTuple):
    """What is to be known of a joint kind beside its law."""

    attitude: bool = False  # whether its first coordinates and speeds are a quaternion and its rate
    about_z: bool = False  # whether it turns a body about its z axis alone
    lengths: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # among coordinates, and speeds


JOINTS = {
    "fixed": JointRecord(),
    "revolute": JointRecord(about_z=True),
    "prismatic": JointRecord(lengths=((0,), (0,))),
    "screw": JointRecord(about_z=True),
    "cylindrical": JointRecord(about_z=True, lengths=((1,), (1,))),
    "universal": JointRecord(),
    "spherical": JointRecord(attitude=True),
    "planar": JointRecord(about_z=True, lengths=((0, 1), (0, 1))),
    "free": JointRecord(attitude=True, lengths=((4, 5, 6), (3, 4, 5))),
    "curvilinear": JointRecord(lengths=((0,), (0,))),
    "deformation": JointRecord(),
    "station": JointRecord(),
}
KINDS = {name: number for number, name in enumerate(JOINTS)}
FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(9)
CURVILINEAR = 9
DEFORMATION, STATION = range(10, 12)  # of flexible bodies
ATTITUDE = tuple(KINDS[name] for name, joint in JOINTS.items() if joint.attitude)
ABOUT_Z = tuple(KINDS[name] for name, joint in JOINTS.items() if joint.about_z)

PLANE, TURN, DISTANCE, COUPLING, ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS = range(7)
GUIDED, USER, USER_SLIP, ON_PATH, CORD = range(7, 12)

STUCK = 0  # mode of friction, of a joint or a wheel, that holds
AS_IT_MOVES: Literal[2] = 2  # the mode of friction whose direction is that of the speed

# Friction is given, or proportional to what presses the joint together: all of the reaction's
# force, or the part that is square to the axis.
LOAD_PRESCRIBED, LOAD_WHOLE, LOAD_SQUARE = range(3)

SPLINE, EXPRESSION, USER_FUNCTION, ORBIT = range(4)

# Steps of an expression in t.
CONSTANT, TIME, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE = range(8)
SIN, COS, TAN, TANH, EXP, LOG, SQRT, SMOOTHSTEP = range(8, 16)

MAX_FRAMES = 3  # that a function defined by the user may look at

# Columns of `Work.pivots`, with a row for each speed.
D_INVERSE, EFFORT_LEFT = range(2)

# Entries of `Tree.prescribed`: the rate of a speed is given, or it has an inertia of its own.
GIVEN, OWN_INERTIA = 1, 2
