"""What controllers with a relay have in common."""

from __future__ import annotations

from typing import Any

from treetop.model.block import Reading
from treetop.model.controllers.base import ControllerKind, target_read
from treetop.model.quantity import Invalid


class Relay(ControllerKind):
    """Switches one command on, or one of two, by an error `target` - `input` with hysteresis."""

    input: str
    on: float
    off: Any
    target: Any

    def __post_init__(self) -> None:
        if self.off is not None and self.off > self.on:
            what = f"it goes off at {self.off:g}, above {self.on:g} where it goes on"
            raise Invalid(what, "let 'off' be less than 'on'")
        if len(self.to) not in (1, 2):
            what = f"it writes one command, or two for either sign, not {len(self.to)}"
            raise Invalid(what, "such as to: [plus, minus]")

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(self.input, "input"), *target_read(self.target, "target"))

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return (0.0,)

    @property
    def levels(self) -> tuple[float, ...]:
        """Where it goes on and off, and its target."""
        read = isinstance(self.target, str)
        off = self.on if self.off is None else self.off
        return self.on, off, float(read), 0.0 if read else self.target

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return self.levels
