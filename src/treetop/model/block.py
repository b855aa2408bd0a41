"""What sensors and controllers have in common: laws that are run at sample times."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from pydantic import PlainValidator

from treetop.model.part import Part, Port
from treetop.model.quantity import Invalid, elements, optional, scalar

Period: TypeAlias = Annotated[Any, scalar("s", above=0)]
OptionalPeriod: TypeAlias = Annotated[Any, PlainValidator(lambda value: period_if_any(value))]
Delay: TypeAlias = Annotated[Any, scalar("s", at_least=0)]


CONTINUOUS = "continuous"
_PERIOD = optional(scalar("s", above=0))


def period_if_any(value: Any) -> float | None:
    """A period; None, or the word, of a law that is evaluated at every instant."""
    return None if isinstance(value, str) and value == CONTINUOUS else _PERIOD.func(value)  # type: ignore[call-arg]


def label(value: Any) -> str:
    """The name of a quantity, or of a sensor, body or frame that has one of the sort asked for."""
    value = getattr(value, "reference", value)
    if not isinstance(value, str) or not value:
        raise Invalid(f"{value!r} is not a name", "give one such as 'gyro.rate.x'")
    return value


def labels(value: Any) -> tuple[str, ...]:
    """Names of quantities, commands or devices."""
    names = [value] if isinstance(value, str) else elements(value)
    for k, name in enumerate(names):
        if not isinstance(name, str):
            raise Invalid(f"{name!r} is not a name", "give names such as 'wheel_x.torque'", (k,))
    return tuple(names)


Label: TypeAlias = Annotated[Any, PlainValidator(label)]
Labels: TypeAlias = Annotated[Any, PlainValidator(labels)]


class Reading(NamedTuple):
    """A quantity that a law reads.

    Attributes
    ----------
    label : str
        Of one number or of a vector, such as ``"gyro.rate"``.
    field : str
        The field that names it.
    size : int
        How many numbers it must be; 0 for any.
    unit : str
        That it must have; empty for any.
    words : tuple of str
        What is meant where the label is that of a sensor, a controller, a body or a frame alone.
    """

    label: str
    field: str
    size: int = 1
    unit: str = ""
    words: tuple[str, ...] = ()


def attitude_read(label: str, field: str = "attitude") -> Reading:
    return Reading(label, field, 4, "1", ("attitude",))


def rate_read(label: str, field: str = "rate") -> Reading:
    return Reading(label, field, 3, "rad/s", ("rate", "angular_velocity"))


class Block(Part):
    """A law that is run at the times ``offset`` + k ``every``, k = 0, 1, 2 ..., or all the time.

    It reads quantities, and writes numbers that are held until it writes again; with a ``delay``
    they take effect that much later.  Without ``every`` it is continuous: what it writes changes as
    the motion does.

    Attributes
    ----------
    section : str
        Where a model has it.
    reads : tuple of Reading
    to : tuple of str
        Commands that it writes, or devices.
    outputs : dict of Port
        Numbers of its own that it writes, after these.
    memory : tuple of float
        What it remembers from one sample to the next, as it is at the start.
    parameters : tuple of float
    in_units_of_input : tuple of str
        Fields whose units must be those of what it reads.
    """

    section: ClassVar[str]
    in_units_of_input: ClassVar[tuple[str, ...]] = ()

    every: float | None
    offset: float
    delay: float
    to: tuple[str, ...] = ()
    memory: tuple[float, ...] = ()
    parameters: tuple[float, ...] = ()

    @property
    def reads(self) -> tuple[Reading, ...]:
        return ()

    @property
    def outputs(self) -> dict[str, Port]:
        return {}

    @property
    def text(self) -> str:
        """What it does, in a few words."""
        when = "continuous" if self.every is None else f"every {self.every:g} s"
        when += f", {self.delay:g} s late" if self.delay else ""
        to = f", to {', '.join(self.to)}" if self.to else ""
        return f"{self.kind}, {when}{to}"


def sun_read(field: str = "sun") -> tuple[Reading, Reading]:
    """The direction of the Sun, and the part of it that is not in shadow."""
    direction = Reading("environment.sun_direction", field, 3, "1")
    return direction, Reading("environment.sunlight", field, 1, "1")


def vector_ports(name: str, unit: str, start: tuple[float, ...] = (0.0, 0.0, 0.0)) -> dict:
    """The numbers of a vector, or of a quaternion."""
    axes = "xyz" if len(start) == 3 else "wxyz"
    return {f"{name}.{a}": Port(x, unit) for a, x in zip(axes, start, strict=True)}
