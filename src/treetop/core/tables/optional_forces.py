"""Forces that few models have."""

from typing import NamedTuple

import numpy as np

from treetop.core.tables.contacts import NO_CONTACTS, Contacts
from treetop.core.tables.joint_forces import NO_JOINT_FORCES, JointPhysicsTables


class SpecialTables(NamedTuple):
    """Forces at joints and contacts."""

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
    def pressed(self) -> bool:
        """Whether friction depends on reactions."""
        groups = (self.joints, self.closing)
        return any(bool(own.friction.pressed.any()) for own in groups)

    @property
    def sizes(self) -> np.ndarray:
        return np.array([self.forces, self.states], dtype=np.int64)


NO_OPTIONAL_FORCES = SpecialTables(NO_JOINT_FORCES, NO_JOINT_FORCES, NO_CONTACTS)
