"""Forces that few models have, in groups: what a group does is called, and compiled, where a model
has any of it."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Entry, boxed
from treetop.core.devices.commands import commands_for
from treetop.core.forces.optional import acting, recording
from treetop.core.forces.optional.tables import (
    NO_OPTIONAL_FORCES,
    Calls,
    OptionalRows,
    OptionalTables,
    pack_optional,
    unpack_optional,
)
from treetop.core.forces.reaction_friction import FrictionLoads
from treetop.core.interface import span_of_states
from treetop.core.tables.tables import (
    ACTUATORS,
    AT_JOINTS,
    CALLS,
    CONTACTS,
    FLUIDS,
    GROUPS,
    HINGES,
    LAWS,
    LINES,
    OTHER_DEVICES,
    PROPULSION,
    SLIDING,
    STUCK_WHEELS,
    TANKS,
    WHEELS,
    Bodies,
    Frames,
    OptionalForces,
)

__all__ = [
    "NO_OPTIONAL_FORCES",
    "OptionalRows",
    "OptionalTables",
    "needed_kernels",
    "packed",
    "span_of_states",
    "unpack_optional",
]


class Group(NamedTuple):
    """What a group of forces does."""

    act: Entry = acting.nothing
    record: Entry = recording.nothing_exerted
    outputs: Entry = recording.no_outputs
    momenta: Entry = recording.no_momenta


# In the order in which they act: controllers read wheels that stick, and command devices.
_GROUPS = {
    STUCK_WHEELS: Group(acting.let_wheels_stick),
    LAWS: Group(acting.run_laws),
    AT_JOINTS: Group(acting.at_joints, recording.joints_exert),
    CONTACTS: Group(acting.between_shapes, recording.contacts_exert),
    WHEELS: Group(
        *(acting.by_wheels, recording.wheels_exert),
        *(recording.outputs_of_wheels, recording.momenta_of_wheels),
    ),
    PROPULSION: Group(
        acting.by_propulsion, recording.thrusters_exert, recording.outputs_of_propulsion
    ),
    OTHER_DEVICES: Group(
        *(acting.by_devices, recording.devices_exert),
        *(recording.outputs_of_devices, recording.momenta_of_devices),
    ),
    LINES: Group(acting.by_lines, recording.lines_exert, recording.outputs_of_lines),
    ACTUATORS: Group(
        acting.by_actuators, recording.actuators_exert, recording.outputs_of_actuators
    ),
    HINGES: Group(acting.between_rods, momenta=recording.energy_of_hinges),
    SLIDING: Group(acting.along_paths, recording.cords_exert),
    FLUIDS: Group(acting.by_fluids, recording.fluids_exert),
}
_NONE = Group()
_ALL = Group(acting.act, recording.record, recording.outputs, recording.momenta)


def _chosen(sizes: np.ndarray) -> tuple[list[list[Entry]], Group, Entry]:
    """What the groups of a model are called by, what calls them, and what fills its tanks."""
    present = [group for size, group in _GROUPS.items() if sizes[size]]
    calls = [
        [group[k] for group in present if group[k] is not nothing]
        for k, nothing in enumerate(_NONE)
    ]
    fill = acting.fill if sizes[TANKS] else acting.no_fuel
    return calls, _ALL if sizes[CALLS] else _NONE, fill


def needed_kernels(tables: OptionalTables) -> list[Entry]:
    """Kernels that a model with these forces calls."""
    calls, caller, fill = _chosen(tables.sizes)
    return [*(each for entries in calls for each in entries), *caller, *_NONE, fill]


def packed(
    tables: OptionalTables, friction_loads: FrictionLoads, frames: Frames, bodies: Bodies
) -> tuple[OptionalForces, object]:
    """The forces as kernels have them, and what must be kept alive with them; `bodies` are those of
    a workspace, for tanks to fill."""
    reported, sizes = int(tables.devices.actuators.output_at[-1]), tables.sizes
    commands = commands_for(tables.laws, int(tables.states[0]), reported)
    calls, caller, fill = _chosen(sizes)
    slots = Calls(*map(_slots, calls, _NONE))
    present = np.array([len(each) for each in calls], dtype=np.int64)
    handle, alive = pack_optional(tables, friction_loads, commands, frames, bodies, slots, present)
    functions = [each.function for each in (*caller, fill)]
    return OptionalForces._make([*functions, sizes, boxed(handle)]), alive


def _slots(present: list[Entry], nothing: Entry) -> tuple:
    """Functions of the groups that there are, and of nothing in the other places."""
    return tuple(each.function for each in present + [nothing] * (GROUPS - len(present)))
