"""Whether a force on a joint fits the joint: which speed it acts along, and in which unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treetop.errors import Problem
from treetop.model.devices.motor import GEAR, Motor
from treetop.model.forces import kinds as f
from treetop.model.forces.base import DAMPING, EFFORT, STIFFNESS, JointForce
from treetop.model.forces.joint_friction import JointPhysics, require_normal
from treetop.model.functions.table import Table
from treetop.model.joints import Coordinate, JointKind
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.specification import path, unknown
from treetop.topology.coordinates import speed_of
from treetop.topology.driven_springs import DrivenSpring
from treetop.topology.modal_joint import Deformation

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


def joint_force_problems(
    model: Model | Mechanism, force: JointForce, where: str
) -> Iterator[Problem]:
    """What is wrong with a force on a joint, given the path ``where`` of the force."""
    if force.joint not in model.joints:
        yield unknown("joint", force.joint, model.joints, path(where, "joint"))
        return
    kind = model.joints[force.joint].kind
    try:
        speed = kind.speeds[speed_of(kind, force.coordinate)]
        match force:
            case f.JointSpring() | DrivenSpring():
                _check_spring(force, speed)
            case f.JointEffort():
                _check_effort(force, speed)
            case Motor():
                _check_motor(force, speed)
            case JointPhysics():
                _check_physics(force, kind, speed)
    except Invalid as error:
        yield Problem(error.what, path(where, *error.at), error.hint)


def _check_spring(spring: f.JointSpring | DrivenSpring, speed: Coordinate) -> None:
    length = _length_unit(speed)
    rests = spring.rest.values if isinstance(spring.rest, Table) else (spring.rest,)
    if speed.size > 1 and (spring.stiffness or any(rests)):
        what = f"a spring cannot act on {speed.size} components at once"
        raise Invalid(what, f"on {speed.name} give only a damping", ("stiffness",))
    for field, accepted in (("stiffness", STIFFNESS[length]), ("damping", DAMPING[length])):
        _check_unit(getattr(spring, field), accepted, field)
    for rest in rests:
        _check_unit(rest, (length,), "rest")


def _check_effort(effort: f.JointEffort, speed: Coordinate) -> None:
    value = effort.effort
    rows = value.values if isinstance(value, Table) else (value,)
    for row in rows:
        size = len(row) if isinstance(row, tuple) else 1
        if size != speed.size:
            what = f"an effort on {speed.name} has {speed.size} components, not {size}"
            raise Invalid(what, "give one number" if speed.size == 1 else "give three", ("effort",))
        for item in row if isinstance(row, tuple) else (row,):
            _check_unit(item, EFFORT[_length_unit(speed)], "effort")


def _check_motor(motor: Motor, speed: Coordinate) -> None:
    _require_one(speed)
    length = _length_unit(speed)
    if length == "m" and motor.gear is None:
        what = f"it drives {speed.name}, which is a slide, and needs a gear"
        raise Invalid(
            what, "give the turns of the motor for the way, such as '200 rad/m'", ("gear",)
        )
    _check_unit(motor.gear, GEAR[length], "gear")
    _check_unit(motor.viscous, DAMPING[length], "viscous")


def _require_one(speed: Coordinate) -> None:
    """Refuse a vector of speeds."""
    if speed.size > 1:
        what = f"it acts along one coordinate, and {speed.name} has {speed.size} components"
        raise Invalid(what, "choose another joint", ("coordinate",))


def _check_physics(force: JointPhysics, kind: JointKind, speed: Coordinate) -> None:
    if force.holds and isinstance(kind, Deformation):
        what = f"a {force.kind} may hold what it acts along, and modes cannot be held"
        raise Invalid(what, "take a hard-stop, LuGre friction or a spring", ("coordinate",))
    _require_one(speed)
    require_normal(force, kind, _length_unit(speed) == "rad")
    for field, units in force.units.items():
        value, accepted = getattr(force, field), units[_length_unit(speed)]
        for item in value if isinstance(value, tuple) else (value,):
            _check_unit(item, accepted, field)


def _length_unit(speed: Coordinate) -> str:
    return "rad" if speed.unit.startswith("rad") else "m"


def _check_unit(value: Any, accepted: tuple[str, ...], field: str) -> None:
    if isinstance(value, Measured):
        try:
            number(value.text, *accepted)
        except Invalid as error:
            raise error.inside(field) from None
