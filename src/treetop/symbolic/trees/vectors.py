"""Vectors as sums of parts, each with its components in the axes of one body.

A vector that is short in the axes of a body stays short there; only products of parts in different
axes ask for the rotation between the two.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from treetop.symbolic.trees.rotations import Rotation, inverse, matrix, product, turned
from treetop.symbolic.trees.symbols import SymbolBook
from treetop.symbolic.trees.triples import NONE, Rows, Triple


class Vector:
    """The sum of ``parts[k]``, components in the axes of body k; the ground is 0."""

    def __init__(self, parts: dict[int, Triple]) -> None:
        self.parts = {k: v for k, v in parts.items() if v}

    def __add__(self, other: Vector) -> Vector:
        parts = dict(self.parts)
        for k, v in other.parts.items():
            parts[k] = parts.get(k, NONE) + v
        return Vector(parts)

    def __sub__(self, other: Vector) -> Vector:
        return self + other * sp.Integer(-1)

    def __mul__(self, factor: sp.Expr) -> Vector:
        return Vector({k: v * factor for k, v in self.parts.items()})


class Axes:
    """The attitudes of all bodies, and products of vectors in their axes."""

    def __init__(self, book: SymbolBook) -> None:
        self.short = book.short
        self.attitudes: list[Rotation] = [()]
        self.matrix = cache(self._matrix)

    def between(self, a: int, b: int) -> Rotation:
        """The rotation from the axes of b to those of a."""
        return product(inverse(self.attitudes[a]), self.attitudes[b])

    def _matrix(self, a: int, b: int) -> Rows:
        return matrix(self.between(a, b), self.short)

    def seen_in(self, a: int, b: int, v: Triple) -> Triple:
        """Components in the axes of a, of a vector with components v in those of b."""
        return turned(self.between(a, b), v, self.short)

    def dot(self, v: Vector, w: Vector) -> sp.Expr:
        return sp.Add(*(
            x.dot(y if a == b else self.short(self.matrix(a, b) @ y))
            for a, x in v.parts.items()
            for b, y in w.parts.items()
        ))  # fmt: skip

    def components(self, v: Vector, a: int) -> Triple:
        """All of a vector in the axes of one body."""
        total = NONE
        for b, y in v.parts.items():
            total += y if a == b else self.matrix(a, b) @ y
        return self.short(total)
