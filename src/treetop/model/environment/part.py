"""What specifications within an environment have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from pydantic import PlainValidator

from treetop.model.quantity import Invalid
from treetop.model.specification import made_by_kind

T = TypeVar("T")


class EnvironmentPart:
    """A part of an environment; in files a mapping with the word ``kind``."""

    kind: ClassVar[str]


def part(*kinds: type[EnvironmentPart], sort: str) -> PlainValidator:
    """A field that is one of these parts, such a mapping, or none; `sort` is what it is, with an
    article."""
    words = {kind.kind: kind for kind in kinds}

    def read(value: Any) -> Any:
        if value is None or isinstance(value, kinds):
            return value
        if isinstance(value, Mapping):
            return made_by_kind(words, value, sort.partition(" ")[2])
        example = " or ".join(kind.__name__ for kind in kinds)
        raise Invalid(f"{value!r} is not {sort}", f"give {example}")

    return PlainValidator(read)


def part_or_name(
    names: tuple[str, ...], *kinds: type[EnvironmentPart], sort: str
) -> PlainValidator:
    """A field that is a part as above, or one of these names."""
    read_part: Any = part(*kinds, sort=sort).func

    def read(value: Any) -> Any:
        if isinstance(value, str) and value not in names:
            what = f"unknown {sort.partition(' ')[2]} {value!r}"
            raise Invalid(what, "there are: " + ", ".join(names))
        return value if isinstance(value, str) else read_part(value)

    return PlainValidator(read)
