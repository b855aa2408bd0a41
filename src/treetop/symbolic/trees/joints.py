"""What each joint kind lets the outboard frame M do in the inboard frame F, in symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sympy as sp

from treetop.errors import ModelError, Problem
from treetop.model.rotation import cross
from treetop.model.specification import path
from treetop.symbolic.trees.exact import exact
from treetop.symbolic.trees.rotations import Cosines, Rotation, Turn
from treetop.symbolic.trees.symbols import AXES, SymbolBook
from treetop.symbolic.trees.triples import NONE, UNITS, Rows, Triple

Symbols = Sequence[sp.Expr]


class Across(NamedTuple):
    """M relative to F; one element for each speed in the lists.

    Attributes
    ----------
    rotation : Rotation
        From M's axes to F's.
    place : Triple
        Origin of M, in F.
    turning : list of (bool, Triple)
        Angular velocity per unit speed: whether in M's axes, else in F's, and its components.
    sliding : list of Triple
        Velocity per unit speed, in F.
    """

    rotation: Rotation
    place: Triple
    turning: list[tuple[bool, Triple]]
    sliding: list[Triple]


_STILL = (False, NONE)


def direction(values: Sequence[float]) -> Triple:
    return Triple(*map(exact, values))


def across(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    """How a joint of the given kind and name holds M at the coordinates q."""
    return _LAWS[kind.kind](kind, q, book, joint)


def quaternion_rates(q: Symbols, w: Symbols) -> list[sp.Expr]:
    """``½ q ∘ w``, w in the axes of the turning frame."""
    (s, x, y, z), (a, b, c) = q, w
    products = (
        -x * a - y * b - z * c,
        s * a + y * c - z * b,
        s * b + z * a - x * c,
        s * c + x * b - y * a,
    )
    return [expression / 2 for expression in products]


def attitude(q: Symbols, book: SymbolBook, joint: str) -> Cosines:
    """The rotation of a unit quaternion, scalar first."""
    w, x, y, z = q
    rows = (
        (1 - 2 * y * y - 2 * z * z, 2 * x * y - 2 * w * z, 2 * x * z + 2 * w * y),
        (2 * x * y + 2 * w * z, 1 - 2 * x * x - 2 * z * z, 2 * y * z - 2 * w * x),
        (2 * x * z - 2 * w * y, 2 * y * z + 2 * w * x, 1 - 2 * x * x - 2 * y * y),
    )
    what = f"direction cosines of joint '{joint}'"
    named = (
        Triple(
            *(
                book.defined(f"C_{joint}_{a}{b}", c, what, "1")
                for b, c in zip(AXES, row, strict=True)
            )
        )
        for a, row in zip(AXES, rows, strict=True)
    )
    return Cosines(Rows(*named))


# --- the kinds ------------------------------------------------------------------------------


def _fixed(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    return Across((), NONE, [], [])


def _revolute(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    a = direction(kind.axis)
    return Across((Turn(a, q[0]),), NONE, [(False, a)], [NONE])


def _prismatic(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    a = direction(kind.axis)
    return Across((), a * q[0], [_STILL], [a])


def _screw(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    a = direction(kind.axis)
    pitch = book.parameter(f"h_{joint}", kind.pitch, "m/rad", f"joints.{joint}.pitch")
    return Across((Turn(a, q[0]),), a * pitch * q[0], [(False, a)], [a * pitch])


def _cylindrical(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    a = direction(kind.axis)
    return Across((Turn(a, q[0]),), a * q[1], [(False, a), _STILL], [NONE, a])


def _universal(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    a, b = direction(kind.axis1), direction(kind.axis2)
    return Across((Turn(a, q[0]), Turn(b, q[1])), NONE, [(False, a), (True, b)], [NONE, NONE])


def _spherical(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    return Across((attitude(q, book, joint),), NONE, [(True, e) for e in UNITS], [NONE] * 3)


def _planar(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    n, x, y = map(direction, (kind.normal, kind.x, cross(kind.normal, kind.x)))
    place = x * q[0] + y * q[1]
    return Across((Turn(n, q[2]),), place, [_STILL, _STILL, (False, n)], [x, y, NONE])


def _free(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    turning = [(True, e) for e in UNITS] + [_STILL] * 3
    return Across((attitude(q[:4], book, joint),), Triple(*q[4:]), turning, [NONE] * 3 + [*UNITS])


def _curvilinear(kind: Any, q: Symbols, book: SymbolBook, joint: str) -> Across:
    what, hint = "a joint along a curve has no equations in symbols", "they know all other kinds"
    raise ModelError([Problem(what, path("joints", joint), hint)])


_LAWS: dict[str, Callable[[Any, Symbols, SymbolBook, str], Across]] = {
    "fixed": _fixed,
    "revolute": _revolute,
    "prismatic": _prismatic,
    "screw": _screw,
    "cylindrical": _cylindrical,
    "universal": _universal,
    "spherical": _spherical,
    "planar": _planar,
    "free": _free,
    "curvilinear": _curvilinear,
}
