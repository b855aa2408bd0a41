"""Joint kinds: what motion of the outboard frame each lets in the inboard one.

Every kind says, in this order: its word in files, its coordinates, its speeds, what it holds, its
axes, its own numbers.  Coordinate ``i`` changes with speed ``i``.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Name, Reference
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.rotation import cross, direction, dot, unit
from treetop.model.smooth_curve import curve as a_curve
from treetop.model.specification import required, spec
from treetop.model.stiffness import joint_stiffness

__all__ = [
    "Curvilinear", "Cylindrical", "Fixed", "Free", "Planar", "Prismatic", "Revolute", "Screw",
    "Spherical", "Universal",
]  # fmt: skip

Axis: TypeAlias = Annotated[Any, PlainValidator(direction)]
OptionalAxis: TypeAlias = Annotated[Any, optional(PlainValidator(direction))]


class Coordinate(NamedTuple):
    """Name, number of components and SI unit of a joint's coordinate or speed."""

    name: str
    size: int
    unit: str


class Primitives(NamedTuple):
    """The scalar constraints that make a joint, in axes suited to it: x, y, z by number.

    Two primitives make every joint (after Aslanov, Kruglov and Yudintsev 2011): a point of the
    outboard body stays on a plane, and a direction of each body keeps the angle between them.
    """

    normals: tuple[int, ...]  # of the planes
    pairs: tuple[tuple[int, int], ...]  # inboard and outboard direction


Motions: TypeAlias = tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]


class JointKind:
    """What every kind of joint declares.

    Attributes
    ----------
    kind : str
        Its word in files.
    coordinates, speeds : tuple of Coordinate
    holds : Primitives
        The constraints that it is made of.
    axes : tuple of str
        The fields with the direction that is z of the suited inboard, and of the outboard, axes;
        none: the axes of its frames suit it.
    x_axis : str
        The field with the direction that is x of both; left out: any.
    pressed_across : bool or None
        Whether friction comes from the part of the reaction's force that is square to the axis,
        or from all of it; None: nothing determines what presses the joint together.
    held_by_turning : bool
        Whether what it holds depends on its angle, which is then always counted.
    internal : bool
        Whether it belongs to a flexible body, and no user adds it.
    motions : tuple
        The angular and linear velocities, in the outboard frame, that it allows in every position.
    """

    kind: ClassVar[str]
    coordinates: ClassVar[tuple[Coordinate, ...]]
    speeds: ClassVar[tuple[Coordinate, ...]]
    holds: ClassVar[Primitives] = Primitives((), ())
    axes: ClassVar[tuple[str, ...]] = ()
    x_axis: ClassVar[str] = ""
    pressed_across: ClassVar[bool | None] = None
    held_by_turning: ClassVar[bool] = False
    internal: ClassVar[bool] = False

    @property
    def motions(self) -> Motions:
        return ()


_ANGLE = Coordinate("angle", 1, "rad")
_RATE = Coordinate("rate", 1, "rad/s")
_SLIDE = Coordinate("slide", 1, "m")
_SLIDE_RATE = Coordinate("slide_rate", 1, "m/s")
_ATTITUDE = Coordinate("attitude", 4, "1")
_ANGULAR_VELOCITY = Coordinate("angular_velocity", 3, "rad/s")
_POSITION = Coordinate("position", 3, "m")
_VELOCITY = Coordinate("velocity", 3, "m/s")

_STILL = (0.0, 0.0, 0.0)
_UNITS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_ANY_TURNING = tuple((axis, _STILL) for axis in _UNITS)

_NO_TURNING = ((1, 2), (2, 0), (0, 1))
_ABOUT_Z = ((0, 2), (1, 2))  # turning about z alone


@spec
class Fixed(JointKind):
    """No motion."""

    kind: ClassVar[str] = "fixed"
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    speeds: ClassVar[tuple[Coordinate, ...]] = ()
    holds: ClassVar[Primitives] = Primitives((0, 1, 2), _NO_TURNING)


@spec
class _OneAxis(JointKind):
    """Motion about or along an axis fixed in both frames."""

    axes: ClassVar[tuple[str, ...]] = ("axis", "axis")

    axis: Axis


@spec
class Revolute(_OneAxis):
    """Rotation by ``angle`` about an axis fixed in both frames.

    ``axis`` is three numbers, or a text such as ``"z"`` or ``"-x"``.
    """

    kind: ClassVar[str] = "revolute"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE,)
    holds: ClassVar[Primitives] = Primitives((0, 1, 2), _ABOUT_Z)
    pressed_across: ClassVar[bool | None] = False

    @property
    def motions(self) -> Motions:
        return ((self.axis, _STILL),)


@spec
class Prismatic(_OneAxis):
    """Translation by ``slide`` along an axis fixed in both frames.

    ``axis`` is three numbers, or a text such as ``"z"`` or ``"-x"``.
    """

    kind: ClassVar[str] = "prismatic"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_SLIDE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_SLIDE_RATE,)
    holds: ClassVar[Primitives] = Primitives((0, 1), _NO_TURNING)
    pressed_across: ClassVar[bool | None] = True

    @property
    def motions(self) -> Motions:
        return ((_STILL, self.axis),)


@spec
class Screw(_OneAxis):
    """Rotation by ``angle`` about an axis with translation ``pitch * angle`` along it.

    ``axis`` is three numbers, or a text such as ``"z"`` or ``"-x"``. ``pitch`` is
    in m/rad; a pitch per revolution is written ``"2 mm/turn"``.
    """

    kind: ClassVar[str] = "screw"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE,)
    holds: ClassVar[Primitives] = Primitives((0, 1, 2), _ABOUT_Z)
    held_by_turning: ClassVar[bool] = True

    pitch: Annotated[Any, scalar("m/rad")]

    @property
    def motions(self) -> Motions:
        return ((self.axis, tuple(self.pitch * x for x in self.axis)),)


@spec
class Cylindrical(_OneAxis):
    """Rotation by ``angle`` about an axis and translation by ``slide`` along it.

    ``axis`` is three numbers, or a text such as ``"z"`` or ``"-x"``.
    """

    kind: ClassVar[str] = "cylindrical"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ANGLE, _SLIDE)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_RATE, _SLIDE_RATE)
    holds: ClassVar[Primitives] = Primitives((0, 1), _ABOUT_Z)
    pressed_across: ClassVar[bool | None] = True

    @property
    def motions(self) -> Motions:
        return ((self.axis, _STILL), (_STILL, self.axis))


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
    holds: ClassVar[Primitives] = Primitives((0, 1, 2), ((2, 2),))
    axes: ClassVar[tuple[str, ...]] = ("axis1", "axis2")

    axis1: Axis
    axis2: Axis

    def __post_init__(self) -> None:
        if abs(dot(self.axis1, self.axis2)) > 1 - 1e-12:
            raise Invalid("the two axes are parallel", "give axes that cross")

    @property
    def motions(self) -> Motions:
        return ((self.axis2, _STILL),)


@spec
class Spherical(JointKind):
    """Any rotation: ``attitude`` turns outboard axes to inboard ones, ``angular_velocity`` is
    in outboard axes."""

    kind: ClassVar[str] = "spherical"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ATTITUDE,)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_ANGULAR_VELOCITY,)
    holds: ClassVar[Primitives] = Primitives((0, 1, 2), ())

    @property
    def motions(self) -> Motions:
        return _ANY_TURNING


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
    holds: ClassVar[Primitives] = Primitives((2,), _ABOUT_Z)
    axes: ClassVar[tuple[str, ...]] = ("normal", "normal")
    x_axis: ClassVar[str] = "x"

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

    @property
    def motions(self) -> Motions:
        return (
            (self.normal, _STILL),
            (_STILL, self.x),
            (_STILL, cross(self.normal, self.x)),
        )


@spec
class Free(JointKind):
    """Any motion: ``attitude`` turns outboard axes to inboard ones, ``position`` is in inboard
    axes, ``angular_velocity`` in outboard axes, ``velocity`` in inboard axes."""

    kind: ClassVar[str] = "free"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (_ATTITUDE, _POSITION)
    speeds: ClassVar[tuple[Coordinate, ...]] = (_ANGULAR_VELOCITY, _VELOCITY)

    @property
    def motions(self) -> Motions:
        return (*_ANY_TURNING, *((_STILL, axis) for axis in _UNITS))


@spec
class Curvilinear(JointKind):
    """Motion along a curve fixed in the inboard frame, by its ``arc_length`` from the first point.

    With the ``attitude`` "tangent", the axes of the outboard frame turn along with the curve: x is
    its direction; y is across it, and turns about it as little as it can, or stays nearest to the
    direction ``across``, in inboard axes.  With "parallel" they stay those of the inboard frame.
    """

    kind: ClassVar[str] = "curvilinear"
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("arc_length", 1, "m"),)
    speeds: ClassVar[tuple[Coordinate, ...]] = (Coordinate("arc_rate", 1, "m/s"),)
    holds: ClassVar[Primitives] = Primitives((1, 2), _NO_TURNING)
    pressed_across: ClassVar[bool | None] = True

    curve: Annotated[Any, PlainValidator(a_curve)]
    attitude: Literal["tangent", "parallel"] = "tangent"
    across: OptionalAxis = None

    def __post_init__(self) -> None:
        if self.across is not None and self.attitude == "parallel":
            what = "a direction across the curve is given, along which nothing is turned"
            raise Invalid(what, 'leave it out, or give attitude="tangent"', ("across",))

    @property
    def motions(self) -> Motions:
        return ((_STILL, _UNITS[0]),)


_KINDS: tuple[type[JointKind], ...] = (
    Fixed, Revolute, Prismatic, Screw, Cylindrical, Universal, Spherical, Planar, Free,
    Curvilinear,
)  # fmt: skip
JOINT_KINDS: dict[str, type[JointKind]] = {kind.kind: kind for kind in _KINDS}


def _joint_kind(value: Any) -> JointKind:
    hint = "give one such as Revolute([0, 0, 1]) or Free()"
    return required(JointKind, value, "is not a joint kind", hint)


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

    ends: ClassVar[tuple[str, str]] = ("inboard", "outboard")  # the fields that name its frames

    name: Name
    kind: Annotated[Any, PlainValidator(_joint_kind)]
    inboard: Reference
    outboard: Reference
    cut: StrictBool = False
    stiffness: Annotated[Any, PlainValidator(joint_stiffness)] = None

    @property
    def bodies(self) -> tuple[str, str]:
        """The inboard and the outboard body."""
        return self.inboard.partition(".")[0], self.outboard.partition(".")[0]
