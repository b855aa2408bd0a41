"""Magnetic fields of planets."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.environment.part import EnvironmentPart, part_or_name
from treetop.model.quantity import vector
from treetop.model.specification import spec

__all__ = ["MagneticDipoleField"]

MODELS = ("IGRF-14", "WMM2025")


@spec
class MagneticDipoleField(EnvironmentPart):
    """A dipole at the planet's centre, its ``moment`` in the planet's axes."""

    kind: ClassVar[str] = "dipole"

    moment: Annotated[Any, vector("A*m^2")]


Magnetic = Annotated[Any, part_or_name(MODELS, MagneticDipoleField, sort="a magnetic field")]
