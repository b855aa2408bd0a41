"""Gravity of small bodies: point masses, and solids of uniform density."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from pydantic import PlainValidator, StrictBool

from treetop.errors import ModelError
from treetop.model.appearance import file_name
from treetop.model.environment.part import EnvironmentPart
from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.specification import spec
from treetop.model.surfaces.mesh import points, triples

if TYPE_CHECKING:
    from treetop.environment.small_bodies import ClosedSurface

__all__ = ["Mascons", "Polyhedron"]


def masses(value: Any) -> tuple[float, ...]:
    """Masses above zero."""

    def read(item: Any) -> float:
        found = number(item, "kg")
        if not found > 0.0:
            raise Invalid(f"{found:g} kg is not above 0", "give more than 0")
        return found

    found = tuple(each(elements(value), read))
    if not found:
        raise Invalid("no masses are given", "give one or more")
    return found


@spec
class Mascons(EnvironmentPart):
    """Point ``masses`` in kg at ``positions`` in m, in axes fixed to the body.

    Positions are counted from the mass centre: that is where the planet is.

    Attributes
    ----------
    at_bodies : bool
        Whether the field is evaluated at each body of a spacecraft; else its gradient at the origin
        serves, which is quicker for spacecraft of many bodies.
    """

    kind: ClassVar[str] = "mascons"

    masses: Annotated[Any, PlainValidator(masses)]
    positions: Annotated[Any, PlainValidator(points)]
    at_bodies: StrictBool = True

    def __post_init__(self) -> None:
        if len(self.positions) != len(self.masses):
            what = f"there are {len(self.masses)} masses at {len(self.positions)} positions"
            raise Invalid(what, "give one position for each mass")

    @property
    def mu(self) -> float:
        """Gravitational parameter, m³/s²."""
        from treetop.environment.small_bodies import GRAVITATION

        return GRAVITATION * sum(self.masses)

    @cached_property
    def centre(self) -> np.ndarray:
        """The mass centre in the axes of the positions, m."""
        from treetop.environment.small_bodies import mass_centre

        return mass_centre(np.array(self.masses), np.array(self.positions))

    @property
    def size(self) -> float:
        """How far from the mass centre there is mass, m."""
        return float(np.linalg.norm(self.positions - self.centre, axis=1).max())

    @property
    def words(self) -> str:
        """What it is, in words."""
        return f"{len(self.masses)} mascons"


@spec
class Polyhedron(EnvironmentPart):
    """A solid of uniform ``density`` in kg/m³, within a closed surface of triangles.

    The surface is that of ``vertices`` in m and ``faces``, three numbers of vertices each, or of a
    mesh ``file``. Seen from outside the corners of a face go round against the clock. Vertices are
    counted from the mass centre: that is where the planet is. Without a density the planet has to
    have its ``mu``.

    Attributes
    ----------
    file : str
        STL, OBJ, or glTF with everything in one file; in a model file it is beside the model or in
        a folder below, in Python it is a path. Its numbers are read in single precision.
    scale : number, m
        The length of one unit of the file: "1 km" for a shape in kilometres.
    at_bodies : bool
        Whether the field is evaluated at each body of a spacecraft; else its gradient at the origin
        serves, which is quicker for spacecraft of many bodies.
    content : bytes
        What is in the file, read when the solid is made.
    """

    kind: ClassVar[str] = "polyhedron"

    vertices: Annotated[Any, optional(PlainValidator(points))] = None
    faces: Annotated[Any, optional(PlainValidator(triples))] = None
    density: Annotated[Any, optional(scalar("kg/m^3", above=0))] = None
    file: Annotated[Any, optional(file_name("asteroid.obj"))] = None
    scale: Annotated[Any, scalar("m", above=0)] = 1.0
    at_bodies: StrictBool = True
    content: bytes | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if (self.vertices is None) != (self.faces is None):
            raise Invalid("vertices and faces belong together", "give both, or a file")
        if (self.file is None) == (self.vertices is None):
            what = "a polyhedron has no faces" if self.file is None else "it has two surfaces"
            raise Invalid(what, "give a file, or vertices and faces")
        self.surface  # noqa: B018  # so that a broken surface is reported at once

    @cached_property
    def surface(self) -> ClosedSurface:
        """The closed surface, m."""
        from treetop.environment.small_bodies import closed_surface

        at = "faces" if self.file is None else "file"
        try:
            if self.file is None:
                return closed_surface(np.array(self.vertices), np.array(self.faces))
            mesh = self._mesh()
            return closed_surface(np.asarray(mesh.vertices, float) * self.scale, mesh.triangles)
        except ModelError as error:
            raise Invalid(error.problems[0].what, error.problems[0].hint, (at,)) from None

    def _mesh(self) -> Any:
        from treetop.formats.meshes import mesh_content, surface_of

        if self.content is None:
            object.__setattr__(self, "content", mesh_content(Path(self.file)))
        assert self.content is not None
        return surface_of(self.file, self.content)

    @property
    def mu(self) -> float | None:
        """Gravitational parameter, m³/s²; None without a density."""
        from treetop.environment.small_bodies import GRAVITATION

        return None if self.density is None else GRAVITATION * self.density * self.surface.volume

    @property
    def centre(self) -> np.ndarray:
        """The mass centre in the axes of the vertices, m."""
        return self.surface.centre

    @property
    def size(self) -> float:
        """How far from the mass centre the surface reaches, m."""
        return float(np.linalg.norm(self.surface.vertices - self.centre, axis=1).max())

    @property
    def words(self) -> str:
        """What it is, in words."""
        return f"polyhedron of {len(self.surface.faces)} faces"
