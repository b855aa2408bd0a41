"""The outputs of forces: their names, and which of them each row of the tables of forces is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.generalised_forces import AlongJoints, GeneralisedForce
from treetop.assembly.numbering import PARTS, Labels
from treetop.core.compiler import Entry
from treetop.core.forces.exerted import ForceHistories, ForceSizes, PressureRows, force_histories
from treetop.core.outputs.forces import ForceRows, record_forces, record_nothing
from treetop.model import (
    Conductor,
    EddyCurrents,
    Force,
    FrameForce,
    JointEffort,
    JointSpring,
    MagneticDipole,
    SpringDamper,
    Surface,
    UserForce,
)
from treetop.model.forces.base import JointForce
from treetop.topology.coordinates import speed_of
from treetop.topology.mechanism import Mechanism

UNITS = {"m/s": "N", "rad/s": "N m", "m*kg^0.5/s": "N/kg^0.5"}  # by those of speeds


class ForceOutputs(NamedTuple):
    """What can be recorded of forces."""

    forces: list[str]
    generalised: list[str]  # ``motor.generalised_force``, with ``.x`` and so on for components
    units: list[str]  # of generalised forces
    rows: ForceRows
    attracted: int  # how many bodies, if gravity acts, else 0
    speeds: int  # of the tree, or of joints that close loops if these have more

    @property
    def labels(self) -> dict[str, Any]:
        """The names along the dimensions of a result that are those of forces."""
        forces = {"force": self.forces} if self.forces else {}
        units = ("generalised_force", self.units)
        generalised = {"generalised_force": self.generalised, "generalised_force_unit": units}
        return forces | (generalised if self.generalised else {})

    @property
    def sizes(self) -> ForceSizes:
        """How many there are of what can be recorded."""
        return ForceSizes(len(self.forces), len(self.generalised), self.attracted, self.speeds)

    @property
    def record(self) -> Entry:
        """The kernel that records it."""
        return record_forces if self.forces or self.attracted else record_nothing

    def workspace(self, instants: int) -> ForceHistories:
        return force_histories(instants, self.sizes)

    def recorded(self, exerted: ForceHistories) -> dict[str, np.ndarray]:
        """What results hold, by the names of `treetop.system.fields`."""
        fields = exerted._asdict()
        del fields["scratch"]
        return {name: values for name, values in fields.items() if values.shape[1]}


def exerting(model: Mechanism) -> list[str]:
    """The forces that act at ends or joints while a run goes on, in order."""
    return [
        name for name, force in model.forces.items() if force.acts and (force.ends or force.joints)
    ]


def attracted(model: Mechanism) -> int:
    """How many bodies gravity acts on: all or none."""
    everywhere = (force for force in model.forces.values() if force.acts)
    fields = [force for force in everywhere if not (force.ends or force.joints)]
    return len(model.bodies) if fields else 0


def generalised_forces(model: Mechanism) -> list[GeneralisedForce]:
    """Generalised forces of all forces along joints, in order."""
    found = []
    for name in exerting(model):
        force = model.forces[name]
        if isinstance(force, JointForce):
            kind = model.joints[force.joint].kind
            speed = kind.speeds[speed_of(kind, force.coordinate)]
            found += [GeneralisedForce(name, part, UNITS[speed.unit]) for part in PARTS[speed.size]]
    return found


def forces_by_number(model: Mechanism) -> AlongJoints:
    """Numbers of forces, and of generalised forces."""
    number = {name: k for k, name in enumerate(exerting(model))}
    return AlongJoints(model, number, generalised_forces(model))


def force_outputs(
    model: Mechanism, tree: Labels, closing: Labels, along: AlongJoints
) -> ForceOutputs:
    """Outputs of forces by their numbers; labels of tree joints, and of joints that close loops,
    are given in order."""
    number = along.number

    def numbers(kind: type[Force]) -> np.ndarray:
        return np.array([number[name] for name, _ in named(model, kind)], dtype=np.int64)

    in_tree, apart = JointPlaces(model, tree), JointPlaces(model, closing)
    rows = ForceRows(
        line_springs=numbers(SpringDamper),
        frame_forces=numbers(FrameForce),
        user_forces=numbers(UserForce),
        joint_springs=along.rows(in_tree, False, JointSpring),
        joint_efforts=along.rows(in_tree, False, JointEffort),
        closing_springs=along.rows(apart, True, JointSpring),
        closing_efforts=along.rows(apart, True, JointEffort),
        pressure=PressureRows(*map(numbers, (Surface, MagneticDipole, EddyCurrents, Conductor))),
        generalised=along.table,
    )
    labels = [each.label for each in along.generalised]
    units = [each.unit for each in along.generalised]
    speeds = max(len(tree.speeds), len(closing.speeds))
    return ForceOutputs(list(number), labels, units, rows, attracted(model), speeds)
