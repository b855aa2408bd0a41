"""The kinds of surfaces, by their words in files."""

from __future__ import annotations

from treetop.model.surfaces.base import Surface
from treetop.model.surfaces.box import Box
from treetop.model.surfaces.cannonball import Cannonball
from treetop.model.surfaces.cylinder import Cylinder
from treetop.model.surfaces.mesh import Mesh
from treetop.model.surfaces.plate import Plate
from treetop.model.surfaces.sphere import Sphere

__all__ = ["SURFACES", "Box", "Cannonball", "Cylinder", "Mesh", "Plate", "Sphere", "Surface"]

_SURFACES: tuple[type[Surface], ...] = (Plate, Box, Cylinder, Sphere, Mesh, Cannonball)
SURFACES: dict[str, type[Surface]] = {surface.kind: surface for surface in _SURFACES}
