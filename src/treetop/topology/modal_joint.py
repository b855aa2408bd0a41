"""Flexible bodies as trees have them: the frame of the mass hangs on one of the body's nodes, and
other nodes, as bodies without mass, hang on that frame.

The motion between them is deformation, given by the modal coordinates that all nodes share.  These
are joints of two kinds that no user adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from treetop.model.joints import Coordinate, JointKind

if TYPE_CHECKING:
    from treetop.structures.body.modal_integrals import Moments, NodeMotion


@dataclass(frozen=True, eq=False)
class Deformation(JointKind):
    """From the node that carries a flexible body, or its own frame, to its frame.

    Attributes
    ----------
    body : str
        The flexible body.
    moments : Moments
        Of its mass, about its frame.
    node : NodeMotion or None
        How the node that carries the body moves in its frame; None: that is the frame itself.
    """

    kind: ClassVar[str] = "deformation"
    internal: ClassVar[bool] = True

    body: str
    moments: Moments
    node: NodeMotion | None = None

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:  # type: ignore[override]
        return tuple(Coordinate(f"mode{k}", 1, "m*kg^0.5") for k in self._numbers)

    @cached_property
    def speeds(self) -> tuple[Coordinate, ...]:  # type: ignore[override]
        return tuple(Coordinate(f"mode{k}_rate", 1, "m*kg^0.5/s") for k in self._numbers)

    @property
    def _numbers(self) -> range:
        return range(1, 1 + self.moments.modal_mass.shape[0])


@dataclass(frozen=True, eq=False)
class Station(JointKind):
    """From the frame of a flexible body to one of its nodes."""

    kind: ClassVar[str] = "station"
    internal: ClassVar[bool] = True
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    speeds: ClassVar[tuple[Coordinate, ...]] = ()

    node: NodeMotion = field()
