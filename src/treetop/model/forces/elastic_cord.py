"""Elastic cords that run over points."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.constraints.sliding import cord_frames
from treetop.model.forces.base import Force
from treetop.model.quantity import scalar
from treetop.model.specification import spec

__all__ = ["ElasticCord"]


@spec
class ElasticCord(Force):
    """An elastic cord without mass: its two ends are at the first and the last of the ``frames``,
    and it runs freely over the origins of those between, as over small pulleys or through a bead.

    With the stretch s = length of all pieces - ``length`` the tension, the same all along, is
    ``stiffness`` s + ``damping`` s'. With ``tension_only`` it is slack while it is not stretched.
    Results have what it exerts at its last end. A cord that does not stretch is a `Cord`.
    """

    kind: ClassVar[str] = "elastic-cord"
    ends: ClassVar[tuple[str, ...]] = ("frames",)

    frames: Annotated[Any, PlainValidator(cord_frames)]
    length: Annotated[Any, scalar("m", at_least=0)]
    stiffness: Annotated[Any, scalar("N/m", at_least=0)]
    damping: Annotated[Any, scalar("N*s/m", at_least=0)] = 0.0
    tension_only: StrictBool = True

    @property
    def paired(self) -> bool:
        return True
