"""Matrices on DMIG cards, as Nastran punches them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.nastran.bulk import Card

SQUARE, SYMMETRIC = 1, 6

Degree = tuple[int, int]  # a grid point, and a component from 1 to 6


class Dmig(NamedTuple):
    """A square matrix: entries by two degrees of freedom, both triangles."""

    name: str
    entries: dict[tuple[Degree, Degree], float]

    @property
    def degrees(self) -> set[Degree]:
        """All degrees of freedom that it has entries for."""
        return {degree for pair in self.entries for degree in pair}

    def matrix(self, order: list[Degree]) -> np.ndarray:
        """Rows, columns and values as (3, entries), numbered by an order of degrees of freedom."""
        place = {degree: k for k, degree in enumerate(order)}
        rows = [(place[a], place[b], value) for (a, b), value in self.entries.items()]
        return np.array(rows, dtype=float).reshape(-1, 3).T


def dmigs(cards: Iterable[Card]) -> dict[str, Dmig]:
    """All matrices on DMIG cards, by name."""
    forms: dict[str, int] = {}
    found: dict[str, Dmig] = {}
    for card in cards:
        if card.name != "DMIG":
            continue
        name = card.text(0).upper()
        if name not in forms:
            forms[name] = _form(card)
            found[name] = Dmig(name, {})
            continue
        column = (card.integer(1), card.integer(2))
        for k in range(4, len(card.fields), 4):
            if not card.text(k):
                continue
            row, value = (card.integer(k), card.integer(k + 1)), card.real(k + 2)
            found[name].entries[row, column] = value
            if forms[name] == SYMMETRIC:
                found[name].entries[column, row] = value
    return found


def _form(card: Card) -> int:
    form, kind = card.integer(2), card.integer(3)
    if form not in (SQUARE, SYMMETRIC) or kind not in (1, 2):
        what = f"DMIG {card.text(0)} is of form {form} and type {kind}"
        hint = "square (1) or symmetric (6), real (1 or 2)"
        raise ModelError([Problem(what, hint=hint, line=card.line)])
    return form
