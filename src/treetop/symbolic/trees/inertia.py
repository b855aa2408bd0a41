"""Mass, mass centre and inertia of a body, in symbols."""

from __future__ import annotations

from typing import NamedTuple

import sympy as sp

from treetop.symbolic.trees.motion import Point, Tree
from treetop.symbolic.trees.symbols import AXES
from treetop.symbolic.trees.triples import Rows, Triple


class Inertia(NamedTuple):
    """What resists the motion of a body; J is about the mass centre, in body axes."""

    name: str
    mass: sp.Expr
    centre: Point
    J: Rows


def inertias(tree: Tree) -> list[Inertia]:
    """The inertias of all bodies, in order."""
    return [_inertia(tree, i, link.body) for i, link in enumerate(tree.chain, start=1)]


def _inertia(tree: Tree, i: int, name: str) -> Inertia:
    body, book, where = tree.model.bodies[name], tree.book, f"bodies.{name}"
    mass = book.parameter(f"m_{name}", body.mass, "kg", f"{where}.mass")
    place = body.centre if body.mass else (0.0, 0.0, 0.0)
    centre = tree.point(i, book.vector(f"c_{name}", place, "m", f"{where}.centre"))
    moments = {
        (a, b): book.parameter(
            f"I_{name}_{AXES[a]}{AXES[b]}",
            body.inertia[a][b],
            "kg m²",
            f"{where}.inertia[{a}][{b}]",
        )
        for a in range(3)
        for b in range(a, 3)
    }
    J = Rows(*(Triple(*(moments[min(a, b), max(a, b)] for b in range(3))) for a in range(3)))
    return Inertia(name, mass, centre, J)
