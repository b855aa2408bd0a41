"""What each group of optional forces exerts, tells of itself, and stores, as results have it."""

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.devices import (
    actuator,
    deployer,
    imbalance,
    magnetorquer,
    motor,
    stored_momentum,
    tank,
    tether,
    thermal_deformation,
    thermal_node,
    thruster,
    wheel,
)
from treetop.core.devices.wheel import torque_on_body
from treetop.core.forces import along_joints, contact, elastic_cord, elastic_hinge, fluid_load
from treetop.core.forces.exerted import add_at, put, write_one
from treetop.core.forces.optional.tables import unpack_calls, unpack_optional, unpack_recorded
from treetop.core.interface import origin_of, span_of_states, unpack
from treetop.core.kinematics.clearance import nearness
from treetop.core.kinematics.frames import station
from treetop.core.spatial import dot, zero3
from treetop.core.spatial.table_access import copy_into, vec
from treetop.core.tables.samples import MOMENTA, OUTPUTS, RECORD

# --- what they exert ------------------------------------------------------------------------


@entry(*RECORD)
def nothing_exerted(t, y, z, s, problem, handle):
    """Where there are none, or none that exerts anything."""
    return 0


@entry(*RECORD)
def record(t, y, z, s, problem, handle):
    """Write what all groups exert."""
    tables, _ = unpack(problem)
    _, _, _, _, _, calls, present = unpack_calls(tables.optional.tables[0])
    for k in range(present[1]):
        calls.record[k](t, y, z, s, problem, handle)
    return 0


@inlined
def joint_state(tables, z):
    """Coordinates and speeds of the tree's joints, in the state z of the joints."""
    nq, nu = tables.tree.q_at[-1], tables.tree.u_at[-1]
    return z[:nq], z[nq : nq + nu]


@entry(*RECORD)
def joints_exert(t, y, z, s, problem, handle):
    """The generalised forces of all that acts along joints."""
    tables, work = unpack(problem)
    laws, loads, _, _, _ = unpack_optional(tables.optional.tables[0])
    out, _, rows = unpack_recorded(handle)
    first, last = span_of_states(tables, y)
    (q, u), states, loops = joint_state(tables, z), y[first:last], work.loops
    row = out.generalised_forces[s]
    along_joints.seen(laws.joints, loads.load, q, u, states, rows.joints, row)
    load = loads.closing_load
    along_joints.seen(laws.closing, load, loops.q, loops.u, states, rows.closing, row)
    return 0


@entry(*RECORD)
def contacts_exert(t, y, z, s, problem, handle):
    """Contacts; several points of one contact as their resultant."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, all_rows), contacts, origin = unpack_recorded(handle), laws.contacts, origin_of(y)
    rows = all_rows.contacts
    for k in range(rows.shape[0]):
        near, f = nearness(contacts.pairs, work, origin, k), rows[k, 0]
        a, b, F, _ = contact.exerted(contacts, near, work, origin, k)
        F, x = F * float(rows[k, 1]), origin.p + b.p
        if k > 0 and rows[k - 1, 0] == f:
            x = add_at(out, s, f, x, F)
        else:
            put(out.applied_force[s, f], F)
        put(out.point_of_action[s, f], x)
        put(out.point_of_reaction[s, f], x)
        out.power[s, f] += dot(F, b.V.lin - a.V.lin) * float(rows[k, 1])
    return 0


@entry(*RECORD)
def cords_exert(t, y, z, s, problem, handle):
    """Elastic cords, at their last ends."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    out, _, rows = unpack_recorded(handle)
    cords, frames, origin = laws.cords, tables.frames, origin_of(y)
    for k in range(rows.cords.size):
        pulled, f = elastic_cord.pull_of(cords, frames, work, origin, k), rows.cords[k]
        a = station(frames, work, origin, cords.frame[cords.at[k]])
        b = station(frames, work, origin, cords.frame[cords.at[k + 1] - 1])
        put(out.applied_force[s, f], pulled.last * -pulled.tension)
        put(out.point_of_action[s, f], origin.p + b.p)
        put(out.point_of_reaction[s, f], origin.p + a.p)
        out.power[s, f] = -pulled.tension * pulled.rate
    return 0


@entry(*RECORD)
def fluids_exert(t, y, z, s, problem, handle):
    """Drag and buoyancy of beams."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, rows), frames, origin = unpack_recorded(handle), tables.frames, origin_of(y)
    fluid_load.seen(laws.fluids, rows.fluids, tables.gravity, frames, work, origin, t, out, s)
    return 0


@entry(*RECORD)
def wheels_exert(t, y, z, s, problem, handle):
    """Wheels, and those out of balance."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, rows), frames, origin = unpack_recorded(handle), tables.frames, origin_of(y)
    wheels, states = laws.devices.wheels, commands.value
    for k in range(rows.devices.wheels.size):
        turning, f = wheel.turning(wheels, frames, work, states, k), rows.devices.wheels[k]
        at, torque = station(frames, work, origin, wheels.frame[k]), torque_on_body(turning)
        write_one(out, s, f, origin, at, zero3(), torque)
        out.power[s, f] = turning.torque * turning.speed
    imbalances = laws.devices.imbalances
    for k in range(imbalances.wheel.size):
        at, _, F, T = imbalance.exerted(imbalances, wheels, frames, work, origin, states, k)
        f, V = rows.devices.wheels[imbalances.wheel[k]], at.V
        put(out.applied_force[s, f], vec(out.applied_force[s], f) + F)
        put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + T)
        out.power[s, f] += dot(F, origin.v + V.lin) + dot(T, V.ang)
    return 0


@entry(*RECORD)
def thrusters_exert(t, y, z, s, problem, handle):
    """Jets."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, rows), frames, origin = unpack_recorded(handle), tables.frames, origin_of(y)
    thrusters, tanks = laws.devices.thrusters, laws.devices.tanks
    for k in range(rows.devices.thrusters.size):
        at, jet = thruster.jet_of(thrusters, tanks, frames, work, origin, commands.value, k)
        write_one(out, s, rows.devices.thrusters[k], origin, at, jet.thrust, zero3())
    return 0


@entry(*RECORD)
def devices_exert(t, y, z, s, problem, handle):
    """Stored momentum, coils, motors, and parts that heat bends."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, all_rows), frames, origin = unpack_recorded(handle), tables.frames, origin_of(y)
    fitted, rows, states = laws.devices, all_rows.devices, commands.value
    _, u = joint_state(tables, z)
    for k in range(rows.stored.size):
        at, _, torque = stored_momentum.carried(fitted.stored, frames, work, origin, k)
        write_one(out, s, rows.stored[k], origin, at, zero3(), torque)
    for k in range(rows.coils.size):
        at, torque = magnetorquer.exerted(fitted.coils, frames, work, origin, states, k)
        write_one(out, s, rows.coils[k], origin, at, zero3(), torque)
    for k in range(rows.thermal_deformations.size):
        power = thermal_deformation.power_of(fitted.thermal_deformations, u, states, k)
        out.power[s, rows.thermal_deformations[k]] = power
    generalised, loops = out.generalised_forces[s], work.loops
    motors_exert(fitted.motors, rows.motors, u, states, generalised)
    motors_exert(fitted.closing_motors, rows.closing_motors, loops.u, states, generalised)
    return 0


@kernel
def motors_exert(motors, rows, u, states, row):
    """Write the generalised forces of motors."""
    for k in range(rows.size):
        row[rows[k]] = motor.effort_of(motors, u, states, k)


@entry(*RECORD)
def lines_exert(t, y, z, s, problem, handle):
    """Tethers."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, rows), tethers, origin = unpack_recorded(handle), laws.devices.tethers, origin_of(y)
    tether.seen(tethers, rows.devices.tethers, tables.frames, work, origin, commands.value, out, s)
    return 0


@entry(*RECORD)
def actuators_exert(t, y, z, s, problem, handle):
    """Devices that users define."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    (out, _, rows), users, origin = unpack_recorded(handle), laws.devices.actuators, origin_of(y)
    reported = commands.reported
    actuator.seen(users, rows.devices.actuators, tables.frames, work, origin, reported, out, s)
    return 0


# --- what they tell of themselves -------------------------------------------------------------


@entry(*OUTPUTS)
def no_outputs(y, z, row, problem):
    """Where there are none."""
    return 0


@entry(*OUTPUTS)
def outputs(y, z, row, problem):
    """Write the outputs of devices, and internal states with commands as they are now."""
    tables, _ = unpack(problem)
    _, _, commands, _, _, calls, present = unpack_calls(tables.optional.tables[0])
    for k in range(present[2]):
        calls.outputs[k](y, z, row, problem)
    copy_into(row[row.size - commands.value.size :], commands.value)
    return 0


@entry(*OUTPUTS)
def outputs_of_wheels(y, z, row, problem):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    wheel.outputs(laws.devices.wheels, tables.frames, work, commands.value, row)
    return 0


@entry(*OUTPUTS)
def outputs_of_propulsion(y, z, row, problem):
    tables, _ = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, states = laws.devices, commands.value
    thruster.outputs(fitted.thrusters, fitted.tanks, states, row)
    tank.outputs(fitted.tanks, states, row)
    return 0


@entry(*OUTPUTS)
def outputs_of_devices(y, z, row, problem):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, frames, origin, states = laws.devices, tables.frames, origin_of(y), commands.value
    _, u = joint_state(tables, z)
    magnetorquer.outputs(fitted.coils, states, row)
    motor.outputs(fitted.motors, u, states, row)
    motor.outputs(fitted.closing_motors, work.loops.u, states, row)
    thermal_node.outputs(fitted.thermal_nodes, frames, work, origin, states, row)
    return 0


@entry(*OUTPUTS)
def outputs_of_lines(y, z, row, problem):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, states, (q, u) = laws.devices, commands.value, joint_state(tables, z)
    deployer.outputs(fitted.deployers, work, q, u, states, row)
    tether.outputs(fitted.tethers, tables.frames, work, origin_of(y), states, row)
    return 0


@entry(*OUTPUTS)
def outputs_of_actuators(y, z, row, problem):
    tables, _ = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    actuator.outputs(laws.devices.actuators, commands.reported, row)
    return 0


# --- what they store --------------------------------------------------------------------------


@entry(*MOMENTA)
def no_momenta(y, energies, problem):
    """Where there are none."""
    return 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*MOMENTA)
def momenta(y, energies, problem):
    """Kinetic and elastic energy and angular momentum of what devices and hinges have of their own,
    the energies added to those of their bodies too."""
    tables, _ = unpack(problem)
    _, _, _, _, _, calls, present = unpack_calls(tables.optional.tables[0])
    T, U, hx, hy, hz = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(present[3]):
        more = calls.momenta[k](y, energies, problem)
        T, U = T + more[0], U + more[1]
        hx, hy, hz = hx + more[2], hy + more[3], hz + more[4]
    return T, U, hx, hy, hz


@entry(*MOMENTA)
def momenta_of_wheels(y, energies, problem):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    wheels, frames, states = laws.devices.wheels, tables.frames, commands.value
    energy, spin = 0.0, zero3()
    for k in range(wheels.frame.size):
        stored, i = wheel.energy_of(wheels, states, k), frames.body[wheels.frame[k]]
        energy, energies[i - 1] = energy + stored, energies[i - 1] + stored
        spin = spin + wheel.spin_of(wheels, frames, work, states, k)
    return energy, 0.0, spin.x, spin.y, spin.z


@entry(*MOMENTA)
def momenta_of_devices(y, energies, problem):
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    stored, spin = laws.devices.stored, zero3()
    for k in range(stored.frame.size):
        _, h, _ = stored_momentum.carried(stored, tables.frames, work, origin_of(y), k)
        spin = spin + h
    return 0.0, 0.0, spin.x, spin.y, spin.z


@entry(*MOMENTA)
def energy_of_hinges(y, energies, problem):
    """Elastic energy, counted with the rods that hinges lead to."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    hinges, frames, total = laws.hinges, tables.frames, 0.0
    for k in range(hinges.slack.size):
        stored = elastic_hinge.energy_of(hinges, frames, work, origin_of(y), k)
        energies[frames.body[hinges.frames[k, 1]] - 1] += stored
        total += stored
    return 0.0, total, 0.0, 0.0, 0.0
