"""What every controller declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from treetop.model.block import Block, Reading
from treetop.model.quantity import Invalid


class Geometry(Protocol):
    """What a law may ask of the model that it is a part of."""

    def wheel_axes(self, wheels: Sequence[str], axes: str) -> list[float]:
        """The axes of wheels in those of a frame, one after the other."""

    def shares(self, devices: Sequence[str], axes: str, period: float | None) -> list[float]:
        """How a torque in the axes of a frame, a mean over a period if there is one, is shared
        among devices: see the law `allocation`."""


class ControllerKind(Block):
    """What every controller declares."""

    section: ClassVar[str] = "controllers"

    def require_sampled(self, *fields: str) -> None:
        """Refuse fields that go with a sample period, if there is none."""
        for name in fields if self.every is None else ():
            if getattr(self, name):
                what = f"a continuous controller has no {name}"
                raise Invalid(what, "give every, its sample period", (name,))

    def parameters_in(self, geometry: Geometry) -> tuple[float, ...]:
        """All numbers that its law is given."""
        return self.parameters


def target_read(label: Any, field: str, size: int = 1, unit: str = "", *words: str) -> tuple:
    """A target that is read, if it is a name; one that is given is a parameter."""
    return (Reading(label, field, size, unit, words),) if isinstance(label, str) else ()
