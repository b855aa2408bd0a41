"""What each group of optional forces does to bodies and speeds, called where there are any."""

from treetop.core.compiler import entry, inlined
from treetop.core.devices import (
    actuator,
    deployer,
    imbalance,
    magnetorquer,
    motor,
    slosh,
    stored_momentum,
    tank,
    tether,
    thermal_deformation,
    thermal_node,
    thruster,
    wheel,
)
from treetop.core.devices.commands import give
from treetop.core.devices.fuel_flow import Balance
from treetop.core.forces import (
    along_joints,
    along_path,
    contact,
    elastic_cord,
    elastic_hinge,
    fluid_load,
)
from treetop.core.forces.optional.tables import unpack_calls, unpack_optional
from treetop.core.interface import EXTRA, origin_of, span_of_states, unpack
from treetop.core.spatial import Vec3, zero3
from treetop.core.tables.samples import ACT, FILL


@entry(*ACT)
def nothing(t, q, u, y, rate, problem):
    """Where there are none."""
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def act(t, q, u, y, rate, problem):
    """Let the groups act in turn, and write the rates of their states; return the power, seen from
    the moving origin, the resultant, the ground's share left out, and the rates of mass and of what
    leaves the potential energy."""
    tables, _ = unpack(problem)
    _, _, commands, _, _, calls, present = unpack_calls(tables.optional.tables[0])
    first, last = span_of_states(tables, y)
    for k in range(last - first):
        commands.value[k], rate[first + k] = y[first + k], 0.0  # as of those that are held
    total = Balance(0.0, zero3(), 0.0, 0.0)
    for k in range(present[0]):
        power, fx, fy, fz, mass_rate, lost = calls.act[k](t, q, u, y, rate, problem)
        total = total + Balance(power, Vec3(fx, fy, fz), mass_rate, lost)
    return told(total)


@inlined
def told(total):
    """A balance as numbers."""
    F = total.force
    return total.power, F.x, F.y, F.z, total.mass_rate, total.potential


@inlined
def rates_of(tables, y, rate):
    """The rates of internal states, to be written."""
    first, last = span_of_states(tables, y)
    return rate[first:last]


# --- at joints, between bodies --------------------------------------------------------------


@entry(*ACT)
def run_laws(t, q, u, y, rate, problem):
    """Let continuous controllers give their commands."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    first, last = span_of_states(tables, y)
    states, rates = y[first:last], rate[first:last]
    give(laws.laws, commands, tables.frames, work, origin_of(y), t, q, u, states, rates)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def at_joints(t, q, u, y, rate, problem):
    """Stops, springs with hysteresis and friction along the coordinates of joints."""
    tables, work = unpack(problem)
    laws, loads, _, _, _ = unpack_optional(tables.optional.tables[0])
    first, last = span_of_states(tables, y)
    states, rates, loops = y[first:last], rate[first:last], work.loops
    power = along_joints.apply(laws.joints, loads.load, q, u, states, rates, work.tau)
    load = loads.closing_load
    power += along_joints.apply(laws.closing, load, loops.q, loops.u, states, rates, loops.tau)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def between_shapes(t, q, u, y, rate, problem):
    """Contacts."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    touch = contact.apply(laws.contacts, work, origin_of(y))
    return told(Balance(touch.power, touch.force, 0.0, 0.0))


# --- on beams -------------------------------------------------------------------------------


@entry(*ACT)
def between_rods(t, q, u, y, rate, problem):
    """Elastic hinges, of which only what they lose counts: the rest has a potential."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    lost = elastic_hinge.apply(laws.hinges, tables.frames, work, origin_of(y))
    return lost, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def along_paths(t, q, u, y, rate, problem):
    """What acts along paths, and elastic cords."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    power = along_path.apply(laws.slides, tables.drives.sliding.tracks, work, origin_of(y))
    power += elastic_cord.apply(laws.cords, tables.frames, work, origin_of(y))
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def by_fluids(t, q, u, y, rate, problem):
    """Drag and buoyancy of beams."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    exerted = fluid_load.apply(laws.fluids, tables.gravity, tables.frames, work, origin_of(y), t)
    return told(Balance(exerted.power, exerted.force, 0.0, 0.0))


# --- devices --------------------------------------------------------------------------------


@entry(*ACT)
def let_wheels_stick(t, q, u, y, rate, problem):
    """Wheels that stick turn with their bodies."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    wheel.take_along(laws.devices.wheels, tables.frames, work, commands.value)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def by_wheels(t, q, u, y, rate, problem):
    """Wheels, and those out of balance."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, frames, origin, value = laws.devices, tables.frames, origin_of(y), commands.value
    wheels, rates = fitted.wheels, rates_of(tables, y, rate)
    total = wheel.apply(wheels, tables.gravity, frames, work, origin, value, rates)
    total = total + imbalance.apply(fitted.imbalances, wheels, frames, work, origin, value, rates)
    return told(Balance(total.power, total.force, 0.0, 0.0))


@entry(*ACT)
def by_propulsion(t, q, u, y, rate, problem):
    """Fuel that sloshes, and jets that it leaves by."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    tanks, thrusters, value = laws.devices.tanks, laws.devices.thrusters, commands.value
    power = slosh.apply(tanks.slosh, tanks.state, value, q, u, work.tau)
    total = Balance(power, zero3(), 0.0, 0.0) + thruster.apply(
        *(thrusters, tanks, tables.frames, tables.gravity, work, origin_of(y), value),
        rates_of(tables, y, rate),
    )
    return told(total)


@entry(*ACT)
def by_devices(t, q, u, y, rate, problem):
    """Stored momentum, coils, motors, and parts that heat bends."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, frames, origin, value = laws.devices, tables.frames, origin_of(y), commands.value
    rates = rates_of(tables, y, rate)
    stored_momentum.apply(fitted.stored, frames, work, origin)
    power = magnetorquer.apply(fitted.coils, frames, work, origin, value)
    power += motor.apply(fitted.motors, u, value, work.tau)
    power += motor.apply(fitted.closing_motors, work.loops.u, value, work.loops.tau)
    thermal_node.apply(fitted.thermal_nodes, frames, work, origin, value, rates)
    power += thermal_deformation.apply(
        fitted.thermal_deformations, frames, work, origin, q, u, value, rates
    )
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*ACT)
def by_lines(t, q, u, y, rate, problem):
    """Tethers, and lines that are paid out."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    fitted, frames, origin, value = laws.devices, tables.frames, origin_of(y), commands.value
    pull = tether.apply(fitted.tethers, frames, work, origin, value, rates_of(tables, y, rate))
    total = Balance(pull.power, pull.force, 0.0, 0.0) + deployer.apply(
        fitted.deployers, frames, tables.gravity, work, origin, q, u, value
    )
    return told(total)


@entry(*ACT)
def by_actuators(t, q, u, y, rate, problem):
    """Devices that users define."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    users, frames, origin = laws.devices.actuators, tables.frames, origin_of(y)
    total = actuator.apply(users, frames, work, origin, t, commands, rates_of(tables, y, rate))
    return told(Balance(total.power, total.force, 0.0, 0.0))


# --- mass that changes ----------------------------------------------------------------------


@entry(*FILL)
def no_fuel(y, carried, handle):
    """Where there are no tanks."""
    return 0


@entry(*FILL)
def fill(y, carried, handle):
    """Write the mass properties of bodies with fuel, of lines that are paid out and of what stores
    them into the workspace; `carried` numbers stand between internal states and the origin in y."""
    laws, _, _, frames, bodies = unpack_optional(handle)
    last = y.size - EXTRA - carried
    states = y[last - laws.states[0] : last]
    tank.fill(laws.devices.tanks, frames, states, bodies)
    deployer.fill(laws.devices.deployers, frames, y, states, bodies)
    return 0
