"""Signals: quantities of a motion that events look at, by the names that results know them by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from reprlib import repr as short
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.errors import ModelError
from treetop.model.body import GROUND, Reference
from treetop.model.functions.user_function import (
    function_or_name,
    function_parameters,
    know_by_name,
)
from treetop.model.part import Part
from treetop.model.quantity import Invalid
from treetop.model.shapes import AnyShape
from treetop.model.specification import spec

if TYPE_CHECKING:
    from treetop.model.events import Event

__all__ = [
    "SIGNALS", "Clearance", "FrameDistance", "Quantity", "Signal", "UserSignal", "clearance",
    "coordinate", "distance", "holding", "quantity", "reaction", "signal_of", "speed", "time",
]  # fmt: skip


class Signal(Part):
    """A number that changes as a system moves; compared with another one it makes an event."""

    def rises(self, value: Any) -> Event:
        """The event that it comes to be above a value, SI or with a unit."""
        return self._event(rises=value)

    def falls(self, value: Any) -> Event:
        """The event that it comes to be below a value."""
        return self._event(falls=value)

    def crosses(self, value: Any) -> Event:
        """The event that it passes a value either way."""
        return self._event(crosses=value)

    def _event(self, **crossing: Any) -> Event:
        from treetop.model.events import Event

        return Event(self, **crossing)


def _quantity_name(value: Any) -> str:
    if isinstance(value, str) and value and value.isprintable():
        return value
    hint = "give one such as hinge.angle, nose.reaction_force.x, bus.position.z or time"
    raise Invalid(f"{short(value)} is not the name of a quantity", hint)


@spec
class Quantity(Signal):
    """Any quantity of a result, by its name: ``"hinge.angle"``, ``"nose.reaction_force.x"``,
    ``"bus.position.z"``, ``"spring.power"``, ``"kinetic_energy"``, ``"time"``; ``.norm`` in place
    of a component is the size of a vector."""

    kind: ClassVar[str] = "quantity"

    name: Annotated[Any, PlainValidator(_quantity_name)]


@spec
class FrameDistance(Signal):
    """The distance between the origins of two frames, m."""

    kind: ClassVar[str] = "distance"
    ends: ClassVar[tuple[str, ...]] = ("a", "b")

    a: Reference
    b: Reference


@spec
class Clearance(Signal):
    """The gap between two shapes on bodies, m; negative where they overlap."""

    kind: ClassVar[str] = "clearance"
    ends: ClassVar[tuple[str, ...]] = ("a", "b")

    a: AnyShape
    b: AnyShape


@spec
class Slip(Signal):
    """How fast a joint goes in a direction, 1 or -1 along the speed of that label."""

    kind: ClassVar[str] = "slip"

    speed: str
    direction: int


@spec
class TurningAlong(Signal):
    """The torque of friction that takes a wheel along with its body: ``inertia`` times the angular
    acceleration of the ``body`` about the ``axis``, less the torque of the wheel's motor."""

    kind: ClassVar[str] = "turning-along"

    body: str
    wheel: str
    inertia: float
    axis: tuple[float, ...]


@spec
class Grip(Signal):
    """By how much what holds a coordinate exceeds the friction at rest: a given level, and a
    ``part`` of the reaction of the ``joint``, or of what of it is square to an ``axis``."""

    kind: ClassVar[str] = "grip"

    constraint: str
    joint: str
    level: float
    part: float
    axis: tuple[float, ...]

    @property
    def parameters(self) -> tuple[float, ...]:
        return self.level, self.part, *self.axis


@spec
class Push(Signal):
    """What a constraint that holds two shapes together exerts along their normal, N: positive where
    it pushes them apart."""

    kind: ClassVar[str] = "push"

    constraint: str
    a: AnyShape
    b: AnyShape


@spec
class UserSignal(Signal):
    """A number that a user-defined function makes of how the frame ``on`` moves, seen from the
    frame ``reference``.

    ``function(t, motion, p)`` is as that of a `UserForce`, but returns a number.
    """

    kind: ClassVar[str] = "user-signal"
    ends: ClassVar[tuple[str, ...]] = ("reference", "on")

    function: Annotated[Any, PlainValidator(function_or_name)] = field(compare=False)
    on: Reference
    reference: Reference = GROUND
    parameters: Annotated[Any, PlainValidator(function_parameters)] = ()
    function_name: str = ""

    def __post_init__(self) -> None:
        know_by_name(self)


SIGNALS: dict[str, type[Signal]] = {
    kind.kind: kind for kind in (Quantity, FrameDistance, Clearance, UserSignal)
}


def signal_of(value: Any) -> Signal:
    """A signal as it is, by name, or as a file has it: ``{kind: distance, a: bus, b: tug}``."""
    if isinstance(value, Signal):
        return value
    if isinstance(value, Mapping):
        values = dict(value)
        word = values.pop("kind", None)
        if not isinstance(word, str) or word not in SIGNALS:
            raise Invalid(f"{short(word)} is no kind of signal", f"give {', '.join(SIGNALS)}")
        try:
            return SIGNALS[word](**values)
        except ModelError as error:
            problem = error.problems[0]
            raise Invalid(problem.what, problem.hint) from None
    return Quantity(_quantity_name(value))


# --- by words ---------------------------------------------------------------------------


def quantity(name: str) -> Quantity:
    """Any quantity of a result as a signal: ``tt.quantity("bus.position.z")``."""
    return Quantity(name)


def coordinate(label: str) -> Quantity:
    """A coordinate of a joint: ``tt.coordinate("hinge.angle")``."""
    return Quantity(label)


def speed(label: str) -> Quantity:
    """A speed of a joint: ``tt.speed("hinge.rate")``."""
    return Quantity(label)


def distance(a: Any, b: Any) -> FrameDistance:
    """The distance between the origins of two frames."""
    return FrameDistance(a, b)


def clearance(a: Any, b: Any) -> Clearance:
    """The gap between two shapes: ``tt.clearance(tt.Sphere("ball", 0.1), tt.Plane("ground"))``."""
    return Clearance(a, b)


time = Quantity("time")


class _Vector:
    """Three numbers, and their size."""

    def __init__(self, name: str) -> None:
        self.x, self.y, self.z, self.norm = (
            Quantity(f"{name}.{part}") for part in ("x", "y", "z", "norm")
        )


class Load:
    """What a joint or a constraint exerts: ``force`` and ``torque``, each with x, y, z and norm."""

    def __init__(self, name: str, word: str) -> None:
        self.force, self.torque = (_Vector(f"{name}.{word}_{each}") for each in ("force", "torque"))
        self.effort = Quantity(f"{name}.{word}_effort")


def reaction(joint: str) -> Load:
    """The reaction of a joint: ``tt.reaction("nose").force.x``, in the axes of its inboard frame.

    Examples
    --------
    >>> import treetop as tt
    >>> tt.reaction("nose").force.x.falls(0).signal.name
    'nose.reaction_force.x'
    """
    return Load(joint, "reaction")


def holding(constraint: str) -> Load:
    """What a constraint exerts: ``tt.holding("rod").force.norm``, ``tt.holding("gear").effort``."""
    return Load(constraint, "holding")
