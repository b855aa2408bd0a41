"""The rules that hold between the parts of a model; each gives the problems it finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from treetop.errors import ModelError, Problem
from treetop.model import forces as f
from treetop.model.body import GROUND
from treetop.model.joints import Coordinate, Fixed, JointKind
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.spec import path, unknown
from treetop.model.start import start_values
from treetop.model.tree import ends, tree_problems

if TYPE_CHECKING:
    from treetop.model.model import Model


MOST = 200  # problems told at once
REFERENCES = ("inboard", "outboard", "a", "b", "at", "on", "reference")


def problems(model: Model) -> list[Problem]:
    """Everything that is wrong with the model as a whole."""
    found = chain(
        reference_problems(model, _references(model)),
        force_problems(model),
        start_problems(model),
        tree_problems(model),
        massless_problems(model),
    )
    return list(islice(found, MOST))


def reference_problem(model: Model, reference: str, where: str) -> Problem | None:
    """The problem of a text that stands for no frame, or None."""
    body, dot, name = reference.partition(".")
    if body != GROUND and body not in model.bodies:
        return unknown("body", body, [GROUND, *model.bodies], where)
    frames = model.body(body).frames
    if dot and name not in frames:
        known = [f"{body}.{frame}" for frame in frames]
        return unknown("frame", reference, known, where)
    return None


def _references(model: Model) -> Iterator[tuple[str, str]]:
    for joint in model.joints.values():
        yield joint.inboard, path("joints", joint.name, "inboard")
        yield joint.outboard, path("joints", joint.name, "outboard")
    for name, force in model.forces.items():
        for field in REFERENCES:
            if hasattr(force, field):
                yield getattr(force, field), path("forces", name, field)


def reference_problems(model: Model, references: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """Those of the references, each with its place, that stand for no frame."""
    for reference, where in references:
        problem = reference_problem(model, reference, where)
        if problem:
            yield problem


def speed_of(kind: JointKind, coordinate: str | None) -> int:
    """Which speed of a joint a force acts along, given the name of a coordinate or speed.

    Raises `Invalid` for a name that the joint does not have, and for a missing name where the
    joint has more than one.
    """
    names = [item.name for item in kind.coordinates]
    if coordinate is None:
        if len(names) == 1:
            return 0
        hint = "say which 'coordinate': " + ", ".join(names) if names else "choose another joint"
        raise Invalid(f"a {kind.kind} joint has {len(names) or 'no'} coordinates", hint)
    speeds = [item.name for item in kind.speeds]
    for known in (names, speeds):
        if coordinate in known:
            return known.index(coordinate)
    wrong = unknown(f"coordinate of a {kind.kind} joint", coordinate, [*names, *speeds], "")
    raise Invalid(wrong.what, wrong.hint, ("coordinate",))


def force_problems(model: Model) -> Iterator[Problem]:
    """Forces that do not fit the joints they act on, and springs without a length."""
    for name, force in model.forces.items():
        where = path("forces", name)
        if isinstance(force, f.SpringDamper) and force.a == force.b:
            yield Problem("both ends are at the same frame", where, "give two frames")
        if isinstance(force, (f.JointSpring, f.JointEffort)):
            yield from _joint_force_problems(model, force, where)


def _joint_force_problems(
    model: Model, force: f.JointSpring | f.JointEffort, where: str
) -> Iterator[Problem]:
    if force.joint not in model.joints:
        yield unknown("joint", force.joint, model.joints, path(where, "joint"))
        return
    kind = model.joints[force.joint].kind
    try:
        speed = kind.speeds[speed_of(kind, force.coordinate)]
        check = _check_spring if isinstance(force, f.JointSpring) else _check_effort
        check(force, speed)  # type: ignore[arg-type]
    except Invalid as error:
        yield Problem(error.what, path(where, *error.at), error.hint)


def _check_spring(spring: f.JointSpring, speed: Coordinate) -> None:
    length = _length_unit(speed)
    if speed.size > 1 and (spring.stiffness or spring.rest):
        what = f"a spring cannot act on {speed.size} components at once"
        raise Invalid(what, f"on {speed.name} give only a damping", ("stiffness",))
    for field, accepted in (
        ("stiffness", f.STIFFNESS[length]),
        ("rest", (length,)),
        ("damping", f.DAMPING[length]),
    ):
        _check_unit(getattr(spring, field), accepted, field)


def _check_effort(effort: f.JointEffort, speed: Coordinate) -> None:
    value = effort.effort
    rows = value.values if isinstance(value, f.Table) else (value,)
    for row in rows:
        size = len(row) if isinstance(row, tuple) else 1
        if size != speed.size:
            what = f"an effort on {speed.name} has {speed.size} components, not {size}"
            raise Invalid(what, "give one number" if speed.size == 1 else "give three", ("effort",))
        for item in row if isinstance(row, tuple) else (row,):
            _check_unit(item, f.EFFORT[_length_unit(speed)], "effort")


def _length_unit(speed: Coordinate) -> str:
    return "rad" if speed.unit.startswith("rad") else "m"


def _check_unit(value: Any, accepted: tuple[str, ...], field: str) -> None:
    if isinstance(value, Measured):
        try:
            number(value.text, *accepted)
        except Invalid as error:
            raise error.inside(field) from None


def missing_functions(model: Model) -> Iterator[Problem]:
    """User forces that are known by name only."""
    for name, force in model.forces.items():
        if isinstance(force, f.UserForce) and isinstance(force.function, str):
            what = f"the function '{force.function}' is known by name only"
            hint = f"load the file with functions={{'{force.function}': ...}}"
            yield Problem(what, path("forces", name, "function"), hint)


def start_problems(model: Model) -> Iterator[Problem]:
    """Start values of joints and coordinates that do not exist, or out of range."""
    for joint, values in model.start.items():
        where = path("start", joint)
        if joint not in model.joints:
            yield unknown("joint", joint, model.joints, where)
            continue
        try:
            start_values(model.joints[joint].kind, values, where)
        except ModelError as error:
            yield from error.problems


def massless_problems(model: Model) -> Iterator[Problem]:
    """Bodies at the end of a moving joint with nothing that resists the motion."""
    carriers = _carriers(model)
    for joint in model.joints.values():
        _, body = ends(joint)
        if body in model.bodies and body not in carriers and not isinstance(joint.kind, Fixed):
            what = f"the body '{body}' at the end of a moving joint has no mass, nor anything on it"
            hint = f"give it a mass, or fix it: kind of joint '{joint.name}' fixed"
            yield Problem(what, path("bodies", body, "mass"), hint)


def _carriers(model: Model) -> set[str]:
    """The bodies with mass on them or outboard of them."""
    inboard = {outboard: inboard for inboard, outboard in map(ends, model.joints.values())}
    carriers: set[str] = set()
    for body in model.bodies:
        if not (model.bodies[body].mass or any(map(any, model.bodies[body].inertia))):
            continue
        while body in model.bodies and body not in carriers:
            carriers.add(body)
            body = inboard.get(body, GROUND)
    return carriers
