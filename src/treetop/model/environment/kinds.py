"""The kinds of environments, and of their parts."""

from __future__ import annotations

from treetop.model.environment.atmosphere import (
    ATMOSPHERES,
    MSIS,
    ExponentialAtmosphere,
    HarrisPriester,
    TabulatedAtmosphere,
)
from treetop.model.environment.gravity import GravityField, ZonalField
from treetop.model.environment.magnetic import MagneticDipoleField
from treetop.model.environment.planet import Earth, Mars, Moon, Planet
from treetop.model.environment.rotation import UniformRotation
from treetop.model.environment.small_body import Mascons, Polyhedron
from treetop.model.environment.sun import Sun, ThirdBody

__all__ = [
    "MSIS", "Earth", "ExponentialAtmosphere", "GravityField", "HarrisPriester",
    "MagneticDipoleField", "Mars", "Mascons", "Moon", "Planet", "Polyhedron", "Sun",
    "TabulatedAtmosphere", "ThirdBody", "UniformRotation", "ZonalField",
]  # fmt: skip

ENVIRONMENTS: dict[str, type[Planet]] = {each.kind: each for each in (Planet, Earth, Moon, Mars)}
PARTS = (
    *(GravityField, ZonalField, Mascons, Polyhedron),
    *(MagneticDipoleField, UniformRotation, Sun, ThirdBody),
    *ATMOSPHERES,
)
