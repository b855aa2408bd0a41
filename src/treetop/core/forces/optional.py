"""Forces that few models have, called where there are any: their tables, what they do, and what is
recorded of it."""

from typing import NamedTuple

import numpy as np

from treetop.core import devices
from treetop.core.compiler import Bundle, boxed, entry, inlined, kernel
from treetop.core.devices import (
    NO_DEVICES,
    DeviceTables,
    actuator,
    wheel,
)
from treetop.core.devices.commands import NO_COMMANDS, NO_LAWS, Laws, commands_for, give
from treetop.core.devices.fuel_flow import Balance
from treetop.core.forces import (
    along_path,
    contact,
    dry_friction,
    elastic_cord,
    elastic_hinge,
    fluid_load,
    hard_stop,
    hysteresis_spring,
    lugre,
)
from treetop.core.forces.exerted import add_at, put
from treetop.core.forces.reaction_friction import FRICTION_LOADS, FrictionLoads
from treetop.core.interface import EXTRA, origin_of, span_of_states, unpack
from treetop.core.kinematics.clearance import nearness
from treetop.core.kinematics.frames import station
from treetop.core.spatial import dot, zero3
from treetop.core.spatial.table_access import copy_into
from treetop.core.tables.contacts import NO_CONTACTS, Contacts
from treetop.core.tables.kinds import STUCK
from treetop.core.tables.samples import ACT, FILL, TABLES
from treetop.core.tables.tables import (
    AT_JOINTS,
    CALLS,
    CONTACTS,
    FLUIDS,
    HINGES,
    LAWS,
    OTHER_DEVICES,
    SLIDING,
    STUCK_WHEELS,
    TANKS,
    WHEELS,
    Bodies,
    Frames,
    OptionalForces,
)

# --- tables -----------------------------------------------------------------------------


class JointPhysicsTables(NamedTuple):
    """Tables of forces along the joints of the tree, or along those that close loops."""

    stops: hard_stop.Stops
    hysteresis: hysteresis_spring.Hysteresis
    bristles: lugre.Bristles
    friction: dry_friction.Friction


class OptionalTables(NamedTuple):
    """Forces at joints, contacts and devices."""

    joints: JointPhysicsTables  # along coordinates of the tree's joints
    closing: JointPhysicsTables  # along those of joints that close loops
    contacts: Contacts
    devices: DeviceTables
    states: np.ndarray  # (1,)  how many internal states there are
    laws: Laws  # of continuous controllers
    hinges: elastic_hinge.ElasticHinges  # of beams
    slides: along_path.PathForces
    cords: elastic_cord.ElasticCords
    fluids: fluid_load.FluidLoads  # on beams

    @property
    def load_kind(self) -> bool:
        """Whether friction depends on reactions."""
        groups = (self.joints, self.closing)
        return any(bool(laws.friction.load_kind.any()) for laws in groups)

    @property
    def sizes(self) -> np.ndarray:
        """How many there are, see `treetop.core.tables.tables.OptionalForces`."""
        groups, fitted = (self.joints, self.closing), self.devices
        at_joints = sum(len(table.place) for group in groups for table in group)  # type: ignore[attr-defined]
        laws, contacts, wheels = len(self.laws.x), len(self.contacts.law), len(fitted.wheels.frame)
        others = fitted.acting - wheels + len(fitted.tanks.slosh.tank)
        stuck = int(np.count_nonzero(fitted.wheels.mode == STUCK))
        sliding = len(self.slides.path) + len(self.cords.law)
        on_beams = len(self.hinges.slack), sliding, len(self.fluids.law)
        acting = laws, stuck, at_joints, contacts, wheels, others, *on_beams
        states, filled = int(self.states[0]), len(fitted.tanks.frame) + len(fitted.deployers.mouth)
        return np.array([sum(acting) + states, states, filled, *acting], dtype=np.int64)


NO_JOINT_FORCES = JointPhysicsTables(
    hard_stop.NO_STOPS, hysteresis_spring.NO_SPRINGS, lugre.NO_BRISTLES, dry_friction.NO_FRICTION
)
NO_STATES = np.zeros(1, dtype=np.int64)
NO_OPTIONAL_FORCES = OptionalTables(
    *(NO_JOINT_FORCES, NO_JOINT_FORCES, NO_CONTACTS, NO_DEVICES, NO_STATES, NO_LAWS),
    *(elastic_hinge.NO_HINGES, along_path.NO_PATH_FORCES, elastic_cord.NO_ELASTIC_CORDS),
    fluid_load.NO_FLUID_LOADS,
)

_bundle = Bundle(NO_OPTIONAL_FORCES, FRICTION_LOADS, NO_COMMANDS, TABLES.frames, TABLES.bodies)
unpack_optional = _bundle.unpack


def packed(
    tables: OptionalTables, friction_loads: FrictionLoads, frames: Frames, bodies: Bodies
) -> tuple[OptionalForces, object]:
    """The forces as kernels have them, and what must be kept alive with them; `bodies` are those of
    a workspace, for tanks to fill."""
    reported = int(tables.devices.actuators.output_at[-1])
    commands = commands_for(tables.laws, int(tables.states[0]), reported)
    handle, alive = _bundle.pack(tables, friction_loads, commands, frames, bodies)
    sizes = tables.sizes
    act = optional_forces if sizes[CALLS] else nothing
    filled = fill if sizes[TANKS] else no_fuel
    return OptionalForces(act.function, filled.function, sizes, boxed(handle)), alive


# --- what they do -----------------------------------------------------------------------


@inlined
def joint_physics(laws, load, q, u, states, state_rates, tau):
    """Along coordinates q; return the power."""
    power = hard_stop.apply(laws.stops, q, u, tau)
    power += hysteresis_spring.apply(laws.hysteresis, q, u, states, state_rates, tau)
    power += lugre.apply(laws.bristles, u, states, state_rates, tau)
    return power + dry_friction.apply(laws.friction, load, u, tau)


@entry(*ACT)
def optional_forces(t, q, u, y, rate, problem):
    """Let the forces act on bodies and speeds, and write the rates of their states; return the
    power, seen from the moving origin, the resultant, the ground's share left out, and the rates of
    mass and of what leaves the potential energy.

    Tables are unpacked where they are used: what is unpacked here is loaded in every call, whether
    there are such forces or not.
    """
    tables, _ = unpack(problem)
    _, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    first, last = span_of_states(tables, y)
    states, state_rates, sizes = y[first:last], rate[first:last], tables.optional.sizes
    for k in range(states.size):
        commands.value[k], state_rates[k] = states[k], 0.0  # as of those that are held
    total = Balance(0.0, zero3(), 0.0, 0.0)
    if sizes[STUCK_WHEELS] > 0:
        let_wheels_stick(problem)
    if sizes[LAWS] > 0:
        run_laws(problem, t, q, u, y, states, state_rates)
    if sizes[AT_JOINTS] > 0:
        total = total + along_joints(problem, q, u, states, state_rates)
    if sizes[CONTACTS] > 0:
        total = total + between_shapes(problem, y)
    if sizes[WHEELS] > 0:
        total = total + by_wheels(problem, y, state_rates)
    if sizes[OTHER_DEVICES] > 0:
        total = total + by_devices(problem, t, q, u, y, state_rates)
    if sizes[HINGES] > 0:
        total = total + between_rods(problem, y)
    if sizes[SLIDING] > 0:
        total = total + along_paths(problem, y)
    if sizes[FLUIDS] > 0:
        total = total + by_fluids(problem, t, y)
    F = total.force
    return total.power, F.x, F.y, F.z, total.mass_rate, total.potential


@inlined
def let_wheels_stick(problem):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    wheel.take_along(laws.devices.wheels, tables.frames, work, commands.value)


@inlined
def run_laws(problem, t, q, u, y, states, state_rates):
    """Let continuous controllers give their commands."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    frames, origin = tables.frames, origin_of(y)
    give(laws.laws, commands, frames, work, origin, t, q, u, states, state_rates)


@inlined
def along_joints(problem, q, u, states, state_rates):
    """Forces along the coordinates of joints."""
    tables, work = unpack(problem)
    laws, loads, _, _, _ = unpack_optional(tables.optional.tables[0])
    power = joint_physics(laws.joints, loads.load, q, u, states, state_rates, work.tau)
    loops, load = work.loops, loads.closing_load
    power += joint_physics(laws.closing, load, loops.q, loops.u, states, state_rates, loops.tau)
    return Balance(power, zero3(), 0.0, 0.0)


@inlined
def between_shapes(problem, y):
    """Contacts."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    touch = contact.apply(laws.contacts, work, origin_of(y))
    return Balance(touch.power, touch.force, 0.0, 0.0)


@inlined
def between_rods(problem, y):
    """Elastic hinges, of which only what they lose counts: the rest has a potential."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    lost = elastic_hinge.apply(laws.hinges, tables.frames, work, origin_of(y))
    return Balance(lost, zero3(), 0.0, 0.0)


@inlined
def along_paths(problem, y):
    """What acts along paths, and elastic cords."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    power = along_path.apply(laws.slides, tables.drives.sliding.tracks, work, origin_of(y))
    power += elastic_cord.apply(laws.cords, tables.frames, work, origin_of(y))
    return Balance(power, zero3(), 0.0, 0.0)


@inlined
def by_fluids(problem, t, y):
    """Drag and buoyancy of beams."""
    tables, work = unpack(problem)
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    exerted = fluid_load.apply(laws.fluids, tables.gravity, tables.frames, work, origin_of(y), t)
    return Balance(exerted.power, exerted.force, 0.0, 0.0)


@inlined
def by_wheels(problem, y, state_rates):
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    balance = devices.apply_wheels(
        laws.devices, tables, work, origin_of(y), commands.value, state_rates
    )
    return Balance(balance.power, balance.force, 0.0, 0.0)


@inlined
def by_devices(problem, t, q, u, y, state_rates):
    """All devices but wheels."""
    tables, work = unpack(problem)
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    origin, frames = origin_of(y), tables.frames
    balance = devices.apply(laws.devices, tables, work, origin, q, u, commands.value, state_rates)
    users = actuator.apply(laws.devices.actuators, frames, work, origin, t, commands, state_rates)
    return balance + Balance(users.power, users.force, 0.0, 0.0)


@entry(*FILL)
def fill(y, carried, handle):
    """Write the mass properties of bodies with fuel, and of lines, into the workspace; `carried`
    numbers stand between internal states and the origin in y."""
    laws, _, _, frames, bodies = unpack_optional(handle)
    last = y.size - EXTRA - carried
    devices.fill(laws.devices, frames, y, y[last - laws.states[0] : last], bodies)
    return 0


@entry(*FILL)
def no_fuel(y, carried, handle):
    """Where there are no tanks."""
    return 0


@entry(*ACT)
def nothing(t, q, u, y, rate, problem):
    """Where there are none."""
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


# --- what is recorded -------------------------------------------------------------------


@inlined
def optional_seen(tables, work, origin, t, y, q, u, rows, out, s):
    """Write what contacts exert, and the generalised forces of all that acts along joints."""
    laws, friction_loads, commands, _, _ = unpack_optional(tables.optional.tables[0])
    first, last = span_of_states(tables, y)
    states, row = y[first:last], out.generalised_forces[s]
    loops = work.loops
    joint_physics_seen(laws.joints, friction_loads.load, q, u, states, rows.joints, row)
    joint_physics_seen(
        laws.closing, friction_loads.closing_load, loops.q, loops.u, states, rows.closing, row
    )
    contacts_seen(laws.contacts, work, origin, rows.contacts, out, s)
    cords_seen(laws.cords, tables.frames, work, origin, rows.cords, out, s)
    fluid_load.seen(
        laws.fluids, rows.fluids, tables.gravity, tables.frames, work, origin, t, out, s
    )
    devices.exerted(
        laws.devices, rows.devices, tables.frames, work, origin, u, commands.value, out, s
    )
    users, reported = laws.devices.actuators, commands.reported
    actuator.seen(users, rows.devices.actuators, tables.frames, work, origin, reported, out, s)


@inlined
def devices_seen(tables, work, origin, z, row):
    """Write the outputs of devices, and internal states with commands as they are now, in the state
    z of the joints."""
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    nq, nu = tables.tree.q_at[-1], tables.tree.u_at[-1]
    q, u = z[:nq], z[nq : nq + nu]
    devices.outputs(laws.devices, tables.frames, work, origin, q, u, commands.value, row)
    actuator.outputs(laws.devices.actuators, commands.reported, row)
    copy_into(row[row.size - commands.value.size :], commands.value)


@inlined
def device_momenta(tables, work, origin, y, energies):
    """The energy that devices have of their own, added to that of their bodies too, and their
    angular momentum."""
    laws, _, commands, _, _ = unpack_optional(tables.optional.tables[0])
    return devices.momenta(laws.devices, tables.frames, work, origin, commands.value, energies)


@inlined
def hinge_energy(tables, work, origin, energies):
    """What elastic hinges have stored, added to the energies of the rods that they lead to too."""
    laws, _, _, _, _ = unpack_optional(tables.optional.tables[0])
    hinges, frames, total = laws.hinges, tables.frames, 0.0
    for k in range(hinges.slack.size):
        stored = elastic_hinge.energy_of(hinges, frames, work, origin, k)
        energies[frames.body[hinges.frames[k, 1]] - 1] += stored
        total += stored
    return total


@kernel
def joint_physics_seen(laws, load, q, u, states, rows, row):
    for k in range(rows.stops.size):
        row[rows.stops[k]] = hard_stop.effort_of(laws.stops, k, q, u)
    for k in range(rows.hysteresis.size):
        row[rows.hysteresis[k]] = hysteresis_spring.effort_of(laws.hysteresis, k, q, states)
    for k in range(rows.bristles.size):
        row[rows.bristles[k]] = lugre.effort_of(laws.bristles, k, u, states)[0]
    for k in range(rows.friction.size):
        row[rows.friction[k]] = dry_friction.effort_of(laws.friction, load, k, u)


@inlined
def contacts_seen(contacts, work, origin, rows, out, s):
    """Write what contacts exert; several points of one contact, as their resultant."""
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


@inlined
def cords_seen(cords, frames, work, origin, rows, out, s):
    """Write what elastic cords exert at their last ends."""
    for k in range(rows.size):
        pulled, f = elastic_cord.pull_of(cords, frames, work, origin, k), rows[k]
        a = station(frames, work, origin, cords.frame[cords.at[k]])
        b = station(frames, work, origin, cords.frame[cords.at[k + 1] - 1])
        put(out.applied_force[s, f], pulled.last * -pulled.tension)
        put(out.point_of_action[s, f], origin.p + b.p)
        put(out.point_of_reaction[s, f], origin.p + a.p)
        out.power[s, f] = -pulled.tension * pulled.rate
