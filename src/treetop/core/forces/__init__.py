"""The forces, and the one place that adds them up."""

from treetop.core.compiler import inlined
from treetop.core.forces import (
    frame_force,
    gravity,
    joint_effort,
    joint_spring,
    line_spring,
    user_force,
)
from treetop.core.forces.power_balance import Account
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.loop_joints import exert
from treetop.core.spatial import Vec3, dot, per_mass, zero3


@inlined
def apply(problem, tables, work, origin, t, q, u, y, rate):
    """Fill ``work.F`` and ``work.tau``; return the power of all forces without a potential.

    The first number is what they do to the energy of the whole, seen from the ground.  The
    second is what they and the differences of gravity do to the energy of motion about the
    common mass centre; it is kept for free-flying systems, where the first is of orbital size.
    """
    fill_tanks(tables, y)
    work.tau[:] = 0.0
    work.loops.tau[:] = 0.0
    mass_rate, lost = 0.0, 0.0
    falling, bodies, frames = tables.falling[0] == 1, work.bodies, tables.frames
    tide, momentum = gravity.apply(tables.gravity, falling, work, origin)
    free = Account(0.0, zero3())
    if tables.tree.bent.bodies[0] > 0:
        bent, O = tables.tree.bent, origin.p
        mu = gravity.with_gradient(tables.gravity)
        drag, weight, px, py, pz = bent.load(mu, O.x, O.y, O.z, bent.tables[0])
        free = Account(drag, zero3())
        if falling:
            tide, momentum = tide + Account(weight, zero3()), momentum + Vec3(px, py, pz)
    free = free + line_spring.apply(tables.line_springs, frames, work, origin)
    free = free + joint_spring.apply(tables.joint_springs, q, u, work.tau)
    free = free + joint_effort.apply(tables.joint_efforts, tables.signals, t, u, work.tau)
    if tables.optional.sizes[0] > 0:
        power, fx, fy, fz, mass_rate, lost = tables.optional.act(t, q, u, y, rate, problem)
        free = free + Account(power, Vec3(fx, fy, fz))
    free = free + closing_forces(tables, work, origin, t)
    free = free + frame_force.apply(tables.frame_forces, tables.signals, frames, work, origin, t)
    free = free + user_force.apply(tables.user_forces, frames, work, origin, t)
    total, mass = tide + free, bodies.mass.sum()
    about_centre = total.power - per_mass(dot(momentum, total.force), mass)
    whole = free.power + dot(free.force, origin.v)
    if mass_rate != 0.0:  # what is lost with mass: of the motion of the whole, and in the field
        about_centre += 0.5 * dot(momentum, momentum) * mass_rate / (mass * mass)
        whole += 0.5 * dot(origin.v, origin.v) * mass_rate + lost
    return whole, about_centre


@inlined
def closing_forces(tables, work, origin, t):
    """Forces along the coordinates of joints that close loops, which are measured from the ground
    and not from the origin where a joint holds on to it."""
    closing = work.loops
    drag = joint_spring.apply(tables.closing_springs, closing.q, closing.u, closing.tau)
    drive = joint_effort.apply(tables.closing_efforts, tables.signals, t, closing.u, closing.tau)
    exert(tables.loops, closing, work, origin)
    return drag + Account(drive.power - dot(drive.force, origin.v), drive.force)


@inlined
def elastic_energy(tables, work, origin, q):
    springs = joint_spring.potential(tables.joint_springs, q)
    springs += joint_spring.potential(tables.closing_springs, work.loops.q)
    return springs + line_spring.potential(tables.line_springs, tables.frames, work, origin)
