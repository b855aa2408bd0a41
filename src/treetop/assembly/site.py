"""What the tables of a model's forces are made from."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.generalised_forces import AlongJoints
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.assembly.numbering import Labels
from treetop.core.tables.tables import Tree
from treetop.model.forces.base import Force, JointForce
from treetop.topology.mechanism import Mechanism


class Site:
    """A model, with all that rows of tables name by number.

    Parameters
    ----------
    model : Mechanism
    frames : FrameBook
    labels : pair of Labels
        Of the joints of the tree, and of those that close loops, in order.
    drives : DriveBook
    structure : Tree
    along : AlongJoints
        Numbers of forces, and of generalised forces.
    """

    def __init__(
        self,
        model: Mechanism,
        frames: FrameBook,
        labels: tuple[Labels, Labels],
        drives: DriveBook,
        structure: Tree,
        along: AlongJoints,
    ) -> None:
        self.model, self.frames, self.drives = model, frames, drives
        self.structure, self.along, self.labels = structure, along, labels

    @cached_property
    def states(self) -> dict[str, int]:
        """Places of internal states, by label."""
        return {label: k for k, label in enumerate(internal_states(self.model))}

    @cached_property
    def outputs(self) -> dict[str, int]:
        """Places of outputs of devices, by label."""
        return {label: k for k, label in enumerate(device_outputs(self.model))}

    @cached_property
    def joint_places(self) -> tuple[JointPlaces, JointPlaces]:
        """Places along the joints of the tree, and along those that close loops."""
        in_tree, apart = self.labels
        return JointPlaces(self.model, in_tree), JointPlaces(self.model, apart)

    def rows(self, *kinds: type[Force]) -> np.ndarray:
        """Which force of the model each row of a table is that has one for each of these kinds."""
        number = self.along.number
        return np.array([number[name] for name, _ in named(self.model, *kinds)], dtype=np.int64)

    def generalised_rows(self, *kinds: type[JointForce]) -> list[np.ndarray]:
        """Which generalised force each row is, of the tree's joints and of those that close
        loops."""
        in_tree, apart = self.joint_places
        return [self.along.rows(in_tree, False, *kinds), self.along.rows(apart, True, *kinds)]
