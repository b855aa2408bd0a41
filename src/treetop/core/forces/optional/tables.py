"""Tables of forces that few models have, and which force of the model each row of them is."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, function_like
from treetop.core.devices import NO_DEVICE_ROWS, NO_DEVICES, DeviceRows, DeviceTables
from treetop.core.devices.commands import NO_COMMANDS, NO_LAWS, Laws
from treetop.core.forces import along_path, elastic_cord, elastic_hinge, fluid_load
from treetop.core.forces.along_joints import (
    NO_JOINT_FORCES,
    NO_JOINT_ROWS,
    JointPhysicsRows,
    JointPhysicsTables,
)
from treetop.core.forces.exerted import RECORDED
from treetop.core.forces.reaction_friction import FRICTION_LOADS
from treetop.core.tables.contacts import NO_CONTACTS, Contacts
from treetop.core.tables.kinds import STUCK
from treetop.core.tables.samples import ACT, MOMENTA, OUTPUTS, RECORD, TABLES
from treetop.core.tables.tables import GROUPS


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
        joints, fitted = (*self.joints, *self.closing), self.devices
        acting = (
            int(np.count_nonzero(fitted.wheels.mode == STUCK)),
            len(self.laws.x),
            sum(len(table.place) for table in joints),  # type: ignore[attr-defined]
            len(self.contacts.law),
            len(fitted.wheels.frame),
            *(fitted.propulsion, fitted.others, fitted.lines, len(fitted.actuators.frames)),
            *(len(self.hinges.slack), len(self.slides.path) + len(self.cords.law)),
            len(self.fluids.law),
        )
        states, filled = int(self.states[0]), len(fitted.tanks.frame) + len(fitted.deployers.mouth)
        return np.array([sum(acting) + states, states, filled, *acting], dtype=np.int64)


NO_STATES = np.zeros(1, dtype=np.int64)
NO_OPTIONAL_FORCES = OptionalTables(
    *(NO_JOINT_FORCES, NO_JOINT_FORCES, NO_CONTACTS, NO_DEVICES, NO_STATES, NO_LAWS),
    *(elastic_hinge.NO_HINGES, along_path.NO_PATH_FORCES, elastic_cord.NO_ELASTIC_CORDS),
    fluid_load.NO_FLUID_LOADS,
)


# --- rows -------------------------------------------------------------------------------


class OptionalRows(NamedTuple):
    """Which force, or generalised force, of the model each row of all tables is."""

    joints: JointPhysicsRows
    closing: JointPhysicsRows
    contacts: np.ndarray  # (k, 2)  and 1, or -1 if its second end is the first of the row
    cords: np.ndarray  # (k,)
    devices: DeviceRows
    fluids: np.ndarray  # (k,)  of each rod


_NONE = np.zeros(0, dtype=np.int64)
NO_OPTIONAL_ROWS = OptionalRows(
    NO_JOINT_ROWS, NO_JOINT_ROWS, _NONE.reshape(0, 2), _NONE, NO_DEVICE_ROWS, _NONE
)


# --- as kernels have them -----------------------------------------------------------------


class Calls(NamedTuple):
    """What the groups of forces that a model has are called by, those first."""

    act: tuple
    record: tuple
    outputs: tuple
    momenta: tuple


_CALLS = Calls(*((function_like(*each),) * GROUPS for each in (ACT, RECORD, OUTPUTS, MOMENTA)))
_PRESENT = np.zeros(4, dtype=np.int64)  # how many of each there are
_TABLES = NO_OPTIONAL_FORCES, FRICTION_LOADS, NO_COMMANDS, TABLES.frames, TABLES.bodies
unpack_optional = Bundle(*_TABLES).unpack
_bundle = Bundle(*_TABLES, _CALLS, _PRESENT)
unpack_calls, pack_optional = _bundle.unpack, _bundle.pack

unpack_recorded = Bundle(*RECORDED, NO_OPTIONAL_ROWS).unpack
