"""Surfaces: where air and light press on bodies."""

from treetop.model.surfaces.kinds import (
    SURFACES,
    Box,
    Cannonball,
    Cylinder,
    Mesh,
    Plate,
    Sphere,
    Surface,
)

__all__ = ["SURFACES", "Box", "Cannonball", "Cylinder", "Mesh", "Plate", "Sphere", "Surface"]
