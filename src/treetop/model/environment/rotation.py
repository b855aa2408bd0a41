"""How planets turn."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.environment.part import EnvironmentPart, part_or_name
from treetop.model.quantity import scalar
from treetop.model.rotation import direction
from treetop.model.specification import spec

__all__ = ["UniformRotation"]

THEORIES = ("IAU 2006", "IAU 1976", "IAU 2015")


@spec
class UniformRotation(EnvironmentPart):
    """Turning at a constant ``rate`` about a ``pole`` that is fixed in inertial axes.

    ``angle`` is that of the planet's x axis at the start, from where its equator ascends through
    the inertial xy plane, or from the inertial x axis if the pole is along z.
    """

    kind: ClassVar[str] = "uniform"

    rate: Annotated[Any, scalar("rad/s")]
    pole: Annotated[Any, PlainValidator(direction)] = (0.0, 0.0, 1.0)
    angle: Annotated[Any, scalar("rad")] = 0.0


Rotation = Annotated[Any, part_or_name(THEORIES, UniformRotation, sort="a rotation")]
