"""The tables of forces that few models have."""

from __future__ import annotations

import numpy as np

from treetop.assembly.contacts import contact_table, points_of_contact
from treetop.assembly.continuous_laws import continuous_laws
from treetop.assembly.devices import device_rows, device_tables
from treetop.assembly.elastic_hinges import hinge_table
from treetop.assembly.fluid_loads import fluid_rows, fluid_table
from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.generalised_forces import AlongJoints
from treetop.assembly.internal_states import internal_states
from treetop.assembly.joint_friction import TABLE_KINDS, joint_physics_tables
from treetop.assembly.numbering import Labels
from treetop.assembly.sliding_forces import elastic_cord_table, path_force_table
from treetop.core.forces.along_joints import JointPhysicsRows
from treetop.core.forces.optional import OptionalRows, OptionalTables
from treetop.core.tables.tables import Tree
from treetop.model import Contact, ElasticCord, Plane
from treetop.topology.mechanism import Mechanism


def optional_tables(
    model: Mechanism,
    tree: Labels,
    closing: Labels,
    frames: FrameBook,
    drives: DriveBook,
    structure: Tree,
) -> OptionalTables:
    """Tables of a model; labels of the joints of the tree, and of those that close loops, are given
    in order, and the table of the tree."""
    at_joints = joint_physics_tables(model, tree), joint_physics_tables(model, closing)
    states = np.array([len(internal_states(model))], dtype=np.int64)
    touching = contact_table(model, frames)
    devices = device_tables(model, frames, tree, closing, drives)
    laws = continuous_laws(model, tree, frames)
    hinges = hinge_table(model, frames, structure)
    slides, cords = path_force_table(model), elastic_cord_table(model, frames)
    fluids = fluid_table(model, frames)
    return OptionalTables(
        *at_joints, touching, devices, states, laws, hinges, slides, cords, fluids
    )


def optional_rows(
    model: Mechanism,
    number: dict[str, int],
    along: AlongJoints,
    tree: JointPlaces,
    closing: JointPlaces,
) -> OptionalRows:
    """Which force each row is, by the numbers of forces, or which generalised force."""
    joints = JointPhysicsRows(*(along.rows(tree, False, *kinds) for kinds in TABLE_KINDS))
    loops = JointPhysicsRows(*(along.rows(closing, True, *kinds) for kinds in TABLE_KINDS))
    devices = device_rows(model, number, along, tree, closing)
    cords = np.array([number[name] for name, _ in named(model, ElasticCord)], dtype=np.int64)
    fluids = fluid_rows(model, number)
    return OptionalRows(joints, loops, _contacts(model, number), cords, devices, fluids)


def _contacts(model: Mechanism, number: dict[str, int]) -> np.ndarray:
    """Rows of contacts have planes first, whichever end of the contact these are."""
    rows = [
        (number[name], -1 if isinstance(contact.b, Plane) else 1)
        for name, contact in named(model, Contact)
        for _ in points_of_contact(contact.a, contact.b)
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 2)
