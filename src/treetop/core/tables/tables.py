"""The tables of a model: one immutable array per property, one row per body, frame or force.

Row 0 of the bodies is the ground, and every body comes after its parent: ``parent[i] < i``.
Body i is described in the outboard frame M of its inboard joint: axes and origin of M serve as
the body's own, so that a joint's motion is felt at its origin.  F is the joint's inboard frame,
fixed in the parent.  Both are turned so that the joint's axis is their z.  SI units throughout.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.tables.curves import Curves
from treetop.core.tables.sliding import Sliding


class FrameForces(NamedTuple):
    """Forces and torques at frames: rows of a tabulated function of time, three numbers each."""

    frame: np.ndarray  # (k,)   where it acts
    signal: np.ndarray  # (k, 2) rows of Signals: the force and the torque
    inertial: np.ndarray  # (k,)   1: components in inertial axes, 0: in the frame's own


class JointEfforts(NamedTuple):
    speed: np.ndarray  # (k,)   the speed along which it acts
    signal: np.ndarray  # (k,)   row of Signals
    push: np.ndarray  # (k, 3) force on the whole per unit of effort: of the ground on free bodies


class JointSprings(NamedTuple):
    coordinate: np.ndarray  # (k,)
    speed: np.ndarray  # (k,)
    law: np.ndarray  # (k, 3) stiffness, rest, damping


class LineSprings(NamedTuple):
    frames: np.ndarray  # (k, 2) from, to
    law: np.ndarray  # (k, 6) length, stiffness, cubic stiffness, damping, vector damping, 1: it
    #                          only pulls


class Signals(NamedTuple):
    """Functions of time: knots one after another in one pair of arrays."""

    at: np.ndarray  # (s + 1,) first knot of each signal
    hold: np.ndarray  # (s,)     1: each value holds until the next, 0: straight lines between
    time: np.ndarray  # (knots,)
    value: np.ndarray  # (knots, 3)


@varying
class UserForces(NamedTuple):
    frames: np.ndarray  # (k, 2) on, reference
    parameters: np.ndarray  # (k, p)
    law: Any  # (k, t, motion, parameters) -> wrench: all of them


class Gravity(NamedTuple):
    uniform: np.ndarray  # (3,)  acceleration, m/s²
    central: np.ndarray  # (2,)  gravitational parameter, m³/s²; 1 if gradient torques act


class Tree(NamedTuple):
    """Joints, by the body that each carries."""

    parent: np.ndarray  # (n + 1,)
    forks: np.ndarray  # (n + 1,)    1: other bodies hang on it than the one that follows it
    joint: np.ndarray  # (n + 1,)    kind of the inboard joint
    q_at: np.ndarray  # (n + 2,)    first coordinate of each body
    u_at: np.ndarray  # (n + 2,)    first speed of each body
    middle: np.ndarray  # (n + 1, 9)  of universal joints: from the first turn to the second
    pitch: np.ndarray  # (n + 1,)    of screws, m/rad
    curves: Curves  # of curvilinear joints
    R_PF: np.ndarray  # (n + 1, 9)  attitude of F in the parent's axes
    p_PF: np.ndarray  # (n + 1, 3)  origin of F from the parent's origin, in the parent's axes
    suited: np.ndarray  # (n + 1, 9)  attitude of F in the inboard frame that the user named
    prescribed: np.ndarray  # (nu,)       1: the speed follows a function of time, see Driven; 2: it
    #                                     has an inertia of its own, beside that of what it moves
    station_at: np.ndarray  # (n + 2,)  first row of ``work.phi`` of each body: of nodes
    bent: Any  # how flexible bodies move: `Bent`


class Bent(NamedTuple):
    """What flexible bodies do in a tree, called where there are any; see core/flexible."""

    place: Any  # where a frame or a node is, and how it moves
    load: Any  # what deformation does to the body, and the other way round
    condense: Any  # what is felt of a body beyond its deformation
    expand: Any  # how deformation answers to an acceleration
    felt: Any  # what forces do along modes
    answered: Any  # how modes answer to efforts
    total: Any  # energy and momentum of deformation
    partials: Any  # partial velocities of frames and nodes
    inertia: Any  # that of modes in Kane's equations
    modal_acceleration: Any  # what modal accelerations do to frames
    resist: Any  # what inertia does along modes
    bodies: np.ndarray  # (1,)  how many flexible bodies there are
    tables: np.ndarray  # (1,)  a handle of their tables


class Constraints(NamedTuple):
    """Scalar constraints: those of the tree's joints, of joints that close loops, and others.

    Each acts on one or more pairs of bodies a and b; the rows of joints on one, so that a joint's
    row and its pair have the same number.  Pairs of a coupling are a joint's two bodies each.
    """

    joint_at: np.ndarray  # (n + 2,)  first row of each body's inboard joint, first row of others
    kind: np.ndarray  # (m,)    see core/tables/kinds.py
    pair_at: np.ndarray  # (m + 1,)  first pair of each row
    bodies: np.ndarray  # (p, 2)  a, b of each pair
    points: np.ndarray  # (m, 6)  in a and in b, each in the body's own axes
    directions: np.ndarray  # (m, 6)  in a and in b, likewise
    normal: np.ndarray  # (m, 3)  in a, likewise: of the plane that something rolls on
    law: np.ndarray  # (m, 2)  offset, length or radius; pitch, m/rad, or radius of a;
    #                            of a function defined by the user, its number and its first frame;
    #                            of a path, its number and, in its first row, how many it has; of a
    #                            cord, its number
    angle: np.ndarray  # (m,)    the coordinate that the pitch goes with, or -1
    drive: np.ndarray  # (m,)    the function of time that the constraint follows, or -1
    guide: np.ndarray  # (m,)    the attitude that it follows, or -1: a row of Drives.guide
    weight: np.ndarray  # (p,)    of a joint's coordinate
    coordinate: np.ndarray  # (p,)    that one, or -1
    speeds: np.ndarray  # (p, 3)  the speed that goes with it, the joint's first, the next joint's
    loop: np.ndarray  # (p,)    the joint that closes a loop, whose numbers these are, or -1


class Added(NamedTuple):
    """Constraints beyond those of joints: what to look at."""

    row_at: np.ndarray  # (c + 1,)  first constraint of each
    frame: np.ndarray  # (c,)    row of Frames: where its force is looked at, or -1: at a joint


class Driven(NamedTuple):
    """Prescribed coordinates that a recursion follows, and that are no constraints in it."""

    body: np.ndarray  # (k,)  whose inboard joint it is
    coordinate: np.ndarray  # (k,)
    speed: np.ndarray  # (k,)
    drive: np.ndarray  # (k,)  row of Drives
    constraint: np.ndarray  # (k,)  row of Added


@varying
class UserConstraintTables(NamedTuple):
    """Constraints by functions defined by the user: each has one row, and a pair of bodies for each
    of the frames that its function looks at, the body of the reference being a.

    What makes rows of them stands apart from all that has constraints, and is called: else it would
    be compiled into each.
    """

    frames: np.ndarray  # (n, 24)  attitude and place of the reference in a, of a frame in b
    parameters: np.ndarray  # (f, s)   of each function
    user_function: Any  # (f, t, rate of t, what it sees, parameters) -> value, rate, second rate
    fill: Any  # fills a row; see core/constraints/user_constraint.py


@varying
class UserRow(NamedTuple):
    """What a row by a function defined by the user is made from."""

    pair_at: np.ndarray
    bodies: np.ndarray
    frame: int  # the first that its function looks at
    frames: np.ndarray
    function: int
    parameters: np.ndarray
    holonomic: int
    user_function: Any


@varying
class UserRowOut(NamedTuple):
    """Where such a row is written."""

    on_a: np.ndarray
    on_b: np.ndarray
    error: np.ndarray
    rate: np.ndarray
    bias: np.ndarray
    drive: np.ndarray


class Drives(NamedTuple):
    """Functions of time that constraints follow, each with its first two rates.

    A function is a cubic spline, whose knots are rows, or an expression, whose steps are rows and
    take the results of earlier ones, or one defined by the user, or a coordinate along Kepler's
    orbit: mean motion, eccentricity and mean anomaly at time 0 in its first row, in its second the
    semi-axes times the direction.  Attitudes are made of several.
    """

    sort: np.ndarray  # (d,)      see core/tables/kinds.py
    at: np.ndarray  # (d + 1,)  first row of each
    time: np.ndarray  # (r,)      of a knot
    number: np.ndarray  # (r, 4)    of a knot: coefficients from there on; of a step: a constant
    step: np.ndarray  # (r, 3)    what to do, with the results of which rows of the function
    user_function: Any  # (d, t) -> value, rate, second rate: those defined by the user
    guide: np.ndarray  # (g, 4)    of an attitude: three angles and -1, or a quaternion's components
    axes: np.ndarray  # (g, 9)    of these angles
    user: UserConstraintTables  # functions of more than time
    sliding: Sliding  # paths and cords


@varying
class Commands(NamedTuple):
    """Internal states as forces see them where some follow from the motion: commands of continuous
    controllers, and momenta of wheels that stick."""

    value: np.ndarray  # (s,)  or (0,): all are those of the state vector


class Calls(NamedTuple):
    """What a group of optional forces is called by, as far as it does such things."""

    act: Any  # acts on bodies and speeds, writes the rates of its internal states
    record: Any  # writes what it exerts
    outputs: Any  # writes what it tells of itself
    momenta: Any  # energy and angular momentum that it has of its own
    fill: Any  # writes mass properties of bodies


class OptionalForces(NamedTuple):
    """Forces that few models have: they are called where there are any, for compiled into every
    formulation they would cost all models time.  Each group has a handle, which leads to what it is
    called by and to its tables; see core/forces/group.py."""

    acting: np.ndarray  # (a,)  handles of groups that act, in the order in which they do
    exerting: np.ndarray  # (e,)  of those of which something is recorded
    reporting: np.ndarray  # (t,)  of those with outputs
    storing: np.ndarray  # (m,)  of those with energy or momentum of their own
    filling: np.ndarray  # (f,)  of those that change the mass properties of bodies
    shown: np.ndarray  # (3,)  of groups that other parts look at, see below; 0: there is none
    sizes: np.ndarray  # (3,)  how many there are, see below
    commands: Commands


# `OptionalForces.shown`: forces along joints, elastic hinges, and lines that are paid out.
AT_JOINTS, HINGES, LINES = range(3)
SHOWN = 3

# `OptionalForces.sizes`: how many forces and internal states there are, how many of these are
# internal states, and how many of the forces are elastic hinges.
FORCES_AND_STATES, STATES, HINGE_COUNT = range(3)


class Environment(NamedTuple):
    """What surrounds the craft: called where there is anything, as optional forces are."""

    attract: Any  # writes `Work.surroundings`, and adds the gravity of it to forces on bodies
    press: Any  # lets air, light and the magnetic field act on bodies
    record: Any  # writes what they exert
    outputs_of_pressed: Any  # writes what is told of what they act on
    sizes: np.ndarray  # (2,)  whether there are surroundings, and what they act on but by gravity
    outputs: np.ndarray  # (k, 2)  of what is told of them: the output, and the place in the row
    tables: np.ndarray  # (1,)  a handle of their tables, see core/environment


AROUND, PRESSED = range(2)  # `Environment.sizes`


class Loops(NamedTuple):
    """Joints that close loops: constraints, reactions to be looked at, and coordinates that are
    given by how the two frames stand.  Those have numbers of their own, apart from the tree's."""

    row_at: np.ndarray  # (l + 1,)  first constraint of each
    bodies: np.ndarray  # (l, 2)    inboard, outboard
    R: np.ndarray  # (l, 9)    attitude of the inboard frame in its body, as the user named it
    p: np.ndarray  # (l, 3)    origin of the outboard frame in its body
    joint: np.ndarray  # (l,)      kind
    q_at: np.ndarray  # (l + 1,)  first coordinate of each
    u_at: np.ndarray  # (l + 1,)  first speed of each
    middle: np.ndarray  # (l, 9)    of universal joints: from the first turn to the second
    pitch: np.ndarray  # (l,)      of screws, m/rad
    curves: Curves  # of curvilinear joints
    R_F: np.ndarray  # (l, 9)    attitude of the inboard frame in its body, suited to the joint
    p_F: np.ndarray  # (l, 3)    origin of the inboard frame in its body
    R_M: np.ndarray  # (l, 9)    attitude of the outboard frame in its body, suited to the joint
    acting: np.ndarray  # (k,)      those whose coordinates the motion depends on
    carried: np.ndarray  # (c, 2)    angles of these, and their speeds: the state counts full turns


class Paths(NamedTuple):
    """Through which bodies and speeds the forces of constraints beyond the tree's joints pass on
    their way to the ground."""

    body_at: np.ndarray  # (c + 1,)  first body of each constraint's path
    body: np.ndarray  # (s,)      bodies, outermost first
    speed_at: np.ndarray  # (c + 1,)  first speed of each constraint's path
    speed: np.ndarray  # (e,)
    low: np.ndarray  # (c,)      first constraint with a speed in common
    group_at: np.ndarray  # (g + 1,)  first constraint of each joint, then of each added one


@varying
class Bodies(NamedTuple):
    """Mass properties, in body axes: in the tables as described, in the workspace as they are."""

    mass: np.ndarray  # (n + 1,)
    com: np.ndarray  # (n + 1, 3)  mass centre
    J_C: np.ndarray  # (n + 1, 6)  inertia about the mass centre: xx xy xz yy yz zz


class Frames(NamedTuple):
    """Frames fixed to bodies; the first ones are the bodies' own, as the user sees them."""

    body: np.ndarray  # (m,)
    R: np.ndarray  # (m, 9)  attitude in the body's axes
    p: np.ndarray  # (m, 3)  place from the body's origin


class Tables(NamedTuple):
    tree: Tree
    constraints: Constraints
    loops: Loops
    added: Added
    paths: Paths
    driven: Driven
    drives: Drives
    bodies: Bodies
    frames: Frames
    falling: np.ndarray  # (1,)  1: positions are from a free-falling origin, 0: from the ground
    gravity: Gravity
    line_springs: LineSprings
    joint_springs: JointSprings
    joint_efforts: JointEfforts
    frame_forces: FrameForces
    user_forces: UserForces
    signals: Signals
    closing_springs: JointSprings  # along coordinates of joints that close loops
    closing_efforts: JointEfforts  # likewise
    measure: Any  # gives the coordinates of such a joint; see core/kinematics/loop_joints.py
    optional: OptionalForces
    environment: Environment
