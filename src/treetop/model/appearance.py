"""What bodies look like: shapes fixed to them, drawn when a run is watched and nothing else.

Shapes that touch each other are those of `treetop.model.shapes`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from reprlib import repr as short
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.quantity import Invalid, elements, optional, scalar, sizes, vector
from treetop.model.rotation import attitude
from treetop.model.specification import made_by_kind, moved, path, spec, unknown

if TYPE_CHECKING:
    from treetop.formats.meshes import Surface

__all__ = [
    "COLOURS", "LOOKS", "Box", "Cylinder", "Look", "Looks", "Mesh", "Plate", "Rod", "Sphere",
]  # fmt: skip

COLOURS = {
    "white": "#ffffff", "silver": "#c0c4c8", "grey": "#808890", "black": "#202428",
    "red": "#d03030", "orange": "#f08020", "gold": "#d8a838", "yellow": "#f0d840",
    "copper": "#b87333", "brown": "#806040", "green": "#40a050", "teal": "#209090",
    "blue": "#3070d0", "navy": "#203068", "purple": "#8050b0", "pink": "#e080a0",
}  # fmt: skip

Position: TypeAlias = Annotated[Any, vector("m")]
Attitude: TypeAlias = Annotated[Any, PlainValidator(attitude)]

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def _colour(value: Any) -> str:
    if isinstance(value, str) and (value in COLOURS or not value or _HEX.fullmatch(value)):
        return value
    if value is None:
        raise Invalid("no colour is given", 'quote it: "#c0a030"; after # all is a comment')
    if isinstance(value, str) and not value.startswith("#"):
        wrong = unknown("colour", value, COLOURS, "")
        raise Invalid(wrong.what, f"{wrong.hint}, or give one such as '#c0a030'")
    raise Invalid(f"{short(value)} is not a colour", "give one such as '#c0a030' or 'gold'")


@spec
class Look:
    """What every look has.

    Attributes
    ----------
    at : 3 numbers, m
        Its middle, in the frame of the body.
    attitude : 4 numbers or 3x3 numbers
        Unit quaternion, scalar first, or matrix, from its axes to those of the body.
    colour : str
        Such as "#c0a030" or one of `COLOURS`; empty: one is chosen.
    opacity : number from 0 to 1
    """

    kind: ClassVar[str]

    at: Position = field(default=(0.0, 0.0, 0.0), kw_only=True)
    attitude: Attitude = field(default=(1.0, 0.0, 0.0, 0.0), kw_only=True)
    colour: Annotated[Any, PlainValidator(_colour)] = field(default="", kw_only=True)
    opacity: Annotated[Any, scalar("1", above=0, at_most=1)] = field(default=1.0, kw_only=True)


@spec
class Box(Look):
    """A box of three sizes along its axes, m."""

    kind: ClassVar[str] = "box"

    size: Annotated[Any, sizes(3)]


@spec
class Plate(Look):
    """A plate of two sizes along its x and y, m; ``thickness`` in m, along z."""

    kind: ClassVar[str] = "plate"

    size: Annotated[Any, sizes(2)]
    thickness: Annotated[Any, optional(scalar("m", above=0))] = None


@spec
class Cylinder(Look):
    """A cylinder about its z axis, of ``radius`` and ``length`` in m; ``top`` is the radius at the
    end of positive z, if it is another."""

    kind: ClassVar[str] = "cylinder"

    radius: Annotated[Any, scalar("m", above=0)]
    length: Annotated[Any, scalar("m", above=0)]
    top: Annotated[Any, optional(scalar("m", at_least=0))] = None


@spec
class Sphere(Look):
    """A sphere of ``radius``, m."""

    kind: ClassVar[str] = "sphere"

    radius: Annotated[Any, scalar("m", above=0)]


@spec
class Rod(Look):
    """A rod of ``radius`` between two points, m, in the frame of the body.

    It lies between its points: ``at`` and ``attitude`` move it no further.
    """

    kind: ClassVar[str] = "rod"

    start: Position
    end: Position
    radius: Annotated[Any, scalar("m", above=0)]

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise Invalid("both ends are at the same point", "give two points, or use a sphere")
        if self.at != (0, 0, 0) or self.attitude != (1, 0, 0, 0):
            raise Invalid("a rod lies between its two points", "leave at and attitude out")


def file_name(example: str) -> PlainValidator:
    """A field that is the name of a file."""

    def read(value: Any) -> str:
        if isinstance(value, Path):
            return str(value)
        if not isinstance(value, str) or not value or "\0" in value:
            raise Invalid(f"{short(value)} is not the name of a file", f"such as {example}")
        return value

    return PlainValidator(read)


@spec
class Mesh(Look):
    """Triangles from a file: STL, OBJ, or glTF with everything in one file.

    Attributes
    ----------
    file : str
        Its name ends in .stl, .obj, .glb or .gltf. In a model file it is beside the model or in a
        folder below; in Python it is a path.
    scale : number, m
        The length of one unit of the file: "1 mm" for a drawing in millimetres.
    content : bytes
        What is in the file, read when the look is made.
    """

    kind: ClassVar[str] = "mesh"

    file: Annotated[Any, file_name("bus.stl")]
    scale: Annotated[Any, scalar("m", above=0)] = 1.0
    content: bytes | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        from treetop.formats.meshes import mesh_content

        if self.content is None:
            object.__setattr__(self, "content", mesh_content(Path(self.file)))
        self.surface  # noqa: B018  # so that a broken file is reported at once

    @cached_property
    def surface(self) -> Surface:
        """Corners and triangles, in units of the file."""
        from treetop.formats.meshes import surface_of

        assert self.content is not None
        return surface_of(self.file, self.content)


_LOOKS: tuple[type[Look], ...] = (Box, Plate, Cylinder, Sphere, Rod, Mesh)
LOOKS: dict[str, type[Look]] = {look.kind: look for look in _LOOKS}


def look(value: Any) -> Look:
    """A look, from a mapping with its ``kind`` too."""
    if isinstance(value, Look) and type(value) is not Look:
        return value
    if not isinstance(value, Mapping):
        raise Invalid(f"{short(value)} is not a look", "give one such as tt.looks.Box([2, 1, 1])")
    return made_by_kind(LOOKS, value, "look")


def looks(value: Any) -> list[Look]:
    """Looks from a list of them."""
    if value is None:
        return []
    if isinstance(value, (Look, Mapping)):
        raise Invalid("one look is given, not a list", "put it in a list: [...]")
    made, problems = [], []
    for index, item in enumerate(elements(value)):
        place = path("looks", index)
        try:
            made.append(look(item))
        except Invalid as error:
            problems.append(Problem(error.what, path(place, *error.at), error.hint))
        except ModelError as error:
            problems += moved(error, place).problems
    if problems:
        raise ModelError(problems)
    return made


Looks: TypeAlias = Annotated[Any, PlainValidator(looks)]
