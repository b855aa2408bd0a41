"""The tables of forces that few models have."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.contacts import Contacts, contact_table, no_contacts
from treetop.assembly.frames import FrameBook
from treetop.assembly.joint_physics import NONE, JointPhysicsTables, joint_physics_tables
from treetop.assembly.numbering import Labels
from treetop.model import Model


class SpecialTables(NamedTuple):
    """Kernels read these arrays where they are: what changes between steps may be written there."""

    joints: JointPhysicsTables  # along coordinates of the tree's joints
    closing: JointPhysicsTables  # along those of joints that close loops
    contacts: Contacts

    @property
    def forces(self) -> int:
        """How many there are."""
        groups = (self.joints, self.closing)
        at_joints = sum(len(table.place) for group in groups for table in group)  # type: ignore[attr-defined]
        return at_joints + len(self.contacts.law)

    @property
    def states(self) -> int:
        """How many numbers of a state vector are theirs."""
        groups = (self.joints, self.closing)
        return sum(len(own.hysteresis.state) + len(own.bristles.state) for own in groups)

    @property
    def sizes(self) -> np.ndarray:
        return np.array([self.forces, self.states], dtype=np.int64)


def special_tables(model: Model, tree: Labels, closing: Labels, frames: FrameBook) -> SpecialTables:
    """Of a model; of the joints of the tree, and of those that close loops, the labels are given
    in order."""
    at_joints = joint_physics_tables(model, tree), joint_physics_tables(model, closing)
    return SpecialTables(*at_joints, contact_table(model, frames))


SPECIAL = SpecialTables(NONE, NONE, no_contacts())  # a sample
