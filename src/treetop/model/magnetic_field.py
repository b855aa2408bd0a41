"""The magnetic field around coils and magnetometers."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from treetop.model.quantity import vector

# Uniform, in inertial axes.
MagneticField: TypeAlias = Annotated[Any, vector("T")]
