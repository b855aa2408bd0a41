"""Rotations as products of simple ones, so that turns about a common axis add their angles.

A rotation is a sequence of factors, the outermost first.  Where two turns meet, with nothing
between them but a fixed attitude that keeps the axis, they become one, by q1 + q2; a turn that
meets its own inverse vanishes.  So the products of sines and cosines that a planar chain would be
full of never arise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

import sympy as sp

from treetop.symbolic.trees.triples import UNITS, Rows, Triple

_PARALLEL = 1e-14


@dataclass(frozen=True)
class _ByMatrix:
    R: Rows

    @property
    def inverse(self) -> Self:
        return type(self)(self.R.T)

    def turned(self, v: Triple) -> Triple:
        return self.R @ v


class Fixed(_ByMatrix):
    """A rotation that never changes."""


class Turn(NamedTuple):
    """A rotation by an angle about an axis."""

    axis: Triple
    angle: sp.Expr

    @property
    def inverse(self) -> Turn:
        return Turn(self.axis, -self.angle)

    def turned(self, v: Triple) -> Triple:
        a = self.axis
        along = (a * a.dot(v)).cleaned
        across = (v - along).cleaned
        return along + across * sp.cos(self.angle) + a.cross(v) * sp.sin(self.angle)


class Cosines(_ByMatrix):
    """A rotation by its direction cosines, which stand for expressions given elsewhere."""


Factor: TypeAlias = Fixed | Turn | Cosines
Rotation: TypeAlias = tuple[Factor, ...]
Shortening: TypeAlias = Callable[[Triple], Triple]


def product(*rotations: Rotation) -> Rotation:
    """The rotations one after another, the outermost first, as few factors as they need."""
    factors: list[Factor] = []
    for rotation in rotations:
        for factor in rotation:
            _append(factors, factor)
    return tuple(factors)


def inverse(rotation: Rotation) -> Rotation:
    return tuple(factor.inverse for factor in reversed(rotation))


def turned(rotation: Iterable[Factor], v: Triple, short: Shortening = lambda v: v) -> Triple:
    """The components of a vector in the outer axes, from those in the inner ones."""
    for factor in reversed(tuple(rotation)):
        v = short(factor.turned(v).cleaned)
    return v


def matrix(rotation: Rotation, short: Shortening) -> Rows:
    return Rows(*(turned(rotation, unit, short) for unit in UNITS)).T


def _append(factors: list[Factor], new: Factor) -> None:
    """Multiply on the right, uniting what can be united."""
    last = factors[-1] if factors else None
    if isinstance(new, Fixed):
        if isinstance(last, Fixed):
            factors.pop()
            _append(factors, Fixed(Rows(*(row.cleaned for row in last.R.after(new.R)))))
        elif new.R != UNITS:
            factors.append(new)
    elif isinstance(new, Cosines) and last == new.inverse:
        factors.pop()
    elif not (isinstance(new, Turn) and _united(factors, new)):
        factors.append(new)


def _united(factors: list[Factor], new: Turn) -> bool:
    """Whether the turn could be added to one about the same axis at the end of the factors."""
    between = factors[-1:] if factors and isinstance(factors[-1], Fixed) else []
    rest = factors[: len(factors) - len(between)]
    if not rest or not isinstance(rest[-1], Turn):
        return False
    last, axis = rest[-1], turned(between, new.axis)
    for sign in (1, -1):
        if max(abs(float(x)) for x in axis * sign - last.axis) < _PARALLEL:
            angle = last.angle + sign * new.angle
            factors[:] = [*rest[:-1], Turn(last.axis, angle)] if angle != 0 else rest[:-1]
            for fixed in between:
                _append(factors, fixed)
            return True
    return False
