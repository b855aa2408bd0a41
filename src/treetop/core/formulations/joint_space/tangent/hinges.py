"""Elastic hinges in the linearised equations.

A hinge pushes two rods by opposite wrenches, and is strained by one joint between them.  So it acts
as an effort S·W along this joint, W being what the outboard rod feels, and is transmitted nowhere.
Its stiffness is that of the hinge's own law, along slides as it is, else by central differences:
relative errors are some 1e-9, which is more than Newton's method needs.
"""

from typing import NamedTuple

from treetop.core.compiler import inlined, kernel
from treetop.core.forces.elastic_hinge import ends_of, exerted, resistance_of, unpack_hinges
from treetop.core.formulations.joint_space.tangent.assembly import put_columns
from treetop.core.formulations.joint_space.tangent.elimination import sees_turning, turned_force
from treetop.core.interface import origin_of, unpack
from treetop.core.kinematics.frames import Station
from treetop.core.spatial import Force, Motion, Vec3, cross, norm, power, zero3
from treetop.core.spatial.algebra import skew
from treetop.core.spatial.table_access import force, motion, put_six, vec, vec_at
from treetop.core.tables.kinds import PRISMATIC
from treetop.core.tables.tables import HINGES

STEP = 1e-7  # rad or m

# --- the laws -----------------------------------------------------------------------------


class Displacement(NamedTuple):
    """How a frame, and its velocity, change per unit change of a coordinate."""

    turn: Vec3
    shift: Vec3
    V: Motion


@kernel
def displacement(at, S, p, spin, w_P, speed):
    """That of a frame on a body that turns by p, its speed along S changing by `speed`."""
    arm = cross(p, at.r)
    v = S.lin * speed + cross(w_P, S.lin) + cross(spin, at.r) + cross(at.V.ang, arm)
    return Displacement(p, S.lin + arm, Motion(spin, v))


@kernel
def displaced(at, d, step):
    """The station displaced by a small step."""
    r, p = at.r + cross(d.turn, at.r) * step, at.p + d.shift * step
    return Station(at.body, at.R + skew(d.turn * step) @ at.R, r, p, at.V + d.V * step)


@kernel
def on_outboard(hinges, k, a, b):
    """The wrench of hinge k on the outboard rod, about the rod's origin."""
    on = exerted(resistance_of(hinges, k, a, b))
    if hinges.outboard[k] == 0:
        return Force(on.torque_F + cross(a.r, on.force), on.force)
    return Force(on.torque_M - cross(b.r, on.force), on.force * -1.0)


@kernel
def change_on_outboard(hinges, k, a, b, d):
    """How the wrench changes per unit displacement of the outboard rod."""
    if hinges.outboard[k] == 0:
        ahead = on_outboard(hinges, k, displaced(a, d, STEP), b)
        behind = on_outboard(hinges, k, displaced(a, d, -STEP), b)
    else:
        ahead = on_outboard(hinges, k, a, displaced(b, d, STEP))
        behind = on_outboard(hinges, k, a, displaced(b, d, -STEP))
    return (ahead - behind) * (0.5 / STEP)


@kernel
def slide_stiffness(hinges, k, W, speed, taut):
    """Along a slide, on the branch that the hinge is on: none while it is slack, unless it is to be
    taken as taut."""
    if hinges.slack[k] == 1 and norm(W.lin) == 0.0 and not taut:
        return 0.0
    return hinges.stiffness[k, 0] + speed * hinges.damping[k, 0]


# --- over the hinges ----------------------------------------------------------------------


@inlined
def hinge_stiffness(y, problem, shift, tangent):
    """Add the stiffness of hinges along joints, and take them out of what joints transmit."""
    tables, work = unpack(problem)
    _, hinges, _ = unpack_hinges(tables.optional.shown[HINGES])
    tree, nq = tables.tree, tables.tree.q_at[-1]
    u, origin = y[nq : nq + tree.u_at[-1]], origin_of(y)
    for k in range(hinges.slack.size):
        i, (a, b) = hinges.joint[k], ends_of(hinges, tables.frames, work, origin, k)
        put_columns(tree, work, u, tangent, shift, i)
        b = Station(b.body, b.R, b.r, b.p - a.p, b.V)  # from F, so that small steps are seen
        a = Station(a.body, a.R, a.r, zero3(), a.V)
        W, first, last = on_outboard(hinges, k, a, b), tree.u_at[i], tree.u_at[i + 1]
        put_six(work.B, i, force(work.B, i) + W)
        if tree.joint[i] == PRISMATIC:
            taut = tangent.taut[0] == 1
            tangent.stiffness[first, 0] += slide_stiffness(hinges, k, W, shift.speed, taut)
            continue
        at, w_P = (a if hinges.outboard[k] == 0 else b), motion(work.V, tree.parent[i]).ang
        for c in range(first, last):
            p = vec(tangent.turn, c)
            spin = vec_at(tangent.column[c], 3) + cross(p, at.V.ang)
            d = displacement(at, motion(work.S, c), p, spin, w_P, shift.speed)
            dW = change_on_outboard(hinges, k, a, b, d)
            add_along(tree.joint[i], first, last, c, work, tangent, dW, W)


@kernel
def add_along(kind, first, last, c, work, tangent, dW, W):
    """Add what is felt along the joint of a wrench W that changes by dW with coordinate c."""
    left = dW - turned_force(vec(tangent.turn, c), zero3(), W)  # in axes that turn along
    for j in range(first, last):
        S = motion(work.S, j)
        felt = power(dW, S) if sees_turning(kind, j - first) else power(left, S)
        tangent.stiffness[j, c - first] -= felt
