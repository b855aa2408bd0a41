"""Rigid bodies in symbols: as they are given, and what no body can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import sympy as sp

from treetop.errors import ModelError, Problem
from treetop.model.inertia import inertia as checked_inertia
from treetop.model.quantity import Invalid
from treetop.symbolic.derivation import jacobian
from treetop.symbolic.description import Description, Inertia, SymbolicBody
from treetop.symbolic.notation import TIME, Notation


class GivenBody(NamedTuple):
    """A body in the user's symbols; angular velocity in body axes."""

    mass: Any
    inertia: sp.Matrix
    position: sp.Matrix
    rotation: sp.Matrix
    velocity: sp.Matrix
    angular_velocity: sp.Matrix


def given_body(
    where: str,
    mass: Any,
    inertia: Any,
    position: Any,
    rotation: Any,
    angular_velocity: Any,
    rate: Callable[[sp.Matrix], sp.Matrix],
) -> GivenBody:
    """A body whose parts have the sizes that they must have; `rate` differentiates in time."""
    R, S = _column(position), sp.eye(3) if rotation is None else _matrix(rotation)
    J = sp.zeros(3) if inertia is None else _matrix(inertia)
    J = sp.diag(*J) if J.shape in ((3, 1), (1, 3)) else J
    w = None if angular_velocity is None else _column(angular_velocity)
    shapes = (R.shape, S.shape, J.shape, (3, 1) if w is None else w.shape)
    if shapes != ((3, 1), (3, 3), (3, 3), (3, 1)):
        hint = "position, angular velocity: three numbers; rotation: 3 x 3; inertia: three or 3 x 3"
        raise ModelError([Problem("has sizes that do not fit", where, hint)])
    return GivenBody(mass, J, R, S, rate(R), _spin(S, rate(S)) if w is None else w)


def _matrix(entries: Any) -> sp.Matrix:
    try:
        return sp.Matrix(entries)
    except (TypeError, ValueError):
        return sp.Matrix()


def _column(entries: Any) -> sp.Matrix:
    found = _matrix(entries)
    return found.T if found.shape == (1, 3) else found


def _spin(S: sp.Matrix, S_rate: sp.Matrix) -> sp.Matrix:
    """Body components of the angular velocity: the skew part of Sᵀ S'."""
    W = S.T * S_rate
    return sp.Matrix([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2


def described(name: str, body: GivenBody, notation: Notation) -> tuple[SymbolicBody, list[Inertia]]:
    """A body in the symbols of the derivation, and its kinetic energy; what is wrong is noted."""
    where = f"bodies.{name}"
    r, S, v, w = (tuple(notation.vector(part, where)) for part in body[2:])
    mass = notation.translated(body.mass, f"{where}.mass")
    parts = [Inertia(v, mass * sp.eye(3), f"{where}.mass")]
    if not body.inertia.is_zero_matrix:
        J = sp.Matrix(3, 3, notation.vector(body.inertia, f"{where}.inertia"))
        parts.append(Inertia(w, J, f"{where}.inertia"))
    notation.problems += _unfit(parts, notation)
    return SymbolicBody(name, r, sp.Matrix(3, 3, S), v, w), parts


def _unfit(parts: list[Inertia], notation: Notation) -> Iterator[Problem]:
    """Masses that change by themselves, motions that are not linear in the rates."""
    for part in parts:
        if part.W.has(TIME, *notation.z, *notation.u):
            hint = "what leaves it takes momentum along: write kinetic_energy and forces instead"
            yield Problem("depends on more than coordinates", part.where, hint)
        if jacobian(part.e, notation.u).has(*notation.u):
            what = "its angular velocity is not linear in the rates"
            yield Problem(what, part.where, "give it in body axes, as it follows from the rotation")


def impossible(description: Description, values: list[float]) -> Iterator[Problem]:
    """Masses and inertias that no body can have, as far as they are numbers."""
    known = dict(zip(description.p, values, strict=True))
    for part in description.inertias:
        W = part.W.xreplace(known)
        if W.free_symbols:
            if any(sp.simplify(entry) != 0 for entry in W - W.T):
                yield Problem("is not symmetric", part.where, "give a symmetric matrix")
        elif part.where.endswith(".mass"):
            if W[0, 0] < 0:
                yield Problem(f"{W[0, 0]} is below zero", part.where, "give 0 or more")
        else:
            try:
                checked_inertia([[float(entry) for entry in row] for row in W.tolist()])
            except Invalid as error:
                yield Problem(error.what, part.where, error.hint)
