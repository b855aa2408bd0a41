"""Points of bulk data, and the degrees of freedom that rows of matrices belong to.

A degree of freedom is a point and a component: 1 to 6 of grid points, 0 of scalar points. Those of
scalar points and of the q-set are modal coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from treetop.errors import ModelError, Problem
from treetop.structures.nastran.bulk import Card
from treetop.structures.nastran.grids import Grid, grids

Degree = tuple[int, int]

_MODAL = ("QSET",)
# Degrees of freedom of the analysis set: b, c and q are parts of it.
_ANALYSIS = ("ASET", "BSET", "BNDFIX", "CSET", "BNDFREE", *_MODAL)


class Points(NamedTuple):
    """Grid points by number, numbers of scalar points, and the analysis and q-sets."""

    grids: dict[int, Grid]
    scalars: set[int]
    analysis: list[Degree]
    modes: set[Degree]

    def is_modal(self, degree: Degree) -> bool:
        """Whether it is a modal coordinate."""
        return degree[0] in self.scalars or degree in self.modes

    def degree(self, point: int, component: int) -> Degree:
        """A degree of freedom, component 0 for scalar points however it was written."""
        scalar = point in self.scalars or (component == 0 and point not in self.grids)
        return (point, 0) if scalar else (point, component)

    @property
    def all(self) -> list[Degree]:
        """All degrees of freedom, by the numbers of points."""
        six = [(number, component) for number in self.grids for component in range(1, 7)]
        return sorted(six + [(number, 0) for number in self.scalars])


def points(cards: Iterable[Card]) -> Points:
    """The points of cards."""
    cards = list(cards)
    found = {grid.number: grid for grid in grids(cards)}
    scalars = {
        int(number) for card in cards if card.name == "SPOINT" for number in _named(card, 0, None)
    }
    twice = sorted(scalars & found.keys())
    if twice:
        what = f"{twice[0]} is a GRID and an SPOINT"
        raise ModelError([Problem(what, hint="one number for each point")])
    known = Points(found, scalars, [], set())
    numbers = sorted([*found, *scalars])
    analysis = {degree for card in cards for degree in _set(card, _ANALYSIS, numbers, known)}
    modes = {degree for card in cards for degree in _set(card, _MODAL, numbers, known)}
    there = sorted(degree for degree in analysis if degree[0] in found or degree[0] in scalars)
    return known._replace(analysis=there, modes=modes)


def row_order(
    points: Points, count: int, degrees: Sequence[Degree] | None, path: str
) -> list[Degree]:
    """The degree of freedom of each row of matrices that do not say it."""
    if degrees is not None:
        return [points.degree(int(point), int(component)) for point, component in degrees]
    for order in (points.all, points.analysis):
        if len(order) == count:
            return order
    what = f"matrices have {count} rows, {len(points.grids)} grid points have"
    what += f" {6 * len(points.grids)}"
    what += f", scalar points {len(points.scalars)}" if points.scalars else ""
    what += f", ASET cards name {len(points.analysis)}" if points.analysis else ""
    hint = "wrong number of nodes: say degrees, a grid point and a component for each row"
    raise ModelError([Problem(what, "degrees", hint, file=path)])


def _set(card: Card, names: Sequence[str], numbers: list[int], known: Points) -> list[Degree]:
    """The degrees of freedom that a card puts into one of some sets."""
    if card.name in names:
        pairs = [(card.text(k), card.text(k + 1)) for k in range(0, len(card.fields), 2)]
    elif card.name.removesuffix("1") in names:
        pairs = [(number, card.text(0)) for number in _named(card, 1, numbers)]
    else:
        return []
    try:
        return [
            known.degree(int(point), int(component))
            for point, components in pairs
            if point
            for component in components or "0"
        ]
    except ValueError:
        raise _unreadable(card) from None


def _named(card: Card, first: int, numbers: list[int] | None) -> list[str]:
    """Points that a card names from a field on; of a range those among numbers, if given."""
    fields = [text for text in card.fields[first:] if text]
    if len(fields) == 3 and fields[1].upper() == "THRU":
        try:
            low, high = int(fields[0]), int(fields[2])
        except ValueError:
            raise _unreadable(card) from None
        if numbers is None and not 0 <= high - low < 1_000_000:
            raise _unreadable(card)
        among = range(low, high + 1) if numbers is None else numbers
        return [str(number) for number in among if low <= number <= high]
    if not all(text.isdecimal() for text in fields):
        raise _unreadable(card)
    return fields


def _unreadable(card: Card) -> ModelError:
    what = f"{card.name} does not name grid points and components"
    return ModelError([Problem(what, hint="whole numbers", line=card.line)])
