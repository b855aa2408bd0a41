"""Three components, and matrices of three rows, of expressions.

SymPy asks many questions before it lets a product with zero vanish; here it is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import sympy as sp

from treetop.symbolic.trees.exact import exact

ZERO, ONE = sp.Integer(0), sp.Integer(1)


def sum_of_products(*pairs: tuple[Any, Any]) -> sp.Expr:
    return sp.Add(*(a * b for a, b in pairs if a != 0 and b != 0))


class Triple(NamedTuple):
    """The components of a vector."""

    x: sp.Expr = ZERO
    y: sp.Expr = ZERO
    z: sp.Expr = ZERO

    def __add__(self, other: Triple) -> Triple:  # type: ignore[override]
        return Triple(*(a + b for a, b in zip(self, other, strict=True)))

    def __sub__(self, other: Triple) -> Triple:
        return self + -other

    def __neg__(self) -> Triple:
        return Triple(*(-a for a in self))

    def __mul__(self, factor: Any) -> Triple:  # type: ignore[override]
        return self.each(lambda a: a * factor)

    def __bool__(self) -> bool:
        return any(a != 0 for a in self)

    def dot(self, other: Triple) -> sp.Expr:
        return sum_of_products(*zip(self, other, strict=True))

    def cross(self, other: Triple) -> Triple:
        (a, b, c), (x, y, z) = self, other
        return Triple(
            sum_of_products((b, z)) - sum_of_products((c, y)),
            sum_of_products((c, x)) - sum_of_products((a, z)),
            sum_of_products((a, y)) - sum_of_products((b, x)),
        )

    def each(self, change: Callable[[sp.Expr], sp.Expr]) -> Triple:
        """Every component changed, but zeros."""
        return Triple(*(change(a) if a != 0 else ZERO for a in self))

    @property
    def cleaned(self) -> Triple:
        """The vector without the rounding of its numbers."""
        return self.each(lambda a: exact(a) if a.is_Number or a.is_number else a)


class Rows(NamedTuple):
    """A matrix by its rows."""

    x: Triple
    y: Triple
    z: Triple

    def __matmul__(self, v: Triple) -> Triple:
        return Triple(*(row.dot(v) for row in self))

    def after(self, other: Rows) -> Rows:
        """The product of matrices, this one on the left."""
        return Rows(*(self @ column for column in other.T)).T

    @property
    def T(self) -> Rows:
        return Rows(*(Triple(*column) for column in zip(*self, strict=True)))

    @property
    def trace(self) -> sp.Expr:
        return self.x.x + self.y.y + self.z.z


UNITS = Rows(Triple(x=ONE), Triple(y=ONE), Triple(z=ONE))
NONE = Triple()
