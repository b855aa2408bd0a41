"""What every controller declares."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, elements, optional, scalar

Period: TypeAlias = Annotated[Any, optional(scalar("s", above=0))]
Delay: TypeAlias = Annotated[Any, scalar("s", at_least=0)]


def labels(value: Any) -> tuple[str, ...]:
    """Names of quantities or commands."""
    names = [value] if isinstance(value, str) else elements(value)
    for k, name in enumerate(names):
        if not isinstance(name, str):
            raise Invalid(f"{name!r} is not a name", "give names such as 'wheel_x.torque'", (k,))
    return tuple(names)


Labels: TypeAlias = Annotated[Any, PlainValidator(labels)]


class Controller:
    """A law that is run at the times ``offset`` + k ``every``, k = 0, 1, 2 ..., or all the time.

    It reads the quantities ``inputs``, and writes the commands ``to``, which are held until it
    writes again; with a ``delay`` they take effect that much later.  Without ``every`` it is
    continuous: its commands change as the motion does.

    Attributes
    ----------
    memory : tuple of float
        Numbers that it remembers from one sample to the next, as they are at the start.
    parameters : tuple of float
    """

    kind: ClassVar[str]
    every: float | None
    offset: float
    delay: float
    inputs: tuple[str, ...]
    to: tuple[str, ...]
    memory: tuple[float, ...]
    parameters: tuple[float, ...]

    @property
    def text(self) -> str:
        """What it does, in a few words."""
        when = "continuous" if self.every is None else f"every {self.every:g} s"
        when += f", {self.delay:g} s late" if self.delay else ""
        return f"{self.kind}, {when}, to {', '.join(self.to)}"
