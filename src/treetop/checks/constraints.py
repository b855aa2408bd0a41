"""Whether constraints fit the frames and joints that they speak of, and each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from treetop.checks.sliding import path_problems
from treetop.errors import Problem
from treetop.model.constraints.kinds import (
    Constraint,
    Cord,
    Coupling,
    PointOnPath,
    Prescribed,
    PrescribedOrbit,
)
from treetop.model.environment.planet import mu_of
from treetop.model.forces.kinds import CentralGravity
from treetop.model.functions.spline import Spline
from treetop.model.joints import Coordinate
from treetop.model.part import frames_of
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.specification import path
from treetop.topology.coordinates import scalar_coordinate

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


def constraint_problems(model: Model | Mechanism) -> Iterator[Problem]:
    """What is wrong with the constraints, references to frames left aside."""
    followed: dict[str, str] = {}
    for name, constraint in model.constraints.items():
        where = path("constraints", name)
        if name in model.joints:
            yield Problem(f"'{name}' is a joint already", where, "take another name")
        if constraint.ends:
            yield from _end_problems(model, constraint, where)
        if _lacks_mu(model, constraint):
            hint = "give mu, or add a central gravity to the model"
            yield Problem("its gravitational parameter is not known", path(where, "mu"), hint)
        if isinstance(constraint, PointOnPath):
            yield from path_problems(model, constraint, where)
        if isinstance(constraint, Coupling):
            for label in constraint.weights:
                yield from _coordinate_problems(model, label, path(where, "weights", label))
            yield from _offset_problems(model, constraint, path(where, "offset"))
        if isinstance(constraint, Prescribed):
            label = constraint.coordinate
            yield from _coordinate_problems(model, label, path(where, "coordinate"))
            yield from _unit_problems(model, constraint, where)
            if label in followed:
                what = f"'{label}' is prescribed by '{followed[label]}' already"
                yield Problem(what, path(where, "coordinate"), "leave one of the two out")
            followed.setdefault(label, name)


def _lacks_mu(model: Model | Mechanism, constraint: Constraint) -> bool:
    by_elements = isinstance(constraint, PrescribedOrbit) and constraint.table is None
    return by_elements and not (constraint.mu or central_mu(model))  # type: ignore[attr-defined]


def central_mu(model: Model | Mechanism) -> float:
    """Gravitational parameter of the model's central gravity, m³/s²; zero without."""
    whole: Any = getattr(model, "model", model)
    planet = whole.environment
    of_forces = sum(
        force.mu for force in model.forces.values() if isinstance(force, CentralGravity)
    )
    return of_forces + (mu_of(planet) if planet else 0.0)


def constrained_coordinates(model: Model | Mechanism) -> Iterator[str]:
    """Labels of the joints' coordinates that constraints speak of."""
    for constraint in model.constraints.values():
        yield from constraint.coordinates


def _end_problems(
    model: Model | Mechanism, constraint: Constraint, where: str
) -> Iterator[Problem]:
    a, *others = (_body_of(model, reference) for reference in frames_of(constraint))
    if isinstance(constraint, Cord):  # which may come back to a body by way of others
        others = [b for before, b in pairwise((a, *others)) if b == before]
        a = others[0] if others else a
    if a in others:
        what = f"both its frames are on '{a}', and cannot move in each other"
        yield Problem(what, where, "give frames of two bodies")


def _body_of(model: Model | Mechanism, reference: str) -> str:
    """The body that a frame moves with: that of its node, if it has one."""
    body, _, name = reference.partition(".")
    frames = model.bodies[body].frames if body in model.bodies else {}
    return frames[name].body if name in frames else body


def _coordinate_problems(model: Model | Mechanism, label: str, where: str) -> Iterator[Problem]:
    try:
        scalar_coordinate(model, label)
    except Invalid as error:
        yield Problem(error.what, where, error.hint)


def _unit_problems(
    model: Model | Mechanism, constraint: Prescribed, where: str
) -> Iterator[Problem]:
    if not isinstance(constraint.law, Spline):
        return
    try:
        joint, k = scalar_coordinate(model, constraint.coordinate)
    except Invalid:
        return
    coordinate = model.joints[joint].kind.coordinates[k]
    for index, value in enumerate(constraint.law.values):
        yield from _misfit(value, coordinate, path(where, "law", "values", index))


def _offset_problems(model: Model | Mechanism, coupling: Coupling, where: str) -> Iterator[Problem]:
    """The unit of the offset is known if coordinates of one unit are weighed by mere numbers."""
    if any(isinstance(weight, Measured) for weight in coupling.weights.values()):
        return
    try:
        found = [scalar_coordinate(model, label) for label in coupling.weights]
    except Invalid:
        return
    coordinates = [model.joints[joint].kind.coordinates[k] for joint, k in found]
    if len({coordinate.unit for coordinate in coordinates}) == 1:
        yield from _misfit(coupling.offset, coordinates[0], where)


def _misfit(value: Any, coordinate: Coordinate, where: str) -> Iterator[Problem]:
    if isinstance(value, Measured):
        try:
            number(value.text, coordinate.unit)
        except Invalid as error:
            yield Problem(error.what, where, error.hint)
