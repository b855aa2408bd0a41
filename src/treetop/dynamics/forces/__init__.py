"""The forces, and the one place that adds them up."""

from treetop._kernel import inlined
from treetop.dynamics.forces import (
    frame_force,
    gravity,
    joint_effort,
    joint_spring,
    line_spring,
    user_force,
)
from treetop.spatial import dot, per_mass


@inlined
def apply(tables, work, origin, t, q, u, laws):
    """Fill ``work.F`` and ``work.tau``; return the power of all forces without a potential.

    The first number is what they do to the energy of the whole, seen from the ground.  The
    second is what they and the differences of gravity do to the energy of motion about the
    common mass centre; it is kept for free-flying systems, where the first is of orbital size.
    """
    work.tau[:] = 0.0
    falling, bodies, frames = tables.falling[0] == 1, tables.bodies, tables.frames
    tide, momentum = gravity.apply(tables.gravity, falling, bodies, work, origin)
    free = line_spring.apply(tables.line_springs, frames, work, origin)
    free = free + joint_spring.apply(tables.joint_springs, q, u, work.tau)
    free = free + joint_effort.apply(tables.joint_efforts, tables.signals, t, u, work.tau)
    free = free + frame_force.apply(tables.frame_forces, tables.signals, frames, work, origin, t)
    free = free + user_force.apply(tables.user_forces, frames, work, origin, t, laws)
    total = tide + free
    about_centre = total.power - per_mass(dot(momentum, total.force), bodies.mass.sum())
    return free.power + dot(free.force, origin.v), about_centre


@inlined
def elastic_energy(tables, work, origin, q):
    springs = joint_spring.potential(tables.joint_springs, q)
    return springs + line_spring.potential(tables.line_springs, tables.frames, work, origin)
