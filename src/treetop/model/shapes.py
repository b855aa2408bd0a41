"""Shapes on bodies, which touch each other or are watched for how near they come."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.core.tables.contacts import CYLINDER, LINE, PLANE, RING
from treetop.errors import ModelError
from treetop.model.body import Reference
from treetop.model.joints import Axis
from treetop.model.quantity import Invalid, scalar
from treetop.model.specification import made_by_kind, spec


class Shape:
    """What every shape has: its word in files, the fields that name its frames, its sort among the
    pairs of kernels, and whether it may touch others, or has clearances alone."""

    kind: ClassVar[str]
    frames: ClassVar[tuple[str, ...]] = ("at",)
    sort: ClassVar[int] = LINE
    touches: ClassVar[bool] = True

    @property
    def direction(self) -> tuple[float, ...] | None:
        """A vector that says how it stands in its frame, if it has no second frame for that."""
        return None

    @property
    def around(self) -> float:
        """How far it reaches around its frames, or around its ring, m."""
        return float(getattr(self, "radius", 0.0))

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

    sort: ClassVar[int] = PLANE

    at: Reference
    normal: Axis = (0.0, 0.0, 1.0)

    @property
    def direction(self) -> tuple[float, ...]:
        return tuple(self.normal)


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
        _require_two_ends(self.a, self.b, ", or use a sphere")


@spec
class SolidCylinder(Shape):
    """A cylinder with flat ends, of a ``radius`` in m about the line between the origins of the
    frames ``a`` and ``b``, which are on one body. It has clearances, and does not touch."""

    kind: ClassVar[str] = "cylinder"
    frames: ClassVar[tuple[str, ...]] = ("a", "b")
    sort: ClassVar[int] = CYLINDER
    touches: ClassVar[bool] = False

    a: Reference
    b: Reference
    radius: Annotated[Any, scalar("m", above=0)]

    def __post_init__(self) -> None:
        _require_two_ends(self.a, self.b, "")


@spec
class Ring(Shape):
    """A ring about the origin of the frame ``at``, such as the rim of a nozzle or of a stage.

    ``axis`` is in the axes of that frame, ``radius``, in m, that of the ring, and ``minor_radius``
    that of its round section. It has clearances, and does not touch.
    """

    kind: ClassVar[str] = "ring"
    sort: ClassVar[int] = RING
    touches: ClassVar[bool] = False

    at: Reference
    radius: Annotated[Any, scalar("m", above=0)]
    axis: Axis = (0.0, 0.0, 1.0)
    minor_radius: Annotated[Any, scalar("m", at_least=0)] = 0.0

    @property
    def direction(self) -> tuple[float, ...]:
        return tuple(self.radius * part for part in self.axis)

    @property
    def around(self) -> float:
        return float(self.minor_radius)


def _require_two_ends(a: str, b: str, hint: str) -> None:
    if a == b:
        raise Invalid("both ends are at the same frame", f"give two frames{hint}")


_SHAPES: tuple[type[Shape], ...] = (Point, Sphere, Plane, Capsule, SolidCylinder, Ring)
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
        hint = (
            "give tt.Sphere(at, radius), tt.Point(at), tt.Plane(at), tt.Capsule(a, b, radius), "
            "tt.SolidCylinder(a, b, radius) or tt.Ring(at, radius)"
        )
        raise Invalid(f"{short(value)} is not a shape", hint) from None


AnyShape: TypeAlias = Annotated[Any, PlainValidator(shape)]
