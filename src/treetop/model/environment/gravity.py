"""Gravity fields of planets beyond a point mass, by harmonics."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field as dataclass_field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator

from treetop.errors import ModelError, TreetopError
from treetop.files import content_of
from treetop.model.appearance import file_name
from treetop.model.environment.part import EnvironmentPart, part
from treetop.model.environment.small_body import Mascons, Polyhedron
from treetop.model.quantity import Invalid, elements, number, optional, scalar
from treetop.model.specification import made_from, spec

if TYPE_CHECKING:
    from treetop.environment.gravity_field import GravityField as Coefficients

__all__ = ["GravityField", "ZonalField"]

ICGEM = ".gfc"  # how names of files of coefficients end
HINT = "give a file of the ICGEM, such as my_field.gfc"


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
    """Spherical harmonics of a ``field`` that is known by name, such as ``"EGM2008"``, or of a
    ``file``, up to ``degree``.

    The bodies of a spacecraft feel how the field differs between them; ``bodies_degree`` lowers the
    degree to which that is evaluated at each body: beyond, its gradient at the origin serves.

    Attributes
    ----------
    file : str
        In the format of the ICGEM; its name ends in .gfc. In a model file it is beside the model or
        in a folder below; in Python it is a path.
    axes : str
        Those of the coefficients in a file: ``"fixed"`` to the planet, unless given, or the
        ``"principal"`` axes of the Moon, in which its fields are given.
    content : bytes
        What is in the file, read when the field is made.
    """

    kind: ClassVar[str] = "harmonics"

    field: Annotated[Any, optional(PlainValidator(text))] = None
    degree: Annotated[Any, optional(whole(2))] = None
    bodies_degree: Annotated[Any, optional(whole(0))] = None
    file: Annotated[Any, optional(file_name("my_field.gfc"))] = None
    axes: Literal["fixed", "principal"] | None = None
    content: bytes | None = dataclass_field(default=None, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if (self.field is None) == (self.file is None):
            what = "a field has two sources" if self.field else "a field has no coefficients"
            raise Invalid(what, "give field='EGM2008', or a file")
        if self.degree is None:
            raise Invalid("'degree' is missing", "add the highest degree, such as 20")
        if self.field is not None and self.axes is not None:
            raise Invalid("a field that is known by name has its own axes", "leave axes out")
        if self.file is not None:
            self.coefficients  # noqa: B018  # so that a broken file is reported at once

    @cached_property
    def coefficients(self) -> Coefficients:
        """The coefficients up to the degree, with the constants that belong to them."""
        from treetop.environment import gravity_fields

        if self.file is None:
            return gravity_fields.field(self.field, self.degree)
        if self.content is None:
            object.__setattr__(self, "content", _content(self.file))
        assert self.content is not None
        try:
            return gravity_fields.field_in(
                self.content, self.file, self.degree, self.axes or "fixed"
            )
        except ModelError as error:
            wrong = error.problems[0]
            line = f", line {wrong.line}" if wrong.line else ""
            at = "degree" if wrong.where else "file"
            raise Invalid(f"'{self.file}'{line}: {wrong.what}", wrong.hint, (at,)) from None

    @property
    def mu(self) -> float:
        """Gravitational parameter that belongs to the coefficients, m³/s²."""
        return self.coefficients.mu

    @property
    def words(self) -> str:
        """What it is, in words."""
        return f"{self.field or self.file} to degree {self.degree}"


def _content(file: str) -> bytes:
    try:
        return content_of(file, TreetopError)
    except TreetopError as error:
        raise Invalid(f"'{file}': {error}", HINT, ("file",)) from None


@spec
class ZonalField(EnvironmentPart):
    """Zonal harmonics ``J``: J2, J3 and so on, not normalised, for the reference ``radius``."""

    kind: ClassVar[str] = "zonal"
    mu: ClassVar[None] = None  # it does not say

    J: Annotated[Any, PlainValidator(zonal)]
    radius: Annotated[Any, scalar("m", above=0)]
    bodies_degree: Annotated[Any, optional(whole(0))] = None

    @property
    def degree(self) -> int:
        """Highest degree."""
        return len(self.J) + 1

    @property
    def words(self) -> str:
        """What it is, in words."""
        return f"zonal to degree {self.degree}"


_PART: Any = part(GravityField, ZonalField, Mascons, Polyhedron, sort="a gravity field").func


def as_mapping(value: Any) -> Any:
    """A pair of name and degree, or of file and degree, as the mapping that it stands for."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return value
    name = os.fspath(value[0]) if isinstance(value[0], Path) else value[0]
    in_file = isinstance(name, str) and name.lower().endswith(ICGEM)
    return {"file" if in_file else "field": name, "degree": value[1]}


def gravity(value: Any) -> Any:
    """A field, also as ``("EGM2008", 8)`` or ``{"field": "EGM2008", "degree": 8}``."""
    value = as_mapping(value)
    if isinstance(value, Mapping) and "kind" not in value:
        return made_from(GravityField, value, "gravity")
    return _PART(value)


Gravity = Annotated[Any, PlainValidator(gravity)]
