"""Joints whose place follows the level of fuel: the hinges of pendulums.

Speeds are those at a constant level, so that valves that open do not change them.  The velocity d
at which the level moves a hinge in the body A of the tank enters the rates of positions, where
these are those of bodies, and those of their velocities, v' = a + ω_A × d, a being the acceleration
while the hinge stays.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.spatial import Motion, cross
from treetop.core.spatial.table_access import (
    mat,
    motion,
    put_six,
    put_vec,
    put_vec_at,
    vec,
    vec_at,
)


@inlined
def hang_by_level(tables, y, work):
    """Put the bodies that tree's kinematics has placed as described to where the level of fuel in
    the state y puts them: they turn about their hinges alone, and nothing hangs on them."""
    if work.hung.body.size > 0:
        fill_tanks(tables, y)
        rehang(tables.tree, work)


@kernel
def rehang(tree, work):
    for h in range(work.hung.body.size):
        i = work.hung.body[h]
        P, w = tree.parent[i], motion(work.V, tree.parent[i]).ang
        r = mat(work.R, P) @ vec(work.hung.place, h)
        moved = r - vec(work.r, i)
        V, c = motion(work.V, i), motion(work.c, i)
        put_vec(work.r, i, r)
        put_vec(work.p, i, vec(work.p, i) + moved)
        put_six(work.V, i, Motion(V.ang, V.lin + cross(w, moved)))
        put_six(work.c, i, Motion(c.ang, c.lin + cross(w, cross(w, moved))))


@kernel
def place_of(constraints, work, k, i):
    """Where row k holds on to the first of its bodies, in its axes: rows of an inboard joint of
    body i that follows the level do so where that is."""
    if k < constraints.joint_at[-1]:
        for h in range(work.hung.body.size):
            if work.hung.body[h] == i:
                return vec(work.hung.place, h)
    return vec(constraints.points, k)


@kernel
def add_drift(tree, work, rate, h, x, v):
    """Add what the level does to the rates of body h of those that follow it, whose position stands
    at x of a state and whose velocity at v."""
    i, d = work.hung.body[h], vec(work.hung.drift, h)
    put_vec_at(rate, x, vec_at(rate, x) + d)
    put_vec_at(rate, v, vec_at(rate, v) + cross(motion(work.V, tree.parent[i]).ang, d))
