"""Joint kinds: what motion of the outboard frame each lets in the inboard one.

Every kind says, in this order: its word in files, its coordinates, its speeds, its own numbers.
Coordinate ``i`` changes with speed ``i``.
"""

from __future__ import annotations

from reprlib import repr as short
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Name, Reference
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.rotation import cross, direction, dot, unit
from treetop.model.specification import spec
from treetop.model.stiffness import joint_stiffness

__all__ = [
    "JOINT_KINDS", "Coordinate", "Cylindrical", "Fixed", "Free", "Joint", "JointKind", "Planar",
    "Prismatic", "Revolute", "Screw", "Spherical", "Universal",
]  # fmt: skip

Axis: TypeAlias = Annotated[Any, PlainValidator(direction)]
OptionalAxis: TypeAlias = Annotated[Any, optional(PlainValidator(direction))]


class Coordinate(NamedTuple):
    """Name, number of components and SI unit of a joint's coordinate or speed."""

    name: str
    size: int
    unit: str


class JointKind:
    """What every kind of joint has."""

    kind: ClassVar[str]
    coordinates: ClassVar[tuple[Coordinate, ...]]
    speeds: ClassVar[tuple[Coordinate, ...]]


_ANGLE = Coordinate("angle", 1, "rad")
_RATE = Coordinate("rate", 1, "rad/s")
_SLIDE = Coordinate("slide", 1, "m")
_SLIDE_RATE = Coordinate("slide_rate", 1, "m/s")
_ATTITUDE = Coordinate("attitude", 4, "1")
_ANGULAR_VELOCITY = Coordinate("angular_velocity", 3, "rad/s")
_POSITION = Coordinate("position", 3, "m")
_VELOCITY = Coordinate("velocity", 3, "m/s")


@spec
class Fixed(JointKind):
    """No motion."""

    kind: ClassVar[str] = "fixed"
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    speeds: ClassVar[tuple[Coordinate, ...]] = ()


@spec
class Revolute(JointKind):
    """Rotation by ``angle`` about an axis fixed in both frames."""

    kind: ClassVar[str] = "revolute"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE,)

    axis: Axis


@spec
class Prismatic(JointKind):
    """Translation by ``slide`` along an axis fixed in both frames."""

    kind: ClassVar[str] = "prismatic"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_SLIDE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_SLIDE_RATE,)

    axis: Axis


@spec
class Screw(JointKind):
    """Rotation by ``angle`` about an axis with translation ``pitch * angle`` along it.

    ``pitch`` is in m/rad; a pitch per revolution is written ``"2 mm/turn"``.
    """

    kind: ClassVar[str] = "screw"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE,)

    axis: Axis
    pitch: Annotated[Any, scalar("m/rad")]


@spec
class Cylindrical(JointKind):
    """Rotation by ``angle`` about an axis and translation by ``slide`` along it."""

    kind: ClassVar[str] = "cylindrical"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE, _SLIDE)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE, _SLIDE_RATE)

    axis: Axis


@spec
class Universal(JointKind):
    """Rotation by ``angle1`` about ``axis1``, fixed in the inboard frame, then by ``angle2``
    about ``axis2``, fixed in the outboard frame."""

    kind: ClassVar[str] = "universal"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("angle1", 1, "rad"),
        Coordinate("angle2", 1, "rad"),
    )
    speeds: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("rate1", 1, "rad/s"),
        Coordinate("rate2", 1, "rad/s"),
    )

    axis1: Axis
    axis2: Axis

    def __post_init__(self) -> None:
        if abs(dot(self.axis1, self.axis2)) > 1 - 1e-12:
            raise Invalid("the two axes are parallel", "give axes that cross")


@spec
class Spherical(JointKind):
    """Any rotation: ``attitude`` turns outboard axes to inboard ones, ``angular_velocity`` is
    in outboard axes."""

    kind: ClassVar[str] = "spherical"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ATTITUDE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_ANGULAR_VELOCITY,)


@spec
class Planar(JointKind):
    """Translation by ``x`` and ``y`` in a plane and rotation by ``angle`` about its normal.

    ``x`` is a direction in the plane, made perpendicular to the normal; left out, it is the frame
    axis that lies least along the normal. The direction of ``y`` is normal × x.
    """

    kind: ClassVar[str] = "planar"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("x", 1, "m"),
        Coordinate("y", 1, "m"),
        _ANGLE,
    )
    speeds: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("x_rate", 1, "m/s"),
        Coordinate("y_rate", 1, "m/s"),
        _RATE,
    )

    normal: Axis
    x: OptionalAxis = None

    def __post_init__(self) -> None:
        x = self.x
        if x is None:
            least = min(range(3), key=lambda axis: abs(self.normal[axis]))
            x = tuple(float(axis == least) for axis in range(3))
        along = dot(x, self.normal)
        if abs(along) > 1 - 1e-12:
            raise Invalid("x is along the normal", "give a direction in the plane")
        if abs(along) > 1e-15:
            x = unit(cross(cross(self.normal, x), self.normal))
        object.__setattr__(self, "x", x)


@spec
class Free(JointKind):
    """Any motion: ``attitude`` turns outboard axes to inboard ones, ``position`` is in inboard
    axes, ``angular_velocity`` in outboard axes, ``velocity`` in inboard axes."""

    kind: ClassVar[str] = "free"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ATTITUDE, _POSITION)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_ANGULAR_VELOCITY, _VELOCITY)


_KINDS: tuple[type[JointKind], ...] = (
    Fixed, Revolute, Prismatic, Screw, Cylindrical, Universal, Spherical, Planar, Free,
)  # fmt: skip
JOINT_KINDS: dict[str, type[JointKind]] = {kind.kind: kind for kind in _KINDS}


def _joint_kind(value: Any) -> JointKind:
    if isinstance(value, JointKind):
        return value
    hint = "give one such as Revolute([0, 0, 1]) or Free()"
    raise Invalid(f"{short(value)} is not a joint kind", hint)


@spec
class Joint:
    """A joint of a given kind from an inboard frame to an outboard frame.

    Attributes
    ----------
    name : str
    kind : JointKind
    inboard, outboard : str
        References to frames: ``"bus.port"``, ``"bus"``, ``"ground"``.
    cut : bool
        Whether it closes a loop rather than lead to its outboard body.
    stiffness : JointStiffness or None
        How much it gives: shares out reactions that constraints leave undetermined.
    """

    name: Name
    kind: Annotated[Any, PlainValidator(_joint_kind)]
    inboard: Reference
    outboard: Reference
    cut: StrictBool = False
    stiffness: Annotated[Any, PlainValidator(joint_stiffness)] = None

    @property
    def ends(self) -> tuple[str, str]:
        """The inboard and the outboard body."""
        return self.inboard.partition(".")[0], self.outboard.partition(".")[0]
