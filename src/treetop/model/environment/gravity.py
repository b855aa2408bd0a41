"""Gravity fields of planets beyond a point mass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.environment.part import EnvironmentPart, part
from treetop.model.quantity import Invalid, elements, number, optional, scalar
from treetop.model.specification import made_from, spec

__all__ = ["GravityField", "ZonalField"]


def whole(least: int) -> PlainValidator:
    """A field that is a whole number."""

    def read(value: Any) -> int:
        found = number(value, "1")
        if found != int(found) or found < least:
            raise Invalid(f"{value!r} is not a whole number", f"give {least} or more")
        return int(found)

    return PlainValidator(read)


def text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise Invalid(f"{value!r} is not a name", "give one such as 'EGM2008'")
    return value


def zonal(value: Any) -> tuple[float, ...]:
    found = tuple(number(each, "1") for each in elements(value))
    if not found:
        raise Invalid("no coefficients are given", "give J2, or J2, J3 and so on")
    return found


@spec
class GravityField(EnvironmentPart):
    """Spherical harmonics of a ``field`` that is known by name, such as ``"EGM2008"``, or in an
    ICGEM file, up to ``degree``.

    The bodies of a craft feel how the field differs between them; ``bodies_degree`` lowers the
    degree to which that is evaluated at each body: beyond, its gradient at the origin serves.
    """

    kind: ClassVar[str] = "harmonics"

    field: Annotated[Any, PlainValidator(text)]
    degree: Annotated[Any, whole(2)]
    bodies_degree: Annotated[Any, optional(whole(0))] = None


@spec
class ZonalField(EnvironmentPart):
    """Zonal harmonics ``J``: J2, J3 and so on, not normalised, for the reference ``radius``."""

    kind: ClassVar[str] = "zonal"

    J: Annotated[Any, PlainValidator(zonal)]
    radius: Annotated[Any, scalar("m", above=0)]
    bodies_degree: Annotated[Any, optional(whole(0))] = None


_PART: Any = part(GravityField, ZonalField, sort="a gravity field").func


def gravity(value: Any) -> Any:
    """A field, also as ``("EGM2008", 8)`` or ``{"field": "EGM2008", "degree": 8}``."""
    if isinstance(value, (list, tuple)) and len(value) == 2:
        value = {"field": value[0], "degree": value[1]}
    if isinstance(value, Mapping) and "kind" not in value:
        return made_from(GravityField, value, "gravity")
    return _PART(value)


Gravity = Annotated[Any, PlainValidator(gravity)]
