"""Fields that several controllers have."""

from __future__ import annotations

import math
from typing import Annotated, Any, TypeAlias

from pydantic import PlainValidator

from treetop.model.block import label
from treetop.model.body import reference
from treetop.model.quantity import Invalid, elements, number, numbers, optional, scalar
from treetop.model.rotation import attitude
from treetop.model.sensors.base import three


def _or_label(read: Any) -> PlainValidator:
    """A field that is given, or the name of a quantity that is read."""

    def either(value: Any) -> Any:
        if isinstance(value, str) and not value.lstrip()[:1].isdigit() and value[:1] not in "+-.":
            return label(value)
        return read(value)

    return PlainValidator(either)


NumberOrLabel: TypeAlias = Annotated[Any, _or_label(number)]
AttitudeOrLabel: TypeAlias = Annotated[Any, _or_label(attitude)]
RateOrLabel: TypeAlias = Annotated[Any, _or_label(lambda value: numbers(value, 3, "rad/s"))]
OptionalFrame: TypeAlias = Annotated[Any, optional(PlainValidator(reference))]
OptionalLabel: TypeAlias = Annotated[Any, optional(PlainValidator(label))]
TorqueLimit: TypeAlias = Annotated[Any, optional(scalar("N*m", above=0))]
Stiffnesses: TypeAlias = Annotated[Any, three("N*m", "N*m/rad", at_least=0)]
Dampings: TypeAlias = Annotated[Any, three("N*m*s", "N*m*s/rad", at_least=0)]


def _inertia_rows(value: Any) -> tuple[float, ...]:
    """Nine numbers by rows, of three or of 3x3."""
    rows = elements(value)
    if not any(isinstance(row, (list, tuple)) for row in rows):
        xx, yy, zz = numbers(rows, 3, "kg*m^2")
        return xx, 0.0, 0.0, 0.0, yy, 0.0, 0.0, 0.0, zz
    if len(rows) != 3:
        raise Invalid("an inertia has 3 moments, or 3 rows", "such as [100, 90, 80]")
    return tuple(x for row in rows for x in numbers(row, 3, "kg*m^2"))


Inertia: TypeAlias = Annotated[Any, optional(PlainValidator(_inertia_rows))]


def highest(limit: Any) -> float:
    """A limit that may be left out."""
    return math.inf if limit is None else limit
