"""What every force has, and the units of those at joints."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.model.body import checked_name
from treetop.model.quantity import optional

# A joint's force is along its slide or about its angle: the model checks which.
STIFFNESS: dict[str, tuple[str, ...]] = {"m": ("N/m",), "rad": ("N*m/rad", "N*m")}
DAMPING: dict[str, tuple[str, ...]] = {"m": ("N*s/m",), "rad": ("N*m*s/rad", "N*m*s")}
EFFORT: dict[str, tuple[str, ...]] = {"m": ("N",), "rad": ("N*m",)}

OptionalName: TypeAlias = Annotated[Any, optional(PlainValidator(checked_name))]


class Force:
    """What every force has."""

    kind: ClassVar[str]
