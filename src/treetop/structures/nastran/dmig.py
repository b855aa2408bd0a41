"""Matrices on DMIG cards, as Nastran punches them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.nastran.bulk import Card
from treetop.structures.nastran.sets import Degree

SQUARE, SYMMETRIC = 1, 6
LOADS = (2, 9)  # rectangular: columns are loads, and not degrees of freedom


class Dmig(NamedTuple):
    """A matrix: entries by two degrees of freedom, both triangles; of loads by row and column."""

    name: str
    form: int
    entries: dict[tuple[Degree, Degree], float]

    @property
    def degrees(self) -> set[Degree]:
        """All degrees of freedom that it has entries for."""
        if self.form in LOADS:
            return {row for row, _ in self.entries}
        return {degree for pair in self.entries for degree in pair}

    def matrix(self, order: list[Degree]) -> sparse.csr_array:
        """The matrix whose rows are in an order of degrees of freedom."""
        place = {degree: k for k, degree in enumerate(order)}
        columns = place
        if self.form in LOADS:
            columns = {load: k for k, load in enumerate(sorted({b for _, b in self.entries}))}
        rows = [(place[a], columns[b]) for a, b in self.entries]
        places = np.array(rows, dtype=int).reshape(-1, 2).T
        shape = (len(order), len(columns))
        return sparse.csr_array((list(self.entries.values()), places), shape=shape)


def dmigs(cards: Iterable[Card], degree: Callable[[int, int], Degree]) -> dict[str, Dmig]:
    """All matrices on DMIG cards, by name; `degree` makes one of a point and a component."""
    forms: dict[str, int] = {}
    found: dict[str, Dmig] = {}
    for card in cards:
        if card.name != "DMIG":
            continue
        name = card.text(0).upper()
        if name not in forms:
            forms[name] = _form(card)
            found[name] = Dmig(name, forms[name], {})
            continue
        column = (card.integer(1), card.integer(2, 0))
        column = column if forms[name] in LOADS else degree(*column)
        for k in range(4, len(card.fields), 4):
            if not card.text(k):
                continue
            row, value = degree(card.integer(k), card.integer(k + 1, 0)), card.real(k + 2)
            _require_new(card, found[name], row, column, value)
            found[name].entries[row, column] = value
            if forms[name] == SYMMETRIC:
                found[name].entries[column, row] = value
    return found


def _require_new(card: Card, matrix: Dmig, row: Degree, column: Degree, value: float) -> None:
    """Refuse an entry that is there with another value: both triangles of a symmetric matrix may
    be written."""
    if matrix.entries.get((row, column), value) != value:
        what = f"DMIG {matrix.name} has two values for {row} and {column}"
        raise ModelError([Problem(what, hint="one for each entry", line=card.line)])


def _form(card: Card) -> int:
    form, kind = card.integer(2), card.integer(3)
    if form not in (SQUARE, SYMMETRIC, *LOADS) or kind not in (1, 2):
        what = f"DMIG {card.text(0)} is of form {form} and type {kind}"
        hint = "square (1), symmetric (6) or rectangular (2, 9), real (1 or 2)"
        raise ModelError([Problem(what, hint=hint, line=card.line)])
    return form
