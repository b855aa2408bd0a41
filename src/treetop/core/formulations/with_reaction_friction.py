"""Friction in joints and along paths, proportional to the force that presses them together.

That force is a reaction, which depends on the friction.  The two are affine in each other for a
given direction of slip: evaluations without friction, and with that of a unit load at each joint,
determine everything; `forces.normal_loads` has the small problem that remains.
"""

import math

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces.along_path import COEFFICIENT
from treetop.core.forces.along_path import GROUP as PATHS
from treetop.core.forces.joint_physics import GROUP as JOINTS
from treetop.core.forces.joint_physics import unpack_at_joints
from treetop.core.forces.normal_forces import FOUND, solve_loads
from treetop.core.forces.optional import OptionalTables
from treetop.core.interface import DERIVATIVE, origin_of, unpack
from treetop.core.kinematics.tracks import slide_of
from treetop.core.spatial import dot, norm
from treetop.core.spatial.table_access import force, motion, put_vec, vec
from treetop.core.tables.kinds import LOAD_SQUARE
from treetop.core.tables.tables import AT_JOINTS
from treetop.core.tables.workspace import Moving


def depends_on_reactions(forces: OptionalTables) -> bool:
    """Whether friction does."""
    pressed = [each.friction.load_kind.any() for each in forces.of(JOINTS)]
    return any(pressed) or bool(forces.of(PATHS).law[:, COEFFICIENT].any())


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """The rate of y with the loads that go with it; not a number where there is not just one
    solution."""
    tables, work = unpack(problem)
    _, laws, _, friction_loads = unpack_at_joints(tables.optional.shown[AT_JOINTS])
    loads, scale = friction_loads.loads, 1.0
    for k in range(loads.N.size):
        put_load(friction_loads, k, 0.0)
    for trial in range(-1, loads.N.size):  # one loop: what is compiled into it stands there once
        if trial >= 0:
            put_load(friction_loads, trial, scale)
        friction_loads.derivative(t, y, rate, problem)
        friction_loads.at_joints(y, rate, problem, friction_loads.z, friction_loads.z_rate)
        for i in range(loads.N.size):
            R = reaction(laws, friction_loads, tables, work, origin_of(y), i)
            if trial < 0:
                put_vec(loads.a, i, R)
            else:
                put_vec(loads.C[i], trial, (R - vec(loads.a, i)) * (1.0 / scale))
        if trial >= 0:
            put_load(friction_loads, trial, 0.0)
        else:
            scale = unit_load(loads.a)
    outcome = solve_loads(loads)
    for k in range(loads.N.size):
        put_load(friction_loads, k, loads.N[k] if outcome == FOUND else math.nan)
    friction_loads.sizes[1] = outcome
    return friction_loads.derivative(t, y, rate, problem)


@kernel
def unit_load(a):
    """As large as the reactions, so that rounding does not matter."""
    largest = 0.0
    for i in range(a.shape[0]):
        largest = max(largest, norm(vec(a, i)))
    return largest if largest > 0.0 else 1.0


@inlined
def put_load(friction_loads, k, load):
    if k < friction_loads.sizes[0]:
        friction_loads.load[friction_loads.row[k]] = load
    elif k < friction_loads.sizes[2]:
        friction_loads.closing_load[friction_loads.row[k]] = load
    else:
        friction_loads.path_load[friction_loads.row[k]] = load


@inlined
def reaction(laws, friction_loads, tables, work, origin, k):
    """What presses joint k together, or a point against its path."""
    if k < friction_loads.sizes[2]:
        return normal_force(laws, friction_loads, work, k)
    moving = Moving(work.R, work.p, work.V, work.user_frames)
    slide = slide_of(tables.drives.sliding.tracks, friction_loads.track[k], moving, origin)
    return square_to(force(work.H, friction_loads.joint[k]).lin, slide.along.P1)


@kernel
def square_to(R, axis):
    """The part of R that is square to an axis."""
    return R - axis * (dot(axis, R) / dot(axis, axis))


@inlined
def normal_force(laws, friction_loads, work, k):
    """What presses joint k together: its reaction, or the part of it that is square to its axis,
    along which it slides or about which it turns."""
    i = friction_loads.joint[k]
    if k < friction_loads.sizes[0]:
        R, S = (
            force(work.B, i).lin,
            motion(work.S, laws.tree.friction.place[friction_loads.row[k], 1]),
        )
    else:
        R = force(work.L, i).lin + force(work.loops.F, i).lin
        S = motion(work.loops.S, laws.closing.friction.place[friction_loads.row[k], 1])
    axis = S.lin if norm(S.lin) > 0.0 else S.ang
    return square_to(R, axis) if friction_loads.part[k] == LOAD_SQUARE else R
