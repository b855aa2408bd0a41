"""Triangles."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.appearance import file_name
from treetop.model.quantity import Invalid, each, elements, numbers, optional, scalar
from treetop.model.specification import spec
from treetop.model.surfaces.base import Shape

if TYPE_CHECKING:
    from treetop.formats.meshes import Surface as Triangles

__all__ = ["Mesh"]


def points(value: Any) -> tuple[tuple[float, ...], ...]:
    """Points of three numbers each."""
    return tuple(each(elements(value), lambda item: numbers(item, 3, "m")))


def triples(value: Any) -> tuple[tuple[int, ...], ...]:
    """Three numbers of vertices each, from 0."""

    def read(item: Any) -> tuple[int, ...]:
        corners = numbers(item, 3, "1")
        if any(corner != int(corner) or corner < 0 for corner in corners):
            raise Invalid("a corner is not the number of a vertex", "count vertices from 0")
        return tuple(int(corner) for corner in corners)

    return tuple(each(elements(value), read))


@spec
class Mesh(Shape):
    """Triangles of a ``file``, or of ``vertices`` in m and ``triangles``, three of them each.

    Seen from outside the corners of a triangle go round against the clock.

    Attributes
    ----------
    file : str
        STL, OBJ, or glTF with everything in one file; in a model file it is beside the model or in
        a folder below, in Python it is a path.
    scale : number, m
        The length of one unit of the file: "1 mm" for a drawing in millimetres.
    both : bool
        Whether both sides of triangles count.
    content : bytes
        What is in the file, read when the surface is made.
    """

    kind: ClassVar[str] = "mesh"

    file: Annotated[Any, optional(file_name("bus.stl"))] = None
    scale: Annotated[Any, scalar("m", above=0)] = 1.0
    vertices: Annotated[Any, optional(PlainValidator(points))] = None
    triangles: Annotated[Any, optional(PlainValidator(triples))] = None
    both: StrictBool = False
    content: bytes | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.vertices is None) != (self.triangles is None):
            raise Invalid("vertices and triangles belong together", "give both, or a file")
        if (self.file is None) == (self.vertices is None):
            what = "a mesh has no triangles" if self.file is None else "a mesh has two sources"
            raise Invalid(what, "give a file, or vertices and triangles")
        if self.file is not None and self.content is None:
            from treetop.formats.meshes import mesh_content

            object.__setattr__(self, "content", mesh_content(Path(self.file)))
        from treetop.formats.meshes import area_of

        if not area_of(self.surface) > 0.0:
            raise Invalid("the triangles of a mesh have no area", "give corners that differ")

    @cached_property
    def surface(self) -> Triangles:
        """Corners and triangles, in units of the file or m."""
        from treetop.formats.meshes import surface_of, surface_of_lists

        if self.file is None:
            return surface_of_lists(self.vertices, self.triangles)
        assert self.content is not None
        return surface_of(self.file, self.content)
