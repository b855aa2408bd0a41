"""What every sensor declares."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Block, Period
from treetop.model.body import Reference
from treetop.model.quantity import Invalid, number, numbers, optional, scalar
from treetop.model.specification import spec


def three(*accepted: str, at_least: float = -math.inf) -> PlainValidator:
    """A field of one number for all three axes, or of three."""

    def read(value: Any) -> tuple[float, ...]:
        alone = isinstance(value, (str, float, int))
        found = (number(value, *accepted),) * 3 if alone else numbers(value, 3, *accepted)
        if min(found) < at_least:
            raise Invalid(f"{min(found):g} is less than {at_least:g}", f"give {at_least:g} or more")
        return found

    return PlainValidator(read)


def positive(*accepted: str) -> PlainValidator:
    """A field that may be left out: a limit, or a quantum."""
    return optional(scalar(*accepted, above=0))


class SampledSensor(Block):
    """What every sensor declares.

    Its fields say what it reads; its readings are held among the internal states, as
    ``gyro.rate.x``.  Before `parameters`, its law is given the seed of the run and the number of
    its own stream of noise.
    """

    section: ClassVar[str] = "sensors"


@spec
class FrameSensor(SampledSensor):
    """What every sensor at a frame begins with: where it is, and how often it is read."""

    ends: ClassVar[tuple[str, ...]] = ("at",)

    at: Reference
    every: Period
