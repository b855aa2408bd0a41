"""The forces, and the one place that adds them up."""

from treetop.core.compiler import any_of, inlined, kernel
from treetop.core.forces import (
    frame_force,
    gravity,
    joint_effort,
    joint_spring,
    line_spring,
    optional,
    user_force,
)
from treetop.core.forces.power_balance import Account
from treetop.core.interface import origin_of, unpack
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.loop_joints import exert
from treetop.core.spatial import Vec3, dot, per_mass, zero3
from treetop.core.tables.tables import AROUND, FORCES_AND_STATES, PRESSED


@inlined
def apply(problem, t, q, u, y, rate):
    """Fill ``work.F`` and ``work.tau``; return the power of all forces without a potential.

    The first number is what they do to the energy of the whole, seen from the ground.  The
    second is what they and the differences of gravity do to the energy of motion about the
    common mass centre; it is kept for free-flying systems, where the first is of orbital size.
    """
    tables, work = unpack(problem)
    fill_tanks(tables, y)
    clear(work.tau)
    clear(work.loops.tau)
    falling = tables.falling[0] == 1
    tide, momentum = gravity.apply(tables.gravity, falling, work, origin_of(y))
    tables, _ = unpack(problem)
    mass_rate, lost, free, by_field = 0.0, 0.0, Account(0.0, zero3()), 0.0
    if tables.environment.sizes[AROUND] > 0:
        felt, fx, fy, fz, by_field = tables.environment.attract(t, y, problem)
        tide = tide + Account(felt, Vec3(fx, fy, fz))
    if tables.tree.bent.bodies[0] > 0:
        bent, O = tables.tree.bent, origin_of(y).p
        mu = gravity.with_gradient(tables.gravity)
        drag, weight, px, py, pz, extra = bent.load(mu, O.x, O.y, O.z, bent.tables[0])
        free, by_field = Account(drag, zero3()), by_field + extra
        if falling:
            tide, momentum = tide + Account(weight, zero3()), momentum + Vec3(px, py, pz)
    if tables.line_springs.law.shape[0] > 0:
        free = free + line_springs(problem, origin_of(y))
    if tables.joint_springs.law.shape[0] + tables.joint_efforts.speed.size > 0:
        free = free + along_joints(problem, t, q, u)
    if tables.optional.sizes[FORCES_AND_STATES] > 0:
        more = optional.act(problem, t, q, u, y, rate)
        free = free + Account(more.power, more.force)
        mass_rate, lost = more.mass_rate, more.potential
    tables, work = unpack(problem)
    if tables.environment.sizes[PRESSED] > 0:
        power, fx, fy, fz = tables.environment.press(t, y, rate, problem)
        free = free + Account(power, Vec3(fx, fy, fz))
    closing = tables.closing_springs.law.shape[0] + tables.closing_efforts.speed.size
    if closing + tables.loops.acting.size > 0:
        free = free + closing_forces(problem, origin_of(y), t)
    if tables.frame_forces.frame.size > 0:
        free = free + frame_forces(problem, origin_of(y), t)
    if tables.user_forces.frames.shape[0] > 0:
        free = free + user_forces(problem, origin_of(y), t)
    total, mass, v_O = tide + free, total_mass(work.bodies), origin_of(y).v
    about_centre = total.power - per_mass(dot(momentum, total.force), mass)
    whole = free.power + dot(free.force, v_O) + by_field
    if any_of(mass_rate != 0.0):  # lost with mass: of the motion of the whole, and in the field
        about_centre += 0.5 * dot(momentum, momentum) * mass_rate / (mass * mass)
        whole += 0.5 * dot(v_O, v_O) * mass_rate + lost
    return whole, about_centre


@kernel
def clear(values):
    for k in range(values.size):
        values[k] = 0.0


@kernel
def total_mass(bodies):
    mass = 0.0
    for i in range(1, bodies.mass.size):
        mass += bodies.mass[i]
    return mass


# Tables are unpacked where they are used: what is unpacked at the beginning of an evaluation is
# loaded there, whether there are such forces or not, and carried along.


@inlined
def line_springs(problem, origin):
    tables, work = unpack(problem)
    return line_spring.apply(tables.line_springs, tables.frames, work, origin)


@inlined
def along_joints(problem, t, q, u):
    """Springs and efforts along the coordinates of the tree's joints."""
    tables, work = unpack(problem)
    drag = joint_spring.apply(tables.joint_springs, q, u, work.tau)
    return drag + joint_effort.apply(tables.joint_efforts, tables.signals, t, u, work.tau)


@inlined
def closing_forces(problem, origin, t):
    """Forces along the coordinates of joints that close loops, which are measured from the ground
    and not from the origin where a joint holds on to it."""
    tables, work = unpack(problem)
    closing = work.loops
    drag = joint_spring.apply(tables.closing_springs, closing.q, closing.u, closing.tau)
    drive = joint_effort.apply(tables.closing_efforts, tables.signals, t, closing.u, closing.tau)
    exert(tables.loops, closing, work, origin)
    return drag + Account(drive.power - dot(drive.force, origin.v), drive.force)


@inlined
def frame_forces(problem, origin, t):
    tables, work = unpack(problem)
    frames, forces = tables.frames, tables.frame_forces
    return frame_force.apply(forces, tables.signals, frames, work, origin, t)


@inlined
def user_forces(problem, origin, t):
    tables, work = unpack(problem)
    return user_force.apply(tables.user_forces, tables.frames, work, origin, t)


@inlined
def elastic_energy(tables, work, origin, q):
    springs = joint_spring.potential(tables.joint_springs, q)
    springs += joint_spring.potential(tables.closing_springs, work.loops.q)
    return springs + line_spring.potential(tables.line_springs, tables.frames, work, origin)
