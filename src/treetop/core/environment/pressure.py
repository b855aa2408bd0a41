"""What air, light and the magnetic field do to the bodies of a craft.

Air and sunlight are those at the origin of the body that a surface is on.  Light of the planet
comes in rays, those at the origin of the first body, and nothing hides it.
"""

from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.environment.conductor import conductor_force
from treetop.core.environment.heat import ray_taken
from treetop.core.environment.magnets import (
    conductor_outputs,
    current_of,
    on_dipole,
    on_eddy,
    wire_of,
)
from treetop.core.environment.shading import cast
from treetop.core.environment.sunlight import LIGHT_SPEED
from treetop.core.environment.surfaces import by_light, exerted, reflection_of
from treetop.core.environment.surroundings import ambient_at, ambient_in
from treetop.core.environment.tables import unpack_environment
from treetop.core.environment.warmed_surfaces import CAPACITY, heat_of
from treetop.core.forces.exerted import RECORDED, add_at, put, write_one
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.interface import origin_of, span_of_states, unpack
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import dot, turn_back, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import OUTPUTS, PRESS, RECORD

unpack_recorded = Bundle(*RECORDED).unpack


@entry(*PRESS)
def press(t, y, rate, problem):
    """Let the surroundings act on the bodies; return the power, seen from the moving origin, and
    the resultant."""
    tables, work = unpack(problem)
    environment, shade = unpack_environment(tables.environment.tables[0])
    origin = origin_of(y)
    total = by_magnetic_field(environment.magnets, tables.frames, work, origin)
    if environment.surfaces.frame.size > 0:
        total = total + on_surfaces(environment, shade, tables.frames, work, origin, t)
    if environment.warmed.surface.size > 0:
        first, last = span_of_states(tables, y)
        warm_nodes(environment, shade, tables.frames, work, origin, t, rate[first:last])
    return total.power, total.force.x, total.force.y, total.force.z


@inlined
def on_surfaces(environment, shade, frames, work, origin, t):
    """Air and light."""
    surfaces, ambient, last = environment.surfaces, ambient_in(work.surroundings), 1
    cast(surfaces, shade, frames, work, origin, ambient)
    total = Account(0.0, zero3())
    for j in range(surfaces.frame.size):
        body = frames.body[surfaces.frame[j]]
        if body != last:
            ambient, last = ambient_of(environment, t, work, origin, body), body
        at, force, torque = exerted_on(environment, shade, frames, work, origin, ambient, j)
        push(work.F, at, force, torque)
        total = total + account_of(at, force, torque)
    return total


@inlined
def exerted_on(environment, shade, frames, work, origin, ambient, j):
    """Where surface j is, and what air, sunlight and light of the planet exert on it there."""
    at, force, torque = exerted(environment.surfaces, shade, frames, work, origin, ambient, j)
    if environment.shining.elements.shape[0] > 0:
        light = reflection_of(environment.surfaces, j)
        for k in range(environment.shining.elements.shape[0]):
            towards, flux = ray_taken(work.surroundings, k, 1.0, 1.0)
            s, pressure = turn_back(at.R, towards), flux / LIGHT_SPEED
            F, T = by_light(environment.surfaces, shade.whole, j, light, s, pressure)
            force, torque = force + at.R @ F, torque + at.R @ T
    return at, force, torque


@inlined
def warm_nodes(environment, shade, frames, work, origin, t, state_rates):
    """Give the heat that surfaces take up to thermal nodes; what hides them is known."""
    warmed = environment.warmed
    for k in range(warmed.surface.size):
        j = warmed.surface[k]
        frame = environment.surfaces.frame[j]
        ambient = ambient_of(environment, t, work, origin, frames.body[frame])
        R = station(frames, work, origin, frame).R
        shade.heat[j] = heat_of(environment, shade, R, work.surroundings, ambient, k)
        state_rates[warmed.state[k]] += shade.heat[j] / warmed.law[k, CAPACITY]


@inlined
def by_magnetic_field(magnets, frames, work, origin):
    total = Account(0.0, zero3())
    for k in range(magnets.dipole.size):
        at, force, torque = on_dipole(magnets, frames, work, origin, k)
        push(work.F, at, force, torque)
        total = total + account_of(at, force, torque)
    for k in range(magnets.eddy.size):
        at, torque = on_eddy(magnets, frames, work, origin, k)
        push(work.F, at, zero3(), torque)
        total = total + account_of(at, zero3(), torque)
    for k in range(magnets.circuit.shape[0]):
        current, _ = current_of(magnets, frames, work, origin, k)
        for i in range(magnets.node_at[k], magnets.node_at[k + 1] - 1):
            wire = wire_of(magnets, frames, work, origin, i)
            half = conductor_force(current, wire.L, wire.B) * 0.5
            push(work.F, wire.a, half, zero3())
            push(work.F, wire.b, half, zero3())
            total = total + account_of(wire.a, half, zero3()) + account_of(wire.b, half, zero3())
    return total


@inlined
def ambient_of(environment, t, work, origin, body):
    """What surfaces of a body feel."""
    if body == 1:
        return ambient_in(work.surroundings)
    return ambient_at(environment, t, origin.p + vec(work.p, body))


# --- what is recorded -------------------------------------------------------------------


@entry(*RECORD)
def record_pressure(t, y, z, s, problem, handle):
    """Write what the surroundings exert on bodies, by other than gravity."""
    (tables, work), origin = unpack(problem), origin_of(y)
    out, rows = unpack_recorded(handle)
    environment, shade = unpack_environment(tables.environment.tables[0])
    frames, surfaces, magnets = tables.frames, environment.surfaces, environment.magnets
    if rows.surfaces.size > 0:
        cast(surfaces, shade, frames, work, origin, ambient_in(work.surroundings))
    for j in range(rows.surfaces.size):
        ambient = ambient_of(environment, t, work, origin, frames.body[surfaces.frame[j]])
        at, force, torque = exerted_on(environment, shade, frames, work, origin, ambient, j)
        write_one(out, s, rows.surfaces[j], origin, at, force, torque)
    for k in range(rows.dipoles.size):
        at, force, torque = on_dipole(magnets, frames, work, origin, k)
        write_one(out, s, rows.dipoles[k], origin, at, force, torque)
    for k in range(rows.eddies.size):
        at, torque = on_eddy(magnets, frames, work, origin, k)
        write_one(out, s, rows.eddies[k], origin, at, zero3(), torque)
    for k in range(rows.conductors.size):
        conductor_seen(magnets, frames, work, origin, k, rows.conductors[k], out, s)
    return 0


@inlined
def conductor_seen(magnets, frames, work, origin, k, f, out, s):
    """Write what the field exerts on conductor k, the resultant over its pieces, as force f."""
    current, _ = current_of(magnets, frames, work, origin, k)
    first = magnets.node_at[k]
    for i in range(first, magnets.node_at[k + 1] - 1):
        wire = wire_of(magnets, frames, work, origin, i)
        force, x = conductor_force(current, wire.L, wire.B), origin.p + (wire.a.p + wire.b.p) * 0.5
        if i > first:
            x = add_at(out, s, f, x, force)
        else:
            put(out.applied_force[s, f], force)
        put(out.point_of_action[s, f], x)
        put(out.point_of_reaction[s, f], x)
        out.power[s, f] += dot(force, origin.v + (wire.a.V.lin + wire.b.V.lin) * 0.5)


@entry(*OUTPUTS)
def outputs_of_pressed(y, z, row, problem):
    """Write what is told of conductors, and of the heat that surfaces took up in the last
    evaluation."""
    (tables, work), origin = unpack(problem), origin_of(y)
    environment, shade = unpack_environment(tables.environment.tables[0])
    conductor_outputs(environment.magnets, tables.frames, work, origin, row)
    for k in range(environment.warmed.surface.size):
        row[environment.warmed.output[k]] += shade.heat[environment.warmed.surface[k]]
    return 0
