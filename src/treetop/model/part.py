"""What forces, constraints and signals declare of the frames and joints that they touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from treetop.model.shapes import Shape


class Port(NamedTuple):
    """A number that a part keeps or is given: its value at the start, and its unit."""

    start: float
    unit: str


class Part:
    """A part of a model that acts on frames or joints, or looks at them.

    Attributes
    ----------
    kind : str
        Its word in files.
    ends : tuple of str
        The fields that name frames, or shapes at frames: first the one that it is described in,
        last the one that it acts on.
    line : bool
        Whether it acts along the line between its ends, and is drawn as one.
    """

    kind: ClassVar[str]
    ends: ClassVar[tuple[str, ...]] = ()
    line: ClassVar[bool] = False

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints along whose coordinates it acts."""
        return ()


def references(part: Part) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The frames that a part names, each with its place in the part."""
    for field in part.ends:
        yield from _references((field,), getattr(part, field))


def _references(place: tuple[str | int, ...], value: object) -> Iterator[tuple[tuple, str]]:
    match value:
        case str():
            yield place, value
        case Shape():
            yield from (((*place, field), getattr(value, field)) for field in value.frames)
        case tuple():
            yield from (((*place, k), each) for k, each in enumerate(value))


def frames_of(part: Part) -> tuple[str, ...]:
    """References to the frames that a part names: of the end it is described in, then others."""
    return tuple(reference for _, reference in references(part))
