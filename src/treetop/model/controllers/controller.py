"""A control law of the user's own."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.block import Delay, Labels, OptionalPeriod, Reading
from treetop.model.controllers.base import ControllerKind
from treetop.model.functions.user_function import (
    function_or_name,
    function_parameters,
    know_by_name,
    units_by_name,
)
from treetop.model.part import Port
from treetop.model.quantity import Invalid
from treetop.model.specification import spec

__all__ = ["Controller"]


def _memory(value: Any) -> tuple[float, ...]:
    """Numbers at the start, or how many there are, all zero."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise Invalid(f"{value} is not a number of numbers", "give 0 or more")
        return (0.0,) * value
    return function_parameters(value)


@spec
class Controller(ControllerKind):
    """A law ``function(t, z, x, p, u)`` that writes the commands ``u``.

    ``z`` are the quantities named in ``inputs``, of a vector such as "gyro.rate" all components,
    ``x`` what it remembers, ``p`` its ``parameters``. The function is compiled; with ``python`` it
    is called as it is, between steps. In a file the function is only a name, as for user forces.
    After the commands ``u`` has its outputs, named in ``output_units`` with SI units, which others
    read and results show.

    Without ``every``, or with the word "continuous", it is a continuous law ``function(t, z, x, p,
    u, rates)``, which is evaluated with the forces: ``x`` are states then, and it writes their
    ``rates``.
    """

    kind: ClassVar[str] = "user-controller"

    function: Annotated[Any, PlainValidator(function_or_name)] = field(compare=False)
    every: OptionalPeriod = None
    inputs: Labels = ()
    to: Labels = ()
    memory: Annotated[Any, PlainValidator(_memory)] = ()
    parameters: Annotated[Any, PlainValidator(function_parameters)] = ()
    offset: Delay = 0.0
    delay: Delay = 0.0
    python: StrictBool = False
    output_units: Annotated[Any, PlainValidator(units_by_name)] = field(
        default_factory=dict, hash=False
    )
    function_name: str = ""

    def __post_init__(self) -> None:
        know_by_name(self)
        self.require_sampled("offset", "delay", "python", "output_units")

    @property
    def outputs(self) -> dict[str, Port]:
        return {name: Port(0.0, unit) for name, unit in self.output_units.items()}

    @property
    def reads(self) -> tuple[Reading, ...]:
        return tuple(Reading(each, "inputs", 0) for each in self.inputs)
