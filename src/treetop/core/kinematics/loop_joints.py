"""Joints that close loops: coordinates and speeds given by their frames, efforts as forces.

The speeds are those that explain the motion V of the outboard frame M in the inboard frame F best,
and efforts act as the force that has their power,

    u = (SᵀS)⁻¹ Sᵀ V    F = S (SᵀS)⁻¹ τ    F · V = τ · u

S being the motions per unit speed that the joint would have in the tree.  Where the loop is closed
nothing of V is left over.

    a, b stations at the origins of F and M    r from the origin of a's body to M
"""

from treetop.core.compiler import entry, kernel
from treetop.core.joints import across, measure_coordinates
from treetop.core.kinematics.frames import beside, point, push
from treetop.core.kinematics.joint_coordinates import effort_of, measure_speeds
from treetop.core.kinematics.tree import carried_acceleration
from treetop.core.spatial import (
    Motion,
    cross,
    dot,
    motion_moved,
    transpose,
    turn_back,
    z_axis,
    zero3,
)
from treetop.core.spatial.table_access import mat, motion, put_six, put_vec, put_vec_at, vec
from treetop.core.tables.motion import Origin
from treetop.core.tables.samples import MEASURE

# Half a turn from zero an angle could as well be minus that: rounding must not decide.
UNKNOWN = 1e-6


@entry(*MEASURE)
def measure(l, loops, closing, moving, p_O, v_O):
    """Coordinates, speeds and motions of joint l, from the motion of the bodies."""
    a, b = ends(loops, l, moving, Origin(p_O, v_O))
    R_NF, d = a.R @ mat(loops.R_F, l), b.p - a.p
    k, pitch = loops.q_at[l], loops.pitch[l]
    if pitch != 0.0 and closing.near[k] == UNKNOWN:
        closing.near[k] = dot(z_axis(R_NF), d) / pitch  # how far a screw has slid gives its turns
    R_FM = transpose(R_NF) @ (b.R @ mat(loops.R_M, l))
    measure_coordinates(loops, l, R_FM, turn_back(R_NF, d), closing.near, closing.q)
    first, last, V = loops.u_at[l], loops.u_at[l + 1], b.V - motion_moved(a.V, d)
    for _ in range(2):  # the motions per unit speed; then, speeds being known, what they add
        joint = across(loops, l, R_NF, closing.q, closing.u, closing.S)
        measure_speeds(closing.S, first, last, V, closing.u)
        c = carried_acceleration(a.V.ang, a.r + d, V, joint.c)
        put_six(closing.c, l, c - Motion(zero3(), cross(b.V.ang, cross(b.V.ang, b.r))))
    put_vec(closing.arms, l, a.r + d)
    put_vec_at(closing.arms[l], 3, b.r)
    return 0


@entry(*MEASURE)
def nothing(l, loops, closing, moving, p_O, v_O):
    """Where no loop is closed."""
    return 0


@kernel
def ends(loops, l, moving, origin):
    """Stations at the two frames of joint l, in the axes of their bodies."""
    a = point(moving, origin, loops.bodies[l, 0], vec(loops.p_F, l))
    b = point(moving, origin, loops.bodies[l, 1], vec(loops.p, l))
    return a, b


@kernel
def exert(loops, closing, work, origin):
    """Let efforts act on the bodies."""
    for l in loops.acting:
        a, b = ends(loops, l, work, origin)
        F = effort_of(closing.S, loops.u_at[l], loops.u_at[l + 1], closing.tau, closing.scratch)
        put_six(closing.F, l, F)
        push(work.F, b, F.lin, F.ang)
        push(work.F, beside(a, b.p - a.p), F.lin * -1.0, F.ang * -1.0)


@kernel
def rates_of_speeds(loops, l, closing, work, origin, a_O, rates):
    """Write the rates of the speeds of joint l, the accelerations of the bodies being known; those
    of the ground seen from an origin that accelerates with a_O."""
    a, b = ends(loops, l, work, origin)
    gain = acceleration(work, b, b.r, a_O) - acceleration(work, a, a.r + b.p - a.p, a_O)
    measure_speeds(closing.S, loops.u_at[l], loops.u_at[l + 1], gain - motion(closing.c, l), rates)


@kernel
def acceleration(work, at, r, a_O):
    """Acceleration of the point at r of a body, less the centripetal part."""
    A = motion(work.A, at.body)
    if at.body == 0:
        A = Motion(A.ang, A.lin - a_O)
    return motion_moved(A, r)
