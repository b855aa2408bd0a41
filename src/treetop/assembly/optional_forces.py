"""The tables of forces that few models have."""

from __future__ import annotations

from treetop.assembly.contacts import contact_table
from treetop.assembly.frames import FrameBook
from treetop.assembly.joint_friction import joint_physics_tables
from treetop.assembly.numbering import Labels
from treetop.core.tables.optional_forces import SpecialTables
from treetop.topology.mechanism import Mechanism


def special_tables(
    model: Mechanism, tree: Labels, closing: Labels, frames: FrameBook
) -> SpecialTables:
    """Of a model; of the joints of the tree, and of those that close loops, the labels are given
    in order."""
    at_joints = joint_physics_tables(model, tree), joint_physics_tables(model, closing)
    return SpecialTables(*at_joints, contact_table(model, frames))
