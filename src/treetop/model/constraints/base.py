"""What every constraint has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from treetop.model.part import Part, frames_of


class Constraint(Part):
    """What every constraint declares.

    Attributes
    ----------
    works : bool
        Whether it may do work: it follows a function of time, or is a user function.
    """

    ends: ClassVar[tuple[str, ...]] = ("a", "b")
    works: ClassVar[bool] = False

    @property
    def coordinates(self) -> Mapping[str, float]:
        """The joint coordinates that it acts along, such as ``hinge.angle``, and their weights."""
        return {}

    @property
    def held(self) -> str:
        """The frame at whose origin its force is reported; empty if it has an effort alone."""
        frames = frames_of(self)
        return frames[1] if frames else ""

    @property
    def joints(self) -> tuple[str, ...]:
        return tuple(label.partition(".")[0] for label in self.coordinates)
