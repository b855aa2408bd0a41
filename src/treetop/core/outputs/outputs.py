"""All that can be seen of a motion: bodies, joint reactions, energies, momenta."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.constraints import constrain
from treetop.core.constraints.row import rows_for
from treetop.core.forces import elastic_energy, gravity, optional
from treetop.core.forces.exerted import count_of, pieces
from treetop.core.interface import (
    AT_JOINTS_TYPE,
    DERIVATIVE_TYPE,
    EXTRA,
    PROBLEM,
    origin_of,
    unpack,
)
from treetop.core.kinematics.frames import station
from treetop.core.kinematics.loop_joints import UNKNOWN, rates_of_speeds
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.kinematics.tracks import slides_seen
from treetop.core.outputs.energies import body_energies
from treetop.core.outputs.forces import RECORD_TYPE
from treetop.core.spatial import Vec3, cross, dot, per_mass, quaternion_of, turn_back, zero3
from treetop.core.spatial.table_access import copy_into, force, mat, motion, put_vec_at, vec, vec_at
from treetop.core.tables.samples import TABLES
from treetop.core.tables.tables import PRESSED
from treetop.core.tables.workspace import Moving


class Histories(NamedTuple):
    """One row per instant.  Inertial axes, but for the angular quantities of bodies, which are
    in body axes, and reactions, which are in the axes of the joint's inboard frame."""

    joints: np.ndarray  # (t, nz)  state vector in joint coordinates, free bodies from the origin
    speed_rates: np.ndarray  # (t, nu)
    position: np.ndarray  # (t, n, 3)
    position_from_origin: np.ndarray  # (t, n, 3)
    velocity: np.ndarray  # (t, n, 3)
    acceleration: np.ndarray  # (t, n, 3)
    attitude: np.ndarray  # (t, n, 4)
    angular_velocity: np.ndarray  # (t, n, 3)
    angular_acceleration: np.ndarray  # (t, n, 3)
    reaction_force: np.ndarray  # (t, joints, 3)
    reaction_torque: np.ndarray  # (t, joints, 3)
    holding_force: np.ndarray  # (t, constraints, 3)
    holding_torque: np.ndarray  # (t, constraints, 3)
    holding_effort: np.ndarray  # (t, constraints)
    kinetic_energy: np.ndarray  # (t,)
    potential_energy: np.ndarray  # (t,)
    energy_about_centre: np.ndarray  # (t,)  kinetic, about the mass centre, and elastic
    linear_momentum: np.ndarray  # (t, 3)
    angular_momentum: np.ndarray  # (t, 3)   about the inertial origin
    angular_momentum_about_centre: np.ndarray  # (t, 3)
    mass_centre: np.ndarray  # (t, 3)
    energy: np.ndarray  # (t, n)
    constraint_error: np.ndarray  # (t,)
    closing_coordinates: np.ndarray  # (t, nq)  of joints that close loops
    closing_speeds: np.ndarray  # (t, nu)
    closing_rates: np.ndarray  # (t, nu)  of these speeds
    outputs: np.ndarray  # (t, o)  of devices, then internal states


class Sizes(NamedTuple):
    """How many there are of what."""

    state: int  # numbers of a state vector in joint coordinates
    bodies: int
    joints: int
    constraints: int
    speeds: int
    closing_coordinates: int
    closing_speeds: int
    outputs: int


def histories(instants: int, counts: Sizes) -> Histories:
    """Workspace for so many instants; all are pieces of one array."""
    shapes = shapes_of(instants, counts)
    return Histories(**pieces(np.zeros(count_of(shapes)), shapes))


def shapes_of(instants: int, counts: Sizes) -> dict[str, tuple[int, ...]]:
    t, n = instants, counts.bodies
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(Histories._fields, (t, n, 3))
    scalars = ("kinetic_energy", "potential_energy", "energy_about_centre", "constraint_error")
    shapes.update(dict.fromkeys(scalars, (t,)))
    momenta = ("linear_momentum", "angular_momentum", "angular_momentum_about_centre")
    shapes.update(dict.fromkeys((*momenta, "mass_centre"), (t, 3)))
    shapes.update(speed_rates=(t, counts.speeds), joints=(t, counts.state))
    shapes.update(attitude=(t, n, 4), energy=(t, n))
    shapes.update(dict.fromkeys(("reaction_force", "reaction_torque"), (t, counts.joints, 3)))
    shapes.update(dict.fromkeys(("holding_force", "holding_torque"), (t, counts.constraints, 3)))
    shapes.update(holding_effort=(t, counts.constraints))
    shapes.update(outputs=(t, counts.outputs))
    shapes.update(closing_coordinates=(t, counts.closing_coordinates))
    shapes.update(dict.fromkeys(("closing_speeds", "closing_rates"), (t, counts.closing_speeds)))
    return shapes


NOTHING = Sizes(*[0] * len(Sizes._fields))
_FUNCTIONS = (DERIVATIVE_TYPE, AT_JOINTS_TYPE, RECORD_TYPE)
_OBSERVE = (np.zeros(0), np.zeros((0, 0)), PROBLEM, np.zeros(0), np.zeros(0))


@entry(None, *_FUNCTIONS, *_OBSERVE, histories(0, NOTHING), Bundle.handle)
def observe(derivative, at_joints, record, times, states, problem, rate, z_rate, out, exerted):
    """Fill one row of the histories for each state, and one of what forces exert; `rate` and
    `z_rate` are workspace for its rate."""
    tables, work = unpack(problem)
    work.loops.near[:] = UNKNOWN
    for s in range(times.size):
        derivative(times[s], states[s], rate, problem)
        out.constraint_error[s] = at_joints(states[s], rate, problem, out.joints[s], z_rate)
        origin = origin_of(states[s])
        speed_rates_seen(tables.tree, tables.falling[0] == 1, z_rate, out.speed_rates[s])
        bodies_seen(tables, work, origin, out, s)
        reactions_seen(tables, work, out, s)
        loops_seen(tables, work, origin, times, out, s)
        totals_seen(tables, work, problem, states[s], out.joints[s], out, s)
        optional.outputs(states[s], out.joints[s], out.outputs[s], problem)
        surroundings_seen(problem, states[s], out.joints[s], out.outputs[s])
        slides_seen(tables, work, origin, out.outputs[s])
        record(times[s], states[s], out.joints[s], s, problem, exerted)


@entry(None, PROBLEM, 0.0, np.zeros(0), rows_for(TABLES.constraints))
def rows_seen(problem, t, z, rows):
    """All constraints, those of joints among them, with bodies as the last evaluation left them."""
    tables, work = unpack(problem)
    constrain(tables.constraints, tables.drives, 0, work, origin_of(z), t, z, rows)


@inlined
def speed_rates_seen(tree, falling, rate, row):
    """Rates of the speeds, those of free bodies as seen from the ground."""
    nq, end = tree.q_at[-1], rate.size - EXTRA
    copy_into(row, rate[nq:end])
    a_O = vec_at(rate, end + 3)
    for i in range(1, tree.parent.size):
        if falling and tree.parent[i] == 0:
            j = tree.u_at[i] + 3
            put_vec_at(row, j, vec_at(row, j) + turn_back(mat(tree.R_PF, i), a_O))


@inlined
def bodies_seen(tables, work, origin, out, s):
    """The motion of each body's own frame, the first frames of the tables."""
    a_O = gravity.free_fall(tables.gravity, tables.falling[0] == 1, work, origin)
    for i in range(1, tables.tree.parent.size):
        at, A = station(tables.frames, work, origin, i), motion(work.A, i)
        w = at.V.ang
        a = a_O + A.lin + cross(A.ang, at.r) + cross(w, cross(w, at.r))
        q = quaternion_of(at.R)
        write(out.position, s, i, origin.p + at.p)
        write(out.position_from_origin, s, i, at.p)
        write(out.velocity, s, i, origin.v + at.V.lin)
        write(out.acceleration, s, i, a)
        write(out.angular_velocity, s, i, turn_back(at.R, w))
        write(out.angular_acceleration, s, i, turn_back(at.R, A.ang))
        row = out.attitude[s, i - 1]
        row[0], row[1], row[2], row[3] = q.w, q.x, q.y, q.z


@inlined
def reactions_seen(tables, work, out, s):
    tree, loops = tables.tree, tables.loops
    for i in range(1, tree.parent.size):
        R_NF = mat(work.R, tree.parent[i]) @ mat(tree.R_PF, i)
        F, R_user = force(work.B, i), mat(tree.suited, i)
        write(out.reaction_force, s, i, R_user @ turn_back(R_NF, F.lin))
        write(out.reaction_torque, s, i, R_user @ turn_back(R_NF, F.ang))
    for l in range(loops.bodies.shape[0]):
        R_NF = mat(work.R, loops.bodies[l, 0]) @ mat(loops.R, l)
        F = force(work.L, l) + force(work.loops.F, l)
        write(out.reaction_force, s, tree.parent.size + l, turn_back(R_NF, F.lin))
        write(out.reaction_torque, s, tree.parent.size + l, turn_back(R_NF, F.ang))
    for c in range(work.effort.size):
        F = force(work.H, c)
        write(out.holding_force, s, c + 1, F.lin)
        write(out.holding_torque, s, c + 1, F.ang)
        out.holding_effort[s, c] = work.effort[c]


@inlined
def loops_seen(tables, work, origin, times, out, s):
    """Coordinates of joints that close loops, with the full turns that their speeds at the instant
    before make likely; the state itself counts those of joints that the motion depends on."""
    loops, closing = tables.loops, work.loops
    for m in range(closing.q.size if s > 0 else 0):
        closing.near[m] = out.closing_coordinates[s - 1, m]
    for l in range(loops.joint.size):
        k, j = loops.q_at[l], loops.u_at[l]
        alike = loops.q_at[l + 1] - k == loops.u_at[l + 1] - j  # no quaternion among them
        for m in range(loops.q_at[l + 1] - k if alike and s > 0 else 0):
            closing.near[k + m] += out.closing_speeds[s - 1, j + m] * (times[s] - times[s - 1])
    for m in range(loops.carried.shape[0]):
        closing.near[loops.carried[m, 0]] = closing.q[loops.carried[m, 0]]
    a_O = gravity.free_fall(tables.gravity, tables.falling[0] == 1, work, origin)
    for l in range(loops.joint.size):
        moving = Moving(work.R, work.p, work.V, work.user_frames)
        tables.measure(l, loops, closing, moving, origin.p, origin.v)
        rates_of_speeds(loops, l, closing, work, origin, a_O, out.closing_rates[s])
    copy_into(out.closing_coordinates[s], closing.q)
    copy_into(out.closing_speeds[s], closing.u)


@inlined
def surroundings_seen(problem, y, z, row):
    """Write what is told of the surroundings, and of what they act on."""
    tables, work = unpack(problem)
    outputs = tables.environment.outputs
    for k in range(outputs.shape[0]):
        row[outputs[k, 0]] = work.surroundings[outputs[k, 1]]
    if tables.environment.sizes[PRESSED] > 0:
        tables.environment.outputs_of_pressed(y, z, row, problem)


@inlined
def totals_seen(tables, work, problem, y, q, out, s):
    """Sums over all bodies: first as seen from the origin, then from the ground."""
    bodies, origin = work.bodies, origin_of(y)
    mass, kinetic, moment, momentum, spin = bodies.mass.sum(), 0.0, zero3(), zero3(), zero3()
    for i in range(1, bodies.mass.size):
        I, V, p = inertia_of(bodies, i, mat(work.R, i)), motion(work.V, i), vec(work.p, i)
        L = I @ V
        kinetic += 0.5 * (dot(L.ang, V.ang) + dot(L.lin, V.lin))
        moment = moment + p * I.m + I.h
        momentum = momentum + L.lin
        spin = spin + L.ang + cross(p, L.lin)
    elastic = elastic_energy(tables, work, origin, q)
    bent, v_O = tables.tree.bent, origin.v
    body_energies(tables, work, origin, q, out.energy[s])
    if bent.bodies[0] > 0:
        T, U, px, py, pz, hx, hy, hz = bent.total(
            v_O.x, v_O.y, v_O.z, out.energy[s], bent.tables[0]
        )
        kinetic, elastic = kinetic + T, elastic + U
        momentum, spin = momentum + Vec3(px, py, pz), spin + Vec3(hx, hy, hz)
    T, U, h = optional.momenta(y, out.energy[s], problem)
    kinetic, elastic, spin = kinetic + T, elastic + U, spin + h
    centre, v = per_mass(moment, mass), per_mass(momentum, mass)
    spin_about_centre = spin - cross(centre, momentum)
    x, P = origin.p + centre, momentum + origin.v * mass
    out.kinetic_energy[s] = kinetic + dot(origin.v, momentum + origin.v * (0.5 * mass))
    out.potential_energy[s] = elastic + gravity.potential(tables.gravity, work, origin)
    out.energy_about_centre[s] = elastic + kinetic - 0.5 * dot(v, momentum)
    put(out.mass_centre, s, x)
    put(out.linear_momentum, s, P)
    put(out.angular_momentum, s, spin_about_centre + cross(x, P))
    put(out.angular_momentum_about_centre, s, spin_about_centre)


@inlined
def write(field, s, i, a):
    field[s, i - 1, 0], field[s, i - 1, 1], field[s, i - 1, 2] = a.x, a.y, a.z


@inlined
def put(field, s, a):
    field[s, 0], field[s, 1], field[s, 2] = a.x, a.y, a.z
