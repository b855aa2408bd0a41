"""Thrusters."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.rotation import direction as unit_vector
from treetop.model.specification import spec

__all__ = ["Thruster"]


@spec
class Thruster(Device):
    """A force on the frame ``at``, along ``direction`` in the axes of that frame.

    Its command ``throttle`` is the part of ``thrust`` that it gives, from 0 to 1.
    """

    kind: ClassVar[str] = "thruster"

    at: Reference
    thrust: Annotated[Any, scalar("N", above=0)]
    direction: Annotated[Any, PlainValidator(unit_vector)] = (1.0, 0.0, 0.0)
    throttle: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    powered: StrictBool = True

    @property
    def inputs(self) -> dict[str, Port]:
        return {"throttle": Port(self.throttle, "1")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"thrust": "N"}

    def switched_off(self) -> Thruster:
        return replace(self, powered=False)
