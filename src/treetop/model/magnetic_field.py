"""The magnetic field around coils and magnetometers."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from treetop.model.block import Reading
from treetop.model.quantity import optional, vector

# Uniform, in inertial axes; left out, that of the environment.
MagneticField: TypeAlias = Annotated[Any, optional(vector("T"))]


def field_read(field: Any) -> tuple[Reading, ...]:
    """What a sensor reads whose field is that of the environment."""
    if field is not None:
        return ()
    return (Reading("environment.magnetic_field", "field", 3, "T"),)
