"""Devices of the user's own."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import GROUND, Reference
from treetop.model.devices.base import Device
from treetop.model.functions.user_function import (
    ActsOnFrame,
    break_times,
    by_name,
    function_or_name,
    function_parameters,
    know_by_name,
    units_by_name,
)
from treetop.model.part import Port
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.specification import spec

__all__ = ["Actuator"]


def _starts(value: Any) -> dict[str, float]:
    """Numbers at the start, by name."""
    starts = {}
    for name, start in by_name(value, "{'heat': '20 J'}").items():
        try:
            starts[name] = number(start)
        except Invalid as error:
            raise error.inside(name) from None
    return starts


@spec
class Actuator(ActsOnFrame, Device):
    """A device of the user's own: a wrench on the frame ``on``, seen from the frame ``reference``.

    ``function(t, motion, x, c, p, rates, out)`` returns a `treetop.Wrench`. ``x`` are its states,
    ``memory`` their names and starts; ``c`` its ``commands``, likewise; ``p`` its ``parameters``.
    It writes the ``rates`` of its states, and into ``out`` its outputs, named in ``output_units``
    with SI units.
    ``motion``, the wrench and its opposite on the reference, names of functions in files and
    ``breaks`` are as those of a `UserForce`. While it is off it exerts nothing and its states stay.
    """

    kind: ClassVar[str] = "actuator"

    function: Annotated[Any, PlainValidator(function_or_name)] = field(compare=False)
    on: Reference
    reference: Reference = GROUND
    memory: Annotated[Any, PlainValidator(_starts)] = field(default_factory=dict, hash=False)
    commands: Annotated[Any, PlainValidator(_starts)] = field(default_factory=dict, hash=False)
    output_units: Annotated[Any, PlainValidator(units_by_name)] = field(
        default_factory=dict, hash=False
    )
    parameters: Annotated[Any, PlainValidator(function_parameters)] = ()
    function_name: str = ""
    breaks: Annotated[Any, PlainValidator(break_times)] = ()
    powered: StrictBool = True

    def __post_init__(self) -> None:
        know_by_name(self)
        seen = set[str]()
        for group in ("memory", "commands", "output_units"):
            for name in getattr(self, group):
                if name in seen:
                    what = f"'{name}' stands for two of its numbers"
                    raise Invalid(what, "give each a name of its own", (group, name))
                seen.add(name)

    @property
    def paired(self) -> bool:
        return self.reference.partition(".")[0] != GROUND

    @property
    def states(self) -> dict[str, Port]:
        return {name: _port(start) for name, start in self.memory.items()}

    @property
    def inputs(self) -> dict[str, Port]:
        return {name: _port(start) for name, start in self.commands.items()}

    @property
    def outputs(self) -> dict[str, str]:
        return dict(self.output_units)

    def switched_off(self) -> Actuator:
        return replace(self, powered=False)


def _port(start: float) -> Port:
    return Port(float(start), start.unit if isinstance(start, Measured) else "")
