"""Shapes on bodies, which touch each other or are watched for how near they come."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.errors import ModelError
from treetop.model.body import Reference
from treetop.model.joints import Axis
from treetop.model.quantity import Invalid, scalar
from treetop.model.specification import made_by_kind, spec


class Shape:
    """What every shape has: its word in files, and the fields that name its frames."""

    kind: ClassVar[str]
    frames: ClassVar[tuple[str, ...]] = ("at",)

    def __str__(self) -> str:
        return f"{self.kind} at {' and '.join(getattr(self, field) for field in self.frames)}"


@spec
class Point(Shape):
    """The origin of the frame ``at``."""

    kind: ClassVar[str] = "point"

    at: Reference


@spec
class Sphere(Shape):
    """A sphere about the origin of the frame ``at``; ``radius`` in m."""

    kind: ClassVar[str] = "sphere"

    at: Reference
    radius: Annotated[Any, scalar("m", above=0)]


@spec
class Plane(Shape):
    """The half space below a plane through the origin of the frame ``at``.

    ``normal`` points out of it, in the axes of that frame.
    """

    kind: ClassVar[str] = "plane"

    at: Reference
    normal: Axis = (0.0, 0.0, 1.0)


@spec
class Capsule(Shape):
    """A cylinder with round ends: all within ``radius``, in m, of the line between the origins of
    the frames ``a`` and ``b``, which are on one body."""

    kind: ClassVar[str] = "capsule"
    frames: ClassVar[tuple[str, ...]] = ("a", "b")

    a: Reference
    b: Reference
    radius: Annotated[Any, scalar("m", above=0)]

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise Invalid("both ends are at the same frame", "give two frames, or use a sphere")


_SHAPES: tuple[type[Shape], ...] = (Point, Sphere, Plane, Capsule)
SHAPES: dict[str, type[Shape]] = {shape.kind: shape for shape in _SHAPES}


def shape(value: Any) -> Shape:
    """A shape, from a mapping with its ``kind`` too; a frame or a body stands for a `Point`."""
    if isinstance(value, Shape):
        return value
    if not isinstance(value, Mapping):
        return _point(value)
    return made_by_kind(SHAPES, value, "shape")


def _point(value: Any) -> Shape:
    try:
        return Point(value)
    except ModelError:
        hint = "give tt.Sphere(at, radius), tt.Point(at), tt.Plane(at) or tt.Capsule(a, b, radius)"
        raise Invalid(f"{short(value)} is not a shape", hint) from None


AnyShape: TypeAlias = Annotated[Any, PlainValidator(shape)]
